//! Errors in settings, and functions that read values.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;

use crate::play::duration::{Span, SpanError, TimeControlError};
use crate::search::params::ParamError;

/// Why a word is not a valid setting.
#[derive(Debug, Error)]
pub enum SettingsError {
    /// It is not of the form `NAME=VALUE`.
    #[error("'{0}' is not a setting: write it NAME=VALUE")]
    Form(String),
    /// The setting cannot have the value.
    #[error("{name}={text}: {expected} is expected")]
    Value {
        /// The name.
        name: &'static str,
        /// The value.
        text: String,
        /// What would be right.
        expected: String,
    },
    /// The value is not a duration.
    #[error("{name}={text}: {error}")]
    Duration {
        /// The name.
        name: &'static str,
        /// The value.
        text: String,
        /// What is wrong with it.
        error: SpanError,
    },
    /// The value is not a time control.
    #[error("time: {0}")]
    Time(#[from] TimeControlError),
    /// The word uses `clock`, the old name of `time`.
    #[error(
        "clock={0}: the setting 'clock' is now called 'time'; write it with units, as in time=10s+0.1s"
    )]
    Clock(String),
    /// There is no such setting.
    #[error(
        "unknown setting '{0}': the settings are weights, network, nodes, depth, movetime, time, level, contempt, hash, overhead and the parameters of the search"
    )]
    Unknown(String),
    /// A parameter of the search cannot have the value.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// A file of weights or of a network is unreadable or wrong, or a folder has no file of
    /// weights.
    #[error("{path}: {problem}")]
    File {
        /// The file or folder.
        path: String,
        /// What is wrong with it.
        problem: String,
    },
}

/// Returns the value. If there is none, returns an error that says what is expected.
fn value_or_error<T>(
    name: &'static str,
    text: &str,
    value: Option<T>,
    expected: impl FnOnce() -> String,
) -> Result<T, SettingsError> {
    value.ok_or_else(|| SettingsError::Value {
        name,
        text: text.to_owned(),
        expected: expected(),
    })
}

/// Reads a number within bounds. `kind` names the number in an error message, as in "a whole
/// number".
pub(super) fn within<T: FromStr + PartialOrd + Display>(
    name: &'static str,
    text: &str,
    kind: &str,
    bounds: &RangeInclusive<T>,
) -> Result<T, SettingsError> {
    let number = text.parse().ok().filter(|number| bounds.contains(number));
    value_or_error(name, text, number, || {
        format!("{kind} from {} to {}", bounds.start(), bounds.end())
    })
}

/// Reads a duration.
pub(super) fn duration(name: &'static str, text: &str) -> Result<Span, SettingsError> {
    text.parse().map_err(|error| SettingsError::Duration {
        name,
        text: text.to_owned(),
        error,
    })
}

/// Reads a duration above 0.
pub(super) fn positive_duration(name: &'static str, text: &str) -> Result<Span, SettingsError> {
    let span = duration(name, text)?;
    let above_zero = Some(span).filter(|span| !span.0.is_zero());
    value_or_error(name, text, above_zero, || {
        "a duration above 0, as in 100ms,".to_owned()
    })
}
