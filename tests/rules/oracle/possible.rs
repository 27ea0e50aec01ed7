//! Whether a position of Smolowitz' game is possible. Every piece must have come from a home square
//! or be a promoted pawn. The pawns of each side may need at most as many captures as the enemy has
//! pieces in reserve. [`is_possible`] uses flood fill, and tries every way to match pieces with
//! home squares and pawns with files of origin.

use std::collections::{HashMap, HashSet};

use reviver::board::{Color, Role, Setup, Square};

use super::{ahead, is_home, row};

/// Whether the position is possible.
pub fn is_possible(setup: &Setup) -> bool {
    Color::ALL
        .into_iter()
        .all(|color| has_a_home_for_every_piece(setup, color))
        && has_enough_pawn_captures(setup)
}

/// The number of a side's pieces in reserve.
fn missing(setup: &Setup, color: Color) -> i32 {
    Role::ALL
        .into_iter()
        .map(|role| setup.placement.reserve().count(color, role) as i32)
        .sum()
}

/// The squares of a side's pieces of this kind.
fn squares_of(setup: &Setup, color: Color, role: Role) -> Vec<Square> {
    setup.placement.pieces(color, role).into_iter().collect()
}

/// The squares of the pieces that have not yet moved in the chess game: pawns on row 2, bishops at
/// home behind two own pawns on row 2, and kings and rooks that have un-castled (their next chess
/// move is castling). No other piece can have stood on these squares.
fn locked(setup: &Setup) -> HashSet<Square> {
    let mut locked = HashSet::new();
    for color in Color::ALL {
        let pawn = Some(Role::Pawn.of(color));
        for square in squares_of(setup, color, Role::Pawn) {
            if row(color, square) == 2 {
                locked.insert(square);
            }
        }
        for square in squares_of(setup, color, Role::Bishop) {
            let front = ahead(color, square, 1);
            let diagonally_ahead = |step: i32| {
                let file = i32::from(square.file()) + step;
                Some(Square::new((i32::from(front?.rank()) * 8 + file) as u32))
            };
            if is_home(color, Role::Bishop, square)
                && [-1, 1].into_iter().all(|step| {
                    diagonally_ahead(step).is_some_and(|at| setup.placement.piece_at(at) == pawn)
                })
            {
                locked.insert(square);
            }
        }
    }
    locked.extend(setup.castling.squares());
    locked
}

/// The steps of a rook, bishop, queen or king in a flood fill, in files and ranks.
fn steps(role: Role) -> Vec<(i32, i32)> {
    let straight = [(0, 1), (0, -1), (1, 0), (-1, 0)];
    let diagonal = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    match role {
        Role::Rook => straight.to_vec(),
        Role::Bishop => diagonal.to_vec(),
        _ => [straight, diagonal].concat(),
    }
}

/// Whether a piece of this kind can get from `from` to `to` in any number of steps without
/// entering a locked square.
fn connected(from: Square, to: Square, role: Role, locked: &HashSet<Square>) -> bool {
    let mut reached = HashSet::from([from]);
    let mut waiting = vec![from];
    while let Some(square) = waiting.pop() {
        for (files, ranks) in steps(role) {
            let file = i32::from(square.file()) + files;
            let rank = i32::from(square.rank()) + ranks;
            if !(0..8).contains(&file) || !(0..8).contains(&rank) {
                continue;
            }
            let next = Square::new((rank * 8 + file) as u32);
            if !locked.contains(&next) && reached.insert(next) {
                waiting.push(next);
            }
        }
    }
    reached.contains(&to)
}

/// Whether a piece on `from` can have come from the square `home`.
fn can_be_traced(from: Square, home: Square, role: Role, locked: &HashSet<Square>) -> bool {
    from == home
        || (!locked.contains(&from)
            && !locked.contains(&home)
            && connected(from, home, role, locked))
}

/// The largest number of pieces that can come from different home squares.
fn matched(pieces: &[Square], homes: &[Square], can: &dyn Fn(Square, Square) -> bool) -> usize {
    let Some((&piece, rest)) = pieces.split_first() else {
        return 0;
    };
    let left_out = matched(rest, homes, can);
    homes
        .iter()
        .filter(|&&home| can(piece, home))
        .map(|&home| {
            let others: Vec<Square> = homes.iter().copied().filter(|&h| h != home).collect();
            1 + matched(rest, &others, can)
        })
        .fold(left_out, usize::max)
}

