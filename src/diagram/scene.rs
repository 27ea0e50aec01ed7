//! What a drawing shows of a position, apart from who looks at it.

use super::{Arrow, Tone};
use crate::board::{Act, Bitboard, ByColor, Color, Pending, Placement, Square, Turn};
use crate::rules::reviving::unmove::demanded_double_step;
use crate::rules::{Rules, Uncapture};

/// What the latest turn has left to be done, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Duty {
    /// Nothing.
    #[default]
    None,
    /// A piece may be un-captured on this vacated square.
    MayUncapture(Square),
    /// A piece must be un-captured on this vacated square.
    MustUncapture(Square),
    /// A pawn must go back over this square, in two squares from the first to the second.
    MustStepBack {
        /// The square that it passes.
        over: Square,
        /// Where it stands, and where it goes.
        step: (Square, Square),
    },
    /// A pawn may be captured en passant on this square.
    MayCapture(Square),
}

/// A position as it is shown.
#[derive(Clone, Copy, Debug)]
pub struct Scene {
    /// The pieces on the board and in reserve.
    pub placement: Placement,
    /// The side whose turn it is; `None` when the game is over.
    pub side: Option<Color>,
    /// The side that has just played.
    pub played: Color,
    /// Where a piece has gone or come in the latest turn.
    pub came: Bitboard,
    /// What it has left.
    pub left: Bitboard,
    /// Kings and rooks that have un-castled and may not un-move any more.
    pub frozen: Bitboard,
    /// What is left to be done.
    pub duty: Duty,
    /// The kings in check.
    pub checks: ByColor<bool>,
    /// Whether there is anything in reserve worth showing.
    pub has_reserves: bool,
}

impl Scene {
    /// A position of a game, to which `latest` has led.
    #[must_use]
    pub fn of<R: Rules>(position: &R, latest: Option<Turn>) -> Self {
        let setup = position.setup();
        let (came, left) = latest.map_or_else(Default::default, squares_of);
        let over = position.outcome().is_some();
        Self {
            placement: setup.placement,
            side: (!over).then_some(setup.side),
            played: !setup.side,
            came,
            left,
            frozen: if position.captures() {
                Bitboard::EMPTY
            } else {
                setup.castling.squares()
            },
            duty: if over { Duty::None } else { duty(position) },
            checks: position.checks(),
            has_reserves: true,
        }
    }

    /// A position of ordinary chess, with the squares of the move that led to it.
    #[must_use]
    pub fn of_chess(placement: Placement, side: Color, moved: Option<(Square, Square)>) -> Self {
        let (left, came) = moved.map_or_else(Default::default, |(from, to)| {
            (Bitboard::from_square(from), Bitboard::from_square(to))
        });
        Self {
            placement,
            side: Some(side),
            played: !side,
            came,
            left,
            frozen: Bitboard::EMPTY,
            duty: Duty::None,
            checks: ByColor::new_with(|color| placement.king_attacked(color)),
            has_reserves: false,
        }
    }
}

/// Where a turn brings pieces, and where it takes them away.
fn squares_of(turn: Turn) -> (Bitboard, Bitboard) {
    let head = turn.head().map_or(Bitboard::EMPTY, Bitboard::from_square);
    let to = Bitboard::from_square(turn.to());
    match turn.act() {
        Act::End => (head, Bitboard::EMPTY),
        Act::Drop => (to, Bitboard::EMPTY),
        _ => (head | to, Bitboard::from_square(turn.from())),
    }
}

/// The arrow and the rings that show a turn.
#[must_use]
pub fn arrows_of(turn: Turn, tone: Tone) -> Vec<Arrow> {
    let arrow = |from, to| Arrow { from, to, tone };
    let ring = turn.head().map(|square| arrow(square, square));
    let step = (turn.act() != Act::End).then(|| arrow(turn.from(), turn.to()));
    ring.into_iter().chain(step).collect()
}

fn duty<R: Rules>(position: &R) -> Duty {
    let setup = position.setup();
    match (position.uncapture(), setup.pending) {
        (Uncapture::May(square), _) => Duty::MayUncapture(square),
        (Uncapture::Must(square), _) => Duty::MustUncapture(square),
        (Uncapture::None, Pending::At(square)) if position.captures() => Duty::MayCapture(square),
        (Uncapture::None, Pending::At(over)) => demanded_double_step(setup.side, over)
            .map_or(Duty::None, |step| Duty::MustStepBack { over, step }),
        _ => Duty::None,
    }
}
