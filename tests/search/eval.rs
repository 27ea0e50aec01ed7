//! The evaluation: what holds in every game, and pairs of positions of which one must have the
//! higher score.

use std::ops::ControlFlow;

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use reviver::board::Turn;
use reviver::eval::{self, Feature, Weight, Weights, weights_text};
use reviver::games::{TypedGame, Visitor};
use reviver::rules::{Rules, Seat};

use crate::common::families::is_built_in;
use crate::common::{SMOLOWITZ, SSEHC, UNPLAY, game, in_every_game, read};

/// Visits every position of some random games.
fn random_positions<R: Rules>(variant: TypedGame<R>, mut visit: impl FnMut(&R)) {
    for seed in 0..6 {
        let mut random = SmallRng::seed_from_u64(seed);
        let mut position = variant
            .position(variant.start(seed))
            .expect("a start position");
        for _ in 0..120 {
            visit(&position);
            let Some(turn) = random_turn(&position, &mut random) else {
                break;
            };
            position = position.play(turn);
        }
    }
}

fn random_turn<R: Rules>(position: &R, random: &mut SmallRng) -> Option<Turn> {
    let count = position.count();
    let mut to_skip = if count == 0 {
        return None;
    } else {
        random.random_range(0..count)
    };
    let mut chosen = None;
    let _ = position.generate(&mut |set| {
        for turn in set.turns() {
            if to_skip == 0 {
                chosen = Some(turn);
                return ControlFlow::Break(());
            }
            to_skip -= 1;
        }
        ControlFlow::Continue(())
    });
    chosen
}

#[derive(Clone, Copy)]
struct SumOfTerms;

impl Visitor for SumOfTerms {
    type Output = ();
    fn visit<R: Rules>(self, variant: TypedGame<R>) {
        let weights = variant.weights();
        random_positions::<R>(variant, |position| {
            let terms = eval::terms(position, weights);
            let total: i32 = terms.iter().map(|term| term.first - term.second).sum();
            let expected = match position.seat() {
                Seat::First => total,
                Seat::Second => -total,
            };
            assert_eq!(eval::evaluate(position, weights), expected, "{position:?}");
        });
    }
}

#[test]
fn terms_add_up_to_the_evaluation() {
    in_every_game(SumOfTerms);
}

#[derive(Clone, Copy)]
struct Linear;

impl Visitor for Linear {
    type Output = ();
    fn visit<R: Rules>(self, variant: TypedGame<R>) {
        let weights = variant.weights();
        random_positions::<R>(variant, |position| {
            let vector = eval::feature_vector(position);
            let worth = |seat| vector.sum(weights, seat).div_euclid(Weights::UNITS);
            let seat = position.seat();
            let lead = worth(seat) - worth(!seat);
            let leader = if lead > 0 { seat } else { !seat };
            let percent = vector.lead_percent(weights, leader);
            let expected = (lead * percent / 100).clamp(-eval::LIMIT, eval::LIMIT);
            assert_eq!(eval::evaluate(position, weights), expected, "{position:?}");
        });
    }
}

#[test]
fn the_evaluation_is_features_times_weights_times_the_lead_percent() {
    in_every_game(Linear);
}

#[derive(Clone, Copy)]
struct Mirrored;

impl Visitor for Mirrored {
    type Output = ();
    fn visit<R: Rules>(self, variant: TypedGame<R>) {
        let weights = variant.weights();
        random_positions::<R>(variant, |position| {
            // In `unplay-placement` White places its king first. So until both kings are placed,
            // the mirror image of a position is illegal.
            let Ok(mirrored) = variant.position(position.setup().mirrored()) else {
                assert!(position.setup().placement.occupied().count() < 2);
                return;
            };
            let score = eval::evaluate(position, weights);
            assert_eq!(eval::evaluate(&mirrored, weights), score, "{position:?}");
        });
    }
}

#[test]
fn the_evaluation_is_the_same_with_colours_exchanged() {
    in_every_game(Mirrored);
}

#[derive(Clone, Copy)]
struct Bounded;

