//! The operations of an EPD line.

use super::error::{EpdError, EpdErrorKind, error_at};
use crate::analysis::theme::Theme;
use crate::board::Turn;
use crate::notation::turn;
use crate::rules::Form;

/// An operation and its operands.
pub(super) struct Operation<'a> {
    pub(super) name: &'a str,
    /// The byte offset of the name in the line.
    start: usize,
    operands: Vec<Operand>,
}

/// An operand, without quotation marks.
pub(super) struct Operand {
    pub(super) text: String,
    /// Its byte offset in the line.
    pub(super) start: usize,
}

/// A turn that an operation names.
pub(super) struct NamedTurn {
    pub(super) operation: &'static str,
    pub(super) turn: Turn,
    /// Its byte offset in the line.
    pub(super) start: usize,
}

/// The operations from the byte offset `start` to the end of the line. A semicolon may stand before
/// the first one.
pub(super) fn operations(line: &str, start: usize) -> Result<Vec<Operation<'_>>, EpdError> {
    let mut operations: Vec<Operation<'_>> = Vec::new();
    let text = line.get(start..).unwrap_or_default().trim_start();
    let mut at = line.len() - text.strip_prefix(';').unwrap_or(text).len();
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
        let (name, after) = rest.split_at(end);
        let is_name = name.starts_with(|letter: char| letter.is_ascii_alphabetic());
        if !is_name || !after.starts_with([' ', '\t', ';']) {
            return Err(error_at(line, at, EpdErrorKind::Operation));
        }
        if operations.iter().any(|operation| operation.name == name) {
            let kind = EpdErrorKind::DuplicateOperation(name.to_owned());
            return Err(error_at(line, at, kind));
        }
        let (operands, end) = operands(line, at + end)?;
        operations.push(Operation {
            name,
            start: at,
            operands,
        });
        at = end;
    }
}

/// The operands from the byte offset `start` to the semicolon, and the offset after the semicolon.
/// The last operation of a line needs no semicolon if it ends with a text in quotes.
fn operands(line: &str, start: usize) -> Result<(Vec<Operand>, usize), EpdError> {
    let mut operands = Vec::new();
    let mut at = start;
    let mut ends_with_quotes = false;
    loop {
        let rest = line.get(at..).unwrap_or_default();
        at += rest.len() - rest.trim_start().len();
        let rest = rest.trim_start();
        if rest.is_empty() && ends_with_quotes {
            return Ok((operands, at));
        }
        if rest.is_empty() {
            return Err(error_at(line, at, EpdErrorKind::Operation));
        }
        if rest.starts_with(';') {
            return Ok((operands, at + 1));
        }
        let (text, length) = match rest.strip_prefix('"') {
            Some(quoted) => match quoted.split_once('"') {
                Some((text, _)) => (text, text.len() + 2),
                None => return Err(error_at(line, at, EpdErrorKind::OpenText)),
            },
            None => {
                let end = rest.find(|letter: char| letter.is_whitespace() || letter == ';');
                let word = rest.get(..end.unwrap_or(rest.len())).unwrap_or(rest);
                (word, word.len())
            }
        };
        ends_with_quotes = rest.starts_with('"');
        operands.push(Operand {
            text: text.to_owned(),
            start: at,
        });
        at += length;
    }
}

impl Operation<'_> {
    /// The first operand. If there is none, the error text contains `name`, the name of the
    /// operation.
    pub(super) fn operand(&self, name: &'static str, line: &str) -> Result<&Operand, EpdError> {
        self.operands
            .first()
            .ok_or_else(|| error_at(line, self.start, EpdErrorKind::NoOperand(name)))
    }

    /// The operands as turns. `form` is the [`Form`] of the game's family.
    pub(super) fn turns(
        &self,
        name: &'static str,
        form: Form,
        line: &str,
    ) -> Result<Vec<NamedTurn>, EpdError> {
        self.operand(name, line)?;
        let named = |operand: &Operand| {
            let turn = turn::read(form, &operand.text).map_err(|error| {
                let operation = name;
                error_at(line, operand.start, EpdErrorKind::Turn { operation, error })
            })?;
            Ok(NamedTurn {
                operation: name,
                turn,
                start: operand.start,
            })
        };
        self.operands.iter().map(named).collect()
    }

    /// The operands as themes.
    pub(super) fn themes(&self, line: &str) -> Result<Vec<Theme>, EpdError> {
        self.operand("themes", line)?;
        let theme = |operand: &Operand| {
            let read = operand.text.parse::<Theme>();
            read.map_err(|error| error_at(line, operand.start, error.into()))
        };
        self.operands.iter().map(theme).collect()
    }

    /// The operand of `dm`: a number of turns from 1 to 1000.
    pub(super) fn mate(&self, line: &str) -> Result<u32, EpdError> {
        let Operand { text, start } = self.operand("dm", line)?;
        let number = text
            .parse()
            .ok()
            .filter(|number| (1..=1000).contains(number));
        number.ok_or_else(|| {
            let text = text.chars().take(20).collect();
            error_at(line, *start, EpdErrorKind::Mate(text))
        })
    }
}
