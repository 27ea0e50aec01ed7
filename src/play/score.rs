//! Scores as text: in the lines of the protocol and in journals.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::search::{MAX_PLY, Score};

/// The longest forced win that a [`Score`] can hold, in turns of the winner.
const MAX_TURNS: i32 = MAX_PLY / 2;

/// The highest score below a forced win, in centipawns.
const MAX_CENTIPAWNS: i32 = Score::FORCED.0 - 1;

/// A score as an engine reports it: `cp 35`, or `mate -3` if the engine loses in three of its own
/// turns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ReportedScore(pub Score);

impl ReportedScore {
    /// Reads the two words after `score` in an `info` line. Clamps numbers to the range of
    /// [`Score`]. `None` if the words are not a score, or if the number does not fit into 32 bits.
    #[must_use]
    pub fn read(kind: &str, number: &str) -> Option<Self> {
        let number: i32 = number.parse().ok()?;
        Some(Self(match kind {
            "cp" => Score(number.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS)),
            "mate" => {
                let turns = number.clamp(-MAX_TURNS, MAX_TURNS);
                if turns > 0 {
                    Score::WIN - (2 * turns - 1)
                } else {
                    -(Score::WIN + 2 * turns)
                }
            }
            _ => return None,
        }))
    }
}

impl fmt::Display for ReportedScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
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
            .and_then(|(kind, number)| Self::read(kind, number));
        score.ok_or_else(|| format!("'{text}' is not a score"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_and_written_back() {
        for text in ["cp 0", "cp -35", "mate 3", "mate -3", "mate 0", "mate 120"] {
            let score = ReportedScore::try_from(text.to_owned()).expect("a score");
            assert_eq!(score.to_string(), text);
        }
        for text in ["", "cp", "cp x", "3", "mate 1 2"] {
            assert!(ReportedScore::try_from(text.to_owned()).is_err(), "{text}");
        }
    }

    #[test]
    fn scores_out_of_range_are_clamped() {
        for (kind, number, text) in [
            ("cp", "2147483647", "cp 30759"),
            ("cp", "-2147483648", "cp -30759"),
            ("mate", "2147483647", "mate 120"),
            ("mate", "-2147483648", "mate -120"),
        ] {
            let score = ReportedScore::read(kind, number).expect("a score");
            assert_eq!(score.to_string(), text);
        }
    }
}
