//! Where games start.

use std::fmt;

use rand::{Rng, SeedableRng};

use crate::board::{Bitboard, ByColor, Color, Placement, Reserve, Role, Setup, Square, attacks};

/// The number of placements of the white and the black king on squares that do not touch.
pub const KING_PLACEMENTS: usize = 3612;

/// Where a game starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Start {
    /// At a position.
    Position(Setup),
    /// With the kings on random squares that do not touch, everything else in reserve.
    RandomKings,
    /// With an empty board, on which the players place their kings.
    Placement,
}

impl fmt::Display for Start {
    /// The value of `start` in a game file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Start::Position(setup) => setup.fmt(f),
            Start::RandomKings => f.write_str("random-kings"),
            Start::Placement => f.write_str("placement"),
        }
    }
}

impl Start {
    /// The start position. If there are several, `seed` selects one. `first` is the side to play,
    /// except in a [`Start::Position`], which has its own side to play.
    pub(super) fn setup(self, seed: u64, first: Color) -> Setup {
        match self {
            Start::Position(setup) => setup,
            Start::Placement => without_pieces(first),
            Start::RandomKings => {
                let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
                let kings = king_placements().nth(rng.random_range(0..KING_PLACEMENTS));
                kings.map_or_else(|| without_pieces(first), |kings| with_kings(kings, first))
            }
        }
    }

    /// Whether `setup` is one of the start positions.
    pub(super) fn is(self, setup: &Setup, first: Color) -> bool {
        if self != Start::RandomKings {
            return *setup == self.setup(0, first);
        }
        let kings = Color::ALL.map(|color| setup.placement.king(color));
        let [Some(white), Some(black)] = kings else {
            return false;
        };
        let are_apart = white != black && !attacks::king_attacks(white).contains(black);
        are_apart && *setup == with_kings(ByColor { white, black }, first)
    }

    /// Every start position.
    pub(super) fn all(self, first: Color) -> Vec<Setup> {
        match self {
            Start::RandomKings => king_placements()
                .map(|kings| with_kings(kings, first))
                .collect(),
            Start::Position(_) | Start::Placement => vec![self.setup(0, first)],
        }
    }
}

/// The kings on these squares, everything else in reserve.
fn with_kings(kings: ByColor<Square>, side: Color) -> Setup {
    let mut setup = without_pieces(side);
    for color in Color::ALL {
        setup.placement.revive(Role::King.of(color), kings[color]);
    }
    setup
}

/// An empty board, everything in reserve.
fn without_pieces(side: Color) -> Setup {
    Setup::new(Placement::empty(Reserve::full()), side)
}

/// Every placement of the white and the black king on squares that do not touch.
pub fn king_placements() -> impl Iterator<Item = ByColor<Square>> {
    Square::ALL.into_iter().flat_map(|white| {
        let free = !(attacks::king_attacks(white) | Bitboard::from_square(white));
        free.into_iter().map(move |black| ByColor { white, black })
    })
}
