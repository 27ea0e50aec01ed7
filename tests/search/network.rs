//! Networks: their evaluation does not depend on the path to a position, and training lowers the
//! loss.

use std::ops::ControlFlow;

use rand::{Rng, SeedableRng, rngs::SmallRng};
use reviver::eval::network::{HIDDEN, Network, NetworkError, ROWS, RealNetwork};
use reviver::eval::{self, Evaluator};
use reviver::games::{self, Game, TypedGame, Visitor};
use reviver::learn::selfplay::{ScoredGame, Selection, SelfPlay};
use reviver::learn::train::{Epoch, Samples, TrainSettings, evaluate, train};
use reviver::play::limits::PlayerLimits;
use reviver::players::settings::{PlayerKind, PlayerSettings};
use reviver::rules::{Rules, Seat};

use crate::common::play::{run_deterministically, scripts};
use crate::common::{game, mirror, some_game, some_reverse_game};

/// A network of random numbers.
fn random_network(seed: u64) -> RealNetwork {
    let mut random = SmallRng::seed_from_u64(seed);
    let mut network = RealNetwork::zero();
    let (rows, rest) = network.numbers.split_at_mut(ROWS * HIDDEN);
    rows.fill_with(|| random.random_range(-0.3..0.3));
    rest.fill_with(|| random.random_range(-0.5..0.5));
    network
}

struct AlongLines<'a> {
    network: &'a Network,
    script: &'a crate::common::play::Script,
}

impl Visitor for AlongLines<'_> {
    type Output = ();

    fn visit<R: Rules>(self, variant: TypedGame<R>) {
        let weights = variant.weights();
        let evaluate_afresh = |position: &R| {
            let mut evaluator = Evaluator::new(weights, Some(self.network), 1);
            evaluator.evaluate(position, 0)
        };
        let mut evaluator = Evaluator::new(weights, Some(self.network), 3);
        let mut ply = 0;
        self.script.play::<R>(variant, |position, _| {
            ply += 1;
            let expected = evaluate_afresh(position);
            assert_eq!(evaluator.evaluate(position, ply % 3), expected);
            let terms = evaluator.terms(position);
            assert_eq!(terms.last().map(|term| term.name), Some("network"));
            let total: i32 = terms.iter().map(|term| term.first - term.second).sum();
            let sign = if position.seat() == Seat::First {
                1
            } else {
                -1
            };
            assert_eq!(total, sign * expected);
        });
    }
}

#[test]
fn the_evaluation_does_not_depend_on_the_path_of_the_search() {
    let network = random_network(1).rounded();
    let games = (0..games::built_in().len(), scripts(60));
    run_deterministically(120, &games, |(variant, script)| {
        let network = &network;
        let script = &script;
        games::built_in()[variant].dispatch(AlongLines { network, script });
    });
}

struct BothColours<'a> {
    network: &'a Network,
    script: &'a crate::common::play::Script,
}

impl Visitor for BothColours<'_> {
    type Output = ();

    fn visit<R: Rules>(self, variant: TypedGame<R>) {
        let weights = variant.weights();
        let mut evaluator = Evaluator::new(weights, Some(self.network), 1);
        self.script.play::<R>(variant, |position, _| {
            let mirrored = mirror(variant, position);
            // What the network adds to an evaluation: the evaluation with the network minus the
            // evaluation without it.
            let [part, mirrored_part] = [position, &mirrored].map(|position| {
                evaluator.evaluate(position, 0) - eval::evaluate(position, weights)
            });
            assert_eq!(part, mirrored_part, "{position:?}");
        });
    }
}

#[test]
fn a_network_evaluates_a_mirrored_position_equally() {
    let network = random_network(2).rounded();
    run_deterministically(40, &scripts(60), |script| {
        let (network, script) = (&network, &script);
        game("ssehc").dispatch(BothColours { network, script });
        game("unachess").dispatch(BothColours { network, script });
    });
}

