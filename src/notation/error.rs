//! Errors when reading positions and turns. Each says what was found and what was expected.

use thiserror::Error;

use crate::rules::{Field, IllegalPosition};

/// A text is not a position of the game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// The text does not have six fields.
    #[error(
        "position: found {found} {}, expected 6: placement[reserve] side castling pending halfmove fullmove",
        if *found == 1 { "field" } else { "fields" }
    )]
    Fields {
        /// The number of fields.
        found: usize,
    },
    /// A field is malformed.
    #[error("{field}: found '{found}' at character {column}, expected {expected}")]
    Syntax {
        /// The field.
        field: Field,
        /// The character at which the mistake is, counted from 1 at the start of the text.
        column: usize,
        /// What was found there.
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

/// A text is not a turn.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{text}' is not a move; write it like {examples}")]
pub struct TurnError {
    /// The text, cut after 40 characters.
    pub text: String,
    /// Examples of turns.
    pub examples: &'static str,
}
