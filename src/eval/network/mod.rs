//! An efficiently updatable neural network (Y. Nasu, *Efficiently Updatable Neural-Network-based
//! Evaluation Functions for Computer Shogi*, 2018): what it says is added to the weighted sum.
//!
//! Its inputs are facts that a turn changes few of (`Inputs`): pieces on squares, pieces in reserve,
//! castling and pending field, the halfmove clock. Each input adds a row of numbers to a hidden layer
//! as either side sees it, so that the layer of one position comes from that of another by the rows in
//! which they differ (`Accumulator`). The hidden numbers, clipped and squared, are weighed into one,
//! by weights that go by how late it is. All is done in whole numbers, so that every machine computes
//! the same.

mod accumulator;
mod file;
mod inputs;
mod real;

pub(super) use accumulator::Accumulator;
pub use file::NetworkError;
pub use inputs::ROWS;
pub(crate) use inputs::{Inputs, mirrored, wings_exchanged};
pub use real::RealNetwork;

use super::Weights;

/// Numbers in the hidden layer, for each side's view.
pub const HIDDEN: usize = 32;

/// Sets of output weights, of which one is chosen by how late it is.
pub const BUCKETS: usize = 8;

/// What 1 is in the hidden layer.
pub(crate) const HIDDEN_ONE: i32 = 255;

/// What 1 is in the output weights.
pub(crate) const OUTPUT_ONE: i32 = 64;

/// The greatest weight, either way, that fits: an output weight times [`HIDDEN_ONE`] is 16 bits long,
/// and 63 rows of such weights and the bias never come to more than 16 bits either; no position has as many.
pub(crate) const MOST: f32 = 1.98;

/// Centipawns that the output 1 stands for.
pub(crate) const CENTIPAWNS: i32 = 400;

/// Numbers of the hidden layer as one side sees it.
pub(super) type Layer = [i16; HIDDEN];

/// A network in whole numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// What each input adds to the hidden layer, in parts of [`HIDDEN_ONE`].
    rows: Box<[Layer]>,
    /// The hidden layer without inputs.
    bias: Layer,
    /// What the hidden numbers are worth to the side to play and to the other, in parts of
    /// [`OUTPUT_ONE`].
    output: [[Layer; 2]; BUCKETS],
    /// The output without them, in parts of both.
    output_bias: [i32; BUCKETS],
}

/// The output weights that hold at a lateness from 0 to [`Weights::LATEST`].
#[inline]
#[must_use]
pub(crate) fn bucket(lateness: i32) -> usize {
    const WIDTH: i32 = Weights::LATEST / BUCKETS as i32;
    (lateness / WIDTH).clamp(0, BUCKETS as i32 - 1) as usize
}

impl Network {
    /// Centipawns from the view of a side, from the hidden layer as it and the other see it.
    #[inline]
    fn output(&self, views: [&Layer; 2], bucket: usize) -> i32 {
        let weights = &self.output[bucket];
        let sum = weighed(views[0], &weights[0]) + weighed(views[1], &weights[1]);
        (sum / HIDDEN_ONE + self.output_bias[bucket]) * CENTIPAWNS / (HIDDEN_ONE * OUTPUT_ONE)
    }
}

/// The sum of the hidden numbers, clipped and squared, times their weights.
#[inline]
fn weighed(layer: &Layer, weights: &Layer) -> i32 {
    let mut sum = 0;
    for (&number, &weight) in layer.iter().zip(weights) {
        let clipped = number.clamp(0, HIDDEN_ONE as i16);
        // The product fits (see `MOST`); multiplied so, the rest is what processors do at once.
        sum += i32::from(clipped.wrapping_mul(weight)) * i32::from(clipped);
    }
    sum
}
