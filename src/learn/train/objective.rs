//! What training minimizes: the loss of single positions, and the loss of the order of siblings.

use std::ops::Range;

use rayon::iter::ParallelIterator;
use rayon::slice::ParallelSlice;

use super::gradient::{add_gradient, evaluate};
use super::samples::{SampleData, Samples};
use super::settings::TrainSettings;
use crate::eval::network::RealNetwork;
use crate::learn::tune::{Batch, SiblingOrder, expectation, fitted_scale, loss, mean};

/// The number of positions whose gradients a thread sums up at a time. The sums are added in order,
/// so that the result is the same on any number of threads.
const POSITIONS_PER_TASK: usize = 2048;

/// The number of groups of siblings whose gradients a thread sums up at a time.
const GROUPS_PER_TASK: usize = 128;

/// The loss of a network, which training minimizes.
pub(super) struct Objective {
    settings: TrainSettings,
    /// The `k` of the expectation `1 / (1 + exp(-k E))`, where `E` is an evaluation or score in
    /// centipawns.
    scale: f64,
    order: SiblingOrder,
}

impl Objective {
    /// The objective for these positions.
    pub(super) fn new(training: &Samples, settings: TrainSettings) -> Self {
        let all = (0..training.len()).map(|number| training.sample(number).data);
        let of_games = all.filter_map(|data| Some((data.score.into(), data.outcome?.into())));
        let pairs: Vec<(f64, f64)> = of_games.collect();
        let groups = training.groups().iter();
        let scores: Vec<Vec<f64>> = groups.map(|group| scores(training, group)).collect();
        Self {
            settings,
            scale: fitted_scale(&pairs),
            order: SiblingOrder::fitted(scores.iter().map(Vec::as_slice)),
        }
    }

    /// The mean loss of all positions, plus [`TrainSettings::order`] times the mean loss of all
    /// groups.
    pub(super) fn loss(&self, samples: &Samples, network: &RealNetwork) -> f64 {
        let of_positions = mean(samples.len(), |number| {
            let sample = samples.sample(number);
            let expectation = self.expectation(evaluate(network, &sample));
            loss(expectation, self.target(sample.data))
        });
        let groups = samples.groups();
        let of_groups = mean(groups.len(), |number| {
            let evaluations = evaluations(samples, &groups[number], network);
            self.order
                .loss(&scores(samples, &groups[number]), &evaluations)
        });
        of_positions + self.settings.order * of_groups
    }

    /// The gradient of the loss of a batch, weighted as in [`Objective::loss`].
    pub(super) fn gradient(
        &self,
        samples: &Samples,
        batch: &Batch<'_>,
        network: &RealNetwork,
    ) -> RealNetwork {
        let of_positions = sums(batch.positions, POSITIONS_PER_TASK, |number, sum| {
            let sample = samples.sample(number);
            let derivative = |centipawns| self.derivative(centipawns, sample.data) as f32;
            add_gradient(sum, network, &sample, derivative);
        });
        let of_groups = sums(batch.groups, GROUPS_PER_TASK, |number, sum| {
            let group = &samples.groups()[number];
            let evaluations = evaluations(samples, group, network);
            let derivatives = self
                .order
                .derivatives(&scores(samples, group), &evaluations);
            for (number, derivative) in group.clone().zip(derivatives) {
                let sample = samples.sample(number);
                let derivative = sample.data.chooser_sign * derivative as f32;
                add_gradient(sum, network, &sample, |_| derivative);
            }
        });
        let [positions, groups] =
            [batch.positions, batch.groups].map(|list| list.len().max(1) as f32);
        let mut gradient = of_positions;
        for (number, of_order) in gradient.numbers.iter_mut().zip(of_groups.numbers) {
            *number = *number / positions + self.settings.order as f32 * of_order / groups;
        }
        gradient
    }

    fn expectation(&self, centipawns: f32) -> f64 {
        expectation(self.scale, centipawns.into())
    }

    /// The target of a position is a weighted mean of two numbers: the expectation at the score of
    /// the search, and the result of the game. The target of a sibling is the expectation alone.
    fn target(&self, data: SampleData) -> f64 {
        let search = self.expectation(data.score);
        let Some(outcome) = data.outcome else {
            return search;
        };
        let blend = self.settings.blend;
        blend * search + (1.0 - blend) * f64::from(outcome)
    }

    /// The derivative of the loss of a position with respect to its evaluation, `centipawns`.
    fn derivative(&self, centipawns: f32, data: SampleData) -> f64 {
        self.scale * (self.expectation(centipawns) - self.target(data))
    }
}

/// The scores of siblings, from the view of the player who chooses between them.
fn scores(samples: &Samples, group: &Range<usize>) -> Vec<f64> {
    let data = group.clone().map(|number| samples.sample(number).data);
    data.map(|data| f64::from(data.chooser_sign * data.score))
        .collect()
}

/// The evaluations of siblings, from the view of the player who chooses between them.
fn evaluations(samples: &Samples, group: &Range<usize>, network: &RealNetwork) -> Vec<f64> {
    let evaluation = |number| {
        let sample = samples.sample(number);
        f64::from(sample.data.chooser_sign * evaluate(network, &sample))
    };
    group.clone().map(evaluation).collect()
}

/// The sum of the gradients of the positions or groups with the indices `numbers`. `add` gets an
/// index and adds the gradient of that position or group to a sum. Parallel tasks sum up at most
/// `per_task` gradients each.
fn sums(
    numbers: &[usize],
    per_task: usize,
    add: impl Fn(usize, &mut RealNetwork) + Sync,
) -> RealNetwork {
    let parts: Vec<RealNetwork> = numbers
        .par_chunks(per_task)
        .map(|chunk| {
            let mut part = RealNetwork::zero();
            for &number in chunk {
                add(number, &mut part);
            }
            part
        })
        .collect();
    let mut sum = RealNetwork::zero();
    for part in &parts {
        for (sum, derivative) in sum.numbers.iter_mut().zip(&part.numbers) {
            *sum += derivative;
        }
    }
    sum
}
