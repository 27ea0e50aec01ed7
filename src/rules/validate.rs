//! What every game checks in a position that is read.

use super::refusal::Refusal;
use crate::board::{Bitboard, Color, Role, Setup, attacks};

/// Ranks 1 and 8, on which no pawn stands.
pub(super) const EDGES: Bitboard = Bitboard(0xff00_0000_0000_00ff);

/// Checks that no pawn stands on rank 1 or 8.
///
/// # Errors
///
/// Returns the first such square.
pub(super) fn pawns(setup: &Setup) -> Result<(), Refusal> {
    match (setup.placement.all(Role::Pawn) & EDGES).first() {
        Some(square) => Err(Refusal::PawnOnEdge(square)),
        None => Ok(()),
    }
}

/// Checks that the kings do not touch.
///
/// # Errors
///
/// Returns both squares.
pub(super) fn kings_apart(setup: &Setup) -> Result<(), Refusal> {
    match (
        setup.placement.king(Color::White),
        setup.placement.king(Color::Black),
    ) {
        (Some(white), Some(black)) if attacks::king_attacks(white).contains(black) => {
            Err(Refusal::KingsTouch(white, black))
        }
        _ => Ok(()),
    }
}
