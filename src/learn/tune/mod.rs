//! Weights learned from games: the evaluation is to say how the games ended.
//!
//! After P. Osterlund's method (<https://www.chessprogramming.org/Texel%27s_Tuning_Method>): the
//! score `E` of a position means that its player is expected to make `1 / (1 + exp(-k E))` of the
//! point. First `k` is fitted to the weights as they are, which fixes the scale; then the weights are
//! changed by gradient descent so that the expectation comes as near as it can to what became of the
//! game, in the sense of the logistic loss. For a given leader the evaluation is linear in the weights
//! that are learned, so the gradient is that of logistic regression times what the lead is worth; the
//! percentages of a lead are not learned. The steps are those of Adam on minibatches.

mod adam;
mod fit;
mod model;
mod samples;

pub(super) use adam::Adam;
pub(super) use fit::{fitted_scale, mean};
pub(super) use model::{expectation, loss};

pub use fit::{Epoch, Fit, Plan, fit};
pub use model::Model;
pub use samples::{Sample, Samples};
