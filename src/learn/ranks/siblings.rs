//! The successors of a position with their labels and their evaluations.

use rand::Rng;

use super::plan::RankPlan;
use crate::eval::{Evaluator, Scale, lateness};
use crate::learn::line::Line;
use crate::learn::successors::{Scoring, Successor};
use crate::play::IsStopped;
use crate::rules::Rules;
use crate::search::Search;

/// The scores of the successors of a position: by a search, and by each evaluator. All scores are
/// in centipawns of the evaluation, not in those of reported scores. They are from the view of the
/// player to play in the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SiblingScores {
    /// How late the position is in the game, from 0 to 32 ([`lateness`]).
    pub lateness: i32,
    /// The label of each successor: its score by a search with the limits [`RankPlan::labels`].
    /// It is clamped to the range from `-s` to `s`, where `s` is the score at which the win
    /// probability is 99 %.
    pub labels: Vec<i32>,
    /// For each evaluator the evaluation of each successor.
    pub evaluations: Vec<Vec<i32>>,
}

/// Scores the successors of positions.
pub(super) struct Labeller<'a, R> {
    plan: &'a RankPlan,
    search: Search<R>,
    evaluators: Vec<Evaluator<'a>>,
}

impl<'a, R: Rules> Labeller<'a, R> {
    pub(super) fn new(plan: &'a RankPlan) -> Self {
        let evaluators = plan.evaluators.iter();
        let evaluators =
            evaluators.map(|named| Evaluator::new(&named.weights, named.network.as_deref(), 1));
        Self {
            plan,
            search: Search::new(plan.options.clone()),
            evaluators: evaluators.collect(),
        }
    }

    /// The scores of the successors in which the game is not over, in the order of generation. If
    /// there are more than [`RankPlan::max_siblings`] such successors, only that many, chosen at
    /// random, are scored. `None` if there are fewer than two such successors, or if the work is
    /// stopped.
    pub(super) fn scores(
        &mut self,
        line: &Line<R>,
        random: &mut impl Rng,
        is_stopped: IsStopped<'_>,
    ) -> Option<SiblingScores> {
        let scoring = Scoring {
            max: self.plan.max_siblings,
            limits: &self.plan.labels,
            is_stopped,
        };
        let successors = scoring.scores(&mut self.search, line, random)?;
        let most = almost_certain(self.plan.options.weights.scale);
        let label = |successor: &Successor<R>| successor.score.0.clamp(-most, most);
        let mut evaluations = Vec::with_capacity(self.evaluators.len());
        for evaluator in &mut self.evaluators {
            let of = |one: &Successor<R>| one.sign * evaluator.evaluate(&one.position, 0);
            evaluations.push(successors.iter().map(of).collect());
        }
        Some(SiblingScores {
            lateness: lateness(line.position()),
            labels: successors.iter().map(label).collect(),
            evaluations,
        })
    }
}

/// The evaluation at which the win probability is 99 %.
fn almost_certain(scale: Scale) -> i32 {
    let logit = (0.99_f64 / 0.01).ln();
    scale.even + (f64::from(scale.spread) * logit).round() as i32
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::eval::evaluate;
    use crate::games::{self, Game, TypedGame, Visitor};
    use crate::learn::ranks::NamedEvaluator;
    use crate::search::{Control, Limits};

    fn plan(game: &'static Game) -> RankPlan {
        RankPlan {
            variant: game,
            options: game.search_options(),
            evaluators: vec![NamedEvaluator::of_weights("weights", game.weights())],
            random_plies: 0..=0,
            plies: 1,
            game_nodes: 1,
            max_per_game: 1,
            max_halfmoves: 80,
            max_siblings: 1000,
            labels: Limits {
                depth: Some(2),
                ..Limits::default()
            },
            seed: 0,
        }
    }

    /// Asserts that the evaluation of each successor and the label of the first successor are from
    /// the view of the player to play in the parent.
    struct CheckView;

    impl Visitor for CheckView {
        type Output = ();

        fn visit<R: Rules>(self, game: TypedGame<R>) {
            let plan = plan(game.game());
            let line = Line::<R>::starting_at(game.start_position(0));
            let mut random = ChaCha8Rng::seed_from_u64(0);
            let scores = Labeller::new(&plan).scores(&line, &mut random, &|| false);
            let scores = scores.expect("at least two first turns that do not end the game");
            let turns = line.position().turns().into_iter();
            let successors: Vec<Line<R>> = turns.filter_map(|turn| line.after(turn)).collect();
            let view = |position: &R, score: i32| match position.seat() == line.position().seat() {
                true => score,
                false => -score,
            };
            let expected: Vec<i32> = successors
                .iter()
                .map(|one| view(one.position(), evaluate(one.position(), game.weights())))
                .collect();
            assert_eq!(scores.evaluations, [expected], "{game}");
            assert_eq!(scores.labels.len(), successors.len(), "{game}");
            let first = successors.first().expect("a successor");
            let mut search = Search::new(plan.options.clone());
            let best = search.go(first.root(), &plan.labels, &Control::default(), &mut |_| {});
            let most = almost_certain(plan.options.weights.scale);
            let label = view(first.position(), best.score.0).clamp(-most, most);
            assert_eq!(scores.labels.first(), Some(&label), "{game}");
        }
    }

    #[test]
    fn scores_are_from_the_view_of_the_player_who_chooses() {
        for game in games::built_in() {
            game.dispatch(CheckView);
        }
    }

    #[test]
    fn an_almost_certain_win_has_a_probability_of_99_percent() {
        let scale = Scale {
            hundred: 100,
            even: 35,
            spread: 255,
        };
        let probability = scale.win_probability(almost_certain(scale));
        assert!((probability - 0.99).abs() < 1e-3, "{probability}");
    }
}
