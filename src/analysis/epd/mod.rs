//! Positions as EPD, one per line: the six fields of the position (from the board to the fullmove
//! number), then operations that each end with `;`. As in the files of openings, a `;` may also
//! stand directly after the fields, and the last operation may lack its `;` if it ends with a text
//! in quotes.
//!
//! ```text
//! 8/8/5k2/8/8/5K2/8/8 w - - 0 1 bm f3e4 f3e3; id "first turn"; variant ssehc;
//! ```
//!
//! * `variant`: the name of the game; it may also be the first word of the line
//! * `id`: the name of the position
//! * `bm`: the best turns
//! * `am`: the turns to avoid
//! * `dm`: the number of turns in which the player to play can force a win
//! * `themes`: what the best turn is about
//!
//! Other operations are ignored.

mod error;
mod operation;

pub use error::{EpdError, EpdErrorKind};

use super::theme::Theme;
use crate::board::{Setup, Turn};
use crate::games::{Game, TypedGame, UnknownGame, Visitor};
use crate::notation::{PositionError, position};
use crate::rules::{Field, Illegality, Rules};
use error::error_at;
use operation::{NamedTurn, Operation, operations};

/// A position and what is known about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The game.
    pub game: &'static Game,
    /// The position. It is valid in the game.
    pub setup: Setup,
    /// The name of the position.
    pub id: Option<String>,
    /// The best turns, any of which is right. Empty if the line names none.
    pub best: Vec<Turn>,
    /// The turns to avoid.
    pub avoid: Vec<Turn>,
    /// The number of turns in which the player to play can force a win.
    pub mate: Option<u32>,
    /// What the best turn is about.
    pub themes: Vec<Theme>,
}

impl Epd {
    /// Whether the position is a test: it has best turns, turns to avoid or a forced win.
    #[must_use]
    pub fn is_test(&self) -> bool {
        !self.best.is_empty() || !self.avoid.is_empty() || self.mate.is_some()
    }
}

/// Reads a line. `default` is the game if the line names no game.
///
/// ```
/// use reviver::analysis::epd;
/// let line = "8/8/5k2/8/8/5K2/8/8 w - - 0 1 bm f3e4; id \"start\"; variant ssehc;";
/// assert_eq!(epd::read(line, None)?.id.as_deref(), Some("start"));
/// # Ok::<(), epd::EpdError>(())
/// ```
///
/// # Errors
///
/// If the line is not an EPD, if no game is given, if the game or a theme is unknown, or if the
/// position or a turn is not legal.
pub fn read(line: &str, default: Option<&'static Game>) -> Result<Epd, EpdError> {
    let (leading, line_start) = leading_game(line)?;
    let fields = fields(line, line_start);
    let operations = operations(line, fields.end)?;
    let game = match operations
        .iter()
        .find(|operation| operation.name == "variant")
    {
        Some(operation) => game_of(operation, line, leading)?,
        None => leading
            .or(default)
            .ok_or_else(|| error_at(line, line_start, EpdErrorKind::NoVariant))?,
    };
    let text = line.get(fields.start..fields.end).unwrap_or_default();
    let setup = position::parse(game.form(), text)
        .map_err(|error| error_at(line, fields.error_offset(&error), error.into()))?;
    let mut epd = Epd {
        game,
        setup,
        id: None,
        best: Vec::new(),
        avoid: Vec::new(),
        mate: None,
        themes: Vec::new(),
    };
    let mut named_turns = Vec::new();
    for operation in &operations {
        match operation.name {
            "id" => epd.id = Some(operation.operand("id", line)?.text.clone()),
            "bm" => {
                let best = operation.turns("bm", game.form(), line)?;
                epd.best = best.iter().map(|named| named.turn).collect();
                named_turns.extend(best);
            }
            "am" => {
                let avoid = operation.turns("am", game.form(), line)?;
                epd.avoid = avoid.iter().map(|named| named.turn).collect();
                named_turns.extend(avoid);
            }
            "dm" => epd.mate = Some(operation.mate(line)?),
            "themes" => epd.themes = operation.themes(line)?,
            _ => {}
        }
    }
    game.dispatch(Check { setup, named_turns })
        .map_err(|illegal| match illegal {
            Illegal::Position(error) => error_at(line, fields.error_offset(&error), error.into()),
            Illegal::Turn(named, illegality) => {
                let kind = EpdErrorKind::Illegal {
                    operation: named.operation,
                    turn: named.turn,
                    illegality,
                };
                error_at(line, named.start, kind)
            }
        })?;
    Ok(epd)
}

