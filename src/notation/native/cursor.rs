//! Reads a text from left to right. Errors name the column of the mistake.

use super::error::{NativeError, NativeErrorKind};
use super::parts::PartialSquare;
use crate::board::{Color, File, Piece, Rank, Role, Square, Wing};
use crate::notation::error::printable;

const SQUARE: &str = "a square from a1 to h8";

/// A text, and how much of it has been read.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Cursor<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, rest: text }
    }

    /// The column of the next character, counted from 1.
    pub(super) fn column(&self) -> usize {
        let bytes_read = self.text.len() - self.rest.len();
        self.text
            .char_indices()
            .take_while(|&(at, _)| at < bytes_read)
            .count()
            + 1
    }

    pub(super) fn skip_spaces(&mut self) {
        self.rest = self.rest.trim_start();
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Reads the next character if it is `wanted`.
    pub(super) fn take(&mut self, wanted: char) -> bool {
        self.take_text(wanted.encode_utf8(&mut [0; 4]))
    }

    /// Reads the next characters if they are `wanted`.
    pub(super) fn take_text(&mut self, wanted: &str) -> bool {
        match self.rest.strip_prefix(wanted) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Skips spaces, then reads the next word if it is `wanted`. Case and hyphens do not matter.
    pub(super) fn take_word(&mut self, wanted: &str) -> bool {
        self.skip_spaces();
        let mut letters = wanted.chars().filter(|&letter| letter != '-').peekable();
        let mut end = 0;
        for (at, letter) in self.rest.char_indices() {
            match letters.peek() {
                None if letter.is_alphanumeric() => return false,
                None => break,
                Some(next) if letter.eq_ignore_ascii_case(next) => {
                    letters.next();
                }
                Some(_) if letter == '-' && at > 0 => {}
                Some(_) => return false,
            }
            end = at + letter.len_utf8();
        }
        if letters.peek().is_some() {
            return false;
        }
        self.rest = self.rest.get(end..).unwrap_or_default();
        true
    }

    /// Reads `O-O-O` or `O-O`, in capital letters, small letters or zeros.
    pub(super) fn take_castling(&mut self) -> Option<Wing> {
        for (length, wing) in [(5, Wing::Queen), (3, Wing::King)] {
            let form = self.rest.get(..length).unwrap_or_default().bytes();
            let fits = form.len() == length
                && form.enumerate().all(|(at, byte)| match at % 2 {
                    0 => matches!(byte, b'O' | b'o' | b'0'),
                    _ => byte == b'-',
                });
            if fits {
                self.rest = self.rest.get(length..).unwrap_or_default();
                return Some(wing);
            }
        }
        None
    }

    /// Reads the letter of a kind of piece, capital or small.
    pub(super) fn take_role(&mut self) -> Option<Role> {
        self.take_with(Role::from_char)
    }

    /// Reads the letter of a piece of this side: capital for White, small for Black.
    pub(super) fn piece_of(&mut self, color: Color) -> Result<Role, NativeError> {
        let own = |letter| Piece::from_char(letter).filter(|piece| piece.color == color);
        let piece = self.take_with(own).ok_or_else(|| {
            self.expected(color.fold_wb(
                "a white piece: K Q R B N or P",
                "a black piece: k q r b n or p",
            ))
        })?;
        Ok(piece.role)
    }

    /// Reads a from-square that may be incomplete: its file, its rank, both or nothing.
    pub(super) fn partial_square(&mut self) -> PartialSquare {
        PartialSquare {
            file: self.take_with(File::from_char),
            rank: self.take_with(Rank::from_char),
        }
    }

    /// As [`Cursor::partial_square`], but the file may also be a capital letter.
    pub(super) fn partial_square_in_any_case(&mut self) -> PartialSquare {
        PartialSquare {
            file: self.take_with(|letter| File::from_char(letter.to_ascii_lowercase())),
            rank: self.take_with(Rank::from_char),
        }
    }

    /// Reads the next character if `from_char` accepts it. `from_char` must accept only ASCII.
    fn take_with<T>(&mut self, from_char: impl Fn(char) -> Option<T>) -> Option<T> {
        let found = from_char(self.peek()?)?;
        self.rest = self.rest.get(1..).unwrap_or_default();
        Some(found)
    }

    pub(super) fn square(&mut self) -> Result<Square, NativeError> {
        self.square_with(str::to_owned)
    }

    /// Reads a square, with a small or a capital letter.
    pub(super) fn square_in_any_case(&mut self) -> Result<Square, NativeError> {
        self.square_with(str::to_ascii_lowercase)
    }

    fn square_with(&mut self, form: impl Fn(&str) -> String) -> Result<Square, NativeError> {
        let square = self
            .rest
            .get(..2)
            .and_then(|text| Square::from_ascii(form(text).as_bytes()).ok())
            .ok_or_else(|| self.expected(SQUARE))?;
        self.rest = self.rest.get(2..).unwrap_or_default();
        Ok(square)
    }

    /// Checks that only spaces follow. Otherwise the error says that `expected` was expected.
    pub(super) fn end(&mut self, expected: &'static str) -> Result<(), NativeError> {
        self.skip_spaces();
        if self.rest.is_empty() {
            Ok(())
        } else {
            Err(self.expected(expected))
        }
    }

    /// An error that says what was expected instead of the next word.
    pub(super) fn expected(&self, expected: &'static str) -> NativeError {
        let word: String = self
            .rest
            .chars()
            .take_while(|letter| !letter.is_whitespace())
            .take(20)
            .map(printable)
            .collect();
        let found = if self.rest.is_empty() {
            "the end of the text".to_owned()
        } else if word.is_empty() {
            "a space".to_owned()
        } else {
            format!("'{word}'")
        };
        self.error(self.column(), NativeErrorKind::Syntax { found, expected })
    }

    /// An error at a column.
    pub(super) fn error(&self, column: usize, kind: NativeErrorKind) -> NativeError {
        NativeError {
            text: self.text.chars().take(60).map(printable).collect(),
            column,
            kind,
        }
    }
}
