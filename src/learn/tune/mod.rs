//! The tuning of weights, so that the evaluation predicts the results of games.
//!
//! The method is that of P. Osterlund (<https://www.chessprogramming.org/Texel%27s_Tuning_Method>):
//! an evaluation `E` means that the player is expected to score `1 / (1 + exp(-k E))`. First the
//! scale `k` is fitted to the present weights. Then gradient descent brings the expectation as
//! close as possible to the target. The target is a weighted mean of two numbers from 0 to 1: the
//! expectation that belongs to the score of the search, and the result of the game. The loss is the
//! logistic loss.
//!
//! Each feature has an early weight and a late weight, which are learned, and a lead percentage,
//! which is not. The lead is the weighted sum of the differences between the feature counts of the
//! two players. The evaluation is the lead multiplied by a factor:
//! [`FeatureVector::lead_percent`](crate::eval::FeatureVector::lead_percent) divided by 100. The
//! factor is computed from the leader's feature counts and from the lead percentages of these
//! features. So as long as the same player leads, the factor of a position is fixed, and the
//! evaluation is linear in the learned weights. The gradient of the loss is the gradient of
//! logistic regression, multiplied by the factor. The optimizer is Adam on minibatches.
//!
//! A game may come with groups of siblings. The siblings of a group are successors of the same
//! position. The target of a sibling is the expectation that belongs to its score; the result of
//! the game does not count. A second loss (`order`) compares the order of the siblings by
//! evaluation with their order by score.

mod adam;
mod batches;
mod fit;
mod mean;
mod model;
mod objective;
mod order;
mod samples;
mod settings;

pub(super) use adam::Adam;
pub(super) use batches::{Batch, batches};
pub(super) use fit::fitted_scale;
pub(super) use mean::mean;
pub(super) use model::{expectation, loss};
pub(super) use order::SiblingOrder;

pub use fit::{Epoch, Fit, fit};
pub use model::Model;
pub use samples::{Sample, Samples, SiblingGroup};
pub use settings::TuneSettings;
