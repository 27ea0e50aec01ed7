//! Checks and en passant captures. A king can be in check only while both kings are on the board.

use crate::board::{Bitboard, Color, Placement, Role, Square, attacks};

/// Whether both kings are on the board.
#[inline]
pub(super) fn both_kings(placement: &Placement) -> bool {
    placement.by_role(Role::King).more_than_one()
}

/// Whether a side's king is in check: both kings are on the board, and the enemy attacks it.
#[inline]
pub(super) fn in_check(placement: &Placement, color: Color) -> bool {
    both_kings(placement) && placement.king_attacked(color)
}

/// The squares one step ahead of `squares`, from the view of `color`.
#[inline]
pub(super) const fn ahead(color: Color, squares: Bitboard) -> Bitboard {
    match color {
        Color::White => Bitboard(squares.0 << 8),
        Color::Black => Bitboard(squares.0 >> 8),
    }
}

/// The pawns of `!passer` that attack `passed`, the square over which a pawn of `passer` has just
/// made a double step.
#[inline]
pub(super) fn en_passant_capturers(
    placement: &Placement,
    passer: Color,
    passed: Square,
) -> Bitboard {
    attacks::pawn_attacks(passer, passed) & placement.pieces(!passer, Role::Pawn)
}
