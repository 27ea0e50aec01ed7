//! Networks learned from games: beside the weights, a network is to say how the games ended.
//!
//! What is learned is what the weighted sum leaves unsaid: both together are to come near a mean of what the
//! search thought of a position and of what became of the game, in the sense of the logistic loss. The
//! steps are those of Adam, as for the weights ([`tune`](super::tune)).

mod fit;
mod gradient;
mod samples;

pub use fit::{Epoch, Plan, train};
pub use gradient::evaluate;
pub use samples::{Facts, Sample, Samples};