impl Visitor for Bounded {
    type Output = ();
    fn visit<R: Rules>(self, variant: TypedGame<R>) {
        let mut heavy = Weights::ZERO;
        for feature in Feature::ALL {
            heavy[feature] = Weight::centipawns(5000, -5000);
        }
        random_positions::<R>(variant, |position| {
            let score = eval::evaluate(position, variant.weights());
            assert!(score.abs() < 10_000, "{score} in {position:?}");
            let score = eval::evaluate(position, &heavy);
            assert!(score.abs() <= eval::LIMIT);
            let total: i32 = eval::terms(position, &heavy)
                .iter()
                .map(|term| term.first - term.second)
                .sum();
            assert_eq!(total.abs(), score.abs());
        });
    }
}

#[test]
fn no_evaluation_is_in_the_range_of_forced_ends() {
    in_every_game(Bounded);
}

/// Evaluates a position with the largest weights that a file may have.
#[derive(Clone, Copy)]
struct Extreme {
    fen: &'static str,
}

impl Visitor for Extreme {
    type Output = ();
    fn visit<R: Rules>(self, variant: TypedGame<R>) {
        let position = read::<R>(variant, self.fen);
        let vector = eval::feature_vector(&position);
        for seat in [Seat::First, Seat::Second] {
            let counts = Feature::ALL.map(|feature| vector.count(feature, seat).abs());
            let count: i32 = counts.iter().sum();
            assert!(count <= weights_text::MAX_COUNT, "{}: {count}", self.fen);
        }
        let most = weights_text::MAX_WEIGHT;
        for (early, late) in [(most, most), (most, -most), (-most, most), (-most, -most)] {
            let line = |feature: Feature| format!("\"{}\" = [{early}, {late}]", feature.name());
            let text = Feature::ALL.map(line).join("\n");
            let weights = weights_text::read(&text).expect("a table of weights");
            let score = eval::evaluate(&position, &weights);
            assert!(score.abs() <= eval::LIMIT, "{}: {score}", self.fen);
            let terms = eval::terms(&position, &weights);
            let total: i32 = terms.iter().map(|term| term.first - term.second).sum();
            assert_eq!(total.abs(), score.abs(), "{}", self.fen);
        }
    }
}

#[test]
fn the_largest_weights_of_a_file_do_not_overflow() {
    // White has all its pieces on the board. In `queens`, nine of them are queens. In `army`, most
    // of them are far from home.
    let queens = "3Q3R/6Q1/2Q5/2N1kQ2/Q7/4Q2B/1Q3N1B/3RK1QQ[qrrbbnnpppppppp] b - - 0 1";
    let army = "R6N/1P1Q2P1/B2P1P1R/2P4P/N2B4/1P2K3/P6k/8 w - - 0 1";
    for (variant, fen) in [("unachess", queens), ("ssehc", army), ("smolowitz", army)] {
        if is_built_in(variant) {
            game(variant).dispatch(Extreme { fen });
        }
    }
}

#[derive(Clone, Copy)]
struct Start;

impl Visitor for Start {
    type Output = ();
    fn visit<R: Rules>(self, variant: TypedGame<R>) {
        let position = variant
            .position(variant.start(0))
            .expect("a start position");
        let score = eval::evaluate(&position, variant.weights());
        assert!((-300..=300).contains(&score), "{variant}: {score}");
    }
}

#[test]
fn start_positions_are_about_even() {
    in_every_game(Start);
}

#[derive(Clone, Copy)]
struct Used;

impl Visitor for Used {
    type Output = ();
    fn visit<R: Rules>(self, variant: TypedGame<R>) {
        let position = variant
            .position(variant.start(0))
            .expect("a start position");
        let vector = eval::feature_vector(&position);
        for feature in Feature::ALL {
            let has_weight = variant.weights()[feature] != Weight::default();
            assert!(
                vector.uses(feature) || !has_weight,
                "{variant} has a weight for '{}', but the game does not have this feature",
                feature.name()
            );
        }
        random_positions::<R>(variant, |position| {
            let vector = eval::feature_vector(position);
            for feature in Feature::ALL {
                for seat in [Seat::First, Seat::Second] {
                    // "pawn rows" counts -1 for each pawn on row 1. Of these, a side has at most
                    // eight.
                    let least = if feature.name() == "pawn rows" { -8 } else { 0 };
                    assert!(vector.count(feature, seat) >= least, "{}", feature.name());
                }
            }
        });
    }
}

#[test]
fn every_weighted_feature_is_counted_and_no_count_is_below_its_minimum() {
    in_every_game(Used);
}

