//! A range of the engines of an event.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A range of places in a list, counted from 1, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Places {
    first: usize,
    last: usize,
}

/// Why a text is not a range, or the range does not fit a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub(super) enum PlacesError {
    /// The text is malformed.
    #[error("players are written A-B, as in 1-4 for the first four")]
    Form,
    /// The list is too short.
    #[error("there are {0} engines")]
    Beyond(usize),
}

impl Places {
    /// The items at these places of a list.
    ///
    /// # Errors
    ///
    /// If the list is too short.
    pub(super) fn of<T>(self, list: &[T]) -> Result<&[T], PlacesError> {
        list.get(self.first - 1..self.last)
            .ok_or(PlacesError::Beyond(list.len()))
    }
}

impl FromStr for Places {
    type Err = PlacesError;

    fn from_str(text: &str) -> Result<Self, PlacesError> {
        let (first, last) = text.split_once('-').ok_or(PlacesError::Form)?;
        let number = |text: &str| text.trim().parse::<usize>().map_err(|_| PlacesError::Form);
        let (first, last) = (number(first)?, number(last)?);
        if first == 0 || first > last {
            return Err(PlacesError::Form);
        }
        Ok(Self { first, last })
    }
}

impl fmt::Display for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.first, self.last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_from_one_and_hold_both_ends() {
        let places = |text: &str| text.parse::<Places>();
        let list = [1, 2, 3, 4];
        assert_eq!(
            places("2-3").and_then(|places| places.of(&list)),
            Ok(&[2, 3][..])
        );
        assert_eq!(
            places("1-4").and_then(|places| places.of(&list)),
            Ok(&list[..])
        );
        assert_eq!(
            places("3-5").and_then(|places| places.of(&list)),
            Err(PlacesError::Beyond(4))
        );
        for text in ["", "1", "0-2", "3-2", "a-b", "1-2-3", "-1-2"] {
            assert_eq!(places(text), Err(PlacesError::Form), "{text}");
        }
        assert_eq!(
            places("2-3").map(|places| places.to_string()),
            Ok("2-3".to_owned())
        );
    }
}
