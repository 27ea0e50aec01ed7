//! Typed errors of reading, each naming the place, what was found and what would be right.

use thiserror::Error;

use crate::rules::{Field, Refusal};

/// Why a text is no position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// The text does not have six fields.
    #[error(
        "position: {found} {}, but it takes 6: placement[reserve] side castling pending halfmove fullmove",
        if *found == 1 { "field" } else { "fields" }
    )]
    Fields {
        /// How many fields there are.
        found: usize,
    },
    /// A field does not have its form.
    #[error("{field}: '{found}' at character {column}; {expected}")]
    Syntax {
        /// The field.
        field: Field,
        /// The character, counted from 1 over the whole text, at which reading stopped.
        column: usize,
        /// What stands there.
        found: String,
        /// What would be right.
        expected: &'static str,
    },
    /// The fields are well formed, but the game cannot have the position.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

impl PositionError {
    /// The field that is wrong, where it is one field.
    #[must_use]
    pub const fn field(&self) -> Option<Field> {
        match self {
            PositionError::Fields { .. } => None,
            PositionError::Syntax { field, .. } => Some(*field),
            PositionError::Refused(refusal) => Some(refusal.field()),
        }
    }
}

/// Why a text is no turn.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{text}' is not a move; it takes the form {expected}")]
pub struct TurnError {
    /// The text, cut after 40 characters.
    pub text: String,
    /// What would be right.
    pub expected: &'static str,
}
