//! Reading a text from left to right, with the column for complaints.

use super::account::Origin;
use super::error::{NativeError, Problem};
use crate::board::{Color, File, Piece, Rank, Role, Square, Wing};

const SQUARE: &str = "a square from a1 to h8";

/// A place in a text.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Cursor<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, rest: text }
    }

    /// The character, counted from 1, at which the cursor stands.
    pub(super) fn column(&self) -> usize {
        let read = self.text.len() - self.rest.len();
        self.text
            .char_indices()
            .take_while(|&(at, _)| at < read)
            .count()
            + 1
    }

    pub(super) fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Takes the next character if it is this one.
    pub(super) fn take(&mut self, wanted: char) -> bool {
        self.take_text(wanted.encode_utf8(&mut [0; 4]))
    }

    /// Takes the next characters if they are these.
    pub(super) fn take_text(&mut self, wanted: &str) -> bool {
        match self.rest.strip_prefix(wanted) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Takes the next word if it is this one; hyphens and capital letters do not matter.
    pub(super) fn take_word(&mut self, wanted: &str) -> bool {
        self.skip_blanks();
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

    /// Takes `O-O-O` or `O-O`, with capital or small letters or zeros.
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

    /// Takes the letter of a kind of piece, of which case alone decides nothing.
    pub(super) fn take_role(&mut self) -> Option<Role> {
        let role = Role::from_char(self.peek()?)?;
        self.rest = self.rest.get(1..).unwrap_or_default();
        Some(role)
    }

    /// A piece of this side by its letter, capital for White and small for Black.
    pub(super) fn piece_of(&mut self, color: Color) -> Result<Role, NativeError> {
        match self.peek().and_then(Piece::from_char) {
            Some(piece) if piece.color == color => {
                self.rest = self.rest.get(1..).unwrap_or_default();
                Ok(piece.role)
            }
            _ => Err(self.expected(color.fold_wb(
                "a white piece: K Q R B N or P",
                "a black piece: k q r b n or p",
            ))),
        }
    }

    /// What is said of the square that a piece leaves: its file, its rank, both or nothing.
    pub(super) fn origin(&mut self) -> Origin {
        let mut part = |from_char: &dyn Fn(char) -> bool| {
            let letter = self.peek().filter(|&letter| from_char(letter))?;
            self.rest = self.rest.get(1..).unwrap_or_default();
            Some(letter)
        };
        let file = part(&|letter| File::from_char(letter).is_some()).and_then(File::from_char);
        let rank = part(&|letter| Rank::from_char(letter).is_some()).and_then(Rank::from_char);
        Origin { file, rank }
    }

    pub(super) fn square(&mut self) -> Result<Square, NativeError> {
        let square = self
            .rest
            .get(..2)
            .and_then(|text| Square::from_ascii(text.as_bytes()).ok())
            .ok_or_else(|| self.expected(SQUARE))?;
        self.rest = self.rest.get(2..).unwrap_or_default();
        Ok(square)
    }

    /// Nothing but blanks may follow.
    pub(super) fn end(&mut self, expected: &'static str) -> Result<(), NativeError> {
        self.skip_blanks();
        if self.rest.is_empty() {
            Ok(())
        } else {
            Err(self.expected(expected))
        }
    }

    /// A complaint about what stands here.
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
            "a blank".to_owned()
        } else {
            format!("'{word}'")
        };
        self.problem(self.column(), Problem::Form { found, expected })
    }

    /// A complaint about a place.
    pub(super) fn problem(&self, column: usize, problem: Problem) -> NativeError {
        NativeError {
            text: self.text.chars().take(60).map(printable).collect(),
            column,
            problem,
        }
    }
}

/// A complaint is one line, whatever the text has in it.
fn printable(letter: char) -> char {
    if letter.is_control() { ' ' } else { letter }
}
