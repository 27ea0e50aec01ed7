//! Errors when reading positions and turns. Each says what was found and what was expected.

use thiserror::Error;

use crate::rules::{Field, Form, IllegalPosition};

/// Why a text is not a position of the game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// The text does not have six fields.
    #[error(
        "position: a position has 6 fields, separated by spaces (placement[reserve] side castling pending halfmove fullmove), but this text has {found}"
    )]
    Fields {
        /// The number of fields.
        found: usize,
    },
    /// A field is malformed.
    #[error("{field}: found {found} at character {column}, expected {expected}")]
    Syntax {
        /// The field.
        field: Field,
        /// The column of the mistake in the whole text, counted from 1.
        column: usize,
        /// What was found there: text in quotation marks, or the end of the field.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// The fields are well formed, but this is not a position of the game.
    #[error(transparent)]
    Illegal(#[from] IllegalPosition),
}

impl PositionError {
    /// The wrong field; `None` if the number of fields is wrong.
    #[must_use]
    pub const fn field(&self) -> Option<Field> {
        match self {
            PositionError::Fields { .. } => None,
            PositionError::Syntax { field, .. } => Some(*field),
            PositionError::Illegal(error) => Some(error.field()),
        }
    }
}

/// The error for a text that is not a turn.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{text}' is not a turn{}", how_to_write(*form))]
pub struct TurnError {
    /// The first 40 characters of the text, with spaces for control characters.
    pub text: String,
    /// The form of positions in the game. It selects the examples in the message. `None` if the
    /// game is not known.
    pub form: Option<Form>,
}

/// The end of the message: how turns of the game are written.
fn how_to_write(form: Option<Form>) -> String {
    form.map_or_else(String::new, |form| {
        format!(" of this game; write it like {}", examples(form))
    })
}

/// Examples of the turns of a game.
const fn examples(form: Form) -> &'static str {
    match form {
        Form { reverse: false, .. } => "e2e4, e7e8q or N@f3",
        Form {
            pending_uncapture: true,
            ..
        } => "e6e5, g8g7p, N@f3,f6e6 or end",
        Form { .. } => "e6e5, e4d3*q, e6d5*ep, g8g7p or h8g7p*q",
    }
}

/// A character as errors show it. Control characters become spaces, so that an error stays on one
/// line and sends no control sequence to a terminal. Other characters that could deceive a reader,
/// for example direction marks, become spaces too.
#[must_use]
pub fn printable(letter: char) -> char {
    let is_plain = letter.escape_debug().len() == 1;
    // `escape_debug` also escapes these three, but errors show them as they are.
    if is_plain || matches!(letter, '\\' | '\'' | '"') {
        letter
    } else {
        ' '
    }
}
