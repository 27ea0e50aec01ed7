//! Scores as engines report them.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Turns to a forced end beyond which nobody counts.
const MOST_TURNS: i32 = 10_000;

/// A score as it was told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum ReportedScore {
    /// Centipawns.
    Centipawns(i32),
    /// Own turns to a forced end, negative when it is lost.
    Mate(i32),
}

impl fmt::Display for ReportedScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReportedScore::Centipawns(score) => write!(f, "cp {score}"),
            ReportedScore::Mate(turns) => write!(f, "mate {turns}"),
        }
    }
}

impl From<ReportedScore> for String {
    fn from(score: ReportedScore) -> String {
        score.to_string()
    }
}

impl TryFrom<String> for ReportedScore {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let score = text
            .split_once(' ')
            .and_then(|(kind, number)| ReportedScore::read(kind, number));
        score.ok_or_else(|| format!("'{text}' is not a score"))
    }
}

impl ReportedScore {
    /// Reads the words behind `score` in a line of analysis: `cp` or `mate`, and a number.
    #[must_use]
    pub fn read(kind: &str, number: &str) -> Option<Self> {
        let number: i32 = number.parse().ok()?;
        match kind {
            "cp" => Some(ReportedScore::Centipawns(number)),
            // No game has so many turns that this cuts anything off.
            "mate" => Some(ReportedScore::Mate(number.clamp(-MOST_TURNS, MOST_TURNS))),
            _ => None,
        }
    }
}
