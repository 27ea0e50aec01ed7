//! The training of a network.

use std::ops::ControlFlow;

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::objective::Objective;
use super::samples::Samples;
use super::settings::TrainSettings;
use crate::eval::network::{HIDDEN, MAX_WEIGHT, ROWS, RealNetwork};
use crate::learn::tune::{Adam, batches};

pub use crate::learn::tune::Epoch;

/// Trains a network, starting from a copy of `from` or from a random network. `listen` gets the
/// losses before the first pass and after each pass, and decides whether to go on. Returns the
/// network with the lowest loss on the validation positions.
///
/// # Panics
///
/// If the batch size is 0.
pub fn train(
    [training, validation]: [&Samples; 2],
    from: Option<RealNetwork>,
    settings: &TrainSettings,
    mut listen: impl FnMut(Epoch) -> ControlFlow<()>,
) -> RealNetwork {
    let objective = Objective::new(training, *settings);
    let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
    let mut network = from.unwrap_or_else(|| random_network(&mut random));
    let epoch = |number, network: &RealNetwork| Epoch {
        number,
        training: objective.loss(training, network),
        validation: objective.loss(validation, network),
    };
    let first = epoch(0, &network);
    let mut control_flow = listen(first);
    let (mut best, mut best_network) = (first, network.clone());
    let mut positions: Vec<usize> = (0..training.len()).collect();
    let mut groups: Vec<usize> = (0..training.groups().len()).collect();
    let steps = settings.epochs * training.len().div_ceil(settings.batch);
    let mut adam = Adam::new(RealNetwork::SIZE);
    for number in 1..=settings.epochs {
        if control_flow.is_break() {
            break;
        }
        positions.shuffle(&mut random);
        groups.shuffle(&mut random);
        for batch in batches(&positions, &groups, settings.batch) {
            let done = f64::from(adam.steps()) / steps as f64;
            let gradient = objective.gradient(training, &batch, &network);
            let derivatives = gradient
                .numbers
                .iter()
                .map(|&derivative| f64::from(derivative));
            adam.step(
                derivatives,
                settings.learning_rate * 0.01_f64.powf(done),
                |index, by| {
                    let number = &mut network.numbers[index];
                    *number = (*number - by as f32).clamp(-MAX_WEIGHT, MAX_WEIGHT);
                },
            );
        }
        let epoch = epoch(number, &network);
        control_flow = listen(epoch);
        if epoch.validation < best.validation {
            (best, best_network) = (epoch, network.clone());
        }
    }
    best_network
}

/// A network of small random numbers, except that the bias of the hidden layer is constant. The
/// output weights are smaller than the first-layer weights, so that the untrained network adds
/// little to the weighted sum of the features.
fn random_network(random: &mut ChaCha8Rng) -> RealNetwork {
    let mut network = RealNetwork::zero();
    let mut fill = |numbers: &mut [f32], max: f32| {
        numbers.fill_with(|| random.random_range(-max..max));
    };
    let (rows, rest) = network.numbers.split_at_mut(ROWS * HIDDEN);
    fill(rows, 0.15);
    let (bias, outputs) = rest.split_at_mut(HIDDEN);
    bias.fill(0.2);
    fill(outputs, 0.05);
    network
}
