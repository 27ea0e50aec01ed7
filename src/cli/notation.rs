//! The notation in which people read and type turns.

use std::path::Path;

use clap::ValueEnum;

use super::Error;
use crate::board::Turn;
use crate::games::Game;
use crate::notation::native::{Native, NativeError};
use crate::notation::{NativeWords, turn};
use crate::rules::Form;

/// How turns are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(super) enum Notation {
    /// The notation of the protocol: e6e5, e4d3*q, N@f3,f6e6
    #[default]
    Protocol,
    /// The game's own notation, in which its author writes turns
    Native,
}

/// Sorts turns by their texts. Not generic, so it is compiled only once.
fn sort_by_text(turns: &mut [(Turn, String)]) {
    turns.sort_by(|(_, one), (_, other)| one.cmp(other));
}

impl Notation {
    /// The text of a legal turn.
    pub(super) fn write<R: NativeWords>(self, position: &R, turn: Turn) -> String {
        match self {
            Notation::Protocol => turn.to_string(),
            Notation::Native => Native::new(position).write(turn),
        }
    }

    /// All legal turns, sorted by their text.
    pub(super) fn all<R: NativeWords>(self, position: &R) -> Vec<(Turn, String)> {
        let mut turns: Vec<(Turn, String)> = match self {
            Notation::Protocol => {
                let turns = position.turns().into_iter();
                turns.map(|turn| (turn, turn.to_string())).collect()
            }
            Notation::Native => Native::new(position).legal_turns().collect(),
        };
        sort_by_text(&mut turns);
        turns
    }

    /// The texts of consecutive turns. Ends before the first illegal turn.
    pub(super) fn line<R: NativeWords>(self, position: &R, turns: &[Turn]) -> Vec<String> {
        let mut position = position.clone();
        let mut texts = Vec::with_capacity(turns.len());
        for &turn in turns {
            if !position.is_legal(turn) {
                break;
            }
            texts.push(self.write(&position, turn));
            position = position.play(turn);
        }
        texts
    }
}

/// Reads one turn from a list of turns in the notation of the protocol. `number` is the place of
/// the turn in the list, counted from 1.
///
/// # Errors
///
/// If the text is not a turn. The error contains `number`.
pub(super) fn numbered_turn(form: Form, number: usize, text: &str) -> Result<Turn, Error> {
    turn::read(form, text).map_err(|error| Error::Usage(format!("turn {number}: {error}")))
}

/// Whether a word of the command line is a turn of `game` rather than the name of a file.
pub(super) fn is_turn(game: &'static Game, word: &str) -> bool {
    turn::read(game.form(), word).is_ok() && !Path::new(word).exists()
}

/// Reads a turn in the game's own notation.
pub(super) fn in_native_words<R: NativeWords>(
    position: &R,
    text: &str,
) -> Result<Turn, NativeError> {
    Native::new(position).read(text)
}
