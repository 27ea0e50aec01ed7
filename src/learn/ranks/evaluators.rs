//! The evaluations that are compared.

use std::sync::Arc;

use crate::eval::{Network, Weights};
use crate::games::Game;

/// An evaluation with a name for people.
#[derive(Clone, Debug)]
pub struct NamedEvaluator {
    /// The name in tables.
    pub name: String,
    /// The weights. All are 0 if the network is measured alone.
    pub weights: Weights,
    /// The network, whose output is added to the weighted sum.
    pub network: Option<Arc<Network>>,
}

/// The name of the game's own weights.
const OWN_WEIGHTS: &str = "weights";

impl NamedEvaluator {
    /// The weights of a game alone. If the game has a network, also the network alone, and both
    /// together.
    #[must_use]
    pub fn of_game(game: &Game) -> Vec<Self> {
        let mut evaluators = vec![Self::of_weights(OWN_WEIGHTS, game.weights())];
        if let Some(network) = game.network() {
            evaluators.extend(Self::of_network("network", game, &network));
        }
        evaluators
    }

    /// Weights without a network.
    #[must_use]
    pub fn of_weights(name: &str, weights: &Weights) -> Self {
        Self {
            name: name.to_owned(),
            weights: weights.clone(),
            network: None,
        }
    }

    /// A network alone, and together with the weights of a game.
    #[must_use]
    pub fn of_network(name: &str, game: &Game, network: &Arc<Network>) -> [Self; 2] {
        let with = |name: String, weights: &Weights| Self {
            name,
            weights: weights.clone(),
            network: Some(Arc::clone(network)),
        };
        [
            with(format!("{name} alone"), &Weights::ZERO),
            with(format!("{OWN_WEIGHTS} + {name}"), game.weights()),
        ]
    }
}
