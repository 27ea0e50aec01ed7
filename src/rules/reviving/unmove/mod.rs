//! Un-moves common to every reverse game (rules 1.1 and 1.2), computed with masks instead of by
//! playing each un-move.
//!
//! Whether an un-move from A to B leaves the enemy king attacked depends on the lines that open
//! when A is vacated, on the lines that B blocks, and on whether the piece attacks from B.
//! [`CheckInfo`] holds all three, so [`UnMoveBoard`] finds all targets of a piece at once.

mod check_info;
mod pawns;
mod special;
mod un_moves;

pub use check_info::{CheckInfo, SafeTargets};
pub use pawns::{beside, file_of, pawn_diagonal, pawn_origins, pawn_straight};
pub use special::{
    UnEnPassant, can_un_castle, demanded_double_step, stands_castled, un_en_passants,
};
pub use un_moves::{UnMoveBoard, UnMoves, reach};
