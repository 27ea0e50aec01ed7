//! Where pawns un-move, as sets of squares.

use crate::board::{Bitboard, Color, Square, attacks, back, row};

/// The empty squares to which a pawn on `from` may go straight back: one step, or two from row 4.
#[inline]
#[must_use]
pub fn pawn_straight(color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    let single = back(color, Bitboard::from_square(from)) & !occupied & !row(color, 1);
    let double = back(color, single & row(color, 3)) & !occupied;
    single | double
}

/// The empty squares to which a pawn on `from` may go diagonally back.
#[inline]
#[must_use]
pub fn pawn_diagonal(color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    attacks::pawn_attacks(!color, from) & !occupied & !row(color, 1)
}

/// The squares from which a pawn may un-move one row back to one of `targets`: those of straight
/// un-moves, and those of diagonal un-moves.
#[inline]
#[must_use]
pub fn pawn_origins(color: Color, targets: Bitboard) -> (Bitboard, Bitboard) {
    let straight = back(!color, targets);
    let (to_a, to_h) = beside(straight);
    (straight, to_a | to_h)
}

/// The squares next to `squares`: towards the a-file, and towards the h-file.
#[inline]
#[must_use]
pub fn beside(squares: Bitboard) -> (Bitboard, Bitboard) {
    const A_FILE: Bitboard = Bitboard(0x0101_0101_0101_0101);
    let to_a = Bitboard((squares & !A_FILE).0 >> 1);
    let to_h = Bitboard(squares.0 << 1) & !A_FILE;
    (to_a, to_h)
}
