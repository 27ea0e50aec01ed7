//! The arguments of a search and of its nodes.

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
    /// Remaining depth, in plies.
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
    /// Whether the static evaluation has improved.
    pub(super) trend: Trend,
    /// Whether any king is in check. In check there are few turns, and static evaluations are
    /// unreliable.
    pub(super) any_check: bool,
}

/// Whether the player to play stands better than two plies ago. If there is no evaluation from two
/// plies ago, the one from four plies ago counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trend {
    /// No king is in check. The static evaluation is better than the earlier one, or there is no
    /// earlier one.
    Improving,
    /// The static evaluation is not better than the earlier one, or a king is in check.
    NotImproving,
}

/// The place of a turn in the order of search.
#[derive(Clone, Copy, Debug)]
pub(super) struct TurnNumber {
    /// Its place, from 1.
    pub(super) number: usize,
    /// Late move pruning multiplies the number of turns that it does not skip by
    /// `total / late_move_turns`. In games with captures, `total` is the number of legal turns. In
    /// other games it is the parameter `late_move_turns`, so the factor is 1.
    pub(super) total: usize,
}
