//! Results of recorded games.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::notation::error::printable;
use crate::rules::{Outcome, Seat};

/// How a recorded game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GameResult {
    /// The game is not over, or its result is unknown.
    #[default]
    Unfinished,
    /// A player won.
    Won(Seat),
    /// A draw.
    Drawn,
}

/// The error for a text that is not a result. It holds the first 20 characters, with spaces for
/// control characters.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{0}' is not a result; write 1-0, 0-1, 1/2-1/2 or *")]
pub struct UnknownResult(String);

impl GameResult {
    /// All results.
    pub const ALL: [GameResult; 4] = [
        GameResult::Won(Seat::First),
        GameResult::Won(Seat::Second),
        GameResult::Drawn,
        GameResult::Unfinished,
    ];
}

impl From<Option<Outcome>> for GameResult {
    fn from(outcome: Option<Outcome>) -> Self {
        match outcome {
            None => GameResult::Unfinished,
            Some(outcome) => outcome.winner.map_or(GameResult::Drawn, GameResult::Won),
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::Unfinished => "*",
            GameResult::Won(Seat::First) => "1-0",
            GameResult::Won(Seat::Second) => "0-1",
            GameResult::Drawn => "1/2-1/2",
        })
    }
}

impl FromStr for GameResult {
    type Err = UnknownResult;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        GameResult::ALL
            .into_iter()
            .find(|result| result.to_string() == text)
            .ok_or_else(|| UnknownResult(text.chars().take(20).map(printable).collect()))
    }
}
