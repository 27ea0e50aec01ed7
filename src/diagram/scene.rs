//! What a drawing shows of a position, from whichever side it is seen.

use crate::board::{Act, Bitboard, ByColor, Color, Pending, Placement, Square, Turn};
use crate::rules::reviving::unmove::demanded_double_step;
use crate::rules::{Rules, Uncapture};

/// What the side to play may or must do because of the latest turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Duty {
    /// Nothing.
    #[default]
    None,
    /// It may un-capture a piece on this vacated square.
    MayUncapture(Square),
    /// It must un-capture a piece on this vacated square.
    MustUncapture(Square),
    /// Its pawn must go back two squares.
    MustStepBack {
        /// The square that the pawn passes.
        over: Square,
        /// The from-square of the pawn.
        from: Square,
        /// The to-square of the pawn.
        to: Square,
    },
    /// It may capture a pawn en passant on this square.
    MayCapture(Square),
}

/// What a drawing shows.
#[derive(Clone, Copy, Debug)]
pub struct Scene {
    /// The pieces on the board and in reserve.
    pub placement: Placement,
    /// The side to play; `None` if the game is over.
    pub side: Option<Color>,
    /// The side that played the latest turn.
    pub played: Color,
    /// The squares on which pieces arrived in the latest turn.
    pub arrived: Bitboard,
    /// The squares that pieces left in the latest turn.
    pub left: Bitboard,
    /// Kings and rooks that have un-castled and cannot un-move any more.
    pub frozen: Bitboard,
    /// What the side to play may or must do.
    pub duty: Duty,
    /// The kings in check.
    pub checks: ByColor<bool>,
    /// Whether the drawing shows the reserves.
    pub has_reserves: bool,
}

impl Scene {
    /// A position of a game, which `latest` led to.
    #[must_use]
    pub fn of<R: Rules>(position: &R, latest: Option<Turn>) -> Self {
        let setup = position.setup();
        let is_over = position.outcome().is_some();
        Self {
            placement: setup.placement,
            side: (!is_over).then_some(setup.side),
            played: !setup.side,
            arrived: latest.map_or(Bitboard::EMPTY, squares_arrived),
            left: latest.map_or(Bitboard::EMPTY, squares_left),
            frozen: if position.captures() {
                Bitboard::EMPTY
            } else {
                setup.castling.squares()
            },
            duty: if is_over { Duty::None } else { duty(position) },
            checks: position.checks(),
            has_reserves: true,
        }
    }

    /// A position of ordinary chess.
    #[must_use]
    pub fn of_chess(placement: Placement, side: Color) -> Self {
        Self {
            placement,
            side: Some(side),
            played: !side,
            arrived: Bitboard::EMPTY,
            left: Bitboard::EMPTY,
            frozen: Bitboard::EMPTY,
            duty: Duty::None,
            checks: ByColor::new_with(|color| placement.king_attacked(color)),
            has_reserves: false,
        }
    }

    /// The same position after a move between these squares.
    #[must_use]
    pub fn after_move(self, from: Square, to: Square) -> Self {
        Self {
            arrived: Bitboard::from_square(to),
            left: Bitboard::from_square(from),
            ..self
        }
    }
}

fn squares_arrived(turn: Turn) -> Bitboard {
    let head = turn.head().map_or(Bitboard::EMPTY, Bitboard::from_square);
    match turn.act() {
        Act::End => head,
        _ => head | Bitboard::from_square(turn.to()),
    }
}

fn squares_left(turn: Turn) -> Bitboard {
    match turn.act() {
        Act::End | Act::Drop => Bitboard::EMPTY,
        _ => Bitboard::from_square(turn.from()),
    }
}

fn duty<R: Rules>(position: &R) -> Duty {
    let setup = position.setup();
    match (position.uncapture(), setup.pending) {
        (Uncapture::May(square), _) => Duty::MayUncapture(square),
        (Uncapture::Must(square), _) => Duty::MustUncapture(square),
        (Uncapture::None, Pending::At(square)) if position.captures() => Duty::MayCapture(square),
        (Uncapture::None, Pending::At(over)) => match demanded_double_step(setup.side, over) {
            Some((from, to)) => Duty::MustStepBack { over, from, to },
            None => Duty::None,
        },
        _ => Duty::None,
    }
}
