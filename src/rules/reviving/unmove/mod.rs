//! Un-moves common to every reverse game. Their targets are computed with bitboard masks, without
//! playing each un-move.
//!
//! In an un-move, a piece leaves the *vacated square* for an empty square. The chess move in the
//! other direction undoes it. These are the un-moves:
//!
//! * A king, queen, rook, bishop or knight goes as in chess.
//! * A pawn goes one square straight back, two squares from row 4 to row 2 (an *un-double-step*),
//!   or one square diagonally back, which undoes a capture. It never goes to row 1.
//! * *Un-promotion*: a pawn of the reserve replaces a piece, but not a king, on row 8. The pawn at
//!   once goes one square straight or diagonally back.
//! * *Un-castling*: [`can_un_castle`] says when it is possible. Afterwards king and rook are
//!   *frozen*: they may not un-move any more.
//! * En passant in reverse: [`UnEnPassant`].
//!
//! Three things decide whether an un-move from A to B leaves the enemy king attacked: the lines
//! that open when A is vacated, the lines that B blocks, and the squares from which the piece
//! attacks the king. [`CheckInfo`] holds all three, so [`UnMoveBoard`] finds all targets of a piece
//! at once.

mod check_info;
mod pawns;
mod special;
mod un_moves;

pub use check_info::{CheckInfo, SafeTargets};
pub use pawns::{beside, pawn_diagonal, pawn_origins, pawn_straight};
pub use special::{
    UnEnPassant, can_un_castle, stands_castled, un_double_step_over, un_en_passants,
};
pub use un_moves::{UnMoveBoard, UnMoves, reach};
