//! Validity checks of positions. Several families make these checks when they read a position.

use super::illegal_position::IllegalPosition;
use crate::board::{Bitboard, Color, Role, Setup, attacks};

/// Checks that no pawn stands on rank 1 or 8.
///
/// # Errors
///
/// If a pawn stands there. The error names its square.
pub(super) fn pawns(setup: &Setup) -> Result<(), IllegalPosition> {
    match (setup.placement.by_role(Role::Pawn) & Bitboard::BACKRANKS).first() {
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
