//! Digests of texts, weights and networks. A digest in a file shows to which event or run the file
//! belongs.

use sha2::{Digest, Sha256};

use crate::games::Game;
use crate::play::limits::PlayerLimits;
use crate::players::settings::{PlayerKind, PlayerSettings};
use crate::search::Strength;

/// The first 16 bytes of the SHA-256 digest of `bytes`, in hexadecimal.
#[must_use]
pub fn digest(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest
        .iter()
        .take(16)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// A hash of a list of texts: FNV-1a with 64 bits
/// (<https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>), in hexadecimal. It is the same in
/// every version of the program.
///
/// ```
/// # use reviver::tournament::digest::fingerprint;
/// assert_ne!(fingerprint(["a", "bc"]), fingerprint(["ab", "c"]));
/// ```
#[must_use]
pub fn fingerprint<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for text in texts {
        for byte in text.as_ref().bytes().chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    format!("{hash:016x}")
}

/// A digest of the weights, networks and search parameters of games.
#[must_use]
pub fn evaluation_digest(games: impl IntoIterator<Item = &'static Game>) -> String {
    let player = PlayerSettings::new(PlayerKind::Reviver, PlayerLimits::default());
    fingerprint(games.into_iter().flat_map(|game| player.evaluation(game)))
}

/// A digest of the level curves of games. `None` if the player has full strength: it then uses no
/// level curve.
#[must_use]
pub fn levels_digest(
    player: &PlayerSettings,
    games: impl IntoIterator<Item = &'static Game>,
) -> Option<String> {
    let curve = |game| format!("{:?}", player.search_options(game).levels);
    let has_level = player.strength != Strength::Full;
    has_level.then(|| fingerprint(games.into_iter().map(curve)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn only_a_level_below_full_strength_has_a_digest_of_levels() {
        for (word, has_digest) in [("level=19.9", true), ("level=20", false)] {
            let mut player = PlayerSettings::new(PlayerKind::Reviver, PlayerLimits::default());
            player.set(word).expect(word);
            let digest = levels_digest(&player, games::all());
            assert_eq!(digest.is_some(), has_digest, "{word}");
        }
    }
}
