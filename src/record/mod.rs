//! A game as text, in the form of PGN: tags, then turns in this program's own notation.
//!
//! ```text
//! [Event "Evening at home"]
//! [White "Reviver"]
//! [Result "*"]
//! [Variant "ssehc"]
//! [SetUp "1"]
//! [FEN "8/8/5k2/8/8/5K2/8/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 1"]
//!
//! 1. f3e4 N@f3,f6e6 {+0.35/12 1.500s} *
//! ```
//!
//! With the tag `Notation "native"` the turns stand in the game's own words instead, see
//! [`notation::native`](crate::notation::native); two blanks, a line end or `=>` part them.
//!
//! `White` is the player who plays the first turn and `Black` the other, as in the results `1-0` and
//! `0-1`; where players switch colours, these are the colours they end with.

mod native;
mod read;
mod tags;
mod thought;
mod tokens;
mod write;

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

pub use native::read_turns;
pub use read::{Place, Places, Problem, Reader, RecordError, read};
pub use tags::{Comment, Tags};
pub use thought::{Thought, ThoughtError, score_text};

use crate::board::{Setup, Turn};
use crate::live::{LiveGame, PlayError};
use crate::notation::PositionError;
use crate::rules::{Outcome, Rules, Seat, Variant};

/// A game as it is written down. Whether its turns are legal is asked by [`Record::replay`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The game.
    pub variant: Variant,
    /// The first position.
    pub start: Setup,
    /// Who, when, where and on what terms.
    pub tags: Tags,
    /// A remark before the first turn.
    pub preface: Option<Comment>,
    /// The turns.
    pub turns: Vec<RecordedTurn>,
    /// How the game ended.
    pub result: GameResult,
}

/// A turn of a recorded game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedTurn {
    /// The turn.
    pub turn: Turn,
    /// What is said about it.
    pub comment: Option<Comment>,
}

impl From<Turn> for RecordedTurn {
    fn from(turn: Turn) -> Self {
        Self {
            turn,
            comment: None,
        }
    }
}

/// How a recorded game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GameResult {
    /// Not at all, as far as is known.
    #[default]
    Open,
    /// Somebody won.
    Won(Seat),
    /// A draw.
    Drawn,
}

impl GameResult {
    /// All of them.
    pub const ALL: [GameResult; 4] = [
        GameResult::Won(Seat::First),
        GameResult::Won(Seat::Second),
        GameResult::Drawn,
        GameResult::Open,
    ];
}

impl From<Option<Outcome>> for GameResult {
    fn from(outcome: Option<Outcome>) -> Self {
        match outcome {
            None => GameResult::Open,
            Some(outcome) => outcome.winner.map_or(GameResult::Drawn, GameResult::Won),
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::Open => "*",
            GameResult::Won(Seat::First) => "1-0",
            GameResult::Won(Seat::Second) => "0-1",
            GameResult::Drawn => "1/2-1/2",
        })
    }
}

impl FromStr for GameResult {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        GameResult::ALL
            .into_iter()
            .find(|result| result.to_string() == text)
            .ok_or_else(|| Problem::Result(text.chars().take(20).collect()))
    }
}

/// Why a recorded game cannot be played through.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReplayError {
    /// The game cannot have the first position.
    #[error(transparent)]
    Start(#[from] PositionError),
    /// A turn cannot be played.
    #[error("turn {number}: {source}")]
    Turn {
        /// Its number, counted from 1.
        number: usize,
        /// Why.
        source: PlayError,
    },
}

impl Record {
    /// The record of a game, without tags and comments. The result is that of the rules.
    #[must_use]
    pub fn of<R: Rules>(game: &LiveGame<R>) -> Self {
        Self {
            variant: game.variant(),
            start: *game.start().setup(),
            tags: Tags::default(),
            preface: None,
            turns: game.turns().map(RecordedTurn::from).collect(),
            result: game.outcome().into(),
        }
    }

    /// The game, played through by its rules; `R` are those of [`Record::variant`].
    ///
    /// # Errors
    ///
    /// Names the first turn that cannot be played, and why.
    pub fn replay<R: Rules>(&self) -> Result<LiveGame<R>, ReplayError> {
        let start = R::from_setup(self.variant, self.start).map_err(PositionError::from)?;
        let mut game = LiveGame::new(self.variant, start);
        for (index, recorded) in self.turns.iter().enumerate() {
            game.play(recorded.turn)
                .map_err(|source| ReplayError::Turn {
                    number: index + 1,
                    source,
                })?;
        }
        Ok(game)
    }
}
