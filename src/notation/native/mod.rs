//! Native notation: turns in the words of each game's author.
//!
//! `ssehc`, `smolowitz`, `unplay` and `unachess` parse and write the parts of a turn; `email` is the
//! diagram of Unachess. `read` finds the legal turn that fits the parsed parts, and `write` names as
//! much of a turn as sets it apart from the other legal turns. No rule of a game belongs here.

mod cursor;
pub mod email;
mod error;
mod parts;
mod read;
mod smolowitz;
mod ssehc;
mod unachess;
mod unplay;
mod write;

pub use error::{Candidates, NativeError, NativeErrorKind, Similar};

use cursor::Cursor;
use parts::{Movement, TurnParts};

use crate::board::{Color, Turn, Wing};
use crate::rules::Rules;

/// A turn in native notation and its meaning, for people who learn the notation.
pub type Example = (&'static str, &'static str);

/// The native notation of one rules type. Its methods work on the parts of this module; other modules
/// use [`Native`].
pub trait NativeWords: Rules {
    /// Turns in this notation with their meaning.
    const EXAMPLES: &'static [Example];

    /// Whether a piece is un-captured before the un-move of a turn, not with it.
    const UNCAPTURES_FIRST: bool = false;

    /// Parses a turn of this side.
    fn parse(cursor: &mut Cursor<'_>, side: Color) -> Result<Parsed, NativeError>;

    /// Writes a turn of this side, with its mark.
    fn write(parts: &TurnParts, side: Color, mark: &str) -> String;

    /// The mark of a turn of `mover` that leads to `after`, such as that of a check; empty for none.
    fn mark(after: &Self, mover: Color) -> &'static str;

    /// A turn as it stands in a game record.
    fn entry(text: String, _: Color) -> String {
        text
    }

    /// Whether the from-square is written only as far as needed.
    fn shortens_origin(_: &Movement) -> bool {
        false
    }

    /// Whether a player may write this mark for a turn that has the mark `right`.
    fn accepts_mark(written: &str, right: &str) -> bool {
        written == right
    }

    /// The position as the author of the game draws it, if he does.
    fn diagram(&self) -> Option<email::EmailDiagram<'_>> {
        None
    }
}

/// A parsed turn: its parts, which may lack squares, and its mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parsed {
    parts: TurnParts,
    mark: Option<ParsedMark>,
}

/// A mark and the column at which it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ParsedMark {
    text: &'static str,
    column: usize,
}

/// Reads and writes the turns of a position in native notation.
///
/// ```
/// use reviver::notation::{native::Native, position};
/// use reviver::rules::unachess::{Switches, Unachess};
///
/// let fen = "8/8/4n3/8/5B2/4P3/8/8[KQRRBNNPPPPPPPkqrrbbnpppppppp] w - - 1 3";
/// let position: Unachess = position::read(&Switches::BASE, fen)?;
/// let native = Native::new(&position);
/// let turn = "f4d6".parse()?;
/// assert_eq!(native.write(turn), "B-d6");
/// assert_eq!(native.read("B-d6"), Ok(turn));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Native<'a, R> {
    position: &'a R,
    legal: Vec<LegalTurn>,
}

/// A legal turn and all its parts.
#[derive(Clone, Copy, Debug)]
struct LegalTurn {
    turn: Turn,
    parts: TurnParts,
}

/// Examples of the native notation of a game.
#[must_use]
pub const fn examples<R: NativeWords>() -> &'static [Example] {
    R::EXAMPLES
}

/// The position as the author of the game draws it; `None` if the author draws none.
#[must_use]
pub fn diagram<R: NativeWords>(position: &R) -> Option<email::EmailDiagram<'_>> {
    position.diagram()
}

impl<'a, R: NativeWords> Native<'a, R> {
    /// A reader and writer for the legal turns of a position.
    #[must_use]
    pub fn new(position: &'a R) -> Self {
        let parts = |turn| {
            let parts = TurnParts::of(position, turn)?;
            Some(LegalTurn { turn, parts })
        };
        Self {
            position,
            legal: position.turns().into_iter().filter_map(parts).collect(),
        }
    }

    /// A turn in native notation. An illegal turn is written with its whole from-square and without a
    /// mark.
    #[must_use]
    pub fn write(&self, turn: Turn) -> String {
        match self.legal.iter().find(|legal| legal.turn == turn) {
            Some(legal) => self.write_legal(legal),
            None => TurnParts::of(self.position, turn).map_or_else(
                || turn.to_string(),
                |parts| R::write(&parts, self.position.side(), ""),
            ),
        }
    }

    /// A turn in native notation as it stands in a game record. Some authors name the side before it.
    #[must_use]
    pub fn entry(&self, turn: Turn) -> String {
        R::entry(self.write(turn), self.position.side())
    }

    /// All legal turns in native notation, in the order of generation.
    pub fn all(&self) -> impl Iterator<Item = (Turn, String)> {
        self.legal
            .iter()
            .map(|legal| (legal.turn, self.write_legal(legal)))
    }

    /// Reads a turn in native notation.
    ///
    /// # Errors
    ///
    /// Names the character of a mistake, the rule that an illegal turn breaks, or the legal turns that
    /// the text can mean.
    pub fn read(&self, text: &str) -> Result<Turn, NativeError> {
        self.read_text(text)
    }
}

/// How authors who use letters write castling.
const fn castling_text(wing: Wing) -> &'static str {
    match wing {
        Wing::King => "O-O",
        Wing::Queen => "O-O-O",
    }
}
