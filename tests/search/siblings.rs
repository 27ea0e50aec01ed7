//! Self-play games with siblings (successors of one position). Each sibling has a score from a
//! search. Weights and networks learn to put siblings into the order of these scores.

use std::fs;
use std::ops::ControlFlow;

use reviver::eval::network::RealNetwork;
use reviver::eval::{Feature, Weight, Weights, evaluate};
use reviver::files::checksum;
use reviver::files::frames::frame;
use reviver::games::{self, Game, TypedGame, Visitor};
use reviver::learn::selfplay::{
    DamageCause, Samples as _, ScoredGame, Selection, SelfPlay, SiblingPlan, SiblingPositions,
    Siblings, read,
};
use reviver::learn::train::{self, TrainSettings, train};
use reviver::learn::tune::{Model, Samples, TuneSettings, fit};
use reviver::rules::Rules;
use tempfile::TempDir;

use super::tune::{games_in, old_contents, old_form, plan, resume, settings, write};
use crate::common::{game, one_of_each_family};

const SIBLINGS: SiblingPlan = SiblingPlan {
    max_per_game: 3,
    max_siblings: 5,
    nodes: 40,
};

/// Games with siblings.
fn games(variant: &'static Game, count: u64) -> Vec<ScoredGame> {
    let plan = SelfPlay {
        siblings: Some(SIBLINGS),
        ..plan(variant)
    };
    let game = |number| plan.game(number, &|| false).expect("a whole game");
    (0..count).map(game).collect()
}

#[test]
fn siblings_do_not_change_the_game_and_are_read_back() {
    let folder = TempDir::new().expect("a folder");
    for variant in games::built_in() {
        let games = games(variant, 3);
        let path = folder.path().join(variant.name());
        write(&path, variant, &games);
        assert_eq!(games_in(&path, variant), games, "{variant}");
        let without = games.iter().map(|game| ScoredGame {
            siblings: Vec::new(),
            ..game.clone()
        });
        let without: Vec<ScoredGame> = without.collect();
        assert_eq!(super::tune::games(variant, 3), without, "{variant}");
        for Siblings { successors, .. } in games.iter().flat_map(|game| &game.siblings) {
            assert!((2..=5).contains(&successors.len()), "{variant}");
        }
    }
    let found = games(game("ssehc"), 3).into_iter();
    assert!(
        found
            .map(|game| game.siblings.len())
            .all(|count| count == 3)
    );
}

#[test]
fn files_without_siblings_are_read_and_continued_in_the_present_form() {
    let variant = game("unplay-strict");
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("games");
    let games = super::tune::games(variant, 3);
    let ends = write(&path, variant, &games);
    let present = fs::read(&path).expect("a file");
    let line = checksum::with_checksum(&settings(variant).to_string());
    let mut second = format!("reviver self-play 2\n{line}\n").into_bytes();
    let mut frames = vec![second.len()];
    for (number, content) in (0..).zip(old_contents(&present, &ends)) {
        second.extend(frame(number, &content));
        frames.push(second.len());
    }
    fs::write(&path, &second).expect("written");
    assert_eq!(games_in(&path, variant), games);
    assert_eq!(resume(&path, variant).expect("a file").games(), 3);
    assert!(fs::read(&path).expect("a file") == present);

    // A damaged game in a file of the second form (`reviver self-play 2`) is reported, and listed
    // as missing.
    second[frames[1] + 30] ^= 1;
    fs::write(&path, &second).expect("written");
    let mut file = resume(&path, variant).expect("a file");
    assert_eq!(file.missing(0..3), [1]);
    assert_eq!(file.damage().len(), 1);
    assert_eq!(file.damage()[0].bytes, frames[1]..frames[2]);
    file.append(1, &games[1]).expect("written");
    drop(file);
    assert_eq!(games_in(&path, variant), games);
}

