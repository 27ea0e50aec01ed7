//! A position from the view of one side. With it, the same code counts a feature for White and for
//! Black.

use crate::board::{Bitboard, ByRole, Color, Role, Setup, row};

/// Pieces and squares from the view of one side: its first row is rank 1, and its pawns un-move
/// down the board.
pub(super) struct View {
    /// The side.
    pub(super) color: Color,
    /// Its pieces.
    pub(super) own: ByRole<Bitboard>,
    /// The pieces of the other side.
    pub(super) enemy: ByRole<Bitboard>,
    /// All own pieces.
    pub(super) army: Bitboard,
    /// All enemy pieces.
    pub(super) enemies: Bitboard,
    /// Frozen kings and rooks of both sides.
    pub(super) frozen: Bitboard,
    /// Own pieces in reserve, by kind.
    pub(super) reserve: ByRole<i32>,
    /// The number of own pieces in reserve.
    pub(super) missing: i32,
    /// The number of enemy pieces in reserve.
    pub(super) enemies_missing: i32,
    /// The number of enemy pieces in reserve, without pawns and king.
    pub(super) enemy_queen_to_knight_missing: i32,
}

/// All squares except those of the a-file.
pub(super) const NOT_A_FILE: u64 = !0x0101_0101_0101_0101;

/// All squares except those of the h-file.
pub(super) const NOT_H_FILE: u64 = !0x8080_8080_8080_8080;

/// Row `number` (1 to 8) of the side.
pub(super) const fn own_row(number: u32) -> Bitboard {
    row(Color::White, number)
}

/// The squares next to `squares` on the files to the left and right.
pub(super) const fn beside(squares: Bitboard) -> Bitboard {
    Bitboard((squares.0 << 1 & NOT_A_FILE) | (squares.0 >> 1 & NOT_H_FILE))
}

impl View {
    #[inline(always)]
    pub(super) fn new(setup: &Setup, color: Color) -> Self {
        let placement = &setup.placement;
        let turned = |squares: Bitboard| match color {
            Color::White => squares,
            Color::Black => squares.flip_vertical(),
        };
        let (army, enemies) = (
            turned(placement.by_color(color)),
            turned(placement.by_color(!color)),
        );
        let roles = ByRole::new_with(|role| turned(placement.by_role(role)));
        let reserve = placement.reserve();
        let enemies_missing = reserve.total(!color);
        let enemy_pawns_and_king_missing =
            reserve.count(!color, Role::Pawn) + reserve.count(!color, Role::King);
        Self {
            color,
            own: roles.map(|squares| squares & army),
            enemy: roles.map(|squares| squares & enemies),
            army,
            enemies,
            frozen: turned(setup.castling.squares()),
            reserve: ByRole::new_with(|role| reserve.count(color, role) as i32),
            missing: reserve.total(color) as i32,
            enemies_missing: enemies_missing as i32,
            enemy_queen_to_knight_missing: (enemies_missing - enemy_pawns_and_king_missing) as i32,
        }
    }

    #[inline(always)]
    pub(super) fn occupied(&self) -> Bitboard {
        self.army | self.enemies
    }

    /// Own pieces that are home.
    #[inline(always)]
    pub(super) fn at_home(&self) -> Bitboard {
        Role::ALL.into_iter().fold(Bitboard::EMPTY, |home, role| {
            home | (*self.own.get(role) & homes(role))
        })
    }
}

/// The home squares of a kind of piece, from the view of its side.
#[inline(always)]
pub(super) const fn homes(role: Role) -> Bitboard {
    crate::board::home_squares(Color::White, role)
}

/// The files on which `squares` lie, one bit per file.
#[inline(always)]
pub(super) const fn file_set(squares: Bitboard) -> u8 {
    let mut fold = squares.0;
    fold |= fold >> 32;
    fold |= fold >> 16;
    fold |= fold >> 8;
    fold as u8
}

/// Row `number` of `squares`, one bit per file.
#[inline(always)]
pub(super) const fn row_set(squares: Bitboard, number: u32) -> u8 {
    (squares.0 >> (8 * (number - 1))) as u8
}
