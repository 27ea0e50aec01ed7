//! Network files: the line `reviver network 1`, then the little-endian numbers of a [`Network`].
//! First come numbers of 16 bits: the row of weights of each input, the bias of the hidden layer,
//! the output weights. The output biases follow as numbers of 32 bits.

use thiserror::Error;

use super::{BUCKETS, HIDDEN, HIDDEN_ONE, Layer, MAX_WEIGHT, Network, OUTPUT_ONE, ROWS};

/// The first line.
const HEADING: &[u8] = b"reviver network 1\n";

/// The number of bytes after the first line.
const SIZE: usize = 2 * HIDDEN * (ROWS + 1 + 2 * BUCKETS) + 4 * BUCKETS;

/// Why bytes are not a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NetworkError {
    /// The first line is missing.
    #[error("not a network file: the first line must be 'reviver network 1'")]
    Head,
    /// There are too few or too many bytes. The value is the number of bytes after the first line.
    #[error("a network has {SIZE} bytes after the first line, found {0}")]
    Size(usize),
    /// The absolute value of a weight or a bias is so large that sums might overflow.
    #[error("a number of the network does not lie between -{MAX_WEIGHT} and {MAX_WEIGHT}")]
    Weight,
}

impl Network {
    /// Reads the bytes of a file.
    ///
    /// # Errors
    ///
    /// If the first line or the size is wrong, or if a weight or a bias is too large.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let numbers = bytes.strip_prefix(HEADING).ok_or(NetworkError::Head)?;
        if numbers.len() != SIZE {
            return Err(NetworkError::Size(numbers.len()));
        }
        let (short, long) = numbers.split_at(SIZE - 4 * BUCKETS);
        let (short, _) = short.as_chunks();
        let (long, _) = long.as_chunks();
        let mut short = short.iter().map(|&bytes| i16::from_le_bytes(bytes));
        let mut long = long.iter().map(|&bytes| i32::from_le_bytes(bytes));
        // The size is right, so no number is missing here.
        let mut layer = || -> Layer { std::array::from_fn(|_| short.next().unwrap_or(0)) };
        let network = Self {
            rows: (0..ROWS).map(|_| layer()).collect(),
            bias: layer(),
            output: std::array::from_fn(|_| [layer(), layer()]),
            output_bias: std::array::from_fn(|_| long.next().unwrap_or(0)),
        };
        network
            .fits()
            .then_some(network)
            .ok_or(NetworkError::Weight)
    }

    /// Whether the absolute value of every weight and every bias is at most [`MAX_WEIGHT`].
    fn fits(&self) -> bool {
        // `one` is the integer that represents the weight 1.
        let within = |number: i32, one: i32| {
            let most = (MAX_WEIGHT * one as f32).round() as i32;
            (-most..=most).contains(&number)
        };
        let all = |layer: &Layer, one| layer.iter().all(|&number| within(number.into(), one));
        let mut hidden = self.rows.iter().chain([&self.bias]);
        let mut output = self.output.as_flattened().iter();
        hidden.all(|layer| all(layer, HIDDEN_ONE))
            && output.all(|layer| all(layer, OUTPUT_ONE))
            && self
                .output_bias
                .iter()
                .all(|&bias| within(bias, HIDDEN_ONE * OUTPUT_ONE))
    }

    /// Returns the bytes of a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = HEADING.to_vec();
        let layers = self.rows.iter().chain([&self.bias]);
        for number in layers.chain(self.output.as_flattened()).flatten() {
            bytes.extend(number.to_le_bytes());
        }
        for number in self.output_bias {
            bytes.extend(number.to_le_bytes());
        }
        bytes
    }
}
