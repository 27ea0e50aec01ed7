//! The output of a network, and the gradient of a loss with respect to the numbers of the network.

use super::samples::Sample;
use crate::eval::network::{CENTIPAWNS, HIDDEN, RealNetwork, mirrored};

/// The hidden layer from the view of one side.
type Accumulator = [f32; HIDDEN];

/// The accumulators of both sides, beginning with the side to play.
fn accumulators(network: &RealNetwork, sample: &Sample<'_>) -> [Accumulator; 2] {
    let mut accumulators = [[0.0; HIDDEN]; 2];
    for accumulator in &mut accumulators {
        accumulator.copy_from_slice(network.bias());
    }
    for &row in sample.rows {
        let row = usize::from(row);
        for (accumulator, row) in accumulators.iter_mut().zip([row, mirrored(row)]) {
            for (number, change) in accumulator.iter_mut().zip(network.row(row)) {
                *number += change;
            }
        }
    }
    accumulators
}

/// The output of the network, from the view of the side to play. An output of 1 stands for
/// [`CENTIPAWNS`] centipawns.
fn output(network: &RealNetwork, accumulators: &[Accumulator; 2], bucket: usize) -> f32 {
    let mut sum = network.output_bias(bucket);
    for (side, accumulator) in accumulators.iter().enumerate() {
        for (number, weight) in accumulator.iter().zip(network.output(bucket, side)) {
            let clipped = number.clamp(0.0, 1.0);
            sum += clipped * clipped * weight;
        }
    }
    sum
}

/// The evaluation: the weighted sum of the features plus the output of the network, in centipawns
/// from the view of the side to play.
#[must_use]
pub fn evaluate(network: &RealNetwork, sample: &Sample<'_>) -> f32 {
    let output = output(network, &accumulators(network, sample), sample.data.bucket);
    sample.data.weighted_sum + output * CENTIPAWNS as f32
}

/// Adds the gradient of the loss at one position to `gradient`. `derivative` takes the evaluation
/// in centipawns, and returns the derivative of the loss with respect to the evaluation.
pub(super) fn add_gradient(
    gradient: &mut RealNetwork,
    network: &RealNetwork,
    sample: &Sample<'_>,
    derivative: impl FnOnce(f32) -> f32,
) {
    let accumulators = accumulators(network, sample);
    let bucket = sample.data.bucket;
    let output = output(network, &accumulators, bucket) * CENTIPAWNS as f32;
    let derivative = derivative(sample.data.weighted_sum + output) * CENTIPAWNS as f32;
    *gradient.output_bias_mut(bucket) += derivative;
    let mut derivatives = [[0.0; HIDDEN]; 2];
    for (side, accumulator) in accumulators.iter().enumerate() {
        let weights = network.output(bucket, side);
        let of_weights = gradient.output_mut(bucket, side);
        for index in 0..HIDDEN {
            let clipped = accumulator[index].clamp(0.0, 1.0);
            of_weights[index] += derivative * clipped * clipped;
            if clipped == accumulator[index] {
                derivatives[side][index] = derivative * weights[index] * 2.0 * clipped;
            }
        }
    }
    for derivatives in &derivatives {
        for (sum, derivative) in gradient.bias_mut().iter_mut().zip(derivatives) {
            *sum += derivative;
        }
    }
    for &row in sample.rows {
        let row = usize::from(row);
        for (derivatives, row) in derivatives.iter().zip([row, mirrored(row)]) {
            for (sum, derivative) in gradient.row_mut(row).iter_mut().zip(derivatives) {
                *sum += derivative;
            }
        }
    }
}
