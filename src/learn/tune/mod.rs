//! The tuning of weights, so that the evaluation predicts how games end.
//!
//! The method is that of P. Osterlund (<https://www.chessprogramming.org/Texel%27s_Tuning_Method>): an
//! evaluation `E` means that the player is expected to score `1 / (1 + exp(-k E))`. First `k` is fitted to
//! the present weights, which fixes the scale. Then gradient descent changes the weights, so that the
//! expectation comes as close as possible to the target; the loss is the logistic loss. For a given leader
//! the evaluation is linear in the weights that are learned, so that the gradient is that of logistic
//! regression times the factor of the lead. The percentages of a lead are not learned. The steps are those
//! of Adam on minibatches.

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
