//! Test positions.

use crate::board::Turn;

/// A position with a proven best turn.
pub(super) struct Find<R> {
    pub(super) position: R,
    pub(super) best: Turn,
    pub(super) what: What,
}

/// What makes a turn the best one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum What {
    /// It is the only turn that forces the win in this number of turns.
    Wins(u8),
    /// Every other turn loses within this number of the opponent's turns.
    Saves(u8),
}
