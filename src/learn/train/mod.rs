//! The training of networks. The output of a network is added to the weighted sum of the features, so
//! that the evaluation predicts the results of games better.
//!
//! A network learns the difference between the weighted sum and the target, which is a mean of the score
//! of the search and the result of the game. The loss is the logistic loss. The optimizer, Adam, and the loss
//! of the order of siblings off the main line are those of the tuning of weights ([`tune`](super::tune)).

mod fit;
mod gradient;
mod objective;
mod samples;
mod settings;

pub use fit::{Epoch, train};
pub use gradient::evaluate;
pub use samples::{Sample, SampleData, Samples};
pub use settings::TrainSettings;
