//! Errors of reading EPD lines.

use thiserror::Error;

use crate::analysis::theme::UnknownTheme;
use crate::board::Turn;
use crate::games::{Game, UnknownGame};
use crate::notation::{PositionError, TurnError};
use crate::rules::Illegality;

/// An error in an EPD line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("column {column}: {kind}")]
pub struct EpdError {
    /// The column of the error, counted in characters from 1.
    pub column: usize,
    /// What is wrong there.
    pub kind: EpdErrorKind,
}

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EpdErrorKind {
    /// The line does not name the game, and no default game is given.
    #[error(
        "the game is missing; add 'variant NAME;' after the position, or name the game on the command line"
    )]
    NoVariant,
    /// The first word names another game than the operation `variant`.
    #[error("variant: {0}, but the line begins with {1}; name one game")]
    TwoGames(&'static Game, &'static Game),
    /// The operand of `variant` is not the name of a game.
    #[error("variant: {0}")]
    Variant(#[from] UnknownGame),
    /// The six fields are not a position of the game.
    #[error("{}", without_character(.0))]
    Position(#[from] PositionError),
    /// An operation is malformed.
    #[error("an operation is a name, operands and a semicolon, as in bm e6e5;")]
    Operation,
    /// A quoted text has no closing quotation mark.
    #[error("the text that starts here is not closed by a quotation mark")]
    OpenText,
    /// An operation is given twice.
    #[error("the operation {0} is given for the second time")]
    DuplicateOperation(String),
    /// An operation has no operand.
    #[error("the operation {0} needs an operand")]
    NoOperand(&'static str),
    /// An operand is not a turn.
    #[error("{operation}: {error}")]
    Turn {
        /// The operation.
        operation: &'static str,
        /// What is wrong with the operand.
        error: TurnError,
    },
    /// A turn is not legal.
    #[error("{operation}: {turn} is not legal: {illegality}")]
    Illegal {
        /// The operation.
        operation: &'static str,
        /// The turn.
        turn: Turn,
        /// The rule that the turn breaks.
        illegality: Illegality,
    },
    /// An operand of `themes` is not a theme.
    #[error("themes: {0}")]
    Theme(#[from] UnknownTheme),
    /// The operand of `dm` is not a number of turns.
    #[error("dm: '{0}' is not a number of turns from 1 to 1000")]
    Mate(String),
}

/// The text of an error in a position, without `at character N`, which counts from the start of the
/// position. [`EpdError::column`] counts from the start of the line.
fn without_character(error: &PositionError) -> String {
    match error {
        PositionError::Syntax {
            field,
            found,
            expected,
            ..
        } => format!("{field}: found {found}, expected {expected}"),
        PositionError::Fields { .. } | PositionError::Illegal(_) => error.to_string(),
    }
}

/// An error at this byte offset in the line.
pub(super) fn error_at(line: &str, byte: usize, kind: EpdErrorKind) -> EpdError {
    let before = line.char_indices().take_while(|&(at, _)| at < byte).count();
    EpdError {
        column: before + 1,
        kind,
    }
}
