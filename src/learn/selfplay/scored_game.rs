//! A game with scores, the unit of the training data.

use crate::board::{Setup, Turn};

/// A game with the scores of the search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoredGame {
    /// The position after the random plies.
    pub start: Setup,
    /// The turns from `start` on. Each turn has the score of the position before the turn, from the
    /// view of the player who chose the turn; `None` if this player is not the engine or reported
    /// no score.
    pub turns: Vec<(Turn, Option<i16>)>,
    /// Half points of [`Seat::First`](crate::rules::Seat::First): 0, 1 or 2.
    pub half_points: u8,
    /// Groups of siblings, in ascending order of [`Siblings::ply`].
    pub siblings: Vec<Siblings>,
}

/// Some successors of one position, with their scores. This position is their parent. It is near
/// the leaves of a search. The root of the search is a position of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Siblings {
    /// The number of plies of the game before the root.
    pub ply: u32,
    /// The turns from the root to the parent.
    pub line: Vec<Turn>,
    /// Legal turns in the parent. Each has the score of the successor after the turn, from the view
    /// of the player to play in the parent. Each successor was searched separately.
    pub successors: Vec<(Turn, i16)>,
}
