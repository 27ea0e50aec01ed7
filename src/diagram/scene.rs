//! What a drawing shows of a position, independent of the side at the bottom.

use crate::board::{Act, Bitboard, ByColor, Color, Pending, Placement, Square, Turn};
use crate::rules::reviving::unmove::un_double_step_over;
use crate::rules::{Rules, Uncapture};

/// What the side to play may or must do because of the latest turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PendingAction {
    /// Nothing.
    #[default]
    None,
    /// The side may un-capture on this vacated square: place a piece of its reserve there.
    MayUncapture(Square),
    /// The side must un-capture a piece on this vacated square. If legal, the side may instead
    /// un-capture a pawn en passant.
    MustUncapture(Square),
    /// A pawn of the side must un-move two squares: the un-double-step.
    MustUnDoubleStep {
        /// The square that the pawn crosses.
        over: Square,
        /// The from-square of the pawn.
        from: Square,
        /// The to-square of the pawn.
        to: Square,
    },
    /// A pawn of the side may capture en passant by going to this square.
    MayCapture(Square),
}

/// What a drawing shows.
#[derive(Clone, Copy, Debug)]
pub struct Scene {
    /// The pieces on the board and in reserve.
    pub placement: Placement,
    /// The side to play; `None` if the position ends the game. Repetition and fifty moves are not
    /// considered.
    pub side: Option<Color>,
    /// The side that played the latest turn.
    pub last_side: Color,
    /// At most two squares of the latest turn: the to-square, and the square of the un-capture with
    /// which the turn begins. A declared end has no to-square.
    pub arrived: Bitboard,
    /// The from-square of the latest turn. A drop and a declared end have none.
    pub vacated: Bitboard,
    /// Kings and rooks that have un-castled and cannot un-move any more.
    pub frozen: Bitboard,
    /// What the side to play may or must do.
    pub pending_action: PendingAction,
    /// Whether the king of each side is in check.
    pub checks: ByColor<bool>,
    /// Whether the drawing shows the reserves.
    pub has_reserves: bool,
}

impl Scene {
    /// The scene of a position of a game. `latest` is the turn that led to this position.
    #[must_use]
    pub fn of<R: Rules>(position: &R, latest: Option<Turn>) -> Self {
        let setup = position.setup();
        let is_over = position.outcome().is_some();
        Self {
            placement: setup.placement,
            side: (!is_over).then_some(setup.side),
            last_side: !setup.side,
            arrived: latest.map_or(Bitboard::EMPTY, squares_arrived),
            vacated: latest.map_or(Bitboard::EMPTY, vacated_squares),
            frozen: if position.has_captures() {
                Bitboard::EMPTY
            } else {
                setup.castling.squares()
            },
            pending_action: if is_over {
                PendingAction::None
            } else {
                pending_action(position)
            },
            checks: position.checks(),
            has_reserves: true,
        }
    }

    /// The scene of a position of ordinary chess.
    #[must_use]
    pub fn of_chess(placement: Placement, side: Color) -> Self {
        Self {
            placement,
            side: Some(side),
            last_side: !side,
            arrived: Bitboard::EMPTY,
            vacated: Bitboard::EMPTY,
            frozen: Bitboard::EMPTY,
            pending_action: PendingAction::None,
            checks: ByColor::new_with(|color| placement.king_attacked(color)),
            has_reserves: false,
        }
    }

    /// The same scene, but with `from` and `to` marked as the squares of the latest turn.
    #[must_use]
    pub fn after_move(self, from: Square, to: Square) -> Self {
        Self {
            arrived: Bitboard::from_square(to),
            vacated: Bitboard::from_square(from),
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

fn vacated_squares(turn: Turn) -> Bitboard {
    match turn.act() {
        Act::End | Act::Drop => Bitboard::EMPTY,
        _ => Bitboard::from_square(turn.from()),
    }
}

fn pending_action<R: Rules>(position: &R) -> PendingAction {
    let setup = position.setup();
    match (position.uncapture(), setup.pending) {
        (Uncapture::May(square), _) => PendingAction::MayUncapture(square),
        (Uncapture::Must(square), _) => PendingAction::MustUncapture(square),
        (Uncapture::None, Pending::At(square)) if position.has_captures() => {
            PendingAction::MayCapture(square)
        }
        (Uncapture::None, Pending::At(over)) => match un_double_step_over(setup.side, over) {
            Some((from, to)) => PendingAction::MustUnDoubleStep { over, from, to },
            None => PendingAction::None,
        },
        _ => PendingAction::None,
    }
}
