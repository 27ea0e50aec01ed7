//! Validity checks of positions. Several families make these checks when they read a position.

use super::illegal_position::IllegalPosition;
use crate::board::{Bitboard, Color, Role, Setup, attacks};

/// Ranks 1 and 8. Pawns do not stand on them, except in games that drop pawns on row 1.
pub(super) const EDGES: Bitboard = Bitboard(0xff00_0000_0000_00ff);

/// Checks that no pawn stands on rank 1 or 8.
///
/// # Errors
///
/// If a pawn stands there. The error names its square.
pub(super) fn pawns(setup: &Setup) -> Result<(), IllegalPosition> {
    match (setup.placement.by_role(Role::Pawn) & EDGES).first() {
        Some(square) => Err(IllegalPosition::PawnOnEdge(square)),
        None => Ok(()),
    }
}

/// Checks that the kings do not touch.
///
/// # Errors
///
/// If the kings touch. The error names both squares.
pub(super) fn kings_apart(setup: &Setup) -> Result<(), IllegalPosition> {
    match (
        setup.placement.king(Color::White),
        setup.placement.king(Color::Black),
    ) {
        (Some(white), Some(black)) if attacks::king_attacks(white).contains(black) => {
            Err(IllegalPosition::KingsTouch(white, black))
        }
        _ => Ok(()),
    }
}
