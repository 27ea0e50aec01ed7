//! The types that all games share: the pieces on their squares, home squares, reserves, packed
//! turns, Zobrist keys. No rule of any game belongs here.
//!
//! Only two modules use [`shakmaty`]: this one and `record`. This module re-exports the colours,
//! pieces, squares, bitboards and attack tables of `shakmaty`, but not its positions and moves.

mod castling;
mod home;
pub mod key;
mod pending;
mod placement;
mod reserve;
mod roles;
mod setup;
mod turn;
mod turn_set;

pub use castling::{Castling, Wing};
pub use home::{HomeProgress, at_home, home_squares};
pub use key::Key;
pub use pending::Pending;
pub use placement::Placement;
pub use reserve::{ARMY_SIZE, Reserve, initial_count};
pub use roles::Roles;
pub use setup::{Reversibility, Setup};
pub use shakmaty::{Bitboard, ByColor, ByRole, Color, File, Piece, Rank, Role, Square, attacks};
pub use turn::{Act, MAX_TURNS, RoleOn, Turn, TurnFields, TurnList};
pub use turn_set::TurnSet;

/// The six kinds of piece in the order in which text lists them: `KQRBNP`.
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

/// The row (1 to 8) of a square, counted from the first row of `color`.
#[inline]
#[must_use]
pub const fn row_of(color: Color, square: Square) -> u32 {
    let rank = square.to_u32() / 8;
    match color {
        Color::White => rank + 1,
        Color::Black => 8 - rank,
    }
}

/// The squares one step straight back from `squares`, towards the side's first row.
#[inline]
#[must_use]
pub const fn back(color: Color, squares: Bitboard) -> Bitboard {
    match color {
        Color::White => Bitboard(squares.0 >> 8),
        Color::Black => Bitboard(squares.0 << 8),
    }
}
