//! The weights and networks that come with the program, a file for each game.

use std::sync::{Arc, LazyLock};

use super::{Network, Weights, weights_text};
use crate::rules::Variant;

/// The text of a game's file. Games that differ only in how they begin share one.
const fn text(variant: Variant) -> &'static str {
    match variant {
        Variant::Ssehc => include_str!("weights/ssehc.toml"),
        Variant::SsehcClassic => include_str!("weights/ssehc-classic.toml"),
        Variant::Smolowitz => include_str!("weights/smolowitz.toml"),
        Variant::Unplay | Variant::UnplayRandom | Variant::UnplayPlacement => {
            include_str!("weights/unplay.toml")
        }
        Variant::UnplayStrict => include_str!("weights/unplay-strict.toml"),
        Variant::Unachess => include_str!("weights/unachess.toml"),
    }
}

static WEIGHTS: LazyLock<[Weights; Variant::ALL.len()]> = LazyLock::new(|| {
    // A test reads every one of them.
    let read = |variant| {
        weights_text::read(text(variant))
            .unwrap_or_else(|error| panic!("weights of {variant}: {error}"))
    };
    Variant::ALL.map(read)
});

/// The weights of a game.
pub(super) fn of(variant: Variant) -> &'static Weights {
    &WEIGHTS[variant as usize]
}

/// The file of a game's network.
const fn network_file(variant: Variant) -> Option<&'static [u8]> {
    match variant {
        Variant::UnplayStrict => Some(include_bytes!("networks/unplay-strict.network")),
        Variant::Unachess => Some(include_bytes!("networks/unachess.network")),
        _ => None,
    }
}

static NETWORKS: LazyLock<[Option<Arc<Network>>; Variant::ALL.len()]> = LazyLock::new(|| {
    // A test reads every one of them.
    let read = |bytes| Network::from_bytes(bytes).map(Arc::new);
    Variant::ALL.map(|variant| {
        let network = network_file(variant).map(read).transpose();
        network.unwrap_or_else(|error| panic!("network of {variant}: {error}"))
    })
});

/// The network of a game, where it has one.
pub(super) fn network(variant: Variant) -> Option<Arc<Network>> {
    NETWORKS[variant as usize].clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_network_can_be_read() {
        for variant in Variant::ALL {
            assert_eq!(network(variant).is_some(), network_file(variant).is_some());
        }
    }

    #[test]
    fn every_game_has_weights() {
        for variant in Variant::ALL {
            assert_ne!(*of(variant), Weights::ZERO, "{variant}");
            assert_eq!(
                Ok(of(variant)),
                weights_text::read(text(variant)).as_ref(),
                "{variant}"
            );
        }
    }
}
