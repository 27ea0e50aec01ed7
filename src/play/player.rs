//! Somebody who plays a game.

use crate::board::Turn;
use crate::live::LiveGame;
use crate::rules::Rules;
use crate::search::{Limits, Score};

/// Somebody who plays a game.
pub trait Player<R: Rules>: Send {
    /// Forgets all earlier games. Whatever the player leaves to chance in the next one follows from
    /// `seed`.
    fn new_game(&mut self, seed: u64);

    /// Chooses a turn in a game that is not over. Without a limit of time, the same calls since
    /// [`Player::new_game`] have the same answers.
    fn choose(&mut self, game: &LiveGame<R>, limits: &Limits) -> Choice;
}

/// The turn that a player chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The turn.
    pub turn: Turn,
    /// What the player thinks of it, from its own view, and how many plies deep; `None` of players
    /// who do not think.
    pub thought: Option<(Score, u32)>,
}

impl From<Turn> for Choice {
    fn from(turn: Turn) -> Self {
        Self {
            turn,
            thought: None,
        }
    }
}
