//! Native notation: turns in the words of each game's author.
//!
//! The modules `ssehc`, `smolowitz`, `unplay` and `unachess` parse and write the parts of a turn.
//! `email` writes and reads the diagram of Unachess games by e-mail. `read` finds the legal turn
//! that matches the parsed parts. `write` shortens from-squares, in the notations that allow it. No
//! rule of a game belongs here.

mod cursor;
pub mod email;
mod error;
mod parts;
mod read;
mod smolowitz;
mod ssehc;
mod unachess;
mod unplay;
mod words;
mod write;

pub use error::{Candidates, NativeError, NativeErrorKind, Similar};
pub use words::{Example, NativeWords};

use parts::TurnParts;

use crate::board::Turn;

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

/// The position drawn as in Unachess games by e-mail; `None` in other games.
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

    /// A turn in native notation. An illegal turn has its full from-square and no mark (such as `+`
    /// for a check). If its from-square has no piece to move, the turn is in the notation of the
    /// protocol.
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

    /// A turn in native notation for a game record, where some notations add the name of the side.
    #[must_use]
    pub fn record_entry(&self, turn: Turn) -> String {
        R::entry(self.write(turn), self.position.side())
    }

    /// All legal turns in native notation, in the order of generation.
    pub fn legal_turns(&self) -> impl Iterator<Item = (Turn, String)> {
        self.legal
            .iter()
            .map(|legal| (legal.turn, self.write_legal(legal)))
    }
}
