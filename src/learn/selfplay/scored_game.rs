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
    /// Half points of the player who played the first turn of the game: 0, 1 or 2.
    pub half_points: u8,
}