#[test]
fn siblings_with_an_illegal_turn_are_damage() {
    let variant = game("unplay-strict");
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("games");
    let games = games(variant, 2);
    let ends = write(&path, variant, &games);
    let bytes = fs::read(&path).expect("a file");
    let last = games[1].siblings.last().expect("siblings");
    let mut content = bytes[ends[1] + 24..].to_vec();
    let at = content.len() - 6;
    content[at..at + 4].copy_from_slice(&1_u32.to_le_bytes());
    for (wrong, complaint) in [
        (
            content,
            format!("a turn of the siblings after ply {} is not legal", last.ply),
        ),
        (
            bytes[ends[1] + 24..bytes.len() - 1].to_vec(),
            "too short".to_owned(),
        ),
    ] {
        let file = [&bytes[..ends[1]], &frame(1, &wrong)].concat();
        fs::write(&path, file).expect("written");
        let contents = read(&path, variant).expect("a file");
        assert_eq!(contents.games.len(), 1);
        let DamageCause::Game(cause) = &contents.damage[0].cause else {
            panic!("{:?}", contents.damage);
        };
        assert_eq!(cause.to_string(), complaint);
    }
    // Files in the first form, which `old_form` makes, have no siblings.
    let settings = settings(variant).to_string();
    fs::write(&path, old_form(&bytes, &ends, &settings)).expect("written");
    let found = games_in(&path, variant);
    assert!(found.iter().all(|game| game.siblings.is_empty()));
}

/// Sets the score of each sibling to its evaluation by `weights`, from the view of the player who
/// chooses between the siblings.
struct Scored<'a> {
    game: ScoredGame,
    weights: &'a Weights,
}

impl Visitor for Scored<'_> {
    type Output = ScoredGame;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> ScoredGame {
        let mut game = self.game;
        for siblings in &mut game.siblings {
            let start: R = variant.position(game.start).expect("a position");
            let line = game.turns[..siblings.ply as usize].iter();
            let turns = line.map(|&(turn, _)| turn).chain(siblings.line.clone());
            let parent = turns.fold(start, |position, turn| position.play(turn));
            for (turn, score) in &mut siblings.successors {
                let successor = parent.play(*turn);
                let evaluation = evaluate(&successor, self.weights);
                let is_same = successor.seat() == parent.seat();
                *score = if is_same { evaluation } else { -evaluation } as i16;
            }
        }
        game
    }
}

fn selection() -> Selection {
    Selection {
        max_per_game: 5,
        max_halfmoves: 8,
        point_share: 0.0,
        validation_interval: 4,
        seed: 1,
    }
}

#[test]
fn weights_are_recovered_from_the_order_of_siblings() {
    let variant = game("unplay-strict");
    let truth = variant.weights();
    let scored = games(variant, 40).into_iter().map(|game| {
        variant.dispatch(Scored {
            game,
            weights: truth,
        })
    });
    let games: Vec<ScoredGame> = scored.collect();
    let mut begun = truth.clone();
    begun[Feature::RevivalFiles] = Weight::centipawns(60, 0);
    begun[Feature::Mobility] = Weight::centipawns(-8, 9);
    let [training, validation]: [Samples; 2] =
        selection().of_games(variant, (0..).zip(&games), &begun);
    assert!(training.groups().len() > 60 && !validation.groups().is_empty());
    let settings = TuneSettings {
        epochs: 40,
        batch: 128,
        l2_penalty: 0.0,
        blend: 0.0,
        ..TuneSettings::default()
    };
    let fitted = |order: f64| {
        let settings = TuneSettings { order, ..settings };
        let samples = [&training, &validation];
        fit(samples, &begun, &settings, |_| ControlFlow::Continue(())).weights
    };
    // A sibling's error is its evaluation by `weights` minus its score, in centipawns. A group is
    // the siblings of one position. This function returns the sum of |error - mean error of the
    // group| over all siblings of `validation`.
    let error = |weights: &Weights| {
        let model = Model::new(weights, 1.0);
        let of_group = |numbers: std::ops::Range<usize>| {
            let wrong = |number| {
                let sample = validation.sample(number);
                model.evaluate(&sample) - f64::from(sample.score)
            };
            let errors: Vec<f64> = numbers.map(wrong).collect();
            let mean = errors.iter().sum::<f64>() / errors.len() as f64;
            errors.iter().map(|error| (error - mean).abs()).sum::<f64>()
        };
        let groups = validation.groups().iter();
        groups
            .map(|group| of_group(group.numbers.clone()))
            .sum::<f64>()
    };
    let [before, without, with] = [begun.clone(), fitted(0.0), fitted(10.0)].map(|one| error(&one));
    assert!(with < 0.4 * before, "{before} {with}");
    assert!(with < without, "{without} {with}");
}

