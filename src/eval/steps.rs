//! The numbers of un-moves that bring pieces to their home squares. Each side is seen as White: a
//! `View` flips the board for Black.

use std::cell::Cell;

use super::view::{NOT_A_FILE, NOT_H_FILE, View, beside, homes, own_row};
use crate::board::{Bitboard, Role, Square, attacks};

/// The number of un-moves of a knight from each square to b1 and to g1 on an empty board. Knights
/// jump, so their home squares are always reachable.
static KNIGHTS: [[u8; 64]; 2] = [knight_steps(Square::B1), knight_steps(Square::G1)];

/// The number of un-moves of a knight from each square to `home`, by breadth-first search.
const fn knight_steps(home: Square) -> [u8; 64] {
    let mut steps = [u8::MAX; 64];
    steps[home.to_u32() as usize] = 0;
    let mut frontier = Bitboard::from_square(home);
    let mut distance = 0;
    while !frontier.is_empty() {
        distance += 1;
        let mut next = Bitboard::EMPTY;
        while let Some(from) = frontier.pop_front() {
            let mut targets = attacks::knight_attacks(from);
            while let Some(to) = targets.pop_front() {
                if steps[to.to_u32() as usize] == u8::MAX {
                    steps[to.to_u32() as usize] = distance;
                    next.add_const(Bitboard::from_square(to));
                }
            }
        }
        frontier = next;
    }
    steps
}

/// The lowest total number of steps that bring the knights to different home squares. A knight that
/// is home stays there.
pub(super) fn knights(knights: Bitboard) -> i32 {
    let steps = |home: usize, from: Square| i32::from(KNIGHTS[home][from.to_u32() as usize]);
    let at_home = [Square::B1, Square::G1].map(|home| knights.contains(home));
    let mut away = knights & !homes(Role::Knight);
    let Some(first) = away.pop_front() else {
        return 0;
    };
    match (away.pop_front(), at_home) {
        (Some(second), _) => {
            (steps(0, first) + steps(1, second)).min(steps(1, first) + steps(0, second))
        }
        (None, [true, _]) => steps(1, first),
        (None, [_, true]) => steps(0, first),
        (None, _) => steps(0, first).min(steps(1, first)),
    }
}

/// The total number of un-moves of pawns to row 2 on their files. A pawn on row 2, 3, 4, 5, 6 or 7
/// needs 0, 1, 1, 2, 3 or 4, because an un-double-step goes from row 4 to row 2.
pub(super) fn pawns(pawns: Bitboard) -> i32 {
    const ROWS_3_TO_7: Bitboard = Bitboard(0x00ff_ffff_ffff_0000);
    const ROWS_5_TO_7: Bitboard = Bitboard(0x00ff_ffff_0000_0000);
    const ROWS_6_TO_7: Bitboard = Bitboard(0x00ff_ff00_0000_0000);
    const ROW_7: Bitboard = own_row(7);
    [ROWS_3_TO_7, ROWS_5_TO_7, ROWS_6_TO_7, ROW_7]
        .into_iter()
        .map(|rows| (pawns & rows).count() as i32)
        .sum()
}

/// The paths of one kind of piece to the home squares on which no piece of this kind stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Paths {
    /// The total number of un-moves on the paths that exist.
    pub(super) steps: i32,
    /// The number of home squares without a path, or the number of pieces without a path if that is
    /// smaller.
    pub(super) blocked: i32,
}

/// A result of [`paths`] and what it depends on.
#[derive(Clone, Copy)]
struct KnownPaths {
    pieces: Bitboard,
    free: Bitboard,
    paths: Paths,
}

impl KnownPaths {
    /// The result if there are no pieces: the initial value of every slot of the tables.
    const NONE: KnownPaths = KnownPaths {
        pieces: Bitboard::EMPTY,
        free: Bitboard::EMPTY,
        paths: Paths {
            steps: 0,
            blocked: 0,
        },
    };
}

/// Each table of known paths has `1 << SLOT_BITS` slots.
const SLOT_BITS: u32 = 10;

thread_local! {
    /// The newest results, in one table each for bishops, rooks, queens and kings. Most turns leave
    /// most paths as they are, so a known result can often be used again.
    static KNOWN: [[Cell<KnownPaths>; 1 << SLOT_BITS]; 4] =
        const { [const { [const { Cell::new(KnownPaths::NONE) }; 1 << SLOT_BITS] }; 4] };
}

/// The paths of the kings, queens, rooks or bishops of a side to their home squares. `obstacles`
/// are the squares of pieces that rarely move. A path is blocked by pawns of both sides and by
/// pieces on `obstacles`. Own knights never block a path. The home squares without a piece of this
/// kind get a path one after the other. Each path starts at the nearest piece that is not home and
/// has no path yet.
#[inline(always)]
pub(super) fn paths(view: &View, obstacles: Bitboard, role: Role) -> Paths {
    let pieces = *view.own.get(role);
    if pieces.is_subset(homes(role)) {
        return Paths::default();
    }
    // `obstacles` contains the own knights that are home. They can jump away and return, so they
    // do not block a path.
    let free = !(view.own.pawn | view.enemy.pawn | (obstacles & !view.own.knight));
    let hash = (pieces ^ free).0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - SLOT_BITS);
    KNOWN.with(|tables| {
        let slot = &tables[role as usize - Role::Bishop as usize][hash as usize];
        let known = slot.get();
        if known.pieces == pieces && known.free == free {
            return known.paths;
        }
        let paths = find_paths(pieces, free, role);
        slot.set(KnownPaths {
            pieces,
            free,
            paths,
        });
        paths
    })
}

