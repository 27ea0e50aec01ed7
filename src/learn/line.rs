//! Lines of play.

use crate::board::Turn;
use crate::rules::{History, Rules};
use crate::search::Root;

/// A line of play: its turns, its last position, and the keys of all its positions.
#[derive(Clone, Debug)]
pub(super) struct Line<R> {
    turns: Vec<Turn>,
    position: R,
    history: History,
}

impl<R: Rules> Line<R> {
    /// A line that begins at this position.
    pub(super) fn starting_at(position: R) -> Self {
        let history = History::starting_at(&position);
        Self {
            turns: Vec::new(),
            position,
            history,
        }
    }

    /// The turns from the first position on.
    pub(super) fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The last position.
    pub(super) fn position(&self) -> &R {
        &self.position
    }

    /// The last position and the keys of all positions, for a search.
    pub(super) fn root(&self) -> Root<'_, R> {
        Root {
            position: &self.position,
            keys: self.history.keys(),
        }
    }

    /// Whether the game is over in the last position.
    pub(super) fn is_over(&self) -> bool {
        self.history.outcome(&self.position).is_some()
    }

    /// Adds a legal turn.
    pub(super) fn play(&mut self, turn: Turn) {
        self.turns.push(turn);
        self.position = self.position.play(turn);
        self.history.push(self.position.key());
    }

    /// The line with this turn added; `None` if the turn ends the game.
    pub(super) fn after(&self, turn: Turn) -> Option<Self> {
        let mut line = self.clone();
        line.play(turn);
        (!line.is_over()).then_some(line)
    }
}
