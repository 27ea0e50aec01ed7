//! The training of networks. The output of a network is added to the weighted sum of the features, so
//! that the evaluation predicts the results of games better.
//!
//! The target of a position is a mean of two numbers: the result that the score of the search predicts, and
//! the result of the game. Training changes the network, so that the weighted sum plus the output of the network
//! predicts the target. The loss is the logistic loss. The tuning of weights ([`tune`](super::tune)) provides the
//! optimizer Adam. It also provides a second loss, for groups of siblings. The siblings of a group are successors of
//! the same position. The loss compares their order by evaluation with their order by score.

mod fit;
mod gradient;
mod objective;
mod samples;
mod settings;

pub use fit::{Epoch, train};
pub use gradient::evaluate;
pub use samples::{Sample, SampleData, Samples};
pub use settings::TrainSettings;
