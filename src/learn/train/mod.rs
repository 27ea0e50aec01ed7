//! The training of networks. The output of a network is added to the weighted sum of the features,
//! so that the evaluation predicts the results of games better.
//!
//! The target of a position is a weighted mean of two numbers from 0 to 1: the expected result,
//! computed from the score of the search, and the result of the game. Training changes the network,
//! so that the weighted sum plus the output of the network predicts the target. The loss is the
//! logistic loss.
//!
//! Siblings are successors of the same position. Their target is the expected result alone. A
//! second loss compares their order by evaluation with their order by score. Both losses and the
//! optimizer Adam are those of [`tune`](super::tune).

mod fit;
mod gradient;
mod objective;
mod samples;
mod settings;

pub use fit::{Epoch, train};
pub use gradient::evaluate;
pub use samples::{Sample, SampleData, Samples};
pub use settings::TrainSettings;
