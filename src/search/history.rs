//! What the search has learned about turns: which of them caused cutoffs, wherever they were played.
//!
//! The history heuristic is Schaeffer's (*The History Heuristic and Other Performance Enhancements*,
//! 1989), its gravity and the continuation of the turns before are those of Stockfish. What comes
//! with a turn in these games has a history of its own: the piece that is revived, and where.

use crate::board::{Act, Color, Placement, Role, Square, Turn};

/// No history is further from 0.
pub(super) const LIMIT: i32 = 16_384;

const PIECES: usize = 12;
const SQUARES: usize = 64;
/// Kinds of a turn's piece that comes along, 0 for none.
const COMERS: usize = 7;

/// A piece and the square to which it goes: what a turn looks like to the turns after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Footprint(u16);

impl Footprint {
    const COUNT: usize = PIECES * SQUARES;

    /// Of a piece that goes to a square.
    #[inline]
    #[must_use]
    pub(super) fn new(color: Color, role: Role, to: Square) -> Self {
        Self((piece(color, role) * SQUARES + to.to_usize()) as u16)
    }

    /// Of a turn in the position before it.
    #[inline]
    #[must_use]
    pub(super) fn of(placement: &Placement, side: Color, turn: Turn) -> Self {
        let role = mover(placement, turn).unwrap_or(Role::King);
        Self::new(side, role, turn.to())
    }
}

#[inline]
fn piece(color: Color, role: Role) -> usize {
    (role as usize - 1) * 2 + usize::from(color.is_white())
}

/// The kind of piece that goes from square to square in a turn, or that is dropped.
#[inline]
#[must_use]
pub(super) fn mover(placement: &Placement, turn: Turn) -> Option<Role> {
    match turn.act() {
        Act::End => None,
        Act::Drop => turn.role(),
        _ if turn.head() == Some(turn.from()) => turn.role(),
        _ => placement.role_at(turn.from()),
    }
}

/// The square where the piece that comes with a turn appears; where none comes, the square that is
/// left.
#[inline]
#[must_use]
pub(super) fn comes_to(turn: Turn) -> Square {
    turn.head().unwrap_or(turn.from())
}

/// A number that grows towards [`LIMIT`] the slower the nearer it is.
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

/// The tables of one thread.
#[derive(Clone)]
pub(super) struct History {
    /// By piece, from-square and to-square.
    steps: Vec<Cell>,
    /// By side, kind that comes along (or none), and its square.
    comers: Vec<Cell>,
    /// By the footprint of an earlier turn and that of this turn.
    continuation: Vec<Cell>,
}

impl std::fmt::Debug for History {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("History")
    }
}

impl Default for History {
    fn default() -> Self {
        Self {
            steps: vec![Cell::default(); PIECES * SQUARES * SQUARES],
            comers: vec![Cell::default(); 2 * COMERS * SQUARES],
            continuation: vec![Cell::default(); Footprint::COUNT * Footprint::COUNT],
        }
    }
}

/// The history of the turns of one position, given the turns before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Past {
    /// The side to play.
    pub(super) side: Color,
    /// The opponent's last turn and the own one before, where there are any.
    pub(super) before: [Option<Footprint>; 2],
}

impl History {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.steps.fill(Cell::default());
        self.comers.fill(Cell::default());
        self.continuation.fill(Cell::default());
    }

    /// What steps of a piece from a square are worth: ask it for each to-square.
    #[inline]
    #[must_use]
    pub(super) fn of_steps(&self, past: Past, role: Role, from: Square) -> StepHistory<'_> {
        let piece = piece(past.side, role);
        let start = (piece * SQUARES + from.to_usize()) * SQUARES;
        let row = |footprint: Footprint| {
            let start = usize::from(footprint.0) * Footprint::COUNT + piece * SQUARES;
            &self.continuation[start..start + SQUARES]
        };
        StepHistory {
            steps: &self.steps[start..start + SQUARES],
            after: past.before.map(|footprint| footprint.map(row)),
        }
    }

    #[inline]
    fn comer_index(side: Color, role: Option<Role>, square: Square) -> usize {
        let role = role.map_or(0, |role| role as usize);
        (usize::from(side.is_white()) * COMERS + role) * SQUARES + square.to_usize()
    }

    /// What it is worth that a piece of this kind (or none) comes to a square.
    #[inline]
    #[must_use]
    pub(super) fn of_comer(&self, side: Color, role: Option<Role>, square: Square) -> i32 {
        self.comers[Self::comer_index(side, role, square)].get()
    }

    /// Rewards (or punishes, with a negative bonus) a turn.
    pub(super) fn add(&mut self, past: Past, placement: &Placement, turn: Turn, bonus: i32) {
        let role = mover(placement, turn).unwrap_or(Role::King);
        let piece = piece(past.side, role);
        let (from, to) = (turn.from().to_usize(), turn.to().to_usize());
        self.steps[(piece * SQUARES + from) * SQUARES + to].add(bonus);
        let comer = Self::comer_index(past.side, turn.role(), comes_to(turn));
        self.comers[comer].add(bonus);
        let own = piece * SQUARES + to;
        for footprint in past.before.into_iter().flatten() {
            self.continuation[usize::from(footprint.0) * Footprint::COUNT + own].add(bonus);
        }
    }
}

/// What the steps of one piece are worth.
pub(super) struct StepHistory<'a> {
    steps: &'a [Cell],
    after: [Option<&'a [Cell]>; 2],
}

impl StepHistory<'_> {
    /// The step to this square.
    #[inline]
    #[must_use]
    pub(super) fn to(&self, to: Square) -> i32 {
        let to = to.to_usize();
        let after: i32 = self
            .after
            .iter()
            .flatten()
            .map(|cells| cells[to].get())
            .sum();
        self.steps[to].get() + after
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Reserve;

    #[test]
    fn history_grows_towards_its_limit_and_back() {
        let (piece, square) = (Role::Rook.of(Color::White), Square::A1);
        let mut placement = Placement::empty(Reserve::default());
        placement.put(piece, square);
        let turn = Turn::new(Act::Move, square, Square::A5, None, None).expect("a turn");
        let past = Past {
            side: piece.color,
            before: [
                Some(Footprint::new(Color::Black, Role::King, Square::E8)),
                None,
            ],
        };
        let mut history = History::default();
        for _ in 0..1000 {
            history.add(past, &placement, turn, 1500);
        }
        let steps = history.of_steps(past, piece.role, square);
        assert!(steps.to(Square::A5) > 2 * LIMIT * 9 / 10);
        assert!(steps.to(Square::A5) <= 2 * LIMIT);
        assert_eq!(steps.to(Square::A6), 0);
        assert!(history.of_comer(Color::White, None, square) > 0);
        for _ in 0..1000 {
            history.add(past, &placement, turn, -1500);
        }
        let steps = history.of_steps(past, piece.role, square);
        assert!((-2 * LIMIT..0).contains(&steps.to(Square::A5)));
        history.clear();
        let steps = history.of_steps(past, piece.role, square);
        assert_eq!(steps.to(Square::A5), 0);
    }
}
