//! Durations and time controls as people write them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A duration in whole milliseconds, written as a number with its unit: `100ms`, `1.5s`, `2m`,
/// `1h`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize)]
#[serde(into = "String")]
pub struct Span(pub Duration);

/// The longest duration that is accepted: a month of 30 days, in milliseconds.
const LONGEST: f64 = 2_592_000_000.0;

/// Why a text is not a duration.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SpanError {
    /// A bare number.
    #[error("'{0}' has no unit: write {0}s or {0}ms")]
    NoUnit(String),
    /// Not a number with a unit.
    #[error("'{0}' is not a duration: write a number with its unit, as in 100ms, 10s, 1m or 1h")]
    Form(String),
    /// Beyond the longest duration.
    #[error("'{0}' is too long: a duration is at most 720h")]
    TooLong(String),
}

impl Span {
    /// A duration of this many milliseconds.
    #[must_use]
    pub const fn millis(millis: u64) -> Self {
        Self(Duration::from_millis(millis))
    }
}

impl FromStr for Span {
    type Err = SpanError;

    fn from_str(text: &str) -> Result<Self, SpanError> {
        let form = || SpanError::Form(text.to_owned());
        let digits = text
            .find(|letter: char| !letter.is_ascii_digit() && letter != '.')
            .unwrap_or(text.len());
        let (number, unit) = text.split_at(digits);
        let number: f64 = number.parse().map_err(|_| form())?;
        let millis = match unit {
            "ms" => number,
            "s" => number * 1e3,
            "m" => number * 60e3,
            "h" => number * 3600e3,
            "" => return Err(SpanError::NoUnit(text.to_owned())),
            _ => return Err(form()),
        };
        if millis > LONGEST {
            return Err(SpanError::TooLong(text.to_owned()));
        }
        Ok(Self::millis(millis.round() as u64))
    }
}

/// Writes seconds if the duration is a whole number of seconds above 0, otherwise milliseconds.
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

impl From<Span> for String {
    fn from(span: Span) -> String {
        span.to_string()
    }
}

impl<'de> Deserialize<'de> for Span {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Text("a duration such as \"100ms\" or \"10s\""))?
            .parse()
            .map_err(de::Error::custom)
    }
}

/// A time control. `10s+0.1s` gives ten seconds for the game and a tenth of a second for each turn.
/// `40/60s+0.5s` gives a minute for every forty turns and half a second for each turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(into = "String")]
pub struct TimeControl {
    /// The time on the clock at the start of the game. At the start of each later period, this time
    /// is added to the clock.
    pub base: Span,
    /// The time added after each turn.
    pub increment: Span,
    /// Turns per period; `None` if one period lasts the whole game.
    pub period: Option<u32>,
}

/// Why a text is not a time control.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TimeControlError {
    /// No increment.
    #[error(
        "'{0}' is not a clock: write {0}+0s for a clock without increment, or use movetime to limit the time for each turn"
    )]
    NoIncrement(String),
    /// One of its durations is wrong.
    #[error("'{text}' is not a clock, because {error}")]
    Span {
        /// The whole text.
        text: String,
        /// What is wrong with the duration.
        error: SpanError,
    },
    /// The text does not have the form of a time control, the base time is 0, or the period has 0
    /// turns.
    #[error(
        "'{0}' is not a clock: write it as in 10s+0.1s, or 40/60s+0.5s for periods of 40 turns"
    )]
    Form(String),
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        Self::read(text, |part| {
            part.parse().map_err(|error| TimeControlError::Span {
                text: text.to_owned(),
                error,
            })
        })
    }
}

impl TimeControl {
    /// Reads a time control as journals before version 2 write it, in seconds without a unit:
    /// `10+0.1`.
    ///
    /// # Errors
    ///
    /// If the text has another form, if a number in it is too large, if the base time is 0, or if
    /// the period has 0 turns.
    pub fn from_bare_seconds(text: &str) -> Result<Self, TimeControlError> {
        let form = || TimeControlError::Form(text.to_owned());
        Self::read(text, |seconds| {
            if seconds.contains(char::is_alphabetic) {
                return Err(form());
            }
            format!("{seconds}s").parse().map_err(|_| form())
        })
    }

