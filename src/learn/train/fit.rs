//! The training of a network.

use std::ops::ControlFlow;

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::iter::ParallelIterator;
use rayon::slice::ParallelSlice;

use super::gradient;
use super::samples::{SampleData, Samples};
use crate::eval::network::{HIDDEN, MAX_WEIGHT, ROWS, RealNetwork};
use crate::learn::tune::{Adam, expectation, fitted_scale, loss, mean};

pub use crate::learn::tune::Epoch;

/// How a network is trained.
#[derive(Clone, Copy, Debug)]
pub struct TrainSettings {
    /// The number of passes over all positions.
    pub epochs: usize,
    /// The number of positions in a batch.
    pub batch: usize,
    /// The initial learning rate. It decays to a hundredth of that.
    pub learning_rate: f64,
    /// The share of the score of the search in the target; the rest is the result of the game.
    pub blend: f64,
    /// The seed of the initial numbers of the network and of the order of the positions.
    pub seed: u64,
}

impl Default for TrainSettings {
    fn default() -> Self {
        Self {
            epochs: 20,
            batch: 8192,
            learning_rate: 0.002,
            blend: 0.75,
            seed: 0,
        }
    }
}

/// Trains a network. It starts as a copy of `from`, or with small random numbers. Before the first pass
/// and after each pass `listen` gets the losses and decides whether to go on. Returns the network with
/// the lowest loss on the validation positions.
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
    let all = (0..training.len()).map(|number| training.sample(number).data);
    let scores: Vec<(f64, f64)> = all
        .map(|data| (data.score.into(), data.outcome.into()))
        .collect();
    let target = Target {
        scale: fitted_scale(&scores),
        blend: settings.blend,
    };
    let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
    let mut network = from.unwrap_or_else(|| random_network(&mut random));
    let mean_loss = |samples: &Samples, network: &RealNetwork| {
        mean(samples.len(), |number| {
            let sample = samples.sample(number);
            target.loss(gradient::evaluate(network, &sample), sample.data)
        })
    };
    let epoch = |number, network: &RealNetwork| Epoch {
        number,
        training: mean_loss(training, network),
        validation: mean_loss(validation, network),
    };
    let first = epoch(0, &network);
    let mut control_flow = listen(first);
    let (mut best, mut best_network) = (first, network.clone());
    let mut order: Vec<usize> = (0..training.len()).collect();
    let steps = settings.epochs * training.len().div_ceil(settings.batch);
    let mut adam = Adam::new(RealNetwork::SIZE);
    for number in 1..=settings.epochs {
        if control_flow.is_break() {
            break;
        }
        order.shuffle(&mut random);
        for batch in order.chunks(settings.batch) {
            let done = f64::from(adam.steps()) / steps as f64;
            let gradient = gradient_of(training, batch, &network, target);
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

/// A network of small numbers, random except for the bias of the hidden layer. The output weights are the
/// smallest, so that the untrained network adds almost nothing to the weighted sum.
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

/// The target of the training: a mean of the score of the search and the result of the game.
#[derive(Clone, Copy)]
struct Target {
    /// The `k` of the expectation `1 / (1 + exp(-k E))`.
    scale: f64,
    blend: f64,
}

impl Target {
    fn expectation(self, centipawns: f32) -> f64 {
        expectation(self.scale, centipawns.into())
    }

    fn of(self, data: SampleData) -> f64 {
        let outcome = f64::from(data.outcome);
        self.blend * self.expectation(data.score) + (1.0 - self.blend) * outcome
    }

    fn loss(self, centipawns: f32, data: SampleData) -> f64 {
        loss(self.expectation(centipawns), self.of(data))
    }

    /// The derivative of the loss with respect to the centipawns.
    fn derivative(self, centipawns: f32, data: SampleData) -> f64 {
        self.scale * (self.expectation(centipawns) - self.of(data))
    }
}

/// The number of positions that a thread sums up at a time. The sums are added in order, so that the
/// result is the same on any number of threads.
const POSITIONS_PER_TASK: usize = 2048;

/// The gradient of the mean loss of a batch.
fn gradient_of(
    samples: &Samples,
    batch: &[usize],
    network: &RealNetwork,
    target: Target,
) -> RealNetwork {
    let parts: Vec<RealNetwork> = batch
        .par_chunks(POSITIONS_PER_TASK)
        .map(|chunk| {
            let mut part = RealNetwork::zero();
            for &number in chunk {
                let sample = samples.sample(number);
                let derivative = |centipawns| target.derivative(centipawns, sample.data) as f32;
                gradient::add_gradient(&mut part, network, &sample, derivative);
            }
            part
        })
        .collect();
    let mut sum = RealNetwork::zero();
    for part in &parts {
        for (sum, derivative) in sum.numbers.iter_mut().zip(&part.numbers) {
            *sum += derivative / batch.len() as f32;
        }
    }
    sum
}