/// Asserts that the position `better` has a higher score than the position `worse`. Scores are from
/// the first player's view. `weights` is a table of weights; `None` means the weights of the game.
#[derive(Clone, Copy)]
struct Better {
    better: &'static str,
    worse: &'static str,
    weights: Option<&'static str>,
}

impl Visitor for Better {
    type Output = ();
    fn visit<R: Rules>(self, variant: TypedGame<R>) {
        let own = || variant.weights().clone();
        let weights = self.weights.map_or_else(own, |text| {
            weights_text::read(text).expect("a table of weights")
        });
        let score = |text| {
            let position = read::<R>(variant, text);
            let score = eval::evaluate(&position, &weights);
            if position.seat() == Seat::First {
                score
            } else {
                -score
            }
        };
        let (higher, lower) = (score(self.better), score(self.worse));
        assert!(
            higher > lower,
            "{variant}: {} has {higher}, {} has {lower}",
            self.better,
            self.worse
        );
    }
}

/// Asserts that each of these variants evaluates `better` higher than `worse` with its own weights.
/// Skips variants that are not built in.
fn assert_better(variants: &[&str], better: &'static str, worse: &'static str) {
    for variant in variants.iter().filter(|name| is_built_in(name)) {
        game(variant).dispatch(Better {
            better,
            worse,
            weights: None,
        });
    }
}

/// Variants in which pieces must come home.
fn homecoming() -> Vec<&'static str> {
    [&**SSEHC, &**SMOLOWITZ].concat()
}

#[test]
fn one_more_piece_home_is_better() {
    // Smolowitz's game is left out. In its phase I, the pieces that a player will hold in phase II
    // belong to the opponent, who can un-move them from home.
    let variants = &SSEHC;
    // The knight is home on b1, but not on a3.
    assert_better(
        variants,
        "8/8/5k2/8/8/5K2/8/1N6 w - - 0 1",
        "8/8/5k2/8/8/N4K2/8/8 w - - 0 1",
    );
    // The pawn is home on a2, but not on a3. The queens, rooks and bishops are already home, so the
    // pawn on a2 does not block their way home.
    assert_better(
        variants,
        "rnbq1bnr/pppppppp/5k2/8/8/5K2/PPPPPPPP/RNBQ1BNR w - - 0 1",
        "rnbq1bnr/pppppppp/5k2/8/8/P4K2/1PPPPPPP/RNBQ1BNR w - - 0 1",
    );
}

#[test]
fn nearer_home_is_better() {
    assert_better(
        &homecoming(),
        "8/8/5k2/8/8/R4K2/8/8 w - - 0 1",
        "8/8/5k2/8/8/1R3K2/8/8 w - - 0 1",
    );
}

#[test]
fn a_second_bishop_of_one_square_colour_is_worse() {
    assert_better(
        &homecoming(),
        "8/7k/8/8/2B5/4B3/5K2/8 w - - 0 1",
        "8/7k/8/8/3B4/4B3/5K2/8 w - - 0 1",
    );
}

#[test]
fn pieces_on_the_far_rows_cost_points() {
    game("ssehc").dispatch(Better {
        better: "8/8/R4k2/8/8/5K2/8/8 w - - 0 1",
        worse: "8/R7/5k2/8/8/5K2/8/8 w - - 0 1",
        weights: Some("\"far rows\" = [-20, -70]"),
    });
}

#[test]
fn more_revived_enemy_pieces_are_better() {
    assert_better(
        &UNPLAY,
        "7K/8/8/8/8/3p4/3n4/k7 w - - 0 1",
        "7K/8/8/8/8/8/3n4/k7 w - - 0 1",
    );
}

#[test]
fn pieces_home_in_phase_one_count_for_the_player_who_holds_their_colour_in_phase_two() {
    // White's pawn is home in phase I. The second player holds White now, but the first player will
    // hold White in phase II.
    game("smolowitz").dispatch(Better {
        better: "8/8/4K3/8/8/4k3/P7/8 b - - 0 1",
        worse: "8/p7/4K3/8/8/4k3/8/8 b - - 0 1",
        weights: Some("\"pawns home\" = [100, 100]"),
    });
}

#[test]
fn a_more_valuable_piece_is_better_in_unachess() {
    assert_better(
        &["unachess"],
        "4k3/8/8/8/8/8/8/Q3K3[] w - - 0 1",
        "4k3/8/8/8/8/8/8/R3K3[] w - - 0 1",
    );
    assert_better(
        &["unachess"],
        "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1",
    );
}
