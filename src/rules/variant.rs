//! The names of the games, their start positions, and the only `match` over games in the program.

use rand::{Rng, SeedableRng};

use super::{Rules, smolowitz::Smolowitz, ssehc::Ssehc, unachess::Unachess, unplay::Unplay};
use crate::board::{
    Bitboard, Castling, Color, Pending, Placement, Reserve, Role, Setup, Square, attacks,
};

/// A game by its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Variant {
    /// Ssehc, published edition: score with "good enough".
    Ssehc,
    /// Ssehc, first edition: win by returning home, else "as close as possible".
    SsehcClassic,
    /// Retro Chess of Mike Smolowitz: two phases, colours switch in between.
    Smolowitz,
    /// The Unplay rules: first to un-capture the whole enemy army.
    Unplay,
    /// The same from a random placement of the kings.
    UnplayRandom,
    /// The same after each player has placed their own king.
    UnplayPlacement,
    /// Unplay in which a check on one's own king must be removable.
    UnplayStrict,
    /// Chess from an empty board, all pieces in hand.
    Unachess,
}

/// Something to do with the rules of a variant, whichever type they are.
pub trait Visitor {
    /// What comes of it.
    type Output;
    /// Does it for the rules `R` of `variant`.
    fn visit<R: Rules>(self, variant: Variant) -> Self::Output;
}

/// The ordered placements of two kings on squares that do not touch.
pub const KING_PLACEMENTS: usize = 3612;

impl Variant {
    /// All games.
    pub const ALL: [Variant; 8] = [
        Variant::Ssehc,
        Variant::SsehcClassic,
        Variant::Smolowitz,
        Variant::Unplay,
        Variant::UnplayRandom,
        Variant::UnplayPlacement,
        Variant::UnplayStrict,
        Variant::Unachess,
    ];

    /// The name in the protocol.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Ssehc => "ssehc",
            Variant::SsehcClassic => "ssehc-classic",
            Variant::Smolowitz => "smolowitz",
            Variant::Unplay => "unplay",
            Variant::UnplayRandom => "unplay-random",
            Variant::UnplayPlacement => "unplay-placement",
            Variant::UnplayStrict => "unplay-strict",
            Variant::Unachess => "unachess",
        }
    }

    /// What the game is, in a line.
    #[must_use]
    pub const fn summary(self) -> &'static str {
        match self {
            Variant::Ssehc => {
                "bring your army home in reverse; declare the end when it is good enough"
            }
            Variant::SsehcClassic => {
                "the first edition: all sixteen home wins, else as close as possible"
            }
            Variant::Smolowitz => {
                "un-capture the enemy army near its home, then switch colours and bring it there"
            }
            Variant::Unplay => "first to un-capture the whole enemy army wins",
            Variant::UnplayRandom => "unplay with the kings placed by lot",
            Variant::UnplayPlacement => "unplay after each player has placed their own king",
            Variant::UnplayStrict => "unplay in which a check on your own king must be removable",
            Variant::Unachess => "chess from an empty board with all pieces in hand",
        }
    }

    /// Whether the game is played backwards, so that it has a forward game (rules, section 6).
    #[must_use]
    pub const fn is_reverse(self) -> bool {
        !matches!(self, Variant::Unachess)
    }

    /// The side that plays the first turn.
    #[must_use]
    pub const fn first_side(self) -> Color {
        match self {
            Variant::Smolowitz => Color::Black,
            _ => Color::White,
        }
    }

    /// The start position. `seed` matters to `unplay-random` alone, where it draws one of the
    /// [`KING_PLACEMENTS`].
    #[must_use]
    pub fn start(self, seed: u64) -> Setup {
        let kings = match self {
            Variant::UnplayRandom => {
                let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
                king_placements().nth(rng.random_range(0..KING_PLACEMENTS))
            }
            _ => self.start_kings(),
        };
        self.start_with(kings)
    }

    /// Every start position: one, or all that the lot can draw.
    #[must_use]
    pub fn starts(self) -> Vec<Setup> {
        match self {
            Variant::UnplayRandom => king_placements()
                .map(|kings| self.start_with(Some(kings)))
                .collect(),
            _ => vec![self.start_with(self.start_kings())],
        }
    }

    /// Where the white and the black king stand at the start, unless the lot or the players decide.
    const fn start_kings(self) -> Option<(Square, Square)> {
        match self {
            Variant::Ssehc | Variant::SsehcClassic => Some((Square::F3, Square::F6)),
            Variant::Smolowitz => Some((Square::E6, Square::E3)),
            Variant::Unplay | Variant::UnplayStrict => Some((Square::H8, Square::A1)),
            Variant::UnplayRandom | Variant::UnplayPlacement | Variant::Unachess => None,
        }
    }

    fn start_with(self, kings: Option<(Square, Square)>) -> Setup {
        let mut placement = Placement::empty(Reserve::full());
        if let Some((white, black)) = kings {
            placement.revive(Role::King.of(Color::White), white);
            placement.revive(Role::King.of(Color::Black), black);
        }
        Setup {
            placement,
            side: self.first_side(),
            castling: Castling::NONE,
            pending: Pending::Nothing,
            halfmove: 0,
            fullmove: 1,
        }
    }

    /// Hands the rules of this game to `visitor`.
    pub fn dispatch<V: Visitor>(self, visitor: V) -> V::Output {
        match self {
            Variant::Ssehc | Variant::SsehcClassic => visitor.visit::<Ssehc>(self),
            Variant::Smolowitz => visitor.visit::<Smolowitz>(self),
            Variant::Unplay
            | Variant::UnplayRandom
            | Variant::UnplayPlacement
            | Variant::UnplayStrict => visitor.visit::<Unplay>(self),
            Variant::Unachess => visitor.visit::<Unachess>(self),
        }
    }
}

/// Every ordered placement of the white and the black king on squares that do not touch.
pub fn king_placements() -> impl Iterator<Item = (Square, Square)> {
    Square::ALL.into_iter().flat_map(|white| {
        let free = !(attacks::king_attacks(white) | Bitboard::from_square(white));
        free.into_iter().map(move |black| (white, black))
    })
}

impl std::fmt::Display for Variant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no game's.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "no variant is called '{0}'; there are ssehc, ssehc-classic, smolowitz, unplay, unplay-random, unplay-placement, unplay-strict, unachess"
)]
pub struct UnknownVariant(pub String);

impl std::str::FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Variant::ALL
            .into_iter()
            .find(|variant| variant.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| UnknownVariant(name.to_owned()))
    }
}
