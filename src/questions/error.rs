//! Why a question has no answer.

use thiserror::Error;

use super::names::NAMES;
use super::variations::VariationError;
use crate::engine::EngineError;
use crate::games::{DefinitionError, LessonError, UnknownGame};
use crate::record::forward::ForwardError;
use crate::record::{EndingError, RecordError, UnknownResult};

/// Why a question has no answer, as one sentence for the person who asked.
#[derive(Debug, Error)]
pub enum QuestionError {
    /// There is no such question.
    #[error("unknown question '{0}'; the questions are {known}, analyse and review; over HTTP there is also event", known = NAMES.join(", "))]
    Unknown(String),
    /// The body, the JSON object that holds the fields of the question, cannot be read.
    #[error("the body of the question is wrong: {0}")]
    Body(#[from] serde_json::Error),
    /// The question does not take a field of its body.
    #[error("unknown field '{field}'; the question {question} takes {}", known.join(", "))]
    UnknownField {
        /// The field.
        field: String,
        /// The question.
        question: String,
        /// The fields that the question takes.
        known: Vec<&'static str>,
    },
    /// No game has this name.
    #[error("game: {0}")]
    Game(#[from] UnknownGame),
    /// The question names its game by a name with switches, but no game can be made from them.
    #[error("game: {0}")]
    Definition(#[from] DefinitionError),
    /// The game has too many turns.
    #[error("turns: there are {count} turns, but at most {most} are allowed")]
    TooManyTurns {
        /// The number of turns.
        count: usize,
        /// The maximum number of turns.
        most: usize,
    },
    /// The position or a turn is wrong.
    #[error(transparent)]
    Line(#[from] EngineError),
    /// A lesson does not fit its game.
    #[error(transparent)]
    Lesson(#[from] LessonError),
    /// There is no forward game. The [`ForwardError`] says why.
    #[error(transparent)]
    Forward(#[from] ForwardError),
    /// A game in a text cannot be read as a game record.
    #[error("game {number}: {source}")]
    Record {
        /// The number of the game in the text, from 1.
        number: usize,
        /// What is wrong with the record.
        source: RecordError,
    },
    /// A line of a journal cannot be read as a game.
    #[error("line {line} is not a game of a journal: {source}")]
    Journal {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// A turn of a variation is wrong.
    #[error("variations: turn {number}: {source}")]
    Variation {
        /// The place of the turn in the list `variations`, counted from 1.
        number: usize,
        /// What is wrong with it.
        source: VariationError,
    },
    /// A number in a field is out of range.
    #[error("{field}: {value} is not {expected}")]
    Number {
        /// The field.
        field: &'static str,
        /// The number.
        value: f64,
        /// What the number must be, with its range.
        expected: String,
    },
    /// A review has neither a limit of its own nor one of the server.
    #[error("a review needs a limit for each position: depth, nodes, movetime or clock")]
    NoLimit,
    /// A question about a draw offer does not say which player offers the draw.
    #[error("offered_by: write the number of the player who offers the draw, 1 or 2")]
    NoOffer,
    /// The question `explain` gives neither a turn nor taps (the squares and pieces that a user
    /// taps to enter a turn).
    #[error(
        "there is nothing to explain; give a turn in the field turn, or a list of taps in the field taps"
    )]
    NoAttempt,
    /// The question `check` gives no position.
    #[error(
        "the position is missing; give its text in the field fen, or its parts in the field position"
    )]
    NoPosition,
    /// The question `check` gives two positions.
    #[error("there are two positions; give either the field fen or the field position")]
    TwoPositions,
    /// A part of a position is wrong.
    #[error("position: {0}")]
    Part(String),
    /// The text holds no game.
    #[error(
        "there is no game here; the text must hold game records (PGN) or the journal of a tournament"
    )]
    NoGame,
    /// The system cannot start a thread for the search.
    #[error("the search cannot start a thread: {0}")]
    NoThread(#[from] std::io::Error),
    /// The result has the wrong form.
    #[error("result: {0}")]
    Result(#[from] UnknownResult),
    /// The ending is unknown, or the game has not ended in this way.
    #[error("ending: {0}")]
    Ending(#[from] EndingError),
}
