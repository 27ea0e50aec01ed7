//! The evaluation as a search asks for it: for one position after another, along lines of play.

use super::network::{Accumulator, Network};
use super::{Contempt, LIMIT, Term, Weights, evaluate, evaluate_with, lateness, terms};
use crate::rules::{Rules, Seat};

/// Evaluates positions by weights and, where there is one, by a network beside them.
#[derive(Clone, Debug)]
pub struct Evaluator<'a> {
    weights: &'a Weights,
    network: Option<&'a Network>,
    contempt: Contempt,
    /// For each ply the position evaluated there last, which seldom differs by more than a few turns.
    plies: Vec<Accumulator>,
}

impl<'a> Evaluator<'a> {
    /// For lines of so many plies.
    #[must_use]
    pub fn new(weights: &'a Weights, network: Option<&'a Network>, plies: usize) -> Self {
        let accumulators = network.map(|network| vec![Accumulator::new(network); plies]);
        Self {
            weights,
            network,
            contempt: Contempt::NONE,
            plies: accumulators.unwrap_or_default(),
        }
    }

    /// The same where a player counts on a lead.
    #[must_use]
    pub fn with(self, contempt: Contempt) -> Self {
        Self { contempt, ..self }
    }

    /// Centipawns from the view of the player who is to play, so many plies from the root.
    ///
    /// # Panics
    ///
    /// With a network, if lines are not so long.
    #[inline]
    pub fn evaluate<R: Rules>(&mut self, position: &R, ply: usize) -> i32 {
        let sum = evaluate_with(position, self.weights, self.contempt);
        let Some(network) = self.network else {
            return sum;
        };
        let accumulator = &mut self.plies[ply];
        let setup = position.setup();
        accumulator.go_to(setup, network);
        let said = accumulator.evaluate(setup, lateness(position), network);
        (sum + said).clamp(-LIMIT, LIMIT)
    }

    /// Every term of the evaluation that is worth something in the game, with what the network adds as
    /// the last. `first` less `second`, summed over all terms, is exactly what [`Evaluator::evaluate`]
    /// says from the view of the first player.
    ///
    /// # Panics
    ///
    /// With a network, if lines have no ply at all.
    #[must_use]
    pub fn terms<R: Rules>(&mut self, position: &R) -> Vec<Term> {
        let mut terms = terms(position, self.weights);
        if self.network.is_some() {
            let added = self.evaluate(position, 0) - evaluate(position, self.weights);
            let (first, second) = match position.seat() {
                Seat::First => (added, 0),
                Seat::Second => (0, added),
            };
            terms.push(Term {
                name: "network",
                first,
                second,
            });
        }
        terms
    }
}
