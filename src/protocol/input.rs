//! Lines from the client. They may contain any bytes.

use std::io::{BufRead, Read};

/// The maximum length of a line in bytes. Longer lines are refused.
pub const MAX_LINE_LENGTH: usize = 1 << 20;

/// A line that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputLine {
    /// A line of text, without its line ending.
    Text(String),
    /// A line that is not UTF-8, with replacement characters for the invalid bytes.
    NotText(String),
    /// A line longer than [`MAX_LINE_LENGTH`].
    TooLong,
    /// There are no more lines.
    End,
}

impl InputLine {
    /// The length of the text in bytes.
    #[must_use]
    pub fn length(&self) -> usize {
        match self {
            InputLine::Text(text) | InputLine::NotText(text) => text.len(),
            InputLine::TooLong | InputLine::End => 0,
        }
    }

    /// Whether the session ends with this line: `quit`, or the end of the input.
    #[must_use]
    pub fn is_last(&self) -> bool {
        match self {
            InputLine::Text(text) => text.split_whitespace().eq(["quit"]),
            InputLine::End => true,
            InputLine::NotText(_) | InputLine::TooLong => false,
        }
    }
}

/// Reads the next line. An error of the stream ends the input.
pub fn next_line(input: &mut impl BufRead) -> InputLine {
    let mut bytes = Vec::new();
    // A line ending has at most two bytes.
    let limit = MAX_LINE_LENGTH + 2;
    match input
        .by_ref()
        .take(limit as u64)
        .read_until(b'\n', &mut bytes)
    {
        Err(_) | Ok(0) => return InputLine::End,
        Ok(_) => {}
    }
    if bytes.len() == limit && bytes.last() != Some(&b'\n') {
        return if input.skip_until(b'\n').is_ok() {
            InputLine::TooLong
        } else {
            InputLine::End
        };
    }
    while matches!(bytes.last(), Some(b'\n' | b'\r')) {
        bytes.pop();
    }
    if bytes.len() > MAX_LINE_LENGTH {
        return InputLine::TooLong;
    }
    match String::from_utf8(bytes) {
        Ok(text) => InputLine::Text(text),
        Err(error) => InputLine::NotText(String::from_utf8_lossy(error.as_bytes()).into_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_maximum_length_does_not_include_the_line_ending() {
        for ending in ["\n", "\r\n"] {
            for (length, is_read) in [(MAX_LINE_LENGTH, true), (MAX_LINE_LENGTH + 1, false)] {
                let text = "x".repeat(length);
                let mut input = text.as_bytes().chain(ending.as_bytes()).chain(&b"next"[..]);
                let expected = if is_read {
                    InputLine::Text(text.clone())
                } else {
                    InputLine::TooLong
                };
                assert!(next_line(&mut input) == expected, "{length} {ending:?}");
                assert_eq!(next_line(&mut input), InputLine::Text("next".to_owned()));
                assert_eq!(next_line(&mut input), InputLine::End);
            }
        }
    }
}
