//! The state of a game for a client that does not know the rules.

use serde::Serialize;

use crate::board::Color;
use crate::live::LiveGame;
use crate::rules::{Outcome, Rules, Seat, Uncapture};

/// A value for White and a value for Black.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Pair<T> {
    /// White's value.
    pub w: T,
    /// Black's value.
    pub b: T,
}

impl<T> Pair<T> {
    fn of(value: impl Fn(Color) -> T) -> Self {
        Self {
            w: value(Color::White),
            b: value(Color::Black),
        }
    }
}

/// The state of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct State {
    /// The name of the game.
    pub variant: &'static str,
    /// The present position.
    pub fen: String,
    /// The side to play, `w` or `b`.
    pub side: char,
    /// The player to play: 1 for [`Seat::First`], 2 for [`Seat::Second`].
    pub player: u8,
    /// The number of turns since the first position.
    pub ply: usize,
    /// The kings in check: "", "w", "b" or "wb".
    pub check: String,
    /// Whether the side to play un-captures a piece before its un-move: `none` (not allowed), `may`
    /// or `must`. It can be `may` with an empty reserve.
    pub uncapture: &'static str,
    /// The square of the un-capture; `None` if `uncapture` is `none`. An un-capture en passant puts
    /// its pawn on another square.
    pub square: Option<String>,
    /// The phase of the game, if it has phases.
    pub phase: Option<u8>,
    /// The number of pieces home.
    pub home: Pair<u32>,
    /// The number of pieces on the board.
    pub board: Pair<u32>,
    /// The score of each side. Depending on the game, the score is the points of the side, the
    /// number of its pieces home, or the number of enemy pieces on the board (without the king). In
    /// the Unachess games it is 0.
    pub score: Pair<i32>,
    /// Whether the game is over, repetition and fifty moves included.
    pub over: bool,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
    /// The player who won, 1 or 2; `None` for a draw or a game that goes on.
    pub winner: Option<u8>,
    /// The rule by which the game ended.
    pub reason: Option<&'static str>,
}

impl State {
    /// The state of a game at its present position.
    #[must_use]
    pub fn of<R: Rules>(game: &LiveGame<R>) -> Self {
        let position = game.position();
        let (checks, points) = (position.checks(), position.points());
        let progress = |color| position.progress(color);
        let (uncapture, square) = match position.uncapture() {
            Uncapture::None => ("none", None),
            Uncapture::May(square) => ("may", Some(square)),
            Uncapture::Must(square) => ("must", Some(square)),
        };
        let in_check = [Color::White, Color::Black]
            .into_iter()
            .filter(|&color| *checks.get(color));
        let outcome = game.outcome();
        Self {
            variant: game.game().name(),
            fen: position.setup().to_string(),
            side: position.side().char(),
            player: position.seat().number(),
            ply: game.turns().len(),
            check: in_check.map(Color::char).collect(),
            uncapture,
            square: square.map(|square| square.to_string()),
            phase: position.phase(),
            home: Pair::of(|color| progress(color).home),
            board: Pair::of(|color| progress(color).on_board),
            score: Pair::of(|color| *points.get(color)),
            over: outcome.is_some(),
            result: outcome.map_or("*", Outcome::result),
            winner: outcome.and_then(|outcome| outcome.winner).map(Seat::number),
            reason: outcome.map(|outcome| outcome.ending.word()),
        }
    }
}
