//! How many un-moves a piece needs to a home square on an empty board, as White sees it.

use crate::board::{Bitboard, Role, Square};

/// Steps from each square to one square; [`Steps::NEVER`] where no way leads.
#[derive(Clone, Copy)]
pub(super) struct Steps([u8; 64]);

impl Steps {
    /// A bishop of the other square colour never gets there.
    pub(super) const NEVER: u8 = u8::MAX;

    #[inline]
    pub(super) const fn from(&self, square: Square) -> i32 {
        self.0[square.to_u32() as usize] as i32
    }

    /// Breadth first from `home`: a square is one step further than the nearest square it reaches.
    const fn to(role: Role, home: Square) -> Self {
        let mut steps = [Self::NEVER; 64];
        steps[home.to_u32() as usize] = 0;
        let mut distance = 0;
        // No piece but the king needs more than 6 steps, and the king needs 7.
        while distance < 7 {
            let mut from = 0;
            while from < 64 {
                if steps[from] == Self::NEVER {
                    let mut to = 0;
                    while to < 64 {
                        if steps[to] == distance && goes(role, from as i32, to as i32) {
                            steps[from] = distance + 1;
                        }
                        to += 1;
                    }
                }
                from += 1;
            }
            distance += 1;
        }
        Self(steps)
    }
}

/// Whether a piece goes from one square to the other on an empty board.
const fn goes(role: Role, from: i32, to: i32) -> bool {
    let files = (from % 8 - to % 8).abs();
    let rows = (from / 8 - to / 8).abs();
    let straight = files == 0 || rows == 0;
    match role {
        Role::Knight => files * rows == 2,
        Role::Bishop => files == rows,
        Role::Rook => straight,
        Role::Queen => straight || files == rows,
        Role::King => files <= 1 && rows <= 1,
        Role::Pawn => false,
    }
}

pub(super) static KING: Steps = Steps::to(Role::King, Square::E1);
pub(super) static QUEEN: Steps = Steps::to(Role::Queen, Square::D1);
pub(super) static ROOKS: [Steps; 2] = [
    Steps::to(Role::Rook, Square::A1),
    Steps::to(Role::Rook, Square::H1),
];
pub(super) static BISHOPS: [Steps; 2] = [
    Steps::to(Role::Bishop, Square::C1),
    Steps::to(Role::Bishop, Square::F1),
];
pub(super) static KNIGHTS: [Steps; 2] = [
    Steps::to(Role::Knight, Square::B1),
    Steps::to(Role::Knight, Square::G1),
];

/// The steps of a pair of like pieces to their two home squares, each to one of its own: the
/// cheaper way of sharing them out. A piece that is home stays there.
pub(super) fn pair(pieces: Bitboard, homes: [Square; 2], steps: &[Steps; 2]) -> i32 {
    let at_home = homes.map(|home| pieces.contains(home));
    let mut away = pieces.without(homes[0]).without(homes[1]);
    let Some(first) = away.pop_front() else {
        return 0;
    };
    match (away.pop_front(), at_home) {
        (Some(second), _) => (steps[0].from(first) + steps[1].from(second))
            .min(steps[1].from(first) + steps[0].from(second)),
        (None, [true, _]) => steps[1].from(first),
        (None, [_, true]) => steps[0].from(first),
        (None, _) => steps[0].from(first).min(steps[1].from(first)),
    }
}

/// The steps of pawns to row 2, each on the file it ends on: one a row, and one for rows 4 and 3
/// together.
pub(super) fn pawns(pawns: Bitboard) -> i32 {
    const ROWS_3_TO_7: u64 = 0x00ff_ffff_ffff_0000 & !0xff;
    const ROWS_5_TO_7: u64 = 0x00ff_ffff_0000_0000;
    const ROWS_6_TO_7: u64 = 0x00ff_ff00_0000_0000;
    const ROW_7: u64 = 0x00ff_0000_0000_0000;
    [ROWS_3_TO_7, ROWS_5_TO_7, ROWS_6_TO_7, ROW_7]
        .into_iter()
        .map(|rows| (pawns & Bitboard(rows)).count() as i32)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_count_the_piece_s_own_un_moves() {
        assert_eq!(KING.from(Square::E8), 7);
        assert_eq!(KING.from(Square::A5), 4);
        assert_eq!(QUEEN.from(Square::D8), 1);
        assert_eq!(QUEEN.from(Square::E8), 2);
        assert_eq!(ROOKS[0].from(Square::A8), 1);
        assert_eq!(ROOKS[0].from(Square::G5), 2);
        assert_eq!(BISHOPS[0].from(Square::H6), 1);
        assert_eq!(BISHOPS[0].from(Square::A1), 2);
        assert_eq!(BISHOPS[0].from(Square::A2), i32::from(Steps::NEVER));
        assert_eq!(KNIGHTS[0].from(Square::C3), 1);
        assert_eq!(KNIGHTS[1].from(Square::A8), 5);
    }

    #[test]
    fn a_pair_shares_its_home_squares_out() {
        let homes = [Square::A1, Square::H1];
        let rooks = |squares: &[Square]| {
            let squares = squares.iter().copied().collect();
            pair(squares, homes, &ROOKS)
        };
        assert_eq!(rooks(&[Square::A1, Square::H1]), 0);
        assert_eq!(rooks(&[Square::A1, Square::A5]), 2);
        assert_eq!(rooks(&[Square::A4, Square::A5]), 3);
        assert_eq!(rooks(&[Square::A4, Square::H5]), 2);
        assert_eq!(rooks(&[Square::H5]), 1);
        assert_eq!(rooks(&[]), 0);
    }

    #[test]
    fn pawns_step_by_rows_and_once_by_two() {
        let of = |square| pawns(Bitboard::from_square(square));
        let e_file = [
            Square::E2,
            Square::E3,
            Square::E4,
            Square::E5,
            Square::E6,
            Square::E7,
        ];
        assert_eq!(e_file.map(of), [0, 1, 1, 2, 3, 4]);
    }
}
