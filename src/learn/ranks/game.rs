//! The games that positions are taken from.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::plan::RankPlan;
use super::siblings::{Labeller, SiblingScores};
use crate::games::{TypedGame, Visitor};
use crate::learn::frontier::frontier;
use crate::learn::line::Line;
use crate::learn::opening::random_start;
use crate::play::IsStopped;
use crate::rules::Rules;
use crate::search::{Control, Limits, Score, Search};

impl RankPlan {
    /// Plays the game with this number. Takes positions near the leaves of the searches in this
    /// game, and returns the scores of their successors. `None` if the work is stopped.
    #[must_use]
    pub fn game(&self, number: u64, is_stopped: IsStopped<'_>) -> Option<Vec<SiblingScores>> {
        self.variant.dispatch(RankGame {
            plan: self,
            number,
            is_stopped,
        })
    }

    /// Plays a game from `start`, with one search for each turn. Chooses at most
    /// [`RankPlan::max_per_game`] of the undecided searches ([`Self::is_undecided`]) at random.
    /// Each has the same probability (reservoir sampling: J. Vitter, "Random Sampling with a
    /// Reservoir", 1985). Each chosen search gives one line from `start` to a position near the
    /// leaves of the search (see `frontier`). Returns these lines; `None` if the game is stopped.
    fn frontier_of_game<R: Rules>(
        &self,
        start: R,
        random: &mut ChaCha8Rng,
        is_stopped: IsStopped<'_>,
    ) -> Option<Vec<Line<R>>> {
        let limits = Limits {
            nodes: Some(self.game_nodes),
            ..Limits::default()
        };
        let mut search = Search::new(self.options.clone());
        let mut game = Line::starting_at(start);
        let mut sampled = Vec::new();
        let mut roots = 0;
        for _ in 0..self.plies {
            if is_stopped() {
                return None;
            }
            if game.is_over() {
                break;
            }
            let best = search.go(game.root(), &limits, &Control::default(), &mut |_| {});
            let Some(turn) = best.turn else { break };
            if self.is_undecided(game.position(), best.score) {
                roots += 1;
                let slot = match sampled.len() < self.max_per_game {
                    true => sampled.len(),
                    false => random.random_range(0..roots),
                };
                if slot < self.max_per_game {
                    let line = frontier(&search, &game, random);
                    match sampled.get_mut(slot) {
                        Some(replaced) => *replaced = line,
                        None => sampled.push(line),
                    }
                }
            }
            game.play(turn);
        }
        Some(sampled)
    }

    /// Whether a search with this root and this score counts as undecided. The halfmove clock of
    /// the root must be at most [`RankPlan::max_halfmoves`]. The score must not be a forced end,
    /// and not a win or a loss by repetition or by fifty moves.
    fn is_undecided<R: Rules>(&self, root: &R, score: Score) -> bool {
        !score.is_win_or_loss() && root.setup().halfmove <= self.max_halfmoves
    }
}

/// Plays one game, takes positions near the leaves of its searches, and scores their successors.
struct RankGame<'a> {
    plan: &'a RankPlan,
    number: u64,
    is_stopped: IsStopped<'a>,
}

impl Visitor for RankGame<'_> {
    type Output = Option<Vec<SiblingScores>>;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Self::Output {
        let Self {
            plan, is_stopped, ..
        } = self;
        let mut random = ChaCha8Rng::seed_from_u64(plan.seed);
        random.set_stream(self.number);
        let start: R = random_start(variant, &plan.random_plies, &mut random, is_stopped)?;
        let lines = plan.frontier_of_game(start, &mut random, is_stopped)?;
        let mut labeller = Labeller::new(plan);
        let mut measured = Vec::new();
        for line in &lines {
            measured.extend(labeller.scores(line, &mut random, is_stopped));
        }
        (!is_stopped()).then_some(measured)
    }
}
