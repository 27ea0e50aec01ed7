//! Reads a [`Variation`] from text: which switches of a game vary, and the values that each takes.

use std::str::FromStr;

use super::vary::{MAX_GAMES, Values, Variation, VaryError};

impl FromStr for Variation {
    type Err = VaryError;

    fn from_str(text: &str) -> Result<Self, VaryError> {
        let switches = parts(text).into_iter().map(|part| {
            let syntax_error = || VaryError::Syntax(part.clone());
            let (name, values) = match part.split_once('=') {
                None => (part.trim(), Values::All),
                // The start may be a position, whose spaces are kept.
                Some((name, values)) if name.trim() == "start" => {
                    let starts = values.split('|').map(|start| start.trim().to_owned());
                    (name.trim(), Values::Given(starts.collect()))
                }
                Some((name, values)) => (name.trim(), Values::Given(given(&part, values)?)),
            };
            let is_empty = |value: &String| value.is_empty();
            let has_empty_value =
                matches!(&values, Values::Given(values) if values.iter().any(is_empty));
            if name.is_empty() || has_empty_value {
                return Err(syntax_error());
            }
            Ok((name.to_owned(), values))
        });
        switches.collect::<Result<_, _>>().map(Self)
    }
}

/// The parts of a text, separated by commas. A comma in square brackets does not separate parts.
fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for letter in text.chars() {
        match letter {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        match parts.last_mut() {
            _ if letter == ',' && depth == 0 => parts.push(String::new()),
            Some(part) => part.push(letter),
            None => {}
        }
    }
    parts
}

/// The values of a switch. `part` is the switch with its values, for errors.
fn given(part: &str, values: &str) -> Result<Vec<String>, VaryError> {
    let Some((low, high)) = values.split_once("..") else {
        return Ok(values
            .split('|')
            .map(|value| value.trim().replace(' ', ""))
            .collect());
    };
    let number = |text: &str| {
        text.trim()
            .parse::<i64>()
            .map_err(|_| VaryError::Syntax(part.to_owned()))
    };
    let (low, high) = (number(low)?, number(high)?);
    let part = part.to_owned();
    if low > high {
        return Err(VaryError::EmptyRange(part));
    }
    let count = i128::from(high) - i128::from(low) + 1;
    if count > MAX_GAMES as i128 {
        return Err(VaryError::LongRange { part, count });
    }
    Ok((low..=high).map(|value| value.to_string()).collect())
}
