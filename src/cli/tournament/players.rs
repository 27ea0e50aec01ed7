//! A range of the engines of an event.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::plural::counted;

/// A range in the list of engines, counted from 1, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EngineRange {
    first: usize,
    last: usize,
}

/// Why a text is not a range, or why a range does not fit a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub(super) enum EngineRangeError {
    /// The text is malformed.
    #[error("expected a range of engines A-B, such as 1-4 for the first four")]
    Form,
    /// The list is too short.
    #[error("the event has {}", counted(*.0, "engine"))]
    Beyond(usize),
}

impl EngineRange {
    /// The part of a list in this range.
    ///
    /// # Errors
    ///
    /// If the list is too short.
    pub(super) fn of<T>(self, list: &[T]) -> Result<&[T], EngineRangeError> {
        list.get(self.first - 1..self.last)
            .ok_or(EngineRangeError::Beyond(list.len()))
    }
}

impl FromStr for EngineRange {
    type Err = EngineRangeError;

    fn from_str(text: &str) -> Result<Self, EngineRangeError> {
        let (first, last) = text.split_once('-').ok_or(EngineRangeError::Form)?;
        let number = |text: &str| {
            text.trim()
                .parse::<usize>()
                .map_err(|_| EngineRangeError::Form)
        };
        let (first, last) = (number(first)?, number(last)?);
        if first == 0 || first > last {
            return Err(EngineRangeError::Form);
        }
        Ok(Self { first, last })
    }
}

impl fmt::Display for EngineRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.first, self.last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_counted_from_one_and_include_both_ends() {
        let range = |text: &str| text.parse::<EngineRange>();
        let list = [1, 2, 3, 4];
        assert_eq!(
            range("2-3").and_then(|range| range.of(&list)),
            Ok(&[2, 3][..])
        );
        assert_eq!(
            range("1-4").and_then(|range| range.of(&list)),
            Ok(&list[..])
        );
        assert_eq!(
            range("3-5").and_then(|range| range.of(&list)),
            Err(EngineRangeError::Beyond(4))
        );
        for text in ["", "1", "0-2", "3-2", "a-b", "1-2-3", "-1-2"] {
            assert_eq!(range(text), Err(EngineRangeError::Form), "{text}");
        }
        assert_eq!(
            range("2-3").map(|range| range.to_string()),
            Ok("2-3".to_owned())
        );
    }
}
