//! A position a line, in the form of EPD: the six fields, then operations that each end with `;`.
//!
//! ```text
//! 8/8/5k2/8/8/5K2/8/8 w - - 0 1 bm f3e4 f3e3; id "first turn"; variant ssehc;
//! ```
//!
//! `variant` names the game; `id` the position; `bm` the best turns and `am` those to avoid; `dm` in
//! how many turns the player to play can force the end. Other operations are passed over. Instead of
//! the operation, the name of the game may stand before the position.

use thiserror::Error;

use crate::board::{Setup, Turn};
use crate::notation::{PositionError, TurnError, position};
use crate::rules::variant::UnknownVariant;
use crate::rules::{Field, Illegality, Rules, Variant, Visitor};

/// A position, and what is known about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The game.
    pub variant: Variant,
    /// The position, which the game can have.
    pub setup: Setup,
    /// What the position is called.
    pub id: Option<String>,
    /// The best turns, any of which is right; empty when nothing is said.
    pub best: Vec<Turn>,
    /// The turns that are wrong.
    pub avoid: Vec<Turn>,
    /// In how many turns the player to play can force the end.
    pub mate: Option<u32>,
}

impl Epd {
    /// Whether it says what is right or wrong.
    #[must_use]
    pub fn is_test(&self) -> bool {
        !self.best.is_empty() || !self.avoid.is_empty() || self.mate.is_some()
    }
}

/// What is wrong with a line, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("column {column}: {problem}")]
pub struct EpdError {
    /// The column, counted in characters from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: EpdProblem,
}

