//! The guarantees of the evaluation, tested in every game.

use std::ops::ControlFlow;

use rand::{Rng, SeedableRng, rngs::SmallRng};
use reviver::board::Turn;
use reviver::eval::{self, Feature, FeatureVector, Weight, Weights, weights_text};
use reviver::games::{Game, TypedGame, Visitor};
use reviver::rules::{Rules, Seat};

use crate::common::{game, in_every_game, read};

/// Every position of some games of random turns.
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
    let mut left = if count == 0 {
        return None;
    } else {
        random.random_range(0..count)
    };
    let mut chosen = None;
    let _ = position.generate(&mut |set| {
        for turn in set.turns() {
            if left == 0 {
                chosen = Some(turn);
                return ControlFlow::Break(());
            }
            left -= 1;
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
            // While kings are placed, the first of them is White's: there is no mirrored position.
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
            let worth = variant.weights()[feature] != Weight::default();
            assert!(
                vector.uses(feature) || !worth,
                "{variant} weighs '{}' but never counts it",
                feature.name()
            );
        }
        random_positions::<R>(variant, |position| {
            let vector = eval::feature_vector(position);
            for feature in Feature::ALL {
                for seat in [Seat::First, Seat::Second] {
                    // Where pawns stand on row 1, each of them counts -1 for its row.
                    let least = if feature.name() == "pawn rows" { -8 } else { 0 };
                    assert!(vector.count(feature, seat) >= least, "{}", feature.name());
                }
            }
        });
    }
}

#[test]
fn every_weighted_feature_is_counted_and_no_count_is_negative() {
    in_every_game(Used);
}

/// The difference between the evaluations of two positions, both from White's view, by the weights
/// of the game or by others.
#[derive(Clone, Copy)]
struct Better {
    than: &'static str,
    is: &'static str,
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
        let (better, worse) = (score(self.is), score(self.than));
        assert!(
            better > worse,
            "{variant}: {} is {better}, {} is {worse}",
            self.is,
            self.than
        );
    }
}

fn better(variants: &[&str], is: &'static str, than: &'static str) {
    for variant in variants {
        let weights = None;
        game(variant).dispatch(Better { than, is, weights });
    }
}

const HOMECOMING: [&str; 3] = ["ssehc", "ssehc-classic", "smolowitz"];
const REVIVING: [&str; 4] = [
    "unplay",
    "unplay-random",
    "unplay-placement",
    "unplay-strict",
];

#[test]
fn one_more_piece_home_is_better() {
    // The knight on b1 instead of a3, the last pawn on a2 instead of a3 (the first ones shut
    // doors). Not so in Smolowitz's game, where who plays a piece in the first phase does not own
    // it.
    let own = &HOMECOMING[..2];
    better(
        own,
        "8/8/5k2/8/8/5K2/8/1N6 w - - 0 1",
        "8/8/5k2/8/8/N4K2/8/8 w - - 0 1",
    );
    better(
        own,
        "rnbq1bnr/pppppppp/5k2/8/8/5K2/PPPPPPPP/RNBQ1BNR w - - 0 1",
        "rnbq1bnr/pppppppp/5k2/8/8/P4K2/1PPPPPPP/RNBQ1BNR w - - 0 1",
    );
}

#[test]
fn nearer_home_is_better() {
    better(
        &HOMECOMING,
        "8/8/5k2/8/8/R4K2/8/8 w - - 0 1",
        "8/8/5k2/8/8/1R3K2/8/8 w - - 0 1",
    );
}

#[test]
fn a_second_bishop_of_one_square_colour_is_worse() {
    better(
        &HOMECOMING,
        "8/7k/8/8/2B5/4B3/5K2/8 w - - 0 1",
        "8/7k/8/8/3B4/4B3/5K2/8 w - - 0 1",
    );
}

#[test]
fn pieces_on_the_own_far_rows_cost_points() {
    game("ssehc").dispatch(Better {
        is: "8/8/R4k2/8/8/5K2/8/8 w - - 0 1",
        than: "8/R7/5k2/8/8/5K2/8/8 w - - 0 1",
        weights: Some("\"far rows\" = [-20, -70]"),
    });
}

