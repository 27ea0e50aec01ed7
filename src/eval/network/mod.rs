//! An efficiently updatable neural network, NNUE (Y. Nasu, *Efficiently Updatable
//! Neural-Network-based Evaluation Functions for Computer Shogi*, 2018). Its output is added to the
//! weighted sum of the features.
//!
//! The inputs (`Inputs`) are pieces on squares, pieces in reserve, castling flags, the square of
//! the pending field (`Pending`), and the halfmove clock. There are two hidden layers: one sees the
//! position as White does, the other as Black does. Each input adds a row of numbers to each layer.
//! A turn changes only a few inputs. So the layers of a position are computed from those of another
//! position: only the rows of the inputs that differ are added or subtracted (`Accumulator`).
//!
//! The hidden numbers are clipped, squared and combined by output weights. The
//! [`lateness`](super::lateness) of the position, a measure of game progress, selects the output
//! weights. All computation is in integers, so every machine gets the same result.

mod accumulator;
mod file;
mod inputs;
mod real;

pub(super) use accumulator::Accumulator;
pub use file::NetworkError;
pub use inputs::ROWS;
pub(crate) use inputs::{Inputs, flipped_files, mirrored};
pub use real::RealNetwork;

use super::Weights;

/// The size of each of the two hidden layers.
pub const HIDDEN: usize = 32;

/// Number of sets of output weights. The lateness of the position selects one.
pub const BUCKETS: usize = 8;

/// The integer that represents 1 in a hidden layer.
pub(crate) const HIDDEN_ONE: i32 = 255;

/// The integer that represents 1 in the output weights.
pub(crate) const OUTPUT_ONE: i32 = 64;

/// The largest absolute weight, before it is scaled to an integer. It is so small that an integer
/// output weight times [`HIDDEN_ONE`] fits into 16 bits. The sum of the integer bias and 63 integer
/// rows fits too; no position has more than 63 inputs set.
pub(crate) const MAX_WEIGHT: f32 = 1.98;

/// The value of an output of 1, in centipawns.
pub(crate) const CENTIPAWNS: i32 = 400;

/// One number for each unit of a hidden layer: the layer itself, the bias from which it begins, a
/// row that is added to it, or output weights.
pub(super) type Layer = [i16; HIDDEN];

/// A network with integer weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// The row that each input adds to a hidden layer, in units of 1/[`HIDDEN_ONE`].
    rows: Box<[Layer]>,
    /// The numbers of each hidden layer before the rows of the inputs are added.
    bias: Layer,
    /// The output weights in units of 1/[`OUTPUT_ONE`]: first those for the layer of the side to
    /// play, then those for the layer of the other side.
    output: [[Layer; 2]; BUCKETS],
    /// The bias of the output, in units of 1/([`HIDDEN_ONE`] x [`OUTPUT_ONE`]).
    output_bias: [i32; BUCKETS],
}

/// The set of output weights for a lateness from 0 to [`Weights::LATEST`].
#[inline(always)]
#[must_use]
pub(crate) fn bucket(lateness: i32) -> usize {
    const WIDTH: i32 = Weights::LATEST / BUCKETS as i32;
    (lateness / WIDTH).clamp(0, BUCKETS as i32 - 1) as usize
}

impl Network {
    /// The output in centipawns, positive if the side of `views[0]` is better.
    #[inline(always)]
    fn output(&self, views: [&Layer; 2], bucket: usize) -> i32 {
        let weights = &self.output[bucket];
        let sum =
            clipped_square_sum(views[0], &weights[0]) + clipped_square_sum(views[1], &weights[1]);
        (sum / HIDDEN_ONE + self.output_bias[bucket]) * CENTIPAWNS / (HIDDEN_ONE * OUTPUT_ONE)
    }
}

/// The sum of the squares of the clipped hidden numbers, each multiplied by its weight.
#[inline(always)]
fn clipped_square_sum(layer: &Layer, weights: &Layer) -> i32 {
    let mut sum = 0;
    for (&number, &weight) in layer.iter().zip(weights) {
        let clipped = number.clamp(0, HIDDEN_ONE as i16);
        // `clipped * weight` fits into 16 bits (see `MAX_WEIGHT`), and so does `clipped`. So the
        // compiler can use the vector multiply-add of 16-bit numbers.
        sum += i32::from(clipped.wrapping_mul(weight)) * i32::from(clipped);
    }
    sum
}
