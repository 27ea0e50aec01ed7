//! What a search and its nodes are called with.

use super::score::Score;
use super::window::Window;
use crate::board::Key;

/// The position to search and the game before it.
#[derive(Debug)]
pub struct Root<'a, R> {
    /// The position to search.
    pub position: &'a R,
    /// The keys of the game's positions, oldest first. The last one is the key of `position`.
    pub keys: &'a [Key],
}

impl<R> Clone for Root<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Root<'_, R> {}

/// The arguments of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeArgs {
    /// Alpha and beta, from the view of the player to play.
    pub(super) window: Window,
    /// Plies to search.
    pub(super) depth: i32,
    /// Whether the node is expected to fail high (a cut node).
    pub(super) cut_node: bool,
}

/// What a node knows before it searches its turns.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeFacts {
    /// The static evaluation, as the transposition table stores it.
    pub(super) raw_eval: i32,
    /// The static evaluation, damped by the fifty-move rule.
    pub(super) eval: i32,
    /// `eval`, corrected by the score of the transposition table entry.
    pub(super) tt_eval: Score,
    /// How the static evaluation has changed since the player's last turn.
    pub(super) trend: Trend,
    /// Whether any king is in check. Then there are few turns, and static evaluations mean little.
    pub(super) any_check: bool,
}

/// Whether the player to play stands better than two (or four) plies ago.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trend {
    /// The static evaluation is better than before.
    Improving,
    /// It is not better, or a king is in check.
    NotImproving,
}

/// The place of a turn in the order of search.
#[derive(Clone, Copy, Debug)]
pub(super) struct TurnNumber {
    /// From 1.
    pub(super) number: usize,
    /// How many turns the position has, for late move pruning.
    pub(super) total: usize,
}
