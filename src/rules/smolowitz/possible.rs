//! Whether a position is possible: it must pass the tests of `cages` and `pawns`. A position that
//! fails one of them cannot have come from the initial array.

use super::Smolowitz;
use super::cages::{Army, Cages, locked};
use super::pawns::PawnStructure;
use crate::board::{ARMY_SIZE, Bitboard, Castling, Color, Placement, Role};

/// Why a position is impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Impossible {
    /// A piece is cut off from its home and cannot be a promoted pawn.
    Caged(Color),
    /// The pawns need more captures than there are missing enemy pieces.
    PawnCaptures,
}

impl Impossible {
    /// The reason in words.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Impossible::Caged(Color::White) => {
                "a white piece is cut off from its home and cannot be a promoted pawn"
            }
            Impossible::Caged(Color::Black) => {
                "a black piece is cut off from its home and cannot be a promoted pawn"
            }
            Impossible::PawnCaptures => {
                "to reach their squares, the pawns need more captures \
                 than there are missing enemy pieces"
            }
        }
    }
}

/// The number of a side's pieces that are not on the board.
#[inline]
pub(super) fn missing(placement: &Placement, color: Color) -> u32 {
    ARMY_SIZE - placement.by_color(color).count() as u32
}

/// The pawns of a placement and the captures that they may have made.
#[inline]
pub(super) fn pawn_structure(placement: &Placement) -> PawnStructure {
    PawnStructure {
        white: placement.pieces(Color::White, Role::Pawn),
        black: placement.pieces(Color::Black, Role::Pawn),
        white_captures: missing(placement, Color::Black),
        black_captures: missing(placement, Color::White),
    }
}

/// Why a position is impossible; `None` if it is possible.
pub(super) fn impossibility(placement: &Placement, castling: Castling) -> Option<Impossible> {
    if !pawn_structure(placement).is_possible() {
        return Some(Impossible::PawnCaptures);
    }
    caged(placement, locked(placement, castling)).map(Impossible::Caged)
}

impl Smolowitz {
    /// Why the position is impossible; `None` if it is possible or the switch `possible` is off.
    pub(super) fn impossibility(&self) -> Option<Impossible> {
        if !self.switches.possible {
            return None;
        }
        impossibility(&self.setup.placement, self.setup.castling)
    }
}

/// A side with a piece that is cut off from its home and cannot be a promoted pawn. White is tested
/// first. `None` if there is no such side.
#[inline]
pub(super) fn caged(placement: &Placement, locked: Bitboard) -> Option<Color> {
    Cages::with(locked, |cages| {
        [Color::White, Color::Black]
            .into_iter()
            .find(|&color| !cages.fits(color, &Army::of(placement, color)))
    })
}
