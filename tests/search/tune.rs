//! Self-play, and weights that are fitted to its games.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use reviver::eval::{self, Feature, Weight, Weights, feature_vector};
use reviver::games::{self, Game, TypedGame, Visitor};
use reviver::learn::selfplay::{
    self, FileSettings, GamesError, GamesFile, ScoredGame, Selection, SelfPlay, SiblingPositions,
    read,
};
use reviver::learn::tune::{Model, Samples, TuneSettings, fit};
use reviver::live::LiveGame;
use reviver::play::limits::PlayerLimits;
use reviver::players::any_turn;
use reviver::players::settings::{PlayerKind, PlayerSettings};
use reviver::rules::ssehc::Ssehc;
use reviver::rules::{Rules, Seat};
use tempfile::TempDir;

use crate::common::{game, one_of_each_family, some_game, some_reverse_game, typed};

/// At most five positions from each game. One pair of games in four is for validation.
pub(super) const SELECTION: Selection = Selection {
    max_per_game: 5,
    max_halfmoves: 8,
    point_share: 0.0,
    validation_interval: 4,
    seed: 1,
};

pub(super) fn plan(variant: &'static Game) -> SelfPlay {
    SelfPlay {
        variant,
        player: PlayerSettings::new(PlayerKind::Reviver, PlayerLimits::of_nodes(40)),
        opponent: None,
        random_plies: 2..=6,
        plies: 60,
        seed: 7,
        siblings: None,
    }
}

pub(super) fn games(variant: &'static Game, count: u64) -> Vec<ScoredGame> {
    let plan = plan(variant);
    let game = |number| plan.game(number, &|| false).expect("a whole game");
    (0..count).map(game).collect()
}

#[test]
fn opponents_alternate_seats_and_only_scores_of_searches_are_recorded() {
    let variant = game("ssehc");
    for kind in [PlayerKind::Random, PlayerKind::Greedy] {
        let plan = SelfPlay {
            opponent: Some(PlayerSettings::new(kind, PlayerLimits::of_nodes(40))),
            ..plan(variant)
        };
        for number in 0..2 {
            let game = plan.game(number, &|| false).expect("a whole game");
            let mut position = typed::<Ssehc>("ssehc")
                .position(game.start)
                .expect("a position");
            let opponent = if number == 0 {
                Seat::Second
            } else {
                Seat::First
            };
            for &(turn, score) in &game.turns {
                let is_searched = position.seat() != opponent;
                assert_eq!(score.is_some(), is_searched, "{kind:?}: {position:?}");
                position = position.play(turn);
            }
            let folder = TempDir::new().expect("a folder");
            let path = folder.path().join("games");
            let mut file = resume(&path, variant).expect("a file");
            file.append(0, &game).expect("written");
            assert_eq!(games_in(&path, variant), [game]);
        }
    }
}

pub(super) fn settings(variant: &'static Game) -> serde_json::Value {
    serde_json::json!({ "variant": variant.name(), "seed": 7 })
}

pub(super) fn resume(path: &Path, game: &'static Game) -> Result<GamesFile, GamesError> {
    let settings = &settings(game);
    GamesFile::resume(path, &FileSettings { game, settings })
}

pub(super) fn games_in(path: &Path, game: &'static Game) -> Vec<ScoredGame> {
    let contents = read(path, game).expect("games");
    contents.games.into_values().collect()
}

/// Writes a file with these games. Returns the byte offset of the first game, and the offset of the
/// end of each game.
pub(super) fn write(path: &Path, game: &'static Game, games: &[ScoredGame]) -> Vec<usize> {
    let length = || fs::metadata(path).expect("a file").len() as usize;
    let mut file = resume(path, game).expect("a file");
    let mut ends = vec![length()];
    for (number, game) in (0..).zip(games) {
        file.append(number, game).expect("written");
        ends.push(length());
    }
    ends
}

/// Converts each game of a file of the present form to the bytes of a game in the first two forms
/// (`reviver self-play 1` and `2`). In those forms the number of turns and the siblings are not
/// stored. `ends` is the result of [`write`].
pub(super) fn old_contents(file: &[u8], ends: &[usize]) -> Vec<Vec<u8>> {
    let old = |pair: &[usize]| {
        let content = &file[pair[0] + 24..pair[1]];
        let (position, rest) = content.split_at(2 + usize::from(content[1]));
        let (count, rest) = rest.split_first_chunk().expect("the number of turns");
        let turns = &rest[..6 * u32::from_le_bytes(*count) as usize];
        [position, turns].concat()
    };
    ends.windows(2).map(old).collect()
}

/// Converts a file to the first form, which has no checksums. `ends` is the result of [`write`].
pub(super) fn old_form(file: &[u8], ends: &[usize], settings: &str) -> Vec<u8> {
    let mut old = format!("reviver self-play 1\n{settings}\n").into_bytes();
    for game in old_contents(file, ends) {
        old.extend((game.len() as u32).to_le_bytes());
        old.extend(game);
    }
    old
}

