//! Static evaluation: a weighted sum of how far each player has come.

pub mod weights;

pub use weights::Weights;

use crate::rules::{Rules, Seat, Variant};

/// The weights of a variant.
#[must_use]
pub fn weights(variant: Variant) -> &'static Weights {
    weights::of(variant)
}

/// One term of the evaluation of a position, for display.
#[derive(Clone, Debug)]
pub struct Term {
    /// Its name.
    pub name: &'static str,
    /// What it is worth to the first player, in centipawns.
    pub first: i32,
    /// What it is worth to the second player, in centipawns.
    pub second: i32,
}

/// Centipawns from the view of the player who is to play.
#[must_use]
pub fn evaluate<R: Rules>(position: &R, weights: &Weights) -> i32 {
    let total: i32 = terms(position, weights)
        .iter()
        .map(|term| term.first - term.second)
        .sum();
    match position.seat() {
        Seat::First => total,
        Seat::Second => -total,
    }
}

/// Every term of the evaluation.
#[must_use]
pub fn terms<R: Rules>(_position: &R, _weights: &Weights) -> Vec<Term> {
    Vec::new()
}
