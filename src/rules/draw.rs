//! The ends of a game by repetition and by the fifty-move rule, detected with a history of keys.

use super::outcome::{DrawCause, Outcome};
use super::traits::Rules;
use crate::board::Key;

/// The number of reversible plies in a row, fifty of each side, after which a game ends.
pub const FIFTY_MOVES: u16 = 100;

/// The keys of all positions of a game up to the current position, oldest first.
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

    /// Adds the position after a turn.
    #[inline]
    pub fn push(&mut self, key: Key) {
        self.keys.push(key);
    }

    /// Removes the newest position.
    #[inline]
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// The keys, oldest first.
    #[must_use]
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// The number of earlier occurrences of the newest position among the `reversible_plies`
    /// positions just before it.
    #[must_use]
    pub fn earlier_occurrences(&self, reversible_plies: u16) -> usize {
        let Some((&key, earlier)) = self.keys.split_last() else {
            return 0;
        };
        let plies = usize::from(reversible_plies).min(earlier.len());
        earlier[earlier.len() - plies..]
            .iter()
            .filter(|&&other| other == key)
            .count()
    }

    /// The cause if repetition or the fifty-move rule ends the game at `position`; `None` if
    /// neither does. `position` must be the newest position of this history. [`Rules::outcome`]
    /// takes precedence; this function does not test it.
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

    /// The result of a game at `position`; `None` if the game goes on. `position` must be the
    /// newest position of this history.
    #[must_use]
    pub fn outcome<R: Rules>(&self, position: &R) -> Option<Outcome> {
        position.outcome().or_else(|| {
            self.draw_cause(position)
                .map(|cause| position.outcome_on(cause))
        })
    }
}
