//! Fits the scale of the logistic curve, then the weights.

use std::ops::ControlFlow;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::adam::Adam;
use super::batches::batches;
use super::model::{Model, SIZE, expectation, loss};
use super::objective::Objective;
use super::samples::Samples;
use super::settings::TuneSettings;
use crate::eval::Weights;
use crate::eval::weights_text::MAX_WEIGHT;

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
    /// The `k` of the expectation `1 / (1 + exp(-k E))`, where `E` is the evaluation in centipawns.
    pub scale: f64,
    /// The losses before the first pass.
    pub first: Epoch,
    /// The losses after the pass that found [`Fit::weights`]. They were measured before these
    /// weights were rounded. Equals `first` if no pass has lowered the validation loss.
    pub best: Epoch,
}

/// Fits weights, starting from `weights`. `listen` gets the losses before the first pass and after
/// each pass, and decides whether to go on.
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
    let samples = (0..training.len()).map(|number| training.sample(number));
    let evaluated: Vec<(f64, f64)> = samples
        .filter_map(|sample| Some((model.evaluate(&sample), sample.outcome?.into())))
        .collect();
    let scale = fitted_scale(&evaluated);
    let mut model = Model::new(weights, scale);
    let objective = Objective::new(model.clone(), *settings, training);
    let mut positions: Vec<usize> = (0..training.len()).collect();
    let mut groups: Vec<usize> = (0..training.groups().len()).collect();
    let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
    let epoch = |number, model: &Model| Epoch {
        number,
        training: objective.loss(training, model),
        validation: objective.loss(validation, model),
    };
    let first = epoch(0, &model);
    let mut control_flow = listen(first);
    let (mut best, mut best_model) = (first, model.clone());
    let mut adam = Adam::new(SIZE);
    for number in 1..=settings.epochs {
        if control_flow.is_break() {
            break;
        }
        positions.shuffle(&mut random);
        groups.shuffle(&mut random);
        let done = (number - 1) as f64 / settings.epochs as f64;
        let learning_rate = settings.learning_rate * 0.1_f64.powf(done);
        for batch in batches(&positions, &groups, settings.batch) {
            let gradient = objective.gradient(training, &batch, &model);
            adam.step(gradient.into_iter(), learning_rate, |index, by| {
                let weight = &mut model.weights[index];
                *weight = (*weight - by).clamp(-MAX_WEIGHT, MAX_WEIGHT);
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

/// The scale (the `k` of [`Fit::scale`]) at which evaluations or search scores predict results
/// best. It is found by golden-section search. `evaluated` has a pair of numbers for each position:
/// the evaluation or the search score in centipawns, and the result of the game from 0 to 1. Both
/// are from the view of the same player.
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
