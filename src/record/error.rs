//! Errors when reading game records.

use thiserror::Error;

use super::MAX_VARIATION_DEPTH;
use super::result::{GameResult, UnknownResult};
use super::text_position::TextPosition;
use crate::games::{DefinitionError, Game, UnknownGame};
use crate::notation::native::NativeError;
use crate::notation::{PositionError, TurnError};

/// A mistake in the text of a game record, and its place.
#[derive(Clone, PartialEq, Debug, Error)]
#[error("{place}: {kind}")]
pub struct RecordError {
    /// The place of the mistake.
    pub place: TextPosition,
    /// The mistake.
    pub kind: RecordErrorKind,
}

/// What is wrong with a game record.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum RecordErrorKind {
    /// The text has no game.
    #[error("there is no game here; a game starts with tags such as [Variant \"ssehc\"]")]
    NoGame,
    /// More text follows the first game. Only one game was expected.
    #[error("more text follows the game here, but only one game was expected")]
    SecondGame,
    /// A tag is malformed.
    #[error(
        "a tag has the form [Name \"value\"], in one line; in the value, write \\\\ for a backslash and \\\" for a \
         quotation mark"
    )]
    Tag,
    /// A tag is given twice.
    #[error("the tag {0} is given for the second time")]
    DuplicateTag(String),
    /// The tag that names the game is missing.
    #[error(
        "the tag Variant is missing; write [Variant \"ssehc\"], for example, before the turns; to un-play a chess \
         game, use reviver play GAME --from FILE"
    )]
    NoVariant,
    /// The tag `Variant` does not name a game.
    #[error("Variant: {0}")]
    Variant(#[from] UnknownGame),
    /// The tag `Switches` does not define a game.
    #[error("Switches: {0}")]
    Switches(#[from] DefinitionError),
    /// The tag `FEN` is missing, and the game has more than one first position.
    #[error("the tag FEN is missing, and {0} has no fixed first position")]
    NoFen(&'static Game),
    /// The tag `FEN` does not hold a position of the game.
    #[error("FEN: {0}")]
    Start(#[from] PositionError),
    /// A word is not a turn.
    #[error(transparent)]
    Turn(#[from] TurnError),
    /// A text cannot be read as a turn in native notation. The [`NativeError`] says why.
    #[error("'{}': {}", .0.text, .0.kind)]
    NativeTurn(NativeError),
    /// The tag `Notation` does not name a notation. The field is the first 20 characters of the
    /// tag's value, with spaces for unprintable characters.
    #[error("unknown notation '{0}'; write protocol or native")]
    Notation(String),
    /// The tag `Result` does not hold a result.
    #[error(transparent)]
    Result(#[from] UnknownResult),
    /// The tag `Result` and the result after the turns differ.
    #[error("the result here is {end}, but the tag Result is {tag}")]
    ResultMismatch {
        /// The result in the tag.
        tag: GameResult,
        /// The result after the turns.
        end: GameResult,
    },
    /// The result after the turns is missing.
    #[error("the game breaks off here; it must end with 1-0, 0-1, 1/2-1/2 or *")]
    NoResult,
    /// A comment has no closing brace.
    #[error("the comment that starts here is not closed by a brace")]
    UnclosedComment,
    /// A variation begins before any turn.
    #[error(
        "a variation must follow the turn that it replaces, but there is no turn before this variation"
    )]
    VariationBeforeTurn,
    /// Variations are nested too deep.
    #[error("variations are nested more than {MAX_VARIATION_DEPTH} deep")]
    VariationTooDeep,
    /// A result stands in a variation.
    #[error(
        "the variation before this result has no closing parenthesis; a result may stand only after the last turn \
         of the game"
    )]
    UnclosedVariation,
    /// A bracket, brace or parenthesis in the wrong place.
    #[error("'{0}' is not allowed here")]
    UnexpectedCharacter(char),
}

impl TextPosition {
    /// An error at this place. The column of a [`NativeError`] counts from this place and is
    /// converted to a column of the line.
    pub(super) fn error(self, kind: RecordErrorKind) -> RecordError {
        let offset = match &kind {
            RecordErrorKind::NativeTurn(error) => error.column.saturating_sub(1),
            _ => 0,
        };
        let column = self.column + offset;
        RecordError {
            place: TextPosition { column, ..self },
            kind,
        }
    }
}
