//! What bounds a search.

use std::time::Duration;

use crate::board::Turn;

/// How much time a search may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimeLimit {
    /// As much as it takes.
    #[default]
    Unlimited,
    /// This much for the turn.
    Fixed(Duration),
    /// A share of the player's clock.
    Clock {
        /// What the clock of the player to play shows.
        remaining: Duration,
        /// What is added after each turn.
        increment: Duration,
        /// Turns until the clock is refilled.
        turns_to_go: Option<u32>,
    },
}

/// What bounds a search. Every limit that is set holds; none set means: until stopped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Look only at these turns of the root; all of them when empty.
    pub turns: Vec<Turn>,
    /// Plies of the last iteration.
    pub depth: Option<u32>,
    /// Nodes of all threads together.
    pub nodes: Option<u64>,
    /// Stop when a forced end within so many own turns is found.
    pub mate: Option<u32>,
    /// Time.
    pub time: TimeLimit,
    /// `infinite`: do not answer before being stopped, even when there is nothing left to search.
    pub infinite: bool,
    /// Think on the opponent's time: clocks start only at [`super::Control::ponder_hit`].
    pub ponder: bool,
}