/// Whether each piece of a side can have come from a home square of its own or be a promoted pawn.
fn has_a_home_for_every_piece(setup: &Setup, color: Color) -> bool {
    let locked = locked(setup);
    let unmatched = |role: Role| {
        let pieces = squares_of(setup, color, role);
        let homes: Vec<Square> = Square::ALL
            .into_iter()
            .filter(|&square| is_home(color, role, square))
            .collect();
        let can = |from, home| can_be_traced(from, home, role, &locked);
        pieces.len() - matched(&pieces, &homes, &can)
    };
    let promoted = unmatched(Role::Queen) + unmatched(Role::Rook) + unmatched(Role::Bishop);
    let pawns = squares_of(setup, color, Role::Pawn).len();
    unmatched(Role::King) == 0 && promoted <= 8 - pawns
}

/// For each file: the square of the pawn that comes from this file and stands on it, if any.
type AtOrigin = Vec<Option<Square>>;

/// Tries every way to assign a different file of origin to each pawn of a side. Keeps the ways that
/// need at most `limit` captures. The key of an entry of the result says which pawns stand on their
/// files of origin. The value is the fewest captures that a way with this key needs.
fn origins(setup: &Setup, color: Color, limit: i32) -> HashMap<AtOrigin, i32> {
    let pawns = squares_of(setup, color, Role::Pawn);
    let mut assignment = Assignment {
        color,
        limit,
        taken: [false; 8],
        ways: HashMap::new(),
    };
    assignment.assign(&pawns, 0, &vec![None; 8]);
    assignment.ways
}

/// Files of origin for the pawns of a side.
struct Assignment {
    color: Color,
    limit: i32,
    /// The files of origin that are already assigned to pawns.
    taken: [bool; 8],
    /// The result: see [`origins`].
    ways: HashMap<AtOrigin, i32>,
}

impl Assignment {
    /// Assigns files of origin to `pawns`. The other pawns of the side already have theirs, and
    /// need `captures` captures.
    fn assign(&mut self, pawns: &[Square], captures: i32, at_origin: &AtOrigin) {
        let Some((&pawn, rest)) = pawns.split_first() else {
            let fewest = self.ways.entry(at_origin.clone()).or_insert(captures);
            *fewest = captures.min(*fewest);
            return;
        };
        let file = i32::from(pawn.file());
        for origin in 0..8 {
            let needed = (file - origin).abs();
            let index = origin as usize;
            let is_too_far = needed > row(self.color, pawn) - 2;
            if self.taken[index] || is_too_far || captures + needed > self.limit {
                continue;
            }
            let mut at_origin = at_origin.clone();
            if needed == 0 {
                at_origin[index] = Some(pawn);
            }
            self.taken[index] = true;
            self.assign(rest, captures + needed, &at_origin);
            self.taken[index] = false;
        }
    }
}

/// Whether the pawns of each side need at most as many captures as the enemy has pieces in reserve.
/// If a white and a black pawn have passed each other on their file of origin, one of them left the
/// file and came back. That pawn needs two more captures.
fn has_enough_pawn_captures(setup: &Setup) -> bool {
    let white_limit = missing(setup, Color::Black);
    let black_limit = missing(setup, Color::White);
    let white_ways = origins(setup, Color::White, white_limit);
    let black_ways = origins(setup, Color::Black, black_limit);
    white_ways.iter().any(|(white, &white_captures)| {
        black_ways.iter().any(|(black, &black_captures)| {
            let passed: Vec<(Square, Square)> = (0..8)
                .filter_map(|file| Some((white[file]?, black[file]?)))
                .filter(|(white, black)| white.rank() > black.rank())
                .collect();
            // In each pair of `passed`, one pawn left the file: White's pawn of pair i if bit i of
            // `choice` is set, otherwise Black's. Every choice is tried.
            (0..1_u32 << passed.len()).any(|choice| {
                let (mut white_needs, mut black_needs) = (white_captures, black_captures);
                let pawns_could_leave = passed.iter().enumerate().all(|(i, &(white, black))| {
                    if choice >> i & 1 == 1 {
                        white_needs += 2;
                        row(Color::White, white) >= 4
                    } else {
                        black_needs += 2;
                        row(Color::Black, black) >= 4
                    }
                });
                pawns_could_leave && white_needs <= white_limit && black_needs <= black_limit
            })
        })
    })
}
