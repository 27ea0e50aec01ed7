//! The output of a network, and its derivative with respect to the numbers of the network.

use super::samples::Sample;
use crate::eval::network::{CENTIPAWNS, HIDDEN, RealNetwork, mirrored};

/// The hidden layer from the view of one side.
type View = [f32; HIDDEN];

/// The views of both sides; that of the side to play comes first.
fn views(network: &RealNetwork, sample: &Sample<'_>) -> [View; 2] {
    let mut views = [[0.0; HIDDEN]; 2];
    for view in &mut views {
        view.copy_from_slice(network.bias());
    }
    for &row in sample.rows {
        let row = usize::from(row);
        for (view, row) in views.iter_mut().zip([row, mirrored(row)]) {
            for (number, change) in view.iter_mut().zip(network.row(row)) {
                *number += change;
            }
        }
    }
    views
}

fn output(network: &RealNetwork, views: &[View; 2], bucket: usize) -> f32 {
    let mut sum = network.output_bias(bucket);
    for (side, view) in views.iter().enumerate() {
        for (number, weight) in view.iter().zip(network.output(bucket, side)) {
            let clipped = number.clamp(0.0, 1.0);
            sum += clipped * clipped * weight;
        }
    }
    sum
}

/// The sum of the weights and the output of the network, in centipawns from the view of the player to
/// play.
#[must_use]
pub fn evaluate(network: &RealNetwork, sample: &Sample<'_>) -> f32 {
    let output = output(network, &views(network, sample), sample.facts.bucket);
    sample.facts.sum + output * CENTIPAWNS as f32
}

/// Adds the gradient of a position to `gradient`. `slope` takes the evaluation in centipawns, and returns
/// the derivative of the loss with respect to it.
pub(super) fn add(
    gradient: &mut RealNetwork,
    network: &RealNetwork,
    sample: &Sample<'_>,
    slope: impl FnOnce(f32) -> f32,
) {
    let views = views(network, sample);
    let bucket = sample.facts.bucket;
    let output = output(network, &views, bucket) * CENTIPAWNS as f32;
    let slope = slope(sample.facts.sum + output) * CENTIPAWNS as f32;
    *gradient.output_bias_mut(bucket) += slope;
    let mut slopes = [[0.0; HIDDEN]; 2];
    for (side, view) in views.iter().enumerate() {
        let weights = network.output(bucket, side);
        let of_weights = gradient.output_mut(bucket, side);
        for place in 0..HIDDEN {
            let clipped = view[place].clamp(0.0, 1.0);
            of_weights[place] += slope * clipped * clipped;
            if clipped == view[place] {
                slopes[side][place] = slope * weights[place] * 2.0 * clipped;
            }
        }
    }
    for slopes in &slopes {
        for (sum, slope) in gradient.bias_mut().iter_mut().zip(slopes) {
            *sum += slope;
        }
    }
    for &row in sample.rows {
        let row = usize::from(row);
        for (slopes, row) in slopes.iter().zip([row, mirrored(row)]) {
            for (sum, slope) in gradient.row_mut(row).iter_mut().zip(slopes) {
                *sum += slope;
            }
        }
    }
}
