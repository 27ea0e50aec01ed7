//! Un-moves common to every reverse game (rules 1.1 and 1.2), found by masks, not by trial.
//!
//! Whether an un-move from A to B leaves the enemy king attacked depends on which lines the vacated
//! square A opens, which lines B closes, and whether the piece attacks from B. [`KingSight`] knows
//! all three, so that the targets of a piece come as one set.

mod king_sight;
mod retreat;
mod special;

pub use king_sight::{KingSight, Safe};
pub use retreat::{Ground, Retreat, retreat_of, retreats};
pub use special::{
    UnEnPassant, can_un_castle, demanded_double_step, stands_castled, un_en_passants,
};

use crate::board::{Bitboard, Color, Square, attacks, back, row};

/// The squares to which a pawn on `from` may go straight back, one step or from row 4 two.
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

/// The squares from which a pawn goes back by one to one of `targets`: straight, and diagonally.
#[inline]
#[must_use]
pub fn pawn_origins(color: Color, targets: Bitboard) -> (Bitboard, Bitboard) {
    let straight = back(!color, targets);
    let (to_a, to_h) = beside(straight);
    (straight, to_a | to_h)
}

/// The squares beside `squares`: towards the a-file, and towards the h-file.
#[inline]
#[must_use]
pub fn beside(squares: Bitboard) -> (Bitboard, Bitboard) {
    const A_FILE: Bitboard = Bitboard(0x0101_0101_0101_0101);
    let to_a = Bitboard((squares & !A_FILE).0 >> 1);
    let to_h = Bitboard(squares.0 << 1) & !A_FILE;
    (to_a, to_h)
}

/// The squares of a file.
#[inline]
#[must_use]
pub const fn file_of(square: Square) -> Bitboard {
    Bitboard(0x0101_0101_0101_0101 << (square.to_u32() & 7))
}