/// Computes [`paths`].
#[inline(never)]
fn find_paths(pieces: Bitboard, free: Bitboard, role: Role) -> Paths {
    let mut away = pieces & !homes(role);
    let mut paths = Paths::default();
    for goal in homes(role) & !pieces {
        match nearest(role, goal, away, free) {
            Some((piece, steps)) => {
                away.discard(piece);
                paths.steps += steps;
            }
            None => paths.blocked += 1,
        }
    }
    paths.blocked = paths.blocked.min(away.count() as i32);
    paths
}

/// The greatest number of steps of a path. A piece that would need more steps counts as blocked.
const MAX_STEPS: i32 = 7;

/// The piece with the shortest path to `home` through `free` squares, and its number of steps.
#[inline(always)]
fn nearest(role: Role, home: Square, pieces: Bitboard, free: Bitboard) -> Option<(Square, i32)> {
    let mut reached = Bitboard::from_square(home);
    for steps in 1..=MAX_STEPS {
        let wider = match role {
            Role::King => beside(reached) | column(reached | beside(reached)),
            Role::Rook => straight(reached, free),
            Role::Bishop => diagonal(reached, free),
            _ => straight(reached, free) | diagonal(reached, free),
        };
        if let Some(piece) = (wider & pieces).first() {
            return Some((piece, steps));
        }
        let wider = reached | (wider & free);
        if wider == reached {
            return None;
        }
        reached = wider;
    }
    None
}

/// The squares directly above and below `squares`.
#[inline(always)]
const fn column(squares: Bitboard) -> Bitboard {
    Bitboard(squares.0 << 8 | squares.0 >> 8)
}

/// The squares reached from `from` by sliding in one direction through `free` squares, including
/// the first square that is not free. `ends` is the set of squares on which a step can end. A step
/// to the right cannot end on the a-file: there the shift would wrap around the edge of the board.
/// (Kogge-Stone fill, <https://www.chessprogramming.org/Kogge-Stone_Algorithm>.)
#[inline(always)]
const fn slide(from: Bitboard, free: Bitboard, shift: i32, ends: u64) -> Bitboard {
    const fn shifted(squares: u64, by: i32) -> u64 {
        if by > 0 {
            squares << by
        } else {
            squares >> -by
        }
    }
    let mut fill = from.0;
    let mut through = free.0 & ends;
    fill |= through & shifted(fill, shift);
    through &= shifted(through, shift);
    fill |= through & shifted(fill, 2 * shift);
    through &= shifted(through, 2 * shift);
    fill |= through & shifted(fill, 4 * shift);
    Bitboard(shifted(fill, shift) & ends)
}

#[inline(always)]
const fn straight(from: Bitboard, free: Bitboard) -> Bitboard {
    Bitboard(
        slide(from, free, 8, !0).0
            | slide(from, free, -8, !0).0
            | slide(from, free, 1, NOT_A_FILE).0
            | slide(from, free, -1, NOT_H_FILE).0,
    )
}

#[inline(always)]
const fn diagonal(from: Bitboard, free: Bitboard) -> Bitboard {
    Bitboard(
        slide(from, free, 9, NOT_A_FILE).0
            | slide(from, free, -9, NOT_H_FILE).0
            | slide(from, free, 7, NOT_H_FILE).0
            | slide(from, free, -7, NOT_A_FILE).0,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(squares: &[Square]) -> Bitboard {
        squares.iter().copied().collect()
    }

    #[test]
    fn sliding_reaches_what_sliding_pieces_attack() {
        let occupied = squares(&[Square::B2, Square::E4, Square::H1, Square::G7, Square::A5]);
        for from in Square::ALL {
            let one = Bitboard::from_square(from);
            assert_eq!(
                straight(one, !occupied),
                attacks::rook_attacks(from, occupied)
            );
            assert_eq!(
                diagonal(one, !occupied),
                attacks::bishop_attacks(from, occupied)
            );
        }
    }

    #[test]
    fn the_nearest_piece_takes_the_shortest_path() {
        let free = Bitboard::FULL;
        let steps = |role, home, pieces: &[Square]| {
            nearest(role, home, squares(pieces), free).map(|(_, steps)| steps)
        };
        assert_eq!(steps(Role::King, Square::E1, &[Square::E8]), Some(7));
        assert_eq!(steps(Role::King, Square::E1, &[Square::A5]), Some(4));
        assert_eq!(steps(Role::Queen, Square::D1, &[Square::E8]), Some(2));
        assert_eq!(
            steps(Role::Rook, Square::A1, &[Square::G5, Square::A8]),
            Some(1)
        );
        assert_eq!(steps(Role::Bishop, Square::C1, &[Square::H6]), Some(1));
        assert_eq!(steps(Role::Bishop, Square::C1, &[Square::A1]), Some(2));
        assert_eq!(steps(Role::Bishop, Square::C1, &[Square::A2]), None);
    }

    #[test]
    fn a_path_goes_around_obstacles() {
        let free = !squares(&[Square::A2, Square::B2, Square::C2, Square::E1]);
        let rook = squares(&[Square::A3]);
        // The path is a3-d3-d1-a1. If d2 is not free, there is no path.
        assert_eq!(
            nearest(Role::Rook, Square::A1, rook, free),
            Some((Square::A3, 3))
        );
        let shut = free.without(Square::D2);
        assert_eq!(nearest(Role::Rook, Square::A1, rook, shut), None);
    }

    #[test]
    fn knights_take_different_home_squares() {
        assert_eq!(knights(squares(&[Square::B1, Square::G1])), 0);
        assert_eq!(knights(squares(&[Square::C3])), 1);
        assert_eq!(knights(squares(&[Square::A8])), 4);
        assert_eq!(knights(squares(&[Square::B1, Square::C3])), 2);
        assert_eq!(knights(squares(&[Square::C3, Square::D2])), 3);
    }

    #[test]
    fn pawns_may_use_one_double_step() {
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
