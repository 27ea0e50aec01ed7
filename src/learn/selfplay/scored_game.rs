//! A game with scores, the unit of the training data.

use crate::board::{Setup, Turn};

/// A game with the scores of the search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoredGame {
    /// The position after the random plies.
    pub start: Setup,
    /// The turns from there. Each has the score of the position in which it was chosen, from the view of
    /// the player who chose it, if that player searched.
    pub turns: Vec<(Turn, Option<i16>)>,
    /// Half points of the first player ([`Seat::First`](crate::rules::Seat::First)): 0, 1 or 2.
    pub half_points: u8,
    /// Siblings off the main line, in the order of the game.
    pub siblings: Vec<Siblings>,
}

/// A position near the leaves of a search from a position of the game, and some of its successors with
/// their scores.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Siblings {
    /// The number of plies of the game before the position from which the search began.
    pub ply: u32,
    /// The turns from there to the position whose successors were scored.
    pub line: Vec<Turn>,
    /// Legal turns in that position. Each has the score of the position after the turn by a search of
    /// its own, from the view of the player who chooses between the turns.
    pub successors: Vec<(Turn, i16)>,
}
