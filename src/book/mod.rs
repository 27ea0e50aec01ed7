//! The book of a game: the best turns of positions near its start, found by `reviver explore`.
//!
//! The book is read from the file `positions/NAME/book.txt`, where NAME is the name of the game. A
//! game without this file has an empty book.
//!
//! * `line`: a line of the file

mod line;

use std::collections::HashMap;

use thiserror::Error;

use crate::board::Key;
use crate::games::TypedGame;
use crate::live::LiveGame;
use crate::rules::{History, Rules};

pub use line::{BookEntry, BookLine, BookLineError};

/// The entries of a game's book, indexed by the keys of their positions.
#[derive(Clone, Debug, Default)]
pub struct Book {
    entries: HashMap<Key, BookEntry>,
}

/// A line of a book is wrong.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line} of the book: {problem}")]
pub struct BookError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: BookLineError,
}

impl Book {
    /// The book that comes with a game; empty if there is none.
    ///
    /// # Errors
    ///
    /// If a line of the book is wrong.
    pub fn of<R: Rules>(game: TypedGame<R>) -> Result<Self, BookError> {
        Self::read(game, game.book_text())
    }

    /// Reads a book. Lines that begin with `#` are comments.
    ///
    /// # Errors
    ///
    /// If a line is wrong ([`BookLineError`]). The error names the line.
    pub fn read<R: Rules>(game: TypedGame<R>, text: &str) -> Result<Self, BookError> {
        let mut entries = HashMap::new();
        for (line, text) in (1..).zip(text.lines()) {
            if text.trim().is_empty() || text.starts_with('#') {
                continue;
            }
            let read = BookLine::read(game, text).and_then(|(position, entry)| {
                match entries.insert(position.key(), entry) {
                    None => Ok(()),
                    Some(_) => Err(BookLineError::Twice),
                }
            });
            read.map_err(|problem| BookError { line, problem })?;
        }
        Ok(Self { entries })
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the book has no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What the book knows of a position.
    #[must_use]
    pub fn get<R: Rules>(&self, position: &R) -> Option<BookEntry> {
        self.entries.get(&position.key()).copied()
    }

    /// The entry for the present position of a game. `None` in these cases:
    ///
    /// * The book does not know the position.
    /// * The game is over.
    /// * The turn of the entry is not legal.
    /// * The turn of the entry repeats a position of the game, or reaches the fifty-move limit.
    #[must_use]
    pub fn playable<R: Rules>(&self, game: &LiveGame<R>) -> Option<BookEntry> {
        let position = game.position();
        let entry = self.get(position)?;
        if game.outcome().is_some() || !position.is_legal(entry.turn) {
            return None;
        }
        let next = position.play(entry.turn);
        let is_repeated = game.keys().contains(&next.key());
        let ends = History::starting_at(&next).draw_cause(&next).is_some();
        (!is_repeated && !ends).then_some(entry)
    }
}

/// The text of a book: comments and lines.
#[must_use]
pub fn text(comments: &[String], lines: &[BookLine]) -> String {
    let comments = comments.iter().map(|comment| format!("# {comment}\n"));
    let lines = lines.iter().map(|line| format!("{line}\n"));
    comments.chain(lines).collect()
}

#[cfg(test)]
mod tests;
