//! The plan of a measurement: what is measured, and how.

use std::ops::RangeInclusive;

use super::evaluators::NamedEvaluator;
use crate::games::Game;
use crate::search::{Limits, Options};

/// What is measured, and how. The successors of positions are scored by a search, and by each of
/// the evaluations to compare. The score by the search is the *label* of the successor. If the
/// search has one thread and [`RankPlan::labels`] has no time limit, the scores from a game depend
/// only on the plan and the number of the game.
#[derive(Clone, Debug)]
pub struct RankPlan {
    /// The game.
    pub variant: &'static Game,
    /// The options of the search that plays the games and computes the labels. Its weights must
    /// have plain scores ([`Weights::with_plain_scores`](crate::eval::Weights::with_plain_scores)).
    pub options: Options,
    /// The evaluations to compare.
    pub evaluators: Vec<NamedEvaluator>,
    /// The number of random plies before the engine plays.
    pub random_plies: RangeInclusive<usize>,
    /// The maximum number of plies of a game, without the random plies.
    pub plies: u32,
    /// Nodes for each turn of the games.
    pub game_nodes: u64,
    /// The maximum number of positions from each game.
    pub max_per_game: usize,
    /// The measured positions come from the trees of the searches that play the games. A search
    /// gives none if the halfmove clock of its root is greater than this number. So the last plies
    /// before a draw by the fifty-move rule give none.
    pub max_halfmoves: u16,
    /// At most this many successors of a position are scored. If there are more, those to score are
    /// chosen at random.
    pub max_siblings: usize,
    /// The limits of the search that computes the label of a successor.
    pub labels: Limits,
    /// The seed of all random choices.
    pub seed: u64,
}