/// The game that the operation `variant` names. `leading` is the game that the first word of the
/// line names. The two must not differ.
fn game_of(
    operation: &Operation<'_>,
    line: &str,
    leading: Option<&'static Game>,
) -> Result<&'static Game, EpdError> {
    let name = operation.operand("variant", line)?;
    let game = name
        .text
        .parse()
        .map_err(|error: UnknownGame| error_at(line, name.start, error.into()))?;
    match leading.filter(|&leading| leading != game) {
        Some(leading) => Err(error_at(
            line,
            name.start,
            EpdErrorKind::TwoGames(game, leading),
        )),
        None => Ok(game),
    }
}

/// The game named before the position, if any, and the byte offset at which to look for the
/// position. A first word that is neither a game nor the beginning of a position is an error.
fn leading_game(line: &str) -> Result<(Option<&'static Game>, usize), EpdError> {
    let start = line.len() - line.trim_start().len();
    let word = line.split_whitespace().next().unwrap_or_default();
    match word.parse::<&'static Game>() {
        Ok(game) => Ok((Some(game), start + word.len())),
        Err(error) if seems_a_name(word) => Err(error_at(line, start, error.into())),
        Err(_) => Ok((None, start)),
    }
}

/// Whether a word is more like the name of a game than the first field of a position.
fn seems_a_name(word: &str) -> bool {
    let is_of_position = |letter: char| "KQRBNPkqrbnp".contains(letter);
    let mut letters = word.chars();
    !word.contains(['/', '[', ';'])
        && letters.any(|letter| letter.is_alphabetic() && !is_of_position(letter))
}

/// The byte offsets of the six fields in the line.
struct Fields {
    start: usize,
    end: usize,
    /// The start of each field.
    starts: Vec<usize>,
}

/// Finds the fields: the first six words from the byte offset `start` on. There are fewer if one
/// of these words ends with `;`, because that word and all later ones are not fields. But the sixth
/// word may be a number that a `;` follows directly.
fn fields(line: &str, start: usize) -> Fields {
    let mut starts = Vec::with_capacity(6);
    let mut end = start;
    for word in line
        .get(start..)
        .unwrap_or_default()
        .split_ascii_whitespace()
    {
        let at = word.as_ptr() as usize - line.as_ptr() as usize;
        let word = match word.split_once(';') {
            Some((number, _)) if starts.len() == 5 && number.parse::<u32>().is_ok() => number,
            _ => word,
        };
        if starts.len() == 6 || word.ends_with(';') {
            break;
        }
        starts.push(at);
        end = at + word.len();
    }
    Fields {
        start: starts.first().copied().unwrap_or(start),
        end,
        starts,
    }
}

impl Fields {
    /// The byte offset of an error in the position.
    fn error_offset(&self, error: &PositionError) -> usize {
        match error {
            PositionError::Fields { .. } => self.end,
            PositionError::Syntax { column, .. } => self.start + column - 1,
            PositionError::Illegal(error) => self
                .starts
                .get(word_index(error.field()))
                .copied()
                .unwrap_or(self.start),
        }
    }
}

/// The index of the word that holds a field. The board and the reserve share the first word,
/// although they are two values of [`Field`].
const fn word_index(field: Field) -> usize {
    (field as usize).saturating_sub(1)
}

/// Checks a position and turns in it.
struct Check {
    setup: Setup,
    named_turns: Vec<NamedTurn>,
}

/// Why the rules refuse a line.
enum Illegal {
    Position(PositionError),
    Turn(NamedTurn, Illegality),
}

impl Visitor for Check {
    type Output = Result<(), Illegal>;

    fn visit<R: Rules>(self, game: TypedGame<R>) -> Self::Output {
        let position = game
            .position(self.setup)
            .map_err(|error| Illegal::Position(error.into()))?;
        for named in self.named_turns {
            if let Some(illegality) = position.illegality(named.turn) {
                return Err(Illegal::Turn(named, illegality));
            }
        }
        Ok(())
    }
}
