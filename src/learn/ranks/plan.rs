//! What is measured.

use std::ops::RangeInclusive;

use super::evaluators::NamedEvaluator;
use crate::games::Game;
use crate::search::{Limits, Options};

/// What is measured. Without a time limit in [`RankPlan::labels`], the plan and the number of a
/// game determine the scores.
#[derive(Clone, Debug)]
pub struct RankPlan {
    /// The game.
    pub variant: &'static Game,
    /// The options of the search that plays the games and computes the labels. The search must report
    /// centipawns of the evaluation ([`Weights::with_plain_scores`](crate::eval::Weights::with_plain_scores)).
    pub options: Options,
    /// The evaluations to compare.
    pub evaluators: Vec<NamedEvaluator>,
    /// The number of random plies before the engine plays.
    pub random_plies: RangeInclusive<usize>,
    /// The number of plies after which a game is stopped.
    pub plies: u32,
    /// Nodes for each turn of the games.
    pub game_nodes: u64,
    /// The maximum number of positions from each game.
    pub max_per_game: usize,
    /// Positions are taken only from searches whose root has at most this halfmove clock. This
    /// leaves out the last plies before a draw by the fifty-move rule.
    pub max_halfmoves: u16,
    /// At most this many successors of a position are scored. If there are more, they are chosen at
    /// random.
    pub max_siblings: usize,
    /// The limits of the search that computes the label of a successor.
    pub labels: Limits,
    /// The seed of all random choices.
    pub seed: u64,
}
