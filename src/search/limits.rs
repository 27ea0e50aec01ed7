//! The limits of a search.

use std::time::Duration;

use super::stopwatch::Stopwatch;
use crate::board::Turn;

/// How much time a search may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimeLimit {
    /// No time limit.
    #[default]
    Unlimited,
    /// A fixed time for this turn.
    Fixed(Duration),
    /// A share of the player's clock.
    Clock {
        /// The time left on the player's clock.
        remaining: Duration,
        /// The time added after each turn.
        increment: Duration,
        /// Turns until the next time control, if the time control repeats.
        turns_to_go: Option<u32>,
        /// The most time for this turn, if it has a limit besides the clock.
        at_most: Option<Duration>,
    },
}

/// The limits of a search. The search stops as soon as one of them is reached. Without limits, it
/// runs until it is stopped or reaches the greatest depth.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The root moves to search. If the list is empty, all root moves are searched.
    pub turns: Vec<Turn>,
    /// Depth of the last iteration, in plies.
    pub depth: Option<u32>,
    /// Nodes of all threads together.
    pub nodes: Option<u64>,
    /// Mate search: stop when a forced win is found in which the player to play needs at most this
    /// many turns.
    pub mate: Option<u32>,
    /// Time.
    pub time: TimeLimit,
    /// Do not return before being stopped, even if there is nothing left to search.
    pub infinite: bool,
    /// Ponder: think on the opponent's time. The clock starts at [`super::Control::ponder_hit`].
    pub ponder: bool,
    /// Whether the game began at a start position of its rules. Only then does a level below full
    /// strength overlook turns in the first two full moves.
    pub is_from_start: bool,
    /// A stopwatch that already measures the time of the search. If `None`, the search starts one.
    pub since: Option<Stopwatch>,
}
