//! Draws common to all games (rules 1.3): repetition and fifty moves, over a history of keys.

use super::{Outcome, Rules};
use crate::board::Key;

/// The rules by which any game ends without a goal reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum DrawCause {
    /// The side to play has no legal turn.
    Stalemate,
    /// The same position for the third time.
    Repetition,
    /// A hundred plies in a row without an irreversible one.
    FiftyMoves,
}

/// Plies without an irreversible one after which a game ends.
pub const FIFTY_MOVES: u16 = 100;

/// The keys of the positions of a game, oldest first, the present one included.
#[derive(Clone, Debug, Default)]
pub struct History {
    keys: Vec<Key>,
}

impl History {
    /// The history of a game that starts at this position.
    #[must_use]
    pub fn starting_at<R: Rules>(position: &R) -> Self {
        Self {
            keys: vec![position.key()],
        }
    }

    /// Adds the position that a turn has led to.
    #[inline]
    pub fn push(&mut self, key: Key) {
        self.keys.push(key);
    }

    /// Takes the newest position back.
    #[inline]
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// The keys, oldest first.
    #[must_use]
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// How often the newest position has stood before, within the last `reversible` plies.
    #[must_use]
    pub fn earlier_occurrences(&self, reversible: u16) -> usize {
        let Some((&key, earlier)) = self.keys.split_last() else {
            return 0;
        };
        let reach = usize::from(reversible).min(earlier.len());
        earlier[earlier.len() - reach..]
            .iter()
            .filter(|&&other| other == key)
            .count()
    }

    /// The rule of 1.3 by which `position`, the newest of this history, ends the game, if one does.
    /// Decided positions are not looked at here: ask [`Rules::outcome`] first.
    #[must_use]
    pub fn draw_cause<R: Rules>(&self, position: &R) -> Option<DrawCause> {
        let halfmove = position.setup().halfmove;
        if self.earlier_occurrences(halfmove) >= 2 {
            Some(DrawCause::Repetition)
        } else if halfmove >= FIFTY_MOVES {
            Some(DrawCause::FiftyMoves)
        } else {
            None
        }
    }

    /// The result of a game that has come to `position`, the newest of this history.
    #[must_use]
    pub fn outcome<R: Rules>(&self, position: &R) -> Option<Outcome> {
        position.outcome().or_else(|| {
            self.draw_cause(position)
                .map(|cause| position.outcome_on(cause))
        })
    }
}
