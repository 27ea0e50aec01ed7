//! The evaluator of the search.

use super::contempt::Contempt;
use super::features::lateness;
use super::linear::{LIMIT, evaluate, weighted_sum};
use super::network::{Accumulator, Network};
use super::terms::{Term, terms};
use super::weights::Weights;
use crate::processor::{self, HotCode};
use crate::rules::Rules;

/// Evaluates positions by weights, and also by a network if the evaluator has one.
#[derive(Clone, Debug)]
pub struct Evaluator<'a> {
    weights: &'a Weights,
    network: Option<&'a Network>,
    contempt: Contempt,
    /// The network inputs and hidden layer of the last position evaluated at each ply. The next
    /// position at that ply usually differs from it by only a few turns, so the update is cheap.
    accumulators: Vec<Accumulator>,
}

impl<'a> Evaluator<'a> {
    /// An evaluator for positions that are fewer than `plies` plies from the root.
    #[must_use]
    pub fn new(weights: &'a Weights, network: Option<&'a Network>, plies: usize) -> Self {
        let accumulators = network.map(|network| vec![Accumulator::new(network); plies]);
        Self {
            weights,
            network,
            contempt: Contempt::NONE,
            accumulators: accumulators.unwrap_or_default(),
        }
    }

    /// The same evaluator with contempt.
    #[must_use]
    pub fn with(self, contempt: Contempt) -> Self {
        Self { contempt, ..self }
    }

    /// The evaluation in centipawns, from the view of the player to play. `ply` is the distance
    /// from the root.
    ///
    /// # Panics
    ///
    /// With a network, panics if `ply` is at least the `plies` given to [`Evaluator::new`].
    #[inline]
    pub fn evaluate<R: Rules>(&mut self, position: &R, ply: usize) -> i32 {
        processor::run(Evaluation {
            evaluator: self,
            position,
            ply,
        })
    }

    /// The terms of the weighted sum and, last, what the network adds. Each term has a value for
    /// each player; its difference is `first - second`. Without contempt, the differences add up
    /// exactly to the result of [`Evaluator::evaluate`] from the view of the first player.
    ///
    /// # Panics
    ///
    /// With a network, panics if [`Evaluator::new`] was called with 0 plies.
    #[must_use]
    pub fn terms<R: Rules>(&mut self, position: &R) -> Vec<Term> {
        let mut terms = terms(position, self.weights);
        if self.network.is_some() {
            let output = self.evaluate(position, 0) - evaluate(position, self.weights);
            terms.push(Term::of("network", position.seat(), output));
        }
        terms
    }
}

/// [`Evaluator::evaluate`] as hot code.
struct Evaluation<'e, 'a, R> {
    evaluator: &'e mut Evaluator<'a>,
    position: &'e R,
    ply: usize,
}

impl<R: Rules> HotCode for Evaluation<'_, '_, R> {
    type Output = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        let Self {
            evaluator,
            position,
            ply,
        } = self;
        let sum = weighted_sum(position, evaluator.weights, evaluator.contempt);
        let Some(network) = evaluator.network else {
            return sum;
        };
        let accumulator = &mut evaluator.accumulators[ply];
        let setup = position.setup();
        accumulator.update(setup, network);
        let output = accumulator.evaluate(setup, lateness(position), network);
        (sum + output).clamp(-LIMIT, LIMIT)
    }
}
