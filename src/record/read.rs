//! Reads game records one after the other.

use super::Record;
use super::builder::{RecordBuilder, join};
use super::error::{RecordError, RecordErrorKind};
use super::tags::Comment;
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
    /// The tag `FEN`. If there is none, the same place as `start`.
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
            builder.add_glyphs(&self.tokens.glyphs);
            let turn = match &token {
                Token::Word(word) => TurnText::of(word),
                _ => None,
            };
            let turn_place = turn.map_or(place, |turn| turn.place(place));
            if let Some(mut record) = builder.add(place, token)? {
                self.add_comments_after_result(&mut record);
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

    /// Reads the comments that follow the result, and adds them to the last turn, or to the preface
    /// if there is no turn. A comment after an empty line belongs to the next game if there is one.
    fn add_comments_after_result(&mut self, record: &mut Record) {
        let slot = match record.turns.last_mut() {
            Some(last) => &mut last.comment,
            None => &mut record.preface,
        };
        let mut ahead = self.tokens.clone();
        // The comments after an empty line.
        let mut later: Option<Vec<String>> = None;
        loop {
            match ahead.next() {
                Some(Ok((_, Token::Comment(text)))) => match &mut later {
                    Some(later) => later.push(text),
                    None if ahead.after_empty_line => later = Some(vec![text]),
                    None => {
                        join(slot, Comment::new(&text));
                        self.tokens = ahead.clone();
                    }
                },
                Some(_) => return,
                None => {
                    for text in later.into_iter().flatten() {
                        join(slot, Comment::new(&text));
                    }
                    self.tokens = ahead;
                    return;
                }
            }
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
