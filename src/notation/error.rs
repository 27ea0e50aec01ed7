//! Errors of reading positions and turns. Each names the place, what was found and what was expected.

use thiserror::Error;

use crate::rules::{Field, Refusal};

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
        /// The character of the mistake, counted from 1 over the whole text.
        column: usize,
        /// What stands there.
        found: String,
        /// What would be right.
        expected: &'static str,
    },
    /// The fields are well formed, but this is not a position of the game.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

impl PositionError {
    /// The wrong field; `None` if the number of fields is wrong.
    #[must_use]
    pub const fn field(&self) -> Option<Field> {
        match self {
            PositionError::Fields { .. } => None,
            PositionError::Syntax { field, .. } => Some(*field),
            PositionError::Refused(refusal) => Some(refusal.field()),
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