#[test]
fn a_network_learns_the_order_of_siblings() {
    let variant = game("unplay-strict");
    let games = games(variant, 12);
    let [training, _]: [train::Samples; 2] =
        selection().of_games(variant, (0..).zip(&games), variant.weights());
    assert!(training.groups().len() > 20);
    let settings = TrainSettings {
        epochs: 6,
        batch: 64,
        order: 5.0,
        ..TrainSettings::default()
    };
    let mut losses = Vec::new();
    let learn = |from: Option<RealNetwork>, losses: &mut Vec<f64>| {
        train([&training, &training], from, &settings, |epoch| {
            losses.push(epoch.training);
            ControlFlow::Continue(())
        })
    };
    let network = learn(None, &mut losses);
    assert!(losses[6] < 0.9 * losses[0], "{losses:?}");
    let mut further = Vec::new();
    learn(Some(network), &mut further);
    assert!(further[0] < losses[0], "{further:?}");
}

/// Checks the scores in samples of siblings. The samples for a fit of weights have scores from the
/// view of the first player. The samples for a network have scores from the view of the player to
/// play in the sibling. The chooser is the player who chooses between the siblings. A score is
/// converted to the chooser's view by a sign: `SiblingGroup::sign` for a fit, `chooser_sign` for a
/// network.
struct CheckViews;

impl Visitor for CheckViews {
    type Output = ();

    fn visit<R: Rules>(self, game: TypedGame<R>) {
        let parent: R = game.start_position(0);
        let weights = game.game().weights();
        let scored: Vec<(R, f32)> = parent
            .turns()
            .into_iter()
            .zip(1..=3_u8)
            .map(|(turn, score)| (parent.play(turn), score.into()))
            .collect();
        let chooser = parent.seat();
        let siblings = SiblingPositions { chooser, scored };
        let mut samples = Samples::default();
        samples.add_siblings(&siblings, weights);
        let groups = samples.groups().to_vec();
        let scores = |sample: usize| groups[0].sign() * f64::from(samples.sample(sample).score);
        for number in groups[0].numbers.clone() {
            assert_eq!(scores(number), number as f64 + 1.0, "{game}");
            assert_eq!(samples.sample(number).outcome, None);
        }
        let mut of_network = train::Samples::default();
        of_network.add_siblings(&siblings, weights);
        for (number, (position, score)) in siblings.scored.iter().enumerate() {
            let data = of_network.sample(number).data;
            let sign = if position.seat() == chooser {
                1.0
            } else {
                -1.0
            };
            assert_eq!((data.chooser_sign, data.score), (sign, sign * score));
        }
    }
}

#[test]
fn a_sign_converts_the_scores_of_siblings_to_the_view_of_the_chooser() {
    for game in one_of_each_family() {
        game.dispatch(CheckViews);
    }
}

#[test]
fn the_target_of_a_sample_mixes_the_result_with_the_final_points() {
    let outcomes = |name: &str, point_share: f64| {
        let variant = game(name);
        let selection = Selection {
            point_share,
            ..selection()
        };
        let games = super::tune::games(variant, 6);
        let [training, _]: [Samples; 2] =
            selection.of_games(variant, (0..).zip(&games), variant.weights());
        let outcome = |number| training.sample(number).outcome.expect("a result");
        (0..training.len()).map(outcome).collect::<Vec<f32>>()
    };
    let whole = |outcomes: Vec<f32>| {
        outcomes
            .into_iter()
            .all(|one| [0.0, 0.5, 1.0].contains(&one))
    };
    assert!(whole(outcomes("smolowitz", 0.0)));
    assert!(!whole(outcomes("smolowitz", 0.5)));
    assert!(
        whole(outcomes("unplay-strict", 0.5)),
        "unplay-strict counts no points"
    );
}
