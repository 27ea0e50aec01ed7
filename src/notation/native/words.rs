//! What the native notation of each family must provide.

use super::cursor::Cursor;
use super::email::EmailDiagram;
use super::error::NativeError;
use super::parts::{Movement, TurnParts};
use crate::board::{Color, Wing};
use crate::rules::Rules;

/// A turn in native notation and its meaning, for people who learn the notation.
pub type Example = (&'static str, &'static str);

/// The native notation of one family. Outside the module `native`, use [`Native`](super::Native).
pub trait NativeWords: Rules {
    /// Turns in this notation with their meaning.
    const EXAMPLES: &'static [Example];

    /// Whether an un-capture comes before the un-move. If not, it is part of the un-move.
    const UNCAPTURES_FIRST: bool = false;

    /// Parses a turn of the side to play in `position`. Does not check whether the turn is legal.
    fn parse(cursor: &mut Cursor<'_>, position: &Self) -> Result<Parsed, NativeError>;

    /// Writes a turn of this side, with its [mark](NativeWords::mark).
    fn write(parts: &TurnParts, side: Color, mark: &str) -> String;

    /// The mark at the end of a turn, for example `+` for a check; empty if the turn has none.
    /// `mover` played the turn, and `after` is the position after it.
    fn mark(after: &Self, mover: Color) -> &'static str;

    /// A turn as it is written in a game record. `text` is the turn in this notation. The
    /// colour is that of the side that plays it.
    fn entry(text: String, _: Color) -> String {
        text
    }

    /// Whether the from-square is shortened as in standard algebraic notation.
    fn shortens_from_square(_: &Movement) -> bool {
        false
    }

    /// Whether the parser accepts the mark `written` after a turn whose [mark](NativeWords::mark)
    /// is `correct`.
    fn accepts_mark(written: &str, correct: &str) -> bool {
        written == correct
    }

    /// A few sentences that explain turns to a player. Empty in reverse games: the function
    /// [`notation::turn_terms`](crate::notation::turn_terms) explains their turns.
    fn turn_terms(&self) -> String {
        String::new()
    }

    /// The position drawn as in Unachess games by e-mail; `None` in other games.
    fn diagram(&self) -> Option<EmailDiagram<'_>> {
        None
    }
}

/// A parsed turn: its parts and its mark. The parts have only the squares that the text names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parsed {
    pub(super) parts: TurnParts,
    pub(super) mark: Option<ParsedMark>,
}

/// A mark and its column in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ParsedMark {
    pub(super) text: &'static str,
    pub(super) column: usize,
}

/// Castling in the notations that use letters for pieces.
pub(super) const fn castling_text(wing: Wing) -> &'static str {
    match wing {
        Wing::King => "O-O",
        Wing::Queen => "O-O-O",
    }
}