#[test]
fn more_enemy_pieces_revived_are_better() {
    better(
        &REVIVING,
        "7K/8/8/8/8/3p4/3n4/k7 w - - 0 1",
        "7K/8/8/8/8/8/3n4/k7 w - - 0 1",
    );
}

#[test]
fn the_last_pieces_of_the_switched_army_count_for_its_owner() {
    // White's pawn stands home in phase I, held by the second player: the first player's gain.
    game("smolowitz").dispatch(Better {
        is: "8/8/4K3/8/8/4k3/P7/8 b - - 0 1",
        than: "8/p7/4K3/8/8/4k3/8/8 b - - 0 1",
        weights: Some("\"pawns home\" = [100, 100]"),
    });
}

#[test]
fn an_extra_piece_is_better_in_chess() {
    better(
        &["unachess"],
        "4k3/8/8/8/8/8/8/Q3K3[] w - - 0 1",
        "4k3/8/8/8/8/8/8/R3K3[] w - - 0 1",
    );
    better(
        &["unachess"],
        "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1",
    );
}

/// The features of a position of a game.
struct Features(&'static str);

impl Visitor for Features {
    type Output = FeatureVector;
    fn visit<R: Rules>(self, variant: TypedGame<R>) -> FeatureVector {
        eval::feature_vector(&read::<R>(variant, self.0))
    }
}

fn count(variant: &'static Game, text: &'static str, feature: Feature) -> i32 {
    variant.dispatch(Features(text)).count(feature, Seat::First)
}

#[test]
fn a_pawn_above_an_enemy_pawn_is_crossed() {
    let crossed = |text| count(game("ssehc"), text, Feature::CrossedPawns);
    assert_eq!(crossed("8/8/3p1k2/8/8/5K2/3P4/RNBQ3R w - - 0 1"), 0);
    assert_eq!(crossed("8/8/3P1k2/8/8/5K2/3p4/RNBQ3R w - - 0 1"), 1);
    // Two pawns above one cannot get past it.
    assert_eq!(crossed("8/3P4/3P1k2/8/8/3p1K2/8/8 w - - 0 1"), 2);
}

#[test]
fn features_of_the_leader_take_a_share_of_a_lead_and_of_nothing_else() {
    const WEIGHTS: &str = "\"officers home\" = [100, 100]\n\"knight steps\" = [0, 0, -10]";
    for (text, expected) in [
        ("8/8/5k2/8/8/2N2K2/8/R1BQ3R w - - 0 1", Some((-40, 0))),
        ("8/8/2n2k2/8/8/5K2/8/R1BQ3R w - - 0 1", None),
        ("r1bq3r/8/2n2k2/8/8/5K2/8/8 w - - 0 1", Some((0, -40))),
    ] {
        let terms = game("ssehc").dispatch(Terms(text, WEIGHTS));
        let taken = terms.iter().find(|term| term.name == "lead percent");
        let worth = taken.map(|term| (term.first, term.second));
        assert_eq!(worth, expected, "{text}");
    }
}

/// The terms of a position of a game, by weights as text.
struct Terms(&'static str, &'static str);

impl Visitor for Terms {
    type Output = Vec<eval::Term>;
    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Vec<eval::Term> {
        let weights = weights_text::read(self.1).expect("a table of weights");
        eval::terms(&read::<R>(variant, self.0), &weights)
    }
}

#[test]
fn home_squares_behind_a_closed_row_of_home_pawns_are_lost() {
    let lost = |text| count(game("ssehc-classic"), text, Feature::LostOfficers);
    // All pawns are home: rooks, bishops, queen and king have no door, in reserve or on the board.
    assert_eq!(lost("8/8/5k2/8/2BQ4/R4K2/PPPPPPPP/8 w - - 0 1"), 6);
    assert_eq!(lost("8/8/5k2/8/8/5K2/PPPPPPPP/8 w - - 0 1"), 6);
    // A knight needs none.
    assert_eq!(lost("8/8/5k2/8/4N3/8/PPPPPPPP/R1BQKB1R w - - 0 1"), 0);
    // A door on e2 lets the king in, and along the first row the rook, but no bishop to c1.
    assert_eq!(lost("8/8/5k2/8/8/R4K2/PPPP1PPP/8 w - - 0 1"), 1);
    // The bishop that home pawns hold on f1 is a wall between the door on d2 and h1.
    assert_eq!(lost("8/8/5k2/8/8/R4K2/PPP1PPPP/R4B2 w - - 0 1"), 1);
    assert_eq!(lost("8/8/5k2/8/8/R4K2/PPP1PP1P/R4B2 w - - 0 1"), 0);
}

#[test]
fn doors_are_counted_before_they_close() {
    let doors =
        |text| [Feature::ClosedHomes, Feature::LastDoors].map(|f| count(game("ssehc"), text, f));
    assert_eq!(doors("8/8/5k2/8/8/5K2/8/8 w - - 0 1"), [0, 0]);
    // e2 is the last door of the bishop of f1 and the rook of a1; the bishop of c1 has none, and
    // king and queen can step from e2 to the squares beside e1 as well.
    assert_eq!(doors("8/8/5k2/8/8/R4K2/PPPP1PPP/7R w - - 0 1"), [1, 2]);
    assert_eq!(doors("8/8/5k2/8/8/5K2/PPPPPPPP/RNBQ1BNR w - - 0 1"), [1, 0]);
}

#[test]
fn the_leader_is_settled_once_pieces_that_are_not_home_cannot_un_move() {
    let settled = |text| count(game("ssehc-classic"), text, Feature::Settled);
    // The pawn on a3 stands behind the one on a2; the rook on b2 is held by the knight on b3.
    let held = "7k/pppppppp/r1bqbnr1/8/8/Pn6/PRPPPPPP/RNBQKBN1 w - - 0 1";
    assert_eq!(settled(held), 8);
    let free = "7k/pppppppp/rnbqbnr1/8/8/P7/PRPPPPPP/RNBQKBN1 w - - 0 1";
    assert_eq!(settled(free), 5);
}

#[test]
fn an_enemy_piece_that_cannot_leave_a_home_square_is_a_squatter() {
    let squatters = |text| count(game("ssehc"), text, Feature::Squatters);
    assert_eq!(squatters("8/8/5k2/8/8/5K2/P7/rN6 w - - 0 1"), 1);
    assert_eq!(squatters("8/8/5k2/8/8/5K2/P7/r7 w - - 0 1"), 0);
}

#[test]
fn a_pawn_without_a_file_of_its_own_is_lost_when_no_diagonal_helps() {
    let lost = |text| count(game("ssehc-classic"), text, Feature::LostPawns);
    let side = |text| count(game("ssehc-classic"), text, Feature::SidePawns);
    let open = "8/8/5k2/8/4P3/5K2/4P3/8 w - - 0 1";
    assert_eq!((side(open), lost(open)), (1, 0));
    let shut = "8/8/5k2/8/8/4PK2/3PPP2/8 w - - 0 1";
    assert_eq!((side(shut), lost(shut)), (0, 1));
}

#[test]
fn a_piece_that_leaves_the_home_square_of_a_missing_piece_is_its_host() {
    // Black's rook on b1 may leave for White's knight.
    let hosts = |text| count(game("ssehc-classic"), text, Feature::Hosts);
    assert_eq!(hosts("8/8/5k2/8/8/5K2/8/1r6 b - - 0 1"), 1);
    assert_eq!(hosts("8/8/5k2/8/8/5K2/8/r7 b - - 0 1"), 1);
    assert_eq!(hosts("8/8/5k2/8/8/r4K2/8/8 b - - 0 1"), 0);
}

#[test]
fn a_closed_file_takes_no_pawn() {
    let files = |text| count(game("unplay-strict"), text, Feature::RevivalFiles);
    // White's rook on e6 and king on g7 can leave pawns; on e2 stands one already.
    assert_eq!(files("8/6K1/4R3/8/8/8/8/k7 w - - 0 1"), 2);
    assert_eq!(files("8/6K1/4R3/8/8/4p3/8/k7 w - - 0 1"), 1);
}
