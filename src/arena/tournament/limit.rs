//! What an engine may spend on its turns, as people write it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A length of time in whole milliseconds, written `20ms`, `1.5s`, `2m` or as a number of seconds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Number", into = "String")]
pub struct Span(pub Duration);

/// A span as it may stand in a file.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "a length of time is written \"20ms\", \"1.5s\", \"2m\" or as a number of seconds"
)]
enum Number {
    Text(String),
    Whole(u32),
    Fraction(f64),
}

/// Why a text is no limit.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LimitError {
    /// No length of time.
    #[error("'{0}' is not a length of time; it is written 20ms, 1.5s, 2m or as seconds")]
    Span(String),
    /// No time control.
    #[error(
        "'{0}' is not a time control; it is written 10+0.1, in seconds, or 40/60+0.5 for sessions of 40 turns"
    )]
    Clock(String),
}

impl Span {
    /// So many milliseconds.
    #[must_use]
    pub const fn millis(millis: u64) -> Self {
        Self(Duration::from_millis(millis))
    }
}

impl FromStr for Span {
    type Err = LimitError;

    fn from_str(text: &str) -> Result<Self, LimitError> {
        let (number, unit) = match text.find(|letter: char| letter.is_ascii_alphabetic()) {
            Some(at) => text.split_at(at),
            None => (text, "s"),
        };
        let millis = match unit {
            "ms" => 1.0,
            "s" => 1e3,
            "m" | "min" => 60e3,
            "h" => 3600e3,
            _ => f64::NAN,
        };
        number
            .trim()
            .parse::<f64>()
            .ok()
            .map(|number| (number * millis).round())
            // A month is more than anybody waits for a turn.
            .filter(|millis| (0.0..=2.6e9).contains(millis))
            .map(|millis| Self::millis(millis as u64))
            .ok_or_else(|| LimitError::Span(text.to_owned()))
    }
}

impl TryFrom<Number> for Span {
    type Error = LimitError;

    fn try_from(number: Number) -> Result<Self, LimitError> {
        match number {
            Number::Text(text) => text.parse(),
            Number::Whole(seconds) => seconds.to_string().parse(),
            Number::Fraction(seconds) => seconds.to_string().parse(),
        }
    }
}

impl From<Span> for String {
    fn from(span: Span) -> String {
        span.to_string()
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = self.0.as_millis();
        if millis > 0 && millis.is_multiple_of(1000) {
            write!(f, "{}s", millis / 1000)
        } else {
            write!(f, "{millis}ms")
        }
    }
}

/// A clock: `10+0.1` is ten seconds and a tenth more for each turn, `40/60+0.5` a minute for every
/// forty turns and half a second for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "ClockText", into = "String")]
pub struct ClockLimit {
    /// What the clock shows at the start of the game and of each session.
    pub base: Span,
    /// What is added after each turn.
    pub increment: Span,
    /// Turns of a session; one session for the whole game where there is no number.
    pub session: Option<u32>,
}

/// A clock as it may stand in a file.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "a time control is written \"10+0.1\", in seconds, or \"40/60+0.5\" for sessions of 40 turns"
)]
enum ClockText {
    Text(String),
    Whole(u32),
    Fraction(f64),
}

impl TryFrom<ClockText> for ClockLimit {
    type Error = LimitError;

    fn try_from(text: ClockText) -> Result<Self, LimitError> {
        match text {
            ClockText::Text(text) => text.parse(),
            ClockText::Whole(seconds) => seconds.to_string().parse(),
            ClockText::Fraction(seconds) => seconds.to_string().parse(),
        }
    }
}

impl FromStr for ClockLimit {
    type Err = LimitError;

    fn from_str(text: &str) -> Result<Self, LimitError> {
        let wrong = || LimitError::Clock(text.to_owned());
        let (session, rest) = match text.split_once('/') {
            Some((turns, rest)) => {
                let turns = turns.trim().parse().map_err(|_| wrong())?;
                (Some(turns), rest)
            }
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let span = |text: &str| text.trim().parse::<Span>().map_err(|_| wrong());
        let clock = Self {
            base: span(base)?,
            increment: span(increment)?,
            session,
        };
        if session == Some(0) || clock.base.0.is_zero() {
            return Err(wrong());
        }
        Ok(clock)
    }
}

impl From<ClockLimit> for String {
    fn from(clock: ClockLimit) -> String {
        clock.to_string()
    }
}

impl fmt::Display for ClockLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(turns) = self.session {
            write!(f, "{turns}/")?;
        }
        let seconds = |span: Span| span.0.as_secs_f64();
        write!(f, "{}+{}", seconds(self.base), seconds(self.increment))
    }
}

/// Everything that bounds an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Limits {
    /// A clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<ClockLimit>,
    /// Time for each turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movetime: Option<Span>,
    /// Nodes for each turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u32>,
    /// Plies for each turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// How much later than its time an engine may answer.
    pub margin: Span,
    /// How long an engine may be silent where no clock says so, and beyond its time.
    pub stall: Span,
    /// How long it may take to start.
    pub start: Span,
    /// Whether it may think on the opponent's time.
    pub ponder: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            time: None,
            movetime: None,
            nodes: None,
            depth: None,
            margin: Span::millis(20),
            stall: Span::millis(30_000),
            start: Span::millis(30_000),
            ponder: false,
        }
    }
}

impl Limits {
    /// Whether there is any bound to an engine's turn.
    #[must_use]
    pub const fn bound_a_turn(&self) -> bool {
        self.counts_time() || self.nodes.is_some() || self.depth.is_some()
    }

    /// Whether what an engine plays hangs on how fast it is.
    #[must_use]
    pub const fn counts_time(&self) -> bool {
        self.time.is_some() || self.movetime.is_some()
    }

    /// Whether the same engine plays the same game again.
    #[must_use]
    pub const fn is_reproducible(&self) -> bool {
        !self.counts_time() && !self.ponder
    }
}

/// As the tag `TimeControl` of a game record: `10+0.1`, `0.1 a turn`, `500 nodes`.
impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [
            self.time.map(|clock| clock.to_string()),
            self.movetime.map(|span| format!("{span} a turn")),
            self.nodes.map(|nodes| format!("{nodes} nodes")),
            self.depth.map(|depth| format!("depth {depth}")),
        ];
        let words: Vec<String> = words.into_iter().flatten().collect();
        f.write_str(&words.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_read_in_their_units_and_written_back() {
        for (text, millis) in [
            ("20ms", 20),
            ("1.5s", 1500),
            ("0.01", 10),
            ("2m", 120_000),
            ("3", 3000),
        ] {
            let span: Span = text.parse().expect("a span");
            assert_eq!(span, Span::millis(millis), "{text}");
            assert_eq!(span.to_string().parse(), Ok(span));
        }
        for text in ["", "x", "-1", "5 parsecs", "inf", "1e99", "NaN"] {
            assert!(text.parse::<Span>().is_err(), "{text}");
        }
    }

    #[test]
    fn clocks_are_read_and_written_back() {
        for text in ["10+0.1", "40/60+0", "1+0.01", "300+5"] {
            let clock: ClockLimit = text.parse().expect("a clock");
            assert_eq!(clock.to_string(), text);
        }
        let clock: ClockLimit = "40/60".parse().expect("a clock");
        assert_eq!(
            (clock.session, clock.increment),
            (Some(40), Span::default())
        );
        for text in ["", "0+1", "0/10", "x+y", "10+", "1/2/3"] {
            assert!(text.parse::<ClockLimit>().is_err(), "{text}");
        }
    }
}
