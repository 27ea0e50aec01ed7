//! Records in the games' own words. It takes the position in which words are said to understand
//! them, and to write them.

use super::read::{Problem, RecordError, without_number};
use super::tokens::{Token, Tokens};
use super::{Record, ReplayError};
use crate::board::{Color, Setup, Turn};
use crate::games::{Game, TypedGame, Visitor};
use crate::notation::PositionError;
use crate::notation::native::{Native, NativeError, NativeWords};

/// Somebody who follows a game turn by turn, whichever game it is.
pub(super) trait Listener {
    /// Understands the next turn, and plays it.
    fn hear(&mut self, words: &str) -> Result<Turn, NativeError>;
}

impl dyn Listener {
    /// A listener to a game that starts at `start`.
    pub(super) fn at(variant: &'static Game, start: Setup) -> Result<Box<Self>, PositionError> {
        variant.dispatch(Follow(start))
    }
}

struct Follow(Setup);

impl Visitor for Follow {
    type Output = Result<Box<dyn Listener>, PositionError>;

    fn visit<R: NativeWords>(self, variant: TypedGame<R>) -> Self::Output {
        Ok(Box::new(Following(variant.position(self.0)?)))
    }
}

/// The position that a game has come to.
struct Following<R>(R);

impl<R: NativeWords> Listener for Following<R> {
    fn hear(&mut self, words: &str) -> Result<Turn, NativeError> {
        let turn = Native::new(&self.0).read(words)?;
        self.0 = self.0.play(turn);
        Ok(turn)
    }
}

/// Reads turns in a game's own words, as they stand behind the tags of a record: parted by two
/// blanks, line ends or `=>`, with or without numbers and comments.
///
/// # Errors
///
/// Names line, column and what is wrong there.
pub fn read_turns<R: NativeWords>(start: &R, text: &str) -> Result<Vec<Turn>, RecordError> {
    let mut tokens = Tokens::new(text);
    tokens.native = true;
    let mut following = Following(start.clone());
    let mut turns = Vec::new();
    for token in tokens {
        let (place, token) = token?;
        match token {
            Token::Comment(_) => {}
            Token::Tag(..) => return Err(place.error(Problem::Stray('['))),
            Token::Word(whole) => {
                let Some(words) = without_number(&whole) else {
                    continue;
                };
                let turn = following.hear(words).map_err(|mut error| {
                    error.column += whole.chars().count() - words.chars().count();
                    place.error(Problem::Words(error))
                });
                turns.push(turn?);
            }
        }
    }
    Ok(turns)
}

impl Record {
    /// The record with its turns in the game's own words, as [`read`](super::read()) reads it too.
    ///
    /// # Errors
    ///
    /// Names the first turn that cannot be played, and why.
    pub fn in_native_words(&self) -> Result<String, ReplayError> {
        self.variant.dispatch(Write(self))
    }

    /// Everything behind the tags: a line for both turns of a number, where no comment comes between.
    fn in_words<R: NativeWords>(&self, start: R) -> String {
        let mut text = String::new();
        if let Some(preface) = &self.preface {
            text.push_str(&format!("{{{preface}}}\n"));
        }
        let mut position = start;
        let mut fresh = true;
        for recorded in &self.turns {
            let side = position.side();
            let number = position.setup().fullmove;
            match (fresh, side) {
                (_, Color::White) => text.push_str(&format!("{number}.  ")),
                (true, Color::Black) => text.push_str(&format!("{number}...  ")),
                (false, Color::Black) => text.push_str("    "),
            }
            text.push_str(&Native::new(&position).entry(recorded.turn));
            if let Some(comment) = &recorded.comment {
                text.push_str(&format!("  {{{comment}}}"));
            }
            fresh = side.is_black() || recorded.comment.is_some();
            if fresh {
                text.push('\n');
            }
            position = position.play(recorded.turn);
        }
        if !fresh {
            text.push('\n');
        }
        text.push_str(&format!("{}\n\n", self.result));
        text
    }
}

struct Write<'a>(&'a Record);

impl Visitor for Write<'_> {
    type Output = Result<String, ReplayError>;

    fn visit<R: NativeWords>(self, variant: TypedGame<R>) -> Self::Output {
        let record = self.0;
        record.replay(variant)?;
        let start = variant
            .position(record.start)
            .map_err(PositionError::from)?;
        let mut text = record.tags_as_text(&[("Notation", "native")]);
        text.push_str(&record.in_words(start));
        Ok(text)
    }
}
