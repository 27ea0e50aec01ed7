//! Static evaluation ([`Evaluator`]): a weighted sum of features. In some games the output of a
//! small neural network ([`Network`]) is added to the sum.
//!
//! [`Feature`] lists what is counted, [`Weights`] what each feature is worth. The sum is linear in
//! the weights, so that they can be learned. Early and late weights are blended by the lateness of
//! the position (tapered evaluation). Some features also scale the lead, which is the difference
//! between the sums of the two players ([`FeatureVector::lead_percent`]). [`Scale`] converts the
//! evaluation into the reported score and the win probability.
//!
//! The rules of a game, not its name, decide which features it has.

mod chess;
mod contempt;
mod evaluator;
pub mod feature;
mod features;
mod game_length;
mod homecoming;
mod lead;
mod linear;
mod mobility;
pub mod network;
pub mod scale;
mod steps;
mod terms;
mod vector;
mod view;
pub mod weights;
pub mod weights_text;

pub use contempt::Contempt;
pub use evaluator::Evaluator;
pub use feature::{Feature, FeatureSink};
pub use features::{features, lateness};
pub use game_length::{DEFAULT_EXPECTED_TURNS, expected_turns};
pub use linear::{LIMIT, evaluate};
pub use network::Network;
pub use scale::Scale;
pub use terms::{Term, terms};
pub use vector::{FeatureVector, feature_vector};
pub use weights::{Weight, Weights};