/// What can be wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EpdProblem {
    /// The game is not named.
    #[error(
        "the game is not named; write variant NAME; behind the position, or name it on the command line"
    )]
    NoVariant,
    /// No game is called so.
    #[error("variant: {0}")]
    Variant(#[from] UnknownVariant),
    /// The position is none, or none of this game.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// An operation does not have its form.
    #[error("an operation is a name with its operands and a ; behind it, as in bm e6e5;")]
    Operation,
    /// A text is not closed.
    #[error("the text that starts here is not closed by a quotation mark")]
    OpenText,
    /// An operation stands twice.
    #[error("{0} stands here for the second time")]
    Twice(String),
    /// An operation lacks what it is about.
    #[error("{0} lacks what it is about")]
    NoOperand(&'static str),
    /// A turn is none.
    #[error("{0}: {1}")]
    Turn(&'static str, TurnError),
    /// A turn is not legal.
    #[error("{0}: {1} is not legal: {2}")]
    Illegal(&'static str, Turn, Illegality),
    /// The number of turns is none.
    #[error("dm: '{0}' is no number of turns from 1 to 1000")]
    Mate(String),
}

/// Reads a line. `game` is the game of lines that name none.
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
/// Names the column and what is wrong there.
pub fn read(line: &str, game: Option<Variant>) -> Result<Epd, EpdError> {
    let (leading, line_start) = leading_variant(line);
    let fields = fields(line, line_start);
    let operations = operations(line, fields.end)?;
    let variant = match operations
        .iter()
        .find(|operation| operation.name == "variant")
    {
        Some(operation) => {
            let name = operation.operand("variant", line)?;
            let unknown = |error: UnknownVariant| error_at(line, name.at, error.into());
            name.text.parse().map_err(unknown)?
        }
        None => leading
            .or(game)
            .ok_or_else(|| error_at(line, line_start, EpdProblem::NoVariant))?,
    };
    let text = line.get(fields.start..fields.end).unwrap_or_default();
    let setup = position::parse(variant, text)
        .map_err(|error| error_at(line, place_of(&error, &fields), error.into()))?;
    let mut epd = Epd {
        variant,
        setup,
        id: None,
        best: Vec::new(),
        avoid: Vec::new(),
        mate: None,
    };
    let mut claims = Vec::new();
    for operation in &operations {
        match operation.name {
            "id" => epd.id = Some(operation.operand("id", line)?.text.clone()),
            "bm" => epd.best = operation.turns("bm", line, &mut claims)?,
            "am" => epd.avoid = operation.turns("am", line, &mut claims)?,
            "dm" => epd.mate = Some(operation.mate(line)?),
            _ => {}
        }
    }
    variant
        .dispatch(Check { setup, claims })
        .map_err(|fault| match fault {
            Fault::Position(error) => error_at(line, place_of(&error, &fields), error.into()),
            Fault::Turn(claim, illegality) => {
                let problem = EpdProblem::Illegal(claim.name, claim.turn, illegality);
                error_at(line, claim.at, problem)
            }
        })?;
    Ok(epd)
}

/// An error at a byte of the line.
fn error_at(line: &str, byte: usize, problem: EpdProblem) -> EpdError {
    let before = line.char_indices().take_while(|&(at, _)| at < byte).count();
    EpdError {
        column: before + 1,
        problem,
    }
}

/// The name of a game at the head of a line, and where the position starts.
fn leading_variant(line: &str) -> (Option<Variant>, usize) {
    let start = line.len() - line.trim_start().len();
    let word = line.split_whitespace().next().unwrap_or_default();
    match word.parse() {
        Ok(variant) => (Some(variant), start + word.len()),
        Err(_) => (None, start),
    }
}

/// Where the six fields stand, in bytes.
struct Fields {
    start: usize,
    end: usize,
    /// Where each starts.
    each: Vec<usize>,
}

/// The first six words from `start` on; fewer where an operation follows earlier.
fn fields(line: &str, start: usize) -> Fields {
    let mut each = Vec::with_capacity(6);
    let mut end = start;
    for word in line
        .get(start..)
        .unwrap_or_default()
        .split_ascii_whitespace()
    {
        let at = word.as_ptr() as usize - line.as_ptr() as usize;
        if each.len() == 6 || word.ends_with(';') {
            break;
        }
        each.push(at);
        end = at + word.len();
    }
    Fields {
        start: each.first().copied().unwrap_or(start),
        end,
        each,
    }
}

/// The byte at which a position is wrong.
fn place_of(error: &PositionError, fields: &Fields) -> usize {
    match error {
        PositionError::Fields { .. } => fields.end,
        PositionError::Syntax { column, .. } => fields.start + column - 1,
        PositionError::Refused(refusal) => fields
            .each
            .get(word_of(refusal.field()))
            .copied()
            .unwrap_or(fields.start),
    }
}

/// The number of the word in which a field stands: the reserve stands in one word with the board.
const fn word_of(field: Field) -> usize {
    (field as usize).saturating_sub(1)
}

/// An operation and its operands, as they stand in the line.
struct Operation<'a> {
    name: &'a str,
    at: usize,
    operands: Vec<Operand>,
}

struct Operand {
    text: String,
    at: usize,
}

/// A turn that the line says something about.
struct Claim {
    name: &'static str,
    turn: Turn,
    at: usize,
}

/// The operations from a byte of the line on.
fn operations(line: &str, start: usize) -> Result<Vec<Operation<'_>>, EpdError> {
    let mut operations: Vec<Operation<'_>> = Vec::new();
    let mut at = start;
    loop {
        let rest = line.get(at..).unwrap_or_default();
        at += rest.len() - rest.trim_start().len();
        let rest = rest.trim_start();
        if rest.is_empty() {
            return Ok(operations);
        }
        let end = rest
            .find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
            .unwrap_or(rest.len());
        let (name, behind) = rest.split_at(end);
        let named = name.starts_with(|letter: char| letter.is_ascii_alphabetic());
        if !named || !behind.starts_with([' ', '\t', ';']) {
            return Err(error_at(line, at, EpdProblem::Operation));
        }
        if operations.iter().any(|operation| operation.name == name) {
            return Err(error_at(line, at, EpdProblem::Twice(name.to_owned())));
        }
        let (operands, end) = operands(line, at + end)?;
        operations.push(Operation { name, at, operands });
        at = end;
    }
}

/// The operands from a byte on, up to the semicolon, and where it goes on behind it.
fn operands(line: &str, start: usize) -> Result<(Vec<Operand>, usize), EpdError> {
    let mut operands = Vec::new();
    let mut at = start;
    loop {
        let rest = line.get(at..).unwrap_or_default();
        at += rest.len() - rest.trim_start().len();
        let rest = rest.trim_start();
        if rest.is_empty() {
            return Err(error_at(line, at, EpdProblem::Operation));
        }
        if rest.starts_with(';') {
            return Ok((operands, at + 1));
        }
        let (text, length) = match rest.strip_prefix('"') {
            Some(quoted) => match quoted.split_once('"') {
                Some((text, _)) => (text, text.len() + 2),
                None => return Err(error_at(line, at, EpdProblem::OpenText)),
            },
            None => {
                let end = rest.find(|letter: char| letter.is_whitespace() || letter == ';');
                let word = rest.get(..end.unwrap_or(rest.len())).unwrap_or(rest);
                (word, word.len())
            }
        };
        let text = text.to_owned();
        operands.push(Operand { text, at });
        at += length;
    }
}

impl Operation<'_> {
    fn operand(&self, name: &'static str, line: &str) -> Result<&Operand, EpdError> {
        let nothing = || error_at(line, self.at, EpdProblem::NoOperand(name));
        self.operands.first().ok_or_else(nothing)
    }

    fn turns(
        &self,
        name: &'static str,
        line: &str,
        claims: &mut Vec<Claim>,
    ) -> Result<Vec<Turn>, EpdError> {
        self.operand(name, line)?;
        let mut turns = Vec::with_capacity(self.operands.len());
        for Operand { text, at } in &self.operands {
            let wrong = |error| error_at(line, *at, EpdProblem::Turn(name, error));
            let turn: Turn = text.parse().map_err(wrong)?;
            claims.push(Claim {
                name,
                turn,
                at: *at,
            });
            turns.push(turn);
        }
        Ok(turns)
    }

    fn mate(&self, line: &str) -> Result<u32, EpdError> {
        let Operand { text, at } = self.operand("dm", line)?;
        let number = text
            .parse()
            .ok()
            .filter(|number| (1..=1000).contains(number));
        let short = || text.chars().take(20).collect();
        number.ok_or_else(|| error_at(line, *at, EpdProblem::Mate(short())))
    }
}

/// Asks the rules about a position and turns in it.
struct Check {
    setup: Setup,
    claims: Vec<Claim>,
}

/// What the rules have against a line.
enum Fault {
    Position(PositionError),
    Turn(Claim, Illegality),
}

impl Visitor for Check {
    type Output = Result<(), Fault>;

    fn visit<R: Rules>(self, variant: Variant) -> Self::Output {
        let position = R::from_setup(variant, self.setup)
            .map_err(|refusal| Fault::Position(refusal.into()))?;
        for claim in self.claims {
            if let Some(illegality) = position.illegality(claim.turn) {
                return Err(Fault::Turn(claim, illegality));
            }
        }
        Ok(())
    }
}
