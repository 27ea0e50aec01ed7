//! The evaluation of a position split into terms, for display.

use super::feature::Feature;
use super::linear::LIMIT;
use super::vector::feature_vector;
use super::weights::{self, Weight, Weights};
use crate::rules::{Rules, Seat};

/// One term of the evaluation, for display. It belongs to a feature, or is one of
///
/// * "lead percent": what the leader (the player with the greater sum) gains or loses by
///   [`FeatureVector::lead_percent`],
/// * "limit": what the leader loses because the lead may not exceed [`LIMIT`],
/// * "network": what the network adds for the player to play.
///
/// [`FeatureVector::lead_percent`]: super::FeatureVector::lead_percent
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// Its name.
    pub name: &'static str,
    /// Centipawns for the first player.
    pub first: i32,
    /// Centipawns for the second player.
    pub second: i32,
}

impl Term {
    /// A term that counts for one player only.
    pub(super) fn of(name: &'static str, seat: Seat, centipawns: i32) -> Self {
        let (first, second) = match seat {
            Seat::First => (centipawns, 0),
            Seat::Second => (0, centipawns),
        };
        Self {
            name,
            first,
            second,
        }
    }
}

/// The terms of the weighted sum. A feature of the game has a term if its early or late weight is
/// not 0. "lead percent" and "limit" follow if they are not 0. The sum of `first - second` over all
/// terms is exactly the result of [`evaluate`](super::evaluate), from the view of the first player.
#[must_use]
pub fn terms<R: Rules>(position: &R, weights: &Weights) -> Vec<Term> {
    let vector = feature_vector(position);
    // A term is the difference of two rounded partial sums, so the terms of a player add up to the
    // player's rounded sum.
    let mut sums = [0; 2];
    let mut terms: Vec<Term> = Vec::new();
    let has_weight = |&feature: &Feature| {
        let Weight { early, late, .. } = weights[feature];
        vector.uses(feature) && (early, late) != (0, 0)
    };
    for feature in Feature::ALL.into_iter().filter(has_weight) {
        let weight = weights.at(feature, vector.lateness);
        let [first, second] = [Seat::First, Seat::Second].map(|seat| {
            let sum = &mut sums[seat as usize];
            let before = weights::centipawns(*sum);
            *sum += weight * vector.count(feature, seat);
            weights::centipawns(*sum) - before
        });
        terms.push(Term {
            name: feature.name(),
            first,
            second,
        });
    }
    let total: i32 = terms.iter().map(|term| term.first - term.second).sum();
    let leader = if total > 0 { Seat::First } else { Seat::Second };
    let sign = if leader == Seat::First { 1 } else { -1 };
    let scaled = total * vector.lead_percent(weights, leader) / 100;
    let limited = scaled.clamp(-LIMIT, LIMIT);
    for (name, correction) in [
        ("lead percent", scaled - total),
        ("limit", limited - scaled),
    ] {
        if correction != 0 {
            terms.push(Term::of(name, leader, sign * correction));
        }
    }
    terms
}
