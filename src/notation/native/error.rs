//! Errors when reading turns in native notation.

use std::fmt;

use thiserror::Error;

use crate::board::{Square, Turn};
use crate::rules::Illegality;

/// The maximum number of turns that an error lists.
const MAX_LISTED: usize = 6;

/// The error for a text that cannot be read as a turn in native notation. The message is one line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{text}', character {column}: {kind}")]
pub struct NativeError {
    /// The text, cut after 60 characters, with spaces for characters that cannot be printed.
    pub text: String,
    /// The column of the mistake, counted from 1.
    pub column: usize,
    /// The mistake.
    pub kind: NativeErrorKind,
}

impl NativeError {
    /// Whether the text before the mistake begins like a turn in native notation. False if it is
    /// only a square, or at most one character, because other texts can begin like this too.
    #[must_use]
    pub fn begins_like_a_turn(&self) -> bool {
        let before: String = self.text.chars().take(self.column - 1).collect();
        let before = before.trim();
        before.chars().count() > 1 && Square::from_ascii(before.as_bytes()).is_err()
    }
}

/// What is wrong with a turn in native notation.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NativeErrorKind {
    /// The text does not have the form of a turn.
    #[error("found {found}, expected {expected}")]
    Syntax {
        /// What was found at the column of the mistake.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// The text names a turn that is not legal.
    #[error("{turn} is not legal: {illegality}")]
    Illegal {
        /// The turn.
        turn: Turn,
        /// The rule that it breaks.
        illegality: Illegality,
    },
    /// The side to play has no such piece.
    #[error("{side} has no {role} {place}")]
    NoPiece {
        /// The side to play.
        side: &'static str,
        /// The kind of the piece.
        role: &'static str,
        /// Where the text says that the piece stands: "on e4", "on file e" or "on rank 5". If the
        /// text gives neither file nor rank: "on the board".
        place: String,
    },
    /// The text un-captures a piece, but this turn may not un-capture.
    #[error("{side} may not un-capture in this turn")]
    NoUncapture {
        /// The side to play.
        side: &'static str,
    },
    /// The text does not match any legal turn.
    #[error("no legal turn is written like this{similar}")]
    NoTurn {
        /// Legal turns that the player may have meant.
        similar: Similar,
    },
    /// The text matches more than one legal turn.
    #[error("this can mean {candidates}; name the from-square")]
    Ambiguous {
        /// The legal turns that the text matches.
        candidates: Candidates,
    },
    /// The turn has the wrong mark, for example `+` without check.
    #[error("the mark '{mark}' is wrong here; write {corrected_turn}")]
    Mark {
        /// The mark.
        mark: &'static str,
        /// The turn with the correct mark.
        corrected_turn: String,
    },
}

/// Turns in native notation. Only the first few are shown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Candidates(pub Vec<String>);

/// Legal turns that the player may have meant. The list may be empty.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Similar(pub Candidates);

impl fmt::Display for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, text) in self.0.iter().take(MAX_LISTED).enumerate() {
            let is_last = index + 1 == self.0.len();
            f.write_str(match index {
                0 => "",
                _ if is_last => " or ",
                _ => " | ",
            })?;
            write!(f, "'{text}'")?;
        }
        match self.0.len().saturating_sub(MAX_LISTED) {
            0 => Ok(()),
            more => write!(f, " or {more} more"),
        }
    }
}

impl fmt::Display for Similar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.0.is_empty() {
            return Ok(());
        }
        write!(f, "; did you mean {}?", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_beyond_the_first_six_are_counted() {
        let text = |count: usize| Candidates(vec!["t".to_owned(); count]).to_string();
        assert_eq!(text(2), "'t' or 't'");
        assert_eq!(text(6), "'t' | 't' | 't' | 't' | 't' or 't'");
        assert_eq!(text(7), "'t' | 't' | 't' | 't' | 't' | 't' or 1 more");
        assert_eq!(text(8), "'t' | 't' | 't' | 't' | 't' | 't' or 2 more");
    }
}
