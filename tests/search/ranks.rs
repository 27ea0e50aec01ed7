//! How well evaluations rank siblings (the successors of one position).

use reviver::games::{self, Game};
use reviver::learn::ranks::{NamedEvaluator, Phase, RankPlan, RankReport, ReportSettings};
use reviver::search::Limits;

use crate::common::{one_of_each_family, some_game};

fn plan(variant: &'static Game) -> RankPlan {
    let mut options = variant.search_options();
    options.weights = options.weights.with_plain_scores();
    RankPlan {
        variant,
        options,
        evaluators: NamedEvaluator::of_game(variant),
        random_plies: 2..=6,
        plies: 40,
        game_nodes: 200,
        max_per_game: 3,
        max_halfmoves: 80,
        max_siblings: 12,
        labels: Limits {
            nodes: Some(300),
            ..Limits::default()
        },
        seed: 5,
    }
}

fn report(plan: &RankPlan, games: u64) -> RankReport {
    let settings = ReportSettings {
        variant: plan.variant.name().to_owned(),
        evaluators: plan.evaluators.iter().map(|one| one.name.clone()).collect(),
        scale: plan.variant.weights().scale,
        seed: plan.seed,
    };
    let game = |number| plan.game(number, &|| false).expect("a whole game");
    RankReport::new(&settings, &(0..games).map(game).collect::<Vec<_>>())
}

#[test]
fn a_game_is_determined_by_the_plan_and_its_number() {
    for variant in one_of_each_family() {
        let plan = plan(variant);
        let game = |number| plan.game(number, &|| false).expect("a whole game");
        let forwards = [0, 1, 2].map(game);
        let mut backwards = [2, 1, 0].map(game);
        backwards.reverse();
        assert_eq!(forwards, backwards, "{variant}");
        let other_seed = RankPlan {
            seed: 6,
            ..plan.clone()
        };
        let game = |number| other_seed.game(number, &|| false).expect("a whole game");
        assert_ne!(forwards, [0, 1, 2].map(game), "{variant}");
    }
}

#[test]
fn the_limits_on_positions_per_game_and_successors_per_position_hold() {
    let plan = plan(some_game());
    let mut labels = Vec::new();
    for number in 0..4 {
        let game = plan.game(number, &|| false).expect("a whole game");
        assert!(game.len() <= plan.max_per_game);
        for scores in game {
            assert!((2..=plan.max_siblings).contains(&scores.labels.len()));
            assert_eq!(scores.evaluations.len(), plan.evaluators.len());
            for evaluations in &scores.evaluations {
                assert_eq!(evaluations.len(), scores.labels.len());
            }
            labels.extend(scores.labels);
        }
    }
    labels.sort_unstable();
    labels.dedup();
    assert!(labels.len() > 10, "{labels:?}");
}

#[test]
fn weights_rank_siblings_better_than_a_random_choice() {
    let report = report(&plan(some_game()), 8);
    let all = &report.phases[0];
    assert_eq!(all.phase, Phase::All);
    let [first, .., random] = all.evaluators.as_slice() else {
        panic!("fewer than two evaluators: {all:?}");
    };
    let loss =
        |one: &reviver::learn::ranks::EvaluatorReport| one.loss_points.expect("positions").value;
    assert!(loss(first) < loss(random), "{all:?}");
    assert!(first.sibling_correlation.expect("positions").value > 0.0);
    assert!(random.saved_points.expect("positions").value < 0.0);
}

#[test]
fn the_evaluators_are_the_weights_and_for_a_game_with_a_network_two_more() {
    for variant in games::built_in() {
        let names: Vec<String> = NamedEvaluator::of_game(variant)
            .into_iter()
            .map(|one| one.name)
            .collect();
        if variant.network().is_some() {
            assert_eq!(names, ["weights", "network alone", "weights + network"]);
        } else {
            assert_eq!(names, ["weights"]);
        }
    }
}

#[test]
fn a_stopped_game_has_no_result() {
    assert_eq!(plan(some_game()).game(0, &|| true), None);
}
