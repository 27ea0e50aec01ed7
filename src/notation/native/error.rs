//! Why words are no turn here, and what would be right.

use std::fmt;

use thiserror::Error;

use crate::board::Turn;
use crate::rules::Illegality;

/// How many turns an error names before it only counts them.
const NAMED: usize = 6;

/// Why a text in a game's own words is no turn of a position: one line for a person.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{text}', character {column}: {problem}")]
pub struct NativeError {
    /// The text, cut after 60 characters.
    pub text: String,
    /// The character, counted from 1, at which something is wrong.
    pub column: usize,
    /// What is wrong there.
    pub problem: Problem,
}

/// What can be wrong with a turn in a game's own words.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Problem {
    /// The text does not have the form of a turn.
    #[error("{found} stands here; right would be {expected}")]
    Form {
        /// What stands there.
        found: String,
        /// What would be right.
        expected: &'static str,
    },
    /// The text names one turn, and the rules forbid it.
    #[error("{turn} is not legal: {illegality}")]
    Illegal {
        /// The turn.
        turn: Turn,
        /// The rule, and why.
        illegality: Illegality,
    },
    /// No such piece stands there.
    #[error("{side} has no {role} {place}")]
    Missing {
        /// The side to play.
        side: &'static str,
        /// The kind of the piece.
        role: &'static str,
        /// Where it should stand.
        place: String,
    },
    /// No legal turn is written so.
    #[error("no legal turn is written so{near}")]
    Nothing {
        /// Legal turns that come near it.
        near: Near,
    },
    /// More than one legal turn is written so.
    #[error("this can be {candidates}; say from which square")]
    Ambiguous {
        /// These turns.
        candidates: Candidates,
    },
    /// What is announced with the turn is not so.
    #[error("'{announced}' does not go with this turn; right would be {right}")]
    Mark {
        /// What is announced.
        announced: &'static str,
        /// The turn as it would be right.
        right: String,
    },
}

/// Turns written out, the first few of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Candidates(pub Vec<String>);

/// Turns that come near what was meant; may be none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Near(pub Candidates);

impl fmt::Display for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, text) in self.0.iter().take(NAMED).enumerate() {
            let last = index + 1 == self.0.len();
            f.write_str(match index {
                0 => "",
                _ if last => " or ",
                _ => " | ",
            })?;
            write!(f, "'{text}'")?;
        }
        match self.0.len().saturating_sub(NAMED) {
            0 => Ok(()),
            more => write!(f, " or one of {more} more"),
        }
    }
}

impl fmt::Display for Near {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.0.is_empty() {
            return Ok(());
        }
        write!(f, "; near it there is {}", self.0)
    }
}
