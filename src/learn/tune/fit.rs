//! Fits the scale of the logistic curve, then the weights.

use std::ops::ControlFlow;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rayon::iter::ParallelIterator;
use rayon::slice::ParallelSlice;

use super::adam::Adam;
use super::model::{Model, SIZE, expectation, loss};
use super::samples::{Sample, Samples};
use crate::eval::Weights;

/// How the weights are fitted.
#[derive(Clone, Copy, Debug)]
pub struct TuneSettings {
    /// The maximum number of passes over all positions.
    pub epochs: usize,
    /// The number of positions in a batch.
    pub batch: usize,
    /// The initial learning rate in centipawns. It decays to a tenth of that.
    pub learning_rate: f64,
    /// The training target mixes the search score and the game result. This is the share of the search score,
    /// from 0 to 1.
    pub blend: f64,
    /// The L2 penalty for a weight that has changed by 100 centipawns. It keeps the weights of rare
    /// features close to their first values.
    pub l2_penalty: f64,
    /// The seed of the order of the positions.
    pub seed: u64,
}

impl Default for TuneSettings {
    fn default() -> Self {
        Self {
            epochs: 40,
            batch: 4096,
            learning_rate: 2.0,
            blend: 0.75,
            l2_penalty: 2e-5,
            seed: 0,
        }
    }
}

/// The losses after a pass over the positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// The number of the pass, from 1; 0 for the losses before the first pass.
    pub number: usize,
    /// The loss on the training positions.
    pub training: f64,
    /// The loss on the validation positions.
    pub validation: f64,
}

/// The result of a fit.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// The weights with the lowest loss on the validation positions.
    pub weights: Weights,
    /// The `k` of the expectation `1 / (1 + exp(-k E))`.
    pub scale: f64,
    /// The losses before the first pass.
    pub first: Epoch,
    /// The losses with `weights`. If no pass has lowered the validation loss, this equals `first`.
    pub best: Epoch,
}

/// Fits weights, starting from `weights`. Before the first pass and after each pass `listen` gets the
/// losses and decides whether to go on.
///
/// # Panics
///
/// If the batch size is 0.
pub fn fit(
    [training, validation]: [&Samples; 2],
    weights: &Weights,
    settings: &TuneSettings,
    mut listen: impl FnMut(Epoch) -> ControlFlow<()>,
) -> Fit {
    let model = Model::new(weights, 1.0);
    let evaluated: Vec<(f64, f64)> = (0..training.len())
        .map(|number| training.sample(number))
        .map(|sample| (model.evaluate(&sample), f64::from(sample.outcome)))
        .collect();
    let scale = fitted_scale(&evaluated);
    let mut model = Model::new(weights, scale);
    let origin = model.clone();
    let mut order: Vec<usize> = (0..training.len()).collect();
    let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
    let mean_loss = |samples: &Samples, model: &Model| {
        mean(samples.len(), |number| {
            let sample = samples.sample(number);
            let expectation = model.expectation(model.evaluate(&sample));
            loss(expectation, target(&sample, &origin, settings))
        })
    };
    let epoch = |number, model: &Model| Epoch {
        number,
        training: mean_loss(training, model),
        validation: mean_loss(validation, model),
    };
    let first = epoch(0, &model);
    let mut control_flow = listen(first);
    let (mut best, mut best_model) = (first, model.clone());
    let mut adam = Adam::new(SIZE);
    for number in 1..=settings.epochs {
        if control_flow.is_break() {
            break;
        }
        order.shuffle(&mut random);
        let done = (number - 1) as f64 / settings.epochs as f64;
        let learning_rate = settings.learning_rate * 0.1_f64.powf(done);
        for batch in order.chunks(settings.batch) {
            let gradient = gradient(training, batch, [&model, &origin], settings);
            adam.step(gradient.into_iter(), learning_rate, |index, by| {
                model.weights[index] -= by;
            });
        }
        let epoch = epoch(number, &model);
        control_flow = listen(epoch);
        if epoch.validation < best.validation {
            (best, best_model) = (epoch, model.clone());
        }
    }
    Fit {
        weights: best_model.to_weights(weights),
        scale,
        first,
        best,
    }
}

/// The scale at which evaluations predict results best, by golden-section search. Each pair is an
/// evaluation in centipawns and the result of its game, from 0 to 1, from the same player's view.
pub(in crate::learn) fn fitted_scale(evaluated: &[(f64, f64)]) -> f64 {
    const RANGE: [f64; 2] = [1e-5, 0.1];
    const SECTIONS: usize = 40;
    let golden = (5_f64.sqrt() - 1.0) / 2.0;
    let loss_at = |logarithm: f64| -> f64 {
        let scale = logarithm.exp();
        let losses = evaluated
            .iter()
            .map(|&(score, outcome)| loss(expectation(scale, score), outcome));
        losses.sum()
    };
    let [mut low, mut high] = RANGE.map(f64::ln);
    for _ in 0..SECTIONS {
        let offset = golden * (high - low);
        if loss_at(high - offset) < loss_at(low + offset) {
            high = low + offset;
        } else {
            low = high - offset;
        }
    }
    low.midpoint(high).exp()
}

/// The expected score of the first player, from 0 to 1, that the evaluation of a position is to predict.
fn target(sample: &Sample<'_>, origin: &Model, settings: &TuneSettings) -> f64 {
    let search = origin.expectation(sample.score.into());
    settings.blend * search + (1.0 - settings.blend) * f64::from(sample.outcome)
}

/// The number of positions that a thread sums up at a time. The sums are added in order, so that the
/// result is the same on any number of threads.
const POSITIONS_PER_TASK: usize = 512;

/// The mean loss of this many positions. `loss` gets the index of each.
pub(in crate::learn) fn mean(count: usize, loss: impl Fn(usize) -> f64 + Sync) -> f64 {
    let numbers: Vec<usize> = (0..count).collect();
    let chunks = numbers.par_chunks(POSITIONS_PER_TASK);
    let sums: Vec<f64> = chunks
        .map(|chunk| chunk.iter().map(|&number| loss(number)).sum())
        .collect();
    sums.iter().sum::<f64>() / count.max(1) as f64
}

/// The gradient of the mean loss of a batch and of the penalty.
fn gradient(
    samples: &Samples,
    batch: &[usize],
    [model, origin]: [&Model; 2],
    settings: &TuneSettings,
) -> Vec<f64> {
    let parts: Vec<Vec<f64>> = batch
        .par_chunks(POSITIONS_PER_TASK)
        .map(|chunk| {
            let mut part = vec![0.0; SIZE];
            for &number in chunk {
                let sample = samples.sample(number);
                let (lead, factor) = model.lead_and_factor(&sample);
                let expectation = model.expectation(lead * factor);
                let error = expectation - target(&sample, origin, settings);
                let derivative = error * model.scale * factor;
                let late = f64::from(sample.lateness);
                for &(feature, difference) in sample.differences {
                    let index = 2 * usize::from(feature);
                    let share = derivative * f64::from(difference);
                    part[index] += share * (1.0 - late);
                    part[index + 1] += share * late;
                }
            }
            part
        })
        .collect();
    let mut sum: Vec<f64> = (0..SIZE)
        .map(|index| parts.iter().map(|part| part[index]).sum())
        .collect();
    let pairs = model.weights.iter().zip(&origin.weights);
    for (derivative, (weight, initial)) in sum.iter_mut().zip(pairs) {
        let penalty = 2.0 * settings.l2_penalty * (weight - initial) / 1e4;
        *derivative = *derivative / batch.len() as f64 + penalty;
    }
    sum
}
