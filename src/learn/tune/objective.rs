//! What a fit of weights minimizes: the loss on single positions, the loss on groups of siblings,
//! and the penalty for changed weights.

use rayon::iter::ParallelIterator;
use rayon::slice::ParallelSlice;

use super::batches::Batch;
use super::mean::{POSITIONS_PER_TASK, mean};
use super::model::{Model, SIZE, loss};
use super::order::SiblingOrder;
use super::samples::{Sample, Samples, SiblingGroup};
use super::settings::TuneSettings;

/// The number of groups of siblings in one parallel task.
const GROUPS_PER_TASK: usize = 32;

/// The function that a fit minimizes.
pub(super) struct Objective {
    /// The model at the start of the fit.
    origin: Model,
    settings: TuneSettings,
    order: SiblingOrder,
}

impl Objective {
    /// The objective of a fit that starts with this model.
    pub(super) fn new(origin: Model, settings: TuneSettings, training: &Samples) -> Self {
        let scores: Vec<Vec<f64>> = training
            .groups()
            .iter()
            .map(|group| scores(training, group))
            .collect();
        Self {
            origin,
            settings,
            order: SiblingOrder::fitted(scores.iter().map(Vec::as_slice)),
        }
    }

    /// The mean loss of all positions, plus [`TuneSettings::order`] times the mean loss of all
    /// groups. The penalty for changed weights is not included.
    pub(super) fn loss(&self, samples: &Samples, model: &Model) -> f64 {
        let of_positions = mean(samples.len(), |number| {
            let sample = samples.sample(number);
            let expectation = model.expectation(model.evaluate(&sample));
            loss(expectation, self.target(&sample))
        });
        let groups = samples.groups();
        let of_groups = mean(groups.len(), |number| {
            let group = &groups[number];
            let evaluations = evaluations(samples, group, model);
            self.order.loss(&scores(samples, group), &evaluations)
        });
        of_positions + self.settings.order * of_groups
    }

    /// The gradient of the loss of a batch, weighted as in [`Objective::loss`], plus the gradient
    /// of the penalty.
    pub(super) fn gradient(&self, samples: &Samples, batch: &Batch<'_>, model: &Model) -> Vec<f64> {
        let of_positions = sums(batch.positions, POSITIONS_PER_TASK, |number, sum| {
            let sample = samples.sample(number);
            let expectation = model.expectation(model.evaluate(&sample));
            let derivative = (expectation - self.target(&sample)) * model.scale;
            model.add_gradient(sum, &sample, derivative);
        });
        let of_groups = sums(batch.groups, GROUPS_PER_TASK, |number, sum| {
            let group = &samples.groups()[number];
            let evaluations = evaluations(samples, group, model);
            let derivatives = self
                .order
                .derivatives(&scores(samples, group), &evaluations);
            for (number, derivative) in group.numbers.clone().zip(derivatives) {
                model.add_gradient(sum, &samples.sample(number), group.sign() * derivative);
            }
        });
        let [positions, groups] =
            [batch.positions, batch.groups].map(|list| list.len().max(1) as f64);
        let penalty = |index: usize| {
            let change = model.weights[index] - self.origin.weights[index];
            2.0 * self.settings.l2_penalty * change / 1e4
        };
        let derivative = |index: usize| {
            let of_order = self.settings.order * of_groups[index] / groups;
            of_positions[index] / positions + of_order + penalty(index)
        };
        (0..SIZE).map(derivative).collect()
    }

    /// The target for the expectation of a position, from 0 to 1: a blend of the search score and
    /// the result of the game. For a sibling, which has no result, the search score alone.
    fn target(&self, sample: &Sample<'_>) -> f64 {
        let search = self.origin.expectation(sample.score.into());
        let Some(outcome) = sample.outcome else {
            return search;
        };
        let blend = self.settings.blend;
        blend * search + (1.0 - blend) * f64::from(outcome)
    }
}

/// The scores of siblings, from the view of the player who chooses between them.
fn scores(samples: &Samples, group: &SiblingGroup) -> Vec<f64> {
    let score = |number| group.sign() * f64::from(samples.sample(number).score);
    group.numbers.clone().map(score).collect()
}

/// The evaluations of siblings, from the view of the player who chooses between them.
fn evaluations(samples: &Samples, group: &SiblingGroup, model: &Model) -> Vec<f64> {
    let evaluation = |number| group.sign() * model.evaluate(&samples.sample(number));
    group.numbers.clone().map(evaluation).collect()
}

/// The sum of the gradients of positions or groups. `numbers` has their indices. `add` adds the
/// gradient of one of them to a sum. Parallel tasks sum up `per_task` gradients each.
fn sums(numbers: &[usize], per_task: usize, add: impl Fn(usize, &mut [f64]) + Sync) -> Vec<f64> {
    let parts: Vec<Vec<f64>> = numbers
        .par_chunks(per_task)
        .map(|chunk| {
            let mut part = vec![0.0; SIZE];
            for &number in chunk {
                add(number, &mut part);
            }
            part
        })
        .collect();
    (0..SIZE)
        .map(|index| parts.iter().map(|part| part[index]).sum())
        .collect()
}