#[test]
fn files_read_back_as_they_are_written() {
    let network = random_network(3).rounded();
    assert_eq!(RealNetwork::of(&network).rounded(), network);
    let bytes = network.to_bytes();
    assert_eq!(Network::from_bytes(&bytes), Ok(network));
    assert_eq!(Network::from_bytes(b"something"), Err(NetworkError::Head));
    let short = &bytes[..bytes.len() - 1];
    assert!(matches!(
        Network::from_bytes(short),
        Err(NetworkError::Size(_))
    ));
    let complaint = Network::from_bytes(b"")
        .expect_err("an empty file")
        .to_string();
    assert!(complaint.contains("reviver network 1"), "{complaint}");
}

#[test]
fn weights_that_would_overflow_are_refused() {
    let mut bytes = random_network(4).rounded().to_bytes();
    let last = bytes.len() - 4;
    for bias in [i32::MIN, i32::MAX] {
        bytes[last..].copy_from_slice(&bias.to_le_bytes());
        assert_eq!(Network::from_bytes(&bytes), Err(NetworkError::Weight));
    }
}

fn games(variant: &'static Game, count: u64) -> Vec<ScoredGame> {
    let plan = SelfPlay {
        variant,
        player: PlayerSettings::new(PlayerKind::Reviver, PlayerLimits::of_nodes(40)),
        opponent: None,
        random_plies: 2..=6,
        plies: 60,
        seed: 7,
        siblings: None,
    };
    let game = |number| plan.game(number, &|| false).expect("a whole game");
    (0..count).map(game).collect()
}

#[test]
fn training_lowers_the_loss_and_is_reproducible() {
    let variant = game("unachess");
    let selection = Selection {
        max_per_game: usize::MAX,
        max_halfmoves: 30,
        point_share: 0.0,
        validation_interval: 4,
        seed: 1,
    };
    let games = games(variant, 80);
    let [training, validation]: [Samples; 2] =
        selection.of_games(variant, (0..).zip(&games), variant.weights());
    let counts = (training.len(), validation.len());
    assert!(counts.1 > 20 && counts.0 > 2 * counts.1, "{counts:?}");
    let settings = TrainSettings {
        epochs: 12,
        batch: 64,
        learning_rate: 0.02,
        ..TrainSettings::default()
    };
    let mut losses = Vec::new();
    let train = |from: Option<RealNetwork>, losses: &mut Vec<Epoch>| {
        train([&training, &validation], from, &settings, |epoch| {
            losses.push(epoch);
            ControlFlow::Continue(())
        })
    };
    let network = train(None, &mut losses);
    // One entry from before the first epoch, and one from after each of the twelve epochs.
    assert_eq!(losses.len(), 13);
    assert!(
        losses[12].training < losses[0].training - 0.01,
        "{losses:?}"
    );
    let one_thread = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .expect("a pool");
    let again = one_thread.install(|| train(None, &mut Vec::new()));
    assert_eq!(network, again);
    let mut further = Vec::new();
    train(Some(network), &mut further);
    let best = losses.iter().map(|epoch| epoch.validation);
    assert_eq!(further[0].validation, best.fold(f64::INFINITY, f64::min));
}

struct Rounding<'a> {
    real: &'a RealNetwork,
    script: &'a crate::common::play::Script,
}

impl Visitor for Rounding<'_> {
    type Output = ();

    fn visit<R: Rules>(self, variant: TypedGame<R>) {
        let weights = variant.weights();
        let network = self.real.rounded();
        let mut evaluator = Evaluator::new(weights, Some(&network), 1);
        self.script.play::<R>(variant, |position, _| {
            let mut samples = Samples::default();
            samples.push(position, weights, 0.0, 0.5);
            let exact = evaluate(self.real, &samples.sample(0));
            let rounded = evaluator.evaluate(position, 0) as f32;
            let difference = (exact - rounded).abs();
            assert!(difference < 40.0, "{exact} {rounded} {position:?}");
        });
    }
}

#[test]
fn rounding_a_network_changes_evaluations_little() {
    let real = &random_network(5);
    run_deterministically(40, &scripts(60), |script| {
        for variant in [some_game(), some_reverse_game()] {
            let script = &script;
            variant.dispatch(Rounding { real, script });
        }
    });
}