    fn read(
        text: &str,
        span: impl Fn(&str) -> Result<Span, TimeControlError>,
    ) -> Result<Self, TimeControlError> {
        let form = || TimeControlError::Form(text.to_owned());
        let (period, clock) = match text.split_once('/') {
            Some((turns, clock)) => (Some(turns.trim().parse().map_err(|_| form())?), clock),
            None => (None, text),
        };
        let Some((base, increment)) = clock.split_once('+') else {
            span(clock.trim())?;
            return Err(TimeControlError::NoIncrement(text.to_owned()));
        };
        let control = Self {
            base: span(base.trim())?,
            increment: span(increment.trim())?,
            period,
        };
        if period == Some(0) || control.base.0.is_zero() {
            return Err(form());
        }
        Ok(control)
    }

    /// The value of the tag `TimeControl` of a game record, in seconds: `10+0.1`.
    #[must_use]
    pub fn tag(&self) -> String {
        self.in_seconds("")
    }

    fn in_seconds(&self, unit: &str) -> String {
        let period = self.period.map(|turns| format!("{turns}/"));
        let [base, increment] = [self.base, self.increment].map(|span| span.0.as_secs_f64());
        format!(
            "{}{base}{unit}+{increment}{unit}",
            period.unwrap_or_default()
        )
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_seconds("s"))
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> String {
        control.to_string()
    }
}

impl<'de> Deserialize<'de> for TimeControl {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Text("a clock such as \"10s+0.1s\""))?
            .parse()
            .map_err(de::Error::custom)
    }
}

/// Reads a string. A bare number becomes a string too, so that the parser refuses it with an error
/// that quotes the number and asks for its unit.
struct Text(&'static str);

impl Visitor<'_> for Text {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<String, E> {
        Ok(number.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_in_their_units_and_written_back() {
        for (text, millis) in [
            ("20ms", 20),
            ("1.5s", 1500),
            ("0.01s", 10),
            ("0ms", 0),
            ("3s", 3000),
            ("2m", 120_000),
            ("1h", 3_600_000),
        ] {
            let span: Span = text.parse().expect("a duration");
            assert_eq!(span, Span::millis(millis), "{text}");
            assert_eq!(span.to_string().parse(), Ok(span));
        }
    }

    #[test]
    fn wrong_durations_are_refused_with_advice() {
        for (text, error) in [
            ("5", "'5' has no unit: write 5s or 5ms"),
            ("0.5", "'0.5' has no unit: write 0.5s or 0.5ms"),
            (
                "5 parsecs",
                "'5 parsecs' is not a duration: write a number with its unit, as in 100ms, 10s, 1m or 1h",
            ),
            ("721h", "'721h' is too long: a duration is at most 720h"),
        ] {
            let found = text.parse::<Span>().expect_err(text);
            assert_eq!(found.to_string(), error);
        }
        for text in ["", "x", "-1s", "inf", "1e99s", "NaNs", "1..2s", "s", " 1s"] {
            let error = text.parse::<Span>().expect_err(text);
            assert_eq!(error, SpanError::Form(text.to_owned()));
        }
    }

    #[test]
    fn time_controls_are_read_and_written_back() {
        for text in ["10s+0.1s", "40/60s+0s", "1s+0.01s", "300s+5s"] {
            let control: TimeControl = text.parse().expect("a time control");
            assert_eq!(control.to_string(), text);
        }
        let control: TimeControl = "40/1m+500ms".parse().expect("a time control");
        assert_eq!(control.to_string(), "40/60s+0.5s");
        assert_eq!(control.tag(), "40/60+0.5");
        assert_eq!(TimeControl::from_bare_seconds("40/60+0.5"), Ok(control));
        for text in ["10+500m", "10m+0", "10s+0"] {
            let error = TimeControl::from_bare_seconds(text).expect_err(text);
            assert_eq!(error, TimeControlError::Form(text.to_owned()));
        }
    }

    #[test]
    fn wrong_time_controls_are_refused_with_advice() {
        for (text, error) in [
            (
                "5s",
                "'5s' is not a clock: write 5s+0s for a clock without increment, or use movetime to limit the time for each turn",
            ),
            (
                "10+0.1",
                "'10+0.1' is not a clock, because '10' has no unit: write 10s or 10ms",
            ),
            (
                "5",
                "'5' is not a clock, because '5' has no unit: write 5s or 5ms",
            ),
            (
                "0s+1s",
                "'0s+1s' is not a clock: write it as in 10s+0.1s, or 40/60s+0.5s for periods of 40 turns",
            ),
        ] {
            let found = text.parse::<TimeControl>().expect_err(text);
            assert_eq!(found.to_string(), error);
        }
        for text in ["", "0/10s+0s", "xs+ys", "10s+", "1/2/3s+1s"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }
}
