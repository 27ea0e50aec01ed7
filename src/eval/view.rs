//! A position as one side sees it, so that each term is written once.

use crate::board::{Bitboard, ByRole, Color, Role, Setup, row};

/// Pieces and squares as one side sees them: its first row is rank 1, its pawns un-move down the
/// board.
pub(super) struct View {
    /// The side that looks.
    pub(super) color: Color,
    /// Its pieces.
    pub(super) own: ByRole<Bitboard>,
    /// The pieces of the other side.
    pub(super) enemy: ByRole<Bitboard>,
    /// All own pieces.
    pub(super) army: Bitboard,
    /// All enemy pieces.
    pub(super) enemies: Bitboard,
    /// Kings and rooks that may not move, of both sides.
    pub(super) frozen: Bitboard,
    /// Own pieces in reserve.
    pub(super) reserve: ByRole<i32>,
    /// All own pieces in reserve.
    pub(super) missing: i32,
    /// All enemy pieces in reserve.
    pub(super) enemies_missing: i32,
    /// Enemy pieces in reserve that are neither pawns nor king.
    pub(super) enemy_officers_missing: i32,
}

/// Row `number` (1 to 8) of the side that looks.
pub(super) const fn own_row(number: u32) -> Bitboard {
    row(Color::White, number)
}

/// The squares next to `squares` on the files to the left and right.
pub(super) const fn beside(squares: Bitboard) -> Bitboard {
    const NOT_A: u64 = !0x0101_0101_0101_0101;
    const NOT_H: u64 = !0x8080_8080_8080_8080;
    Bitboard((squares.0 << 1 & NOT_A) | (squares.0 >> 1 & NOT_H))
}

impl View {
    #[inline]
    pub(super) fn new(setup: &Setup, color: Color) -> Self {
        let placement = &setup.placement;
        let turned = |squares: Bitboard| match color {
            Color::White => squares,
            Color::Black => squares.flip_vertical(),
        };
        let (army, enemies) = (turned(placement.of(color)), turned(placement.of(!color)));
        let roles = ByRole::new_with(|role| turned(placement.all(role)));
        let reserve = placement.reserve();
        let enemies_missing = reserve.total(!color);
        let enemy_others_missing =
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
            enemy_officers_missing: (enemies_missing - enemy_others_missing) as i32,
        }
    }

    #[inline]
    pub(super) fn occupied(&self) -> Bitboard {
        self.army | self.enemies
    }

    /// Own pieces that stand on a home square of their kind.
    #[inline]
    pub(super) fn at_home(&self) -> Bitboard {
        (self.own.pawn & own_row(2)) | self.officers_at_home()
    }

    /// The same without pawns.
    #[inline]
    pub(super) fn officers_at_home(&self) -> Bitboard {
        [
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
            Role::King,
        ]
        .into_iter()
        .fold(Bitboard::EMPTY, |home, role| {
            home | (*self.own.get(role) & homes(role))
        })
    }
}

/// The home squares of a kind as its side sees them.
#[inline]
pub(super) const fn homes(role: Role) -> Bitboard {
    crate::board::home_squares(Color::White, role)
}
