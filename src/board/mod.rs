//! The vocabulary: what stands where, and how a turn is packed. No rule of any game lives here.
//!
//! This module is the one seam to [`shakmaty`]: its squares, bitboards and attack tables are
//! re-exported, everything that has state is our own.

pub mod castling;
pub mod home;
pub mod key;
pub mod pending;
pub mod placement;
pub mod reserve;
pub mod setup;
pub mod turn;

pub use castling::{Castling, Wing};
pub use home::{Progress, home_squares};
pub use key::Key;
pub use pending::Pending;
pub use placement::Placement;
pub use reserve::Reserve;
pub use setup::Setup;
pub use shakmaty::{Bitboard, ByColor, ByRole, Color, File, Piece, Rank, Role, Square, attacks};
pub use turn::{Act, MAX_TURNS, Roles, Turn, TurnList, TurnSet};

/// The six kinds of piece in the order in which texts list them: `KQRBNP`.
pub const ROLES: [Role; 6] = [
    Role::King,
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Pawn,
];

/// Row `row` (1 to 8) of a side: rank `row` for White, rank `9 - row` for Black.
///
/// # Panics
///
/// Panics when `row` is not between 1 and 8.
#[inline]
#[must_use]
pub const fn row(color: Color, row: u32) -> Bitboard {
    assert!(row >= 1 && row <= 8);
    let rank = match color {
        Color::White => row - 1,
        Color::Black => 8 - row,
    };
    Bitboard(0xff << (8 * rank))
}

/// The row (1 to 8) of a side on which a square lies.
#[inline]
#[must_use]
pub const fn row_of(color: Color, square: Square) -> u32 {
    let rank = square.to_u32() / 8;
    match color {
        Color::White => rank + 1,
        Color::Black => 8 - rank,
    }
}

/// The squares one step straight back (towards the side's first row) from `squares`.
#[inline]
#[must_use]
pub const fn back(color: Color, squares: Bitboard) -> Bitboard {
    match color {
        Color::White => Bitboard(squares.0 >> 8),
        Color::Black => Bitboard(squares.0 << 8),
    }
}
