//! Games as text: game records, and reverse games turned into chess games.
//!
//! [`forward`] turns a reverse game into a chess game, and [`pgn`] writes it as PGN. [`from_chess`]
//! starts a reverse game from a chess game. The analysis of games is in `analysis`, and the text of
//! a single turn in `notation`.
//!
//! A record has the form of PGN: tags, then turns in the notation of the protocol.
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
//! The record of a user-defined game has the tag `Switches` after the tag `Variant`, such as
//! `[Switches "unplay goal=home"]`. It names the nearest built-in game and the switches whose
//! values differ. With this tag the record can be read without the game file.
//!
//! A variation stands in parentheses after the turn that it replaces, as in PGN:
//! `1. f3e4 (1. f3e2 f6e6) f6e6`. It may have variations itself.
//!
//! With the tag `Notation "native"` the turns are in [native notation](crate::notation::native)
//! instead. They are separated by two spaces, a line end or `=>`. Such turns can have parentheses
//! and `;` themselves. So each parenthesis of a variation stands alone on its line, and a comment
//! with `;` must be on a line of its own.
//!
//! The tag `White` names player 1 and the tag `Black` player 2 ([`Seat`](crate::rules::Seat)), even
//! in games in which the players switch colours. The result `1-0` is a win for player 1, and `0-1`
//! a win for player 2.

mod builder;
mod chess_words;
mod engine_comment;
mod error;
pub mod forward;
pub mod from_chess;
mod native;
mod native_reader;
pub mod pgn;
mod read;
mod result;
mod tags;
mod termination;
mod text_of;
mod text_position;
mod tokens;
mod write;

use thiserror::Error;

pub use engine_comment::{EngineComment, EngineCommentError, score_label, score_text};
pub use error::{RecordError, RecordErrorKind};
pub use native::read_native_turns;
pub use read::{Places, Reader, read};
pub use result::{GameResult, UnknownResult};
pub use tags::{Comment, Tags};
pub use termination::{EndingError, checked_ending, ending_description, ending_title};
pub use text_of::text_of;
pub use text_position::TextPosition;
pub use tokens::without_number;

use crate::board::{Setup, Turn};
use crate::games::{Game, TypedGame};
use crate::live::{LiveGame, PlayError};
use crate::notation::PositionError;
use crate::rules::{Illegality, Rules};

/// A recorded game. Its turns may be illegal. [`Record::replay`] checks the main line, and
/// [`Record::to_native_text`] checks the variations too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The variant that was played.
    pub game: &'static Game,
    /// The first position.
    pub start: Setup,
    /// The players, the date and other facts about the game.
    pub tags: Tags,
    /// A comment before the first turn.
    pub preface: Option<Comment>,
    /// The turns.
    pub turns: Vec<RecordedTurn>,
    /// The result of the game.
    pub result: GameResult,
}

/// A turn of a recorded game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedTurn {
    /// The turn.
    pub turn: Turn,
    /// The annotation glyphs of PGN after the turn: 1 for `$1`, a good turn.
    pub glyphs: Vec<u8>,
    /// A comment on the turn.
    pub comment: Option<Comment>,
    /// The variations that replace this turn. A variation without turns is not written.
    pub variations: Vec<Vec<RecordedTurn>>,
}

/// The maximum depth of variations within variations.
pub const MAX_VARIATION_DEPTH: usize = 100;

impl RecordedTurn {
    /// The annotation glyphs as they stand in a record.
    fn glyph_words(&self) -> impl Iterator<Item = String> {
        self.glyphs.iter().map(|glyph| format!("${glyph}"))
    }

    /// The variations that have a turn.
    fn nonempty_variations(&self) -> impl Iterator<Item = &Vec<RecordedTurn>> {
        self.variations.iter().filter(|line| !line.is_empty())
    }
}

impl From<Turn> for RecordedTurn {
    fn from(turn: Turn) -> Self {
        Self {
            turn,
            glyphs: Vec::new(),
            comment: None,
            variations: Vec::new(),
        }
    }
}

/// Why a recorded game cannot be replayed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReplayError {
    /// The first position is not a position of the game.
    #[error(transparent)]
    Start(#[from] PositionError),
    /// A turn cannot be played.
    #[error("turn {number}: {source}")]
    Turn {
        /// The number of the turn, from 1.
        number: usize,
        /// Why it cannot be played.
        source: PlayError,
    },
    /// A turn of a variation is not legal.
    #[error("turn {number}, in a variation: {turn} is not legal: {illegality}")]
    Variation {
        /// The number of the turn. The first turn of a variation has the number of the turn that it
        /// replaces.
        number: usize,
        /// The turn.
        turn: Turn,
        /// The rule that it breaks.
        illegality: Illegality,
    },
}

impl Record {
    /// The record of a game, without tags and comments. Its result is the outcome by the rules, or
    /// [`GameResult::Unfinished`] if the game is not over.
    #[must_use]
    pub fn of<R: Rules>(game: &LiveGame<R>) -> Self {
        Self {
            game: game.game(),
            start: *game.start().setup(),
            tags: Tags::default(),
            preface: None,
            turns: game.turns().map(RecordedTurn::from).collect(),
            result: game.outcome().into(),
        }
    }

    /// Replays the main line of the record. `game` must be the [`TypedGame`] of [`Record::game`].
    ///
    /// # Errors
    ///
    /// If the first position is not a position of the game, or a turn cannot be played. The error
    /// names the turn, and says why.
    pub fn replay<R: Rules>(&self, game: TypedGame<R>) -> Result<LiveGame<R>, ReplayError> {
        let start = game.position(self.start).map_err(PositionError::from)?;
        let mut live = LiveGame::new(game, start);
        for (index, recorded) in self.turns.iter().enumerate() {
            live.play(recorded.turn)
                .map_err(|source| ReplayError::Turn {
                    number: index + 1,
                    source,
                })?;
        }
        Ok(live)
    }
}
