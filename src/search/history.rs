//! History heuristics: which turns caused beta cutoffs, regardless of the position.
//!
//! The history heuristic is by Schaeffer (*The History Heuristic and Other Performance
//! Enhancements*, 1989). History gravity and continuation history are those of Stockfish. Revival
//! history is for games in which turns un-capture or drop pieces. Its indices are the side, the
//! kind of the un-captured or dropped piece, if any ([`Turn::role`]), and the square of this piece
//! ([`revival_square`]).

use crate::board::{Act, Color, Placement, Role, Square, Turn};

/// Every history value lies between -`LIMIT` and `LIMIT`.
pub(super) const LIMIT: i32 = 16_384;

const PIECES: usize = 12;
const SQUARES: usize = 64;
/// One index for each kind of piece, and index 0 for turns without a role ([`Turn::role`]).
const REVIVED_KINDS: usize = 7;

/// A piece and the square to which it goes: the index of continuation history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PieceTo(u16);

impl PieceTo {
    const COUNT: usize = PIECES * SQUARES;

    /// The index for a piece that goes to a square.
    #[inline]
    #[must_use]
    pub(super) fn new(color: Color, role: Role, to: Square) -> Self {
        Self((piece(color, role) * SQUARES + to.to_usize()) as u16)
    }

    /// The index for a turn of `side`. `placement` is the board before the turn.
    #[inline]
    #[must_use]
    pub(super) fn of(placement: &Placement, side: Color, turn: Turn) -> Self {
        let role = moved_role(placement, turn).unwrap_or(Role::King);
        Self::new(side, role, turn.to())
    }
}

#[inline]
fn piece(color: Color, role: Role) -> usize {
    (role as usize - 1) * 2 + usize::from(color.is_white())
}

/// The kind of piece that a turn moves or drops; `None` for a declaration of the end.
#[inline]
#[must_use]
pub(super) fn moved_role(placement: &Placement, turn: Turn) -> Option<Role> {
    match turn.act() {
        Act::End => None,
        Act::Drop => turn.role(),
        _ if turn.head() == Some(turn.from()) => turn.role(),
        _ => placement.role_at(turn.from()),
    }
}

/// The square on which the turn un-captures or drops a piece. For a turn that does neither, and for
/// [`Act::UnEnPassant`], it is the from-square.
#[inline]
#[must_use]
pub(super) fn revival_square(turn: Turn) -> Square {
    turn.head().unwrap_or(turn.from())
}

/// A history value with gravity: the nearer it is to [`LIMIT`], the less a bonus adds.
#[derive(Clone, Copy, Debug, Default)]
struct Cell(i16);

impl Cell {
    #[inline]
    fn get(self) -> i32 {
        i32::from(self.0)
    }

    #[inline]
    fn add(&mut self, bonus: i32) {
        let value = self.get();
        self.0 = (value + bonus - value * bonus.abs() / LIMIT) as i16;
    }
}

/// The history tables of one thread.
#[derive(Clone)]
pub(super) struct ThreadHistory {
    /// By moved piece, from-square and to-square. Drops are not here.
    moves: Vec<Cell>,
    /// By dropped piece and square. The values of all drops of a kind of piece lie side by side,
    /// because the turn ordering reads them together.
    drops: Vec<Cell>,
    /// By side, [`Turn::role`] and [`revival_square`].
    revivals: Vec<Cell>,
    /// By the [`PieceTo`] of an earlier turn and the [`PieceTo`] of this turn.
    continuation: Vec<Cell>,
}

impl std::fmt::Debug for ThreadHistory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ThreadHistory")
    }
}

impl Default for ThreadHistory {
    fn default() -> Self {
        Self {
            moves: vec![Cell::default(); PIECES * SQUARES * SQUARES],
            drops: vec![Cell::default(); PIECES * SQUARES],
            revivals: vec![Cell::default(); 2 * REVIVED_KINDS * SQUARES],
            continuation: vec![Cell::default(); PieceTo::COUNT * PieceTo::COUNT],
        }
    }
}

/// The side to play and the last two turns. They select the rows of the history tables.
#[derive(Clone, Copy, Debug)]
pub(super) struct Continuation {
    /// The side to play.
    pub(super) side: Color,
    /// The last turn and the turn before it; `None` for a null move, and before the root.
    pub(super) previous: [Option<PieceTo>; 2],
}

impl ThreadHistory {
    /// Resets all values to 0.
    pub(super) fn clear(&mut self) {
        self.moves.fill(Cell::default());
        self.drops.fill(Cell::default());
        self.revivals.fill(Cell::default());
        self.continuation.fill(Cell::default());
    }

