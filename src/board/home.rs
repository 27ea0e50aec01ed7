//! Home squares, and how many pieces of a side are home.

use super::{Bitboard, Color, Placement, Role, row_of};

/// The squares of the pieces of this kind and colour in the initial array of chess.
#[inline]
#[must_use]
pub const fn home_squares(color: Color, role: Role) -> Bitboard {
    let white: u64 = match role {
        Role::Pawn => 0xff00,
        Role::Knight => 0x42,
        Role::Bishop => 0x24,
        Role::Rook => 0x81,
        Role::Queen => 0x08,
        Role::King => 0x10,
    };
    Bitboard(match color {
        Color::White => white,
        Color::Black => white.swap_bytes(),
    })
}

/// The squares of a side's pieces that are home.
#[inline]
#[must_use]
pub fn at_home(placement: &Placement, color: Color) -> Bitboard {
    let mut home = Bitboard::EMPTY;
    for role in Role::ALL {
        home |= placement.by_role(role) & home_squares(color, role);
    }
    home & placement.by_color(color)
}

/// How close a side is to the initial array.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HomeProgress {
    /// The number of pieces that are home, 0 to 16.
    pub home: u32,
    /// The number of pieces on the board, 0 to 16.
    pub on_board: u32,
    /// The sum of (row - 1) over the pieces on the board: their distance to the side's first row.
    pub distance: u32,
}

impl HomeProgress {
    /// Counts the progress of one side.
    #[must_use]
    pub fn of(placement: &Placement, color: Color) -> Self {
        let pieces = placement.by_color(color);
        Self {
            home: at_home(placement, color).count() as u32,
            on_board: pieces.count() as u32,
            distance: pieces
                .into_iter()
                .map(|square| row_of(color, square) - 1)
                .sum(),
        }
    }
}
