//! A network in floating-point numbers, for training.

use super::{BUCKETS, HIDDEN, HIDDEN_ONE, Layer, MAX_WEIGHT, Network, OUTPUT_ONE, ROWS};

/// The indices in [`RealNetwork::numbers`] at which the bias, the output weights and the output
/// biases begin. Before them are the rows: for each input, the numbers that it adds to the hidden
/// layer.
const BIAS: usize = ROWS * HIDDEN;
const OUTPUT: usize = BIAS + HIDDEN;
const OUTPUT_BIAS: usize = OUTPUT + 2 * BUCKETS * HIDDEN;

/// The numbers of a [`Network`] before rounding, or the gradient of the training loss with respect
/// to them. They are stored in one vector, so that an optimiser can treat all of them alike.
#[derive(Clone, PartialEq, Debug)]
pub struct RealNetwork {
    /// All numbers: rows, bias, output weights, output biases.
    pub numbers: Vec<f32>,
}

impl RealNetwork {
    /// The length of [`RealNetwork::numbers`].
    pub const SIZE: usize = OUTPUT_BIAS + BUCKETS;

    /// A network in which all numbers are 0.
    #[must_use]
    pub fn zero() -> Self {
        Self {
            numbers: vec![0.0; Self::SIZE],
        }
    }

    fn layer(&self, start: usize) -> &[f32] {
        &self.numbers[start..start + HIDDEN]
    }

    fn layer_mut(&mut self, start: usize) -> &mut [f32] {
        &mut self.numbers[start..start + HIDDEN]
    }

    /// The row that an input adds to the hidden layer.
    #[must_use]
    pub fn row(&self, row: usize) -> &[f32] {
        self.layer(row * HIDDEN)
    }

    /// Mutable access to [`RealNetwork::row`].
    pub fn row_mut(&mut self, row: usize) -> &mut [f32] {
        self.layer_mut(row * HIDDEN)
    }

    /// The bias of the hidden layer: its numbers before any row is added.
    #[must_use]
    pub fn bias(&self) -> &[f32] {
        self.layer(BIAS)
    }

    /// Mutable access to [`RealNetwork::bias`].
    pub fn bias_mut(&mut self) -> &mut [f32] {
        self.layer_mut(BIAS)
    }

    /// The output weights of set `bucket`, for the hidden layer of the side to play (`side` 0) or
    /// of the other side (`side` 1).
    #[must_use]
    pub fn output(&self, bucket: usize, side: usize) -> &[f32] {
        self.layer(OUTPUT + (2 * bucket + side) * HIDDEN)
    }

    /// Mutable access to [`RealNetwork::output`].
    pub fn output_mut(&mut self, bucket: usize, side: usize) -> &mut [f32] {
        self.layer_mut(OUTPUT + (2 * bucket + side) * HIDDEN)
    }

    /// The bias of the output for set `bucket` of the output weights.
    #[must_use]
    pub fn output_bias(&self, bucket: usize) -> f32 {
        self.numbers[OUTPUT_BIAS + bucket]
    }

    /// Mutable access to [`RealNetwork::output_bias`].
    pub fn output_bias_mut(&mut self, bucket: usize) -> &mut f32 {
        &mut self.numbers[OUTPUT_BIAS + bucket]
    }

    /// Converts a network to floating-point numbers.
    #[must_use]
    pub fn of(network: &Network) -> Self {
        let mut real = Self::zero();
        let fill = |to: &mut [f32], from: &Layer, one: i32| {
            for (to, &from) in to.iter_mut().zip(from) {
                *to = f32::from(from) / one as f32;
            }
        };
        for (row, numbers) in network.rows.iter().enumerate() {
            fill(real.row_mut(row), numbers, HIDDEN_ONE);
        }
        fill(real.bias_mut(), &network.bias, HIDDEN_ONE);
        for (bucket, sides) in network.output.iter().enumerate() {
            for (side, numbers) in sides.iter().enumerate() {
                fill(real.output_mut(bucket, side), numbers, OUTPUT_ONE);
            }
            let bias = network.output_bias[bucket];
            *real.output_bias_mut(bucket) = bias as f32 / (HIDDEN_ONE * OUTPUT_ONE) as f32;
        }
        real
    }

    /// Converts to a network with integer weights. Clamps and rounds each number.
    #[must_use]
    pub fn rounded(&self) -> Network {
        let rounded = |number: f32, one: i32| {
            (number.clamp(-MAX_WEIGHT, MAX_WEIGHT) * one as f32).round() as i32
        };
        let layer =
            |row: &[f32], one| -> Layer { std::array::from_fn(|i| rounded(row[i], one) as i16) };
        let output = |bucket, side| layer(self.output(bucket, side), OUTPUT_ONE);
        Network {
            rows: (0..ROWS)
                .map(|row| layer(self.row(row), HIDDEN_ONE))
                .collect(),
            bias: layer(self.bias(), HIDDEN_ONE),
            output: std::array::from_fn(|bucket| [output(bucket, 0), output(bucket, 1)]),
            output_bias: std::array::from_fn(|bucket| {
                rounded(self.output_bias(bucket), HIDDEN_ONE * OUTPUT_ONE)
            }),
        }
    }
}
