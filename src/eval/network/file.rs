//! Files of networks: a line of text, `reviver network 1`, and the numbers of the network, 16 bits
//! each and little-endian (32 for the outputs' biases): rows, bias, outputs, outputs' biases.

use thiserror::Error;

use super::{BUCKETS, HIDDEN, HIDDEN_ONE, Layer, MOST, Network, OUTPUT_ONE, ROWS};

/// The first line.
const HEAD: &[u8] = b"reviver network 1\n";

/// Bytes of the numbers.
const SIZE: usize = 2 * HIDDEN * (ROWS + 1 + 2 * BUCKETS) + 4 * BUCKETS;

/// Why bytes are no network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NetworkError {
    /// They do not begin as one.
    #[error("this is no file of a network, which begins with the line 'reviver network 1'")]
    Head,
    /// They are too few or too many.
    #[error("the numbers of a network take {SIZE} bytes, here are {0}")]
    Size(usize),
    /// A weight is so great that sums of such might not fit.
    #[error("a weight of the network is greater than {MOST}")]
    Weight,
}

impl Network {
    /// Reads a file's bytes.
    ///
    /// # Errors
    ///
    /// When they are no network of this form.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let numbers = bytes.strip_prefix(HEAD).ok_or(NetworkError::Head)?;
        if numbers.len() != SIZE {
            return Err(NetworkError::Size(numbers.len()));
        }
        let (short, long) = numbers.split_at(SIZE - 4 * BUCKETS);
        let (short, _) = short.as_chunks();
        let (long, _) = long.as_chunks();
        let mut short = short.iter().map(|&bytes| i16::from_le_bytes(bytes));
        let mut long = long.iter().map(|&bytes| i32::from_le_bytes(bytes));
        // There are as many numbers as are asked for.
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

    /// Whether no weight is greater than [`MOST`].
    fn fits(&self) -> bool {
        let within = |number: i32, one: i32| {
            let most = (MOST * one as f32).round() as i32;
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

    /// The bytes of a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = HEAD.to_vec();
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
