//! Reads game records one after the other.

use super::Record;
use super::builder::RecordBuilder;
use super::error::{RecordError, RecordErrorKind};
use super::text_position::TextPosition;
use super::tokens::{Token, Tokens, TurnNotation, TurnText};

/// Reads a text that holds one game.
///
/// # Errors
///
/// The error gives the line, the column and what is wrong there.
pub fn read(text: &str) -> Result<Record, RecordError> {
    let mut reader = Reader::new(text);
    let start = reader.tokens.place;
    let record = reader
        .next()
        .unwrap_or_else(|| Err(start.error(RecordErrorKind::NoGame)))?;
    match reader.tokens.next() {
        None => Ok(record),
        Some(Ok((place, _))) => Err(place.error(RecordErrorKind::SecondGame)),
        Some(Err(error)) => Err(error),
    }
}

/// Reads the games of a text one by one. The iterator ends after the first error.
#[derive(Debug)]
pub struct Reader<'a> {
    tokens: Tokens<'a>,
    failed: bool,
    places: Places,
}

/// The places of the parts of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Places {
    /// The first token of the game: usually its first tag, or a comment before the tags.
    pub start: TextPosition,
    /// The tag `FEN`, or the start of the game if there is no `FEN`.
    pub position: TextPosition,
    /// The turns of the game, without those of variations.
    pub turns: Vec<TextPosition>,
}

impl Places {
    const fn at(start: TextPosition) -> Self {
        Self {
            start,
            position: start,
            turns: Vec::new(),
        }
    }
}

impl<'a> Reader<'a> {
    /// A reader of the games in `text`.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Self {
            tokens: Tokens::new(text, TurnNotation::Protocol),
            failed: false,
            places: Places::at(TextPosition::START),
        }
    }

    /// The places of the parts of the latest game.
    #[must_use]
    pub const fn places(&self) -> &Places {
        &self.places
    }

    /// Reads a game. Its first token is `token`, at `place`.
    fn game(&mut self, mut place: TextPosition, mut token: Token) -> Result<Record, RecordError> {
        let mut builder = RecordBuilder::default();
        self.places = Places::at(place);
        loop {
            if matches!(&token, Token::Tag { name, .. } if name == "FEN") {
                self.places.position = place;
            }
            if self.tokens.after_empty_line {
                builder.empty_line();
            }
            let turn = match &token {
                Token::Word(word) => TurnText::of(word),
                _ => None,
            };
            let turn_place = turn.map_or(place, |turn| turn.place(place));
            if let Some(record) = builder.add(place, token)? {
                return Ok(record);
            }
            self.tokens.notation = builder.notation();
            if builder.turn_count() > self.places.turns.len() {
                self.places.turns.push(turn_place);
            }
            (place, token) = match self.tokens.next() {
                Some(next) => next?,
                None => return Err(self.tokens.place.error(RecordErrorKind::NoResult)),
            };
        }
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        // The tag `Notation` of the previous game does not apply to this game.
        self.tokens.notation = TurnNotation::Protocol;
        let first = self.tokens.next()?;
        let game = first.and_then(|(place, token)| self.game(place, token));
        self.failed = game.is_err();
        Some(game)
    }
}