#[test]
fn games_of_every_variant_are_read_back_unchanged() {
    let folder = TempDir::new().expect("a folder");
    for variant in games::built_in() {
        let games = games(variant, 3);
        assert_eq!(games, self::games(variant, 3), "{variant}");
        let path = folder.path().join(variant.name());
        let ends = write(&path, variant, &games);
        let contents = read(&path, variant).expect("games");
        let settings = settings(variant).to_string();
        assert_eq!(contents.settings.as_ref(), Some(&settings));
        assert!(contents.damage.is_empty());
        assert_eq!(games_in(&path, variant), games, "{variant}");
        // Files of the first form are read, and continued in the present form.
        let bytes = fs::read(&path).expect("a file");
        fs::write(&path, old_form(&bytes, &ends, &settings)).expect("written");
        assert_eq!(games_in(&path, variant), games, "{variant}");
        let file = resume(&path, variant).expect("a file");
        assert_eq!(file.games(), 3);
        assert!(fs::read(&path).expect("a file") == bytes, "{variant}");
    }
}

#[test]
fn files_with_other_settings_and_files_not_from_self_play_are_refused() {
    let variant = game("unplay-strict");
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("games");
    write(&path, variant, &games(variant, 1));
    let settings = &serde_json::json!({});
    let other_settings = FileSettings {
        game: variant,
        settings,
    };
    let error = GamesFile::resume(&path, &other_settings).expect_err("other settings");
    assert!(matches!(error, GamesError::OtherSettings { .. }), "{error}");
    let error = read(&path, game("ssehc")).expect_err("another game");
    let expected = "instead of settings of the variant ssehc";
    assert!(error.to_string().ends_with(expected), "{error}");

    fs::write(&path, "[Event \"?\"]\n").expect("written");
    for error in [
        resume(&path, variant).expect_err("no games"),
        read(&path, variant).expect_err("no games"),
    ] {
        assert!(matches!(error, GamesError::NotSelfPlay(_)), "{error}");
    }
}

#[test]
fn the_selection_limits_the_samples_and_their_values_are_in_range() {
    for variant in [some_game(), game("unachess")] {
        let games = games(variant, 8);
        let [training, validation]: [Samples; 2] =
            SELECTION.of_games(variant, (0..).zip(&games), variant.weights());
        assert!(
            training.len() <= 30 && training.len() > 6,
            "{}",
            training.len()
        );
        assert!(validation.len() <= 10 && !validation.is_empty());
        let model = Model::new(variant.weights(), 0.005);
        for number in 0..training.len() {
            let sample = training.sample(number);
            assert!((0.0..=1.0).contains(&sample.lateness));
            assert!([0.0, 0.5, 1.0].contains(&sample.outcome.expect("a result")));
            assert!(model.evaluate(&sample).abs() < 20_000.0);
        }
    }
}

/// The players to play in the chosen positions.
#[derive(Default)]
struct Seats(Vec<Seat>);

impl selfplay::Samples for Seats {
    fn add<R: Rules>(&mut self, position: &R, _: &Weights, _: f32, _: f32) {
        self.0.push(position.seat());
    }

    fn add_siblings<R: Rules>(&mut self, _: &SiblingPositions<R>, _: &Weights) {}

    fn append(&mut self, others: Self) {
        self.0.extend(others.0);
    }
}

/// Only positions in which the engine is to play have scores. It changes sides after each game.
#[test]
fn training_and_validation_both_have_positions_of_the_engine_as_first_and_as_second_player() {
    let variant = game("ssehc");
    let random = PlayerSettings::new(PlayerKind::Random, PlayerLimits::default());
    let plan = SelfPlay {
        opponent: Some(random),
        ..plan(variant)
    };
    let game = |number| plan.game(number, &|| false).expect("a whole game");
    let games: Vec<ScoredGame> = (0..8).map(game).collect();
    let both: [Seats; 2] = SELECTION.of_games(variant, (0..).zip(&games), variant.weights());
    for Seats(seats) in both {
        let expected = [Seat::First, Seat::Second];
        assert!(
            expected.iter().all(|seat| seats.contains(seat)),
            "{seats:?}"
        );
    }
}

#[test]
fn positions_with_a_high_halfmove_clock_are_left_out() {
    let variant = some_reverse_game();
    let games = games(variant, 8);
    let sample_count = |halfmoves| {
        let selection = Selection {
            max_per_game: usize::MAX,
            max_halfmoves: halfmoves,
            ..SELECTION
        };
        let weights = variant.weights();
        let [training, validation]: [Samples; 2] =
            selection.of_games(variant, (0..).zip(&games), weights);
        training.len() + validation.len()
    };
    let counts = [0, 2, u16::MAX].map(sample_count);
    assert!(
        counts[0] > 0 && counts[0] < counts[1] && counts[1] < counts[2],
        "{counts:?}"
    );
}

/// Makes training and validation samples from positions of random games. The result of each sample
/// is the expected score that `weights` predict.
struct Learning<'a> {
    weights: &'a Weights,
    games: u64,
}