    /// The history of all moves of a piece from a square.
    #[inline]
    #[must_use]
    pub(super) fn of_moves(
        &self,
        continuation: Continuation,
        role: Role,
        from: Square,
    ) -> MoveHistory<'_> {
        let piece = piece(continuation.side, role);
        let start = (piece * SQUARES + from.to_usize()) * SQUARES;
        MoveHistory {
            moves: &self.moves[start..start + SQUARES],
            continuation: self.continuation_rows(continuation, piece),
        }
    }

    #[inline]
    fn revival_index(side: Color, role: Option<Role>, square: Square) -> usize {
        let role = role.map_or(0, |role| role as usize);
        (usize::from(side.is_white()) * REVIVED_KINDS + role) * SQUARES + square.to_usize()
    }

    /// The history of all drops of a piece of this kind.
    #[inline]
    #[must_use]
    pub(super) fn of_drops(&self, continuation: Continuation, role: Role) -> DropHistory<'_> {
        let piece = piece(continuation.side, role);
        let start = piece * SQUARES;
        let revivals = Self::revival_index(continuation.side, Some(role), Square::A1);
        DropHistory {
            drops: &self.drops[start..start + SQUARES],
            revivals: &self.revivals[revivals..revivals + SQUARES],
            continuation: self.continuation_rows(continuation, piece),
        }
    }

    /// Two rows of the continuation history, one for each turn in [`Continuation::previous`]. A row
    /// has the values for the moves of `piece` to each square. For a `None`, all values are 0.
    #[inline]
    fn continuation_rows(&self, continuation: Continuation, piece: usize) -> [&[Cell]; 2] {
        continuation.previous.map(|piece_to| match piece_to {
            Some(piece_to) => {
                let start = usize::from(piece_to.0) * PieceTo::COUNT + piece * SQUARES;
                &self.continuation[start..start + SQUARES]
            }
            None => &NO_HISTORY,
        })
    }

    /// The revival history of turns with this role ([`Turn::role`]) and this [`revival_square`].
    #[inline]
    #[must_use]
    pub(super) fn of_revival(&self, side: Color, role: Option<Role>, square: Square) -> i32 {
        self.revivals[Self::revival_index(side, role, square)].get()
    }

    /// Adds a bonus to the history of a turn, or a malus if `bonus` is negative.
    pub(super) fn add(
        &mut self,
        continuation: Continuation,
        placement: &Placement,
        turn: Turn,
        bonus: i32,
    ) {
        let role = moved_role(placement, turn).unwrap_or(Role::King);
        let piece = piece(continuation.side, role);
        let (from, to) = (turn.from().to_usize(), turn.to().to_usize());
        match turn.act() {
            Act::Drop => self.drops[piece * SQUARES + to].add(bonus),
            _ => self.moves[(piece * SQUARES + from) * SQUARES + to].add(bonus),
        }
        let revival = Self::revival_index(continuation.side, turn.role(), revival_square(turn));
        self.revivals[revival].add(bonus);
        let own = piece * SQUARES + to;
        for piece_to in continuation.previous.into_iter().flatten() {
            self.continuation[usize::from(piece_to.0) * PieceTo::COUNT + own].add(bonus);
        }
    }
}

/// The row of the continuation history for a turn that is `None` in [`Continuation::previous`].
static NO_HISTORY: [Cell; SQUARES] = [Cell(0); SQUARES];

/// The history of all moves of one piece from one square; see [`ThreadHistory::of_moves`].
pub(super) struct MoveHistory<'a> {
    moves: &'a [Cell],
    continuation: [&'a [Cell]; 2],
}

impl MoveHistory<'_> {
    /// The history of the move to this square.
    #[inline]
    #[must_use]
    pub(super) fn to(&self, to: Square) -> i32 {
        let to = to.to_usize();
        let [last, before] = self.continuation;
        self.moves[to].get() + last[to].get() + before[to].get()
    }
}

/// The history of all drops of one kind of piece; see [`ThreadHistory::of_drops`].
pub(super) struct DropHistory<'a> {
    drops: &'a [Cell],
    revivals: &'a [Cell],
    continuation: [&'a [Cell]; 2],
}

impl DropHistory<'_> {
    /// The history of the drop on this square, revival history included.
    #[inline]
    #[must_use]
    pub(super) fn on(&self, square: Square) -> i32 {
        let to = square.to_usize();
        let [last, before] = self.continuation;
        let drops = self.drops[to].get();
        drops + last[to].get() + before[to].get() + self.revivals[to].get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Reserve, TurnFields};

    #[test]
    fn history_approaches_its_limits() {
        let (piece, square) = (Role::Rook.of(Color::White), Square::A1);
        let mut placement = Placement::empty(Reserve::default());
        placement.put(piece, square);
        let turn = Turn::new(TurnFields::new(Act::Move, square, Square::A5)).expect("a turn");
        let continuation = Continuation {
            side: piece.color,
            previous: [
                Some(PieceTo::new(Color::Black, Role::King, Square::E8)),
                None,
            ],
        };
        let mut history = ThreadHistory::default();
        for _ in 0..1000 {
            history.add(continuation, &placement, turn, 1500);
        }
        let moves = history.of_moves(continuation, piece.role, square);
        assert!(moves.to(Square::A5) > 2 * LIMIT * 9 / 10);
        assert!(moves.to(Square::A5) <= 2 * LIMIT);
        assert_eq!(moves.to(Square::A6), 0);
        assert!(history.of_revival(Color::White, None, square) > 0);
        for _ in 0..1000 {
            history.add(continuation, &placement, turn, -1500);
        }
        let moves = history.of_moves(continuation, piece.role, square);
        assert!((-2 * LIMIT..-2 * LIMIT * 9 / 10).contains(&moves.to(Square::A5)));
        history.clear();
        let moves = history.of_moves(continuation, piece.role, square);
        assert_eq!(moves.to(Square::A5), 0);
        assert_eq!(history.of_revival(Color::White, None, square), 0);
    }
}