impl Visitor for Learning<'_> {
    type Output = [Samples; 2];

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Self::Output {
        let model = Model::new(self.weights, 0.004);
        let mut both = [Samples::default(), Samples::default()];
        for seed in 0..self.games {
            let start = variant.position(variant.start(seed)).expect("a start");
            let mut game = LiveGame::new(variant, start);
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            while game.outcome().is_none() && game.turns().len() < 80 {
                let turn = any_turn(game.position(), &mut random).expect("a turn");
                game.play(turn).expect("a legal turn");
                let features = feature_vector(game.position());
                let mut one = Samples::default();
                one.push(&features, self.weights, 0.0, 0.0);
                let expected = model.expectation(model.evaluate(&one.sample(0)));
                both[usize::from(seed % 5 == 0)].push(
                    &features,
                    self.weights,
                    0.0,
                    expected as f32,
                );
            }
        }
        both
    }
}

#[test]
fn weights_are_recovered_from_the_results_they_predict() {
    let truth = game("unplay-strict").weights();
    let learning = Learning {
        weights: truth,
        games: 60,
    };
    let [training, validation] = game("unplay-strict").dispatch(learning);
    let mut start = truth.clone();
    start[Feature::RevivedPawns] = Weight::centipawns(60, 20);
    start[Feature::Revivers] = Weight::centipawns(-5, 25);
    let settings = TuneSettings {
        epochs: 30,
        batch: 256,
        blend: 0.0,
        l2_penalty: 0.0,
        ..TuneSettings::default()
    };
    let mut losses = Vec::new();
    let fitted = fit([&training, &validation], &start, &settings, |epoch| {
        losses.push(epoch.validation);
        ControlFlow::Continue(())
    });
    assert_eq!(losses.len(), 31);
    // The mean absolute difference in centipawns between the evaluations by `weights` and by
    // `truth`. A fit also chooses a scale: it finds weights whose evaluations, times this scale,
    // predict the results. The results were made with the scale 0.004. So evaluations by weights
    // with another scale are multiplied by `scale / 0.004`.
    let distance = |weights: &Weights, scale: f64| {
        let [model, true_model] = [weights, truth].map(|weights| Model::new(weights, 1.0));
        let difference = |number| {
            let sample = validation.sample(number);
            (scale / 0.004 * model.evaluate(&sample) - true_model.evaluate(&sample)).abs()
        };
        (0..validation.len()).map(difference).sum::<f64>() / validation.len() as f64
    };
    let before = distance(&start, 0.004);
    let after = distance(&fitted.weights, fitted.scale);
    assert!(after < 0.2 * before, "{before} {after}");
    let again = fit([&training, &validation], &start, &settings, |_| {
        ControlFlow::Continue(())
    });
    assert_eq!(again, fitted);
    let mut last_epoch = 0;
    let stopped = fit([&training, &validation], &start, &settings, |epoch| {
        last_epoch = epoch.number;
        if last_epoch < 2 {
            return ControlFlow::Continue(());
        }
        ControlFlow::Break(())
    });
    assert_eq!(last_epoch, 2);
    assert_eq!(stopped.best.validation, losses[2]);
}

/// Evaluates each position of a game with the engine and with the model of the fit, both from the
/// first player's view.
struct BothEvaluations<'a>(&'a ScoredGame);

impl Visitor for BothEvaluations<'_> {
    type Output = Vec<(f64, f64)>;
    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Self::Output {
        let weights = variant.weights();
        let model = Model::new(weights, 0.005);
        let mut position = variant.position(self.0.start).expect("a position");
        let both = |position: &R| {
            let mut samples = Samples::default();
            samples.push(&feature_vector(position), weights, 0.0, 0.5);
            let engine = f64::from(eval::evaluate(position, weights));
            let sign = if position.seat() == Seat::First {
                1.0
            } else {
                -1.0
            };
            (sign * engine, model.evaluate(&samples.sample(0)))
        };
        let mut evaluations = vec![both(&position)];
        for &(turn, _) in &self.0.turns {
            position = position.play(turn);
            evaluations.push(both(&position));
        }
        evaluations
    }
}

#[test]
fn the_model_of_the_fit_equals_the_evaluation() {
    for variant in one_of_each_family() {
        for game in games(variant, 4) {
            for (engine, fit) in variant.dispatch(BothEvaluations(&game)) {
                assert!((engine - fit).abs() <= 3.0, "{variant}: {engine} {fit}");
            }
        }
    }
}

#[test]
fn a_fit_keeps_the_lead_percents() {
    let weights = game("ssehc").weights();
    let games = games(game("ssehc"), 8);
    let [training, validation]: [Samples; 2] =
        SELECTION.of_games(game("ssehc"), (0..).zip(&games), weights);
    let settings = TuneSettings {
        epochs: 1,
        ..TuneSettings::default()
    };
    let fitted = fit([&training, &validation], weights, &settings, |_| {
        ControlFlow::Continue(())
    });
    let lead_percents =
        |weights: &Weights| Feature::ALL.map(|feature| weights[feature].lead_percent);
    assert_eq!(lead_percents(&fitted.weights), lead_percents(weights));
    assert_ne!(lead_percents(weights), [0; Feature::COUNT]);
}
