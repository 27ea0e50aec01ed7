//! The evaluation in numbers that a gradient can change.

use super::samples::Sample;
use crate::eval::{Feature, Weight, Weights};

/// Weights in centipawns, early and late ones of each feature, and the scale of the logistic curve.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// Early weights at even places, late ones behind them.
    pub(super) weights: Vec<f64>,
    /// What a centipawn is worth: the `k` of the expectation.
    pub scale: f64,
}

/// Numbers in a model: two for each feature.
pub(super) const SIZE: usize = 2 * Feature::COUNT;

/// Steps of a weight to the centipawn.
const UNIT: f64 = Weights::SIXTEENTHS as f64;

impl Model {
    /// The model with these weights.
    #[must_use]
    pub fn new(weights: &Weights, scale: f64) -> Self {
        let of = |feature| {
            let Weight { early, late, .. } = weights[feature];
            [f64::from(early) / UNIT, f64::from(late) / UNIT]
        };
        Self {
            weights: Feature::ALL.into_iter().flat_map(of).collect(),
            scale,
        }
    }

    /// The weights, rounded to what the evaluation can hold. What they make of a lead is as in `origin`.
    #[must_use]
    pub fn to_weights(&self, origin: &Weights) -> Weights {
        let mut weights = origin.clone();
        for (feature, pair) in Feature::ALL.into_iter().zip(self.weights.chunks_exact(2)) {
            let rounded = |weight: f64| (weight * UNIT).round() as i32;
            weights[feature].early = rounded(pair[0]);
            weights[feature].late = rounded(pair[1]);
        }
        weights
    }

    /// The evaluation in centipawns, from the view of the first player.
    #[must_use]
    pub fn evaluate(&self, sample: &Sample<'_>) -> f64 {
        let (lead, factor) = self.lead(sample);
        lead * factor
    }

    /// The weighted sum, in centipawns from the view of the first player, and by what it is multiplied.
    pub(super) fn lead(&self, sample: &Sample<'_>) -> (f64, f64) {
        let late = f64::from(sample.lateness);
        let term = |&(feature, difference): &(u8, i16)| {
            let place = 2 * usize::from(feature);
            let weight = self.weights[place] * (1.0 - late) + self.weights[place + 1] * late;
            weight * f64::from(difference)
        };
        let lead: f64 = sample.differences.iter().map(term).sum();
        let [first, second] = sample.lead_factors;
        (lead, f64::from(if lead > 0.0 { first } else { second }))
    }

    /// What the first player is expected to make of the point with this evaluation, 0 to 1.
    #[must_use]
    pub fn expectation(&self, centipawns: f64) -> f64 {
        expectation(self.scale, centipawns)
    }
}

/// What a player is expected to make of the point, 0 to 1, where a centipawn is worth `scale`.
pub(in crate::learn) fn expectation(scale: f64, centipawns: f64) -> f64 {
    1.0 / (1.0 + (-scale * centipawns).exp())
}

/// The logistic loss of an expectation where `target` came about, in natural units.
pub(in crate::learn) fn loss(expectation: f64, target: f64) -> f64 {
    const LEAST: f64 = 1e-12;
    let logarithm = |share: f64| share.max(LEAST).ln();
    -(target * logarithm(expectation) + (1.0 - target) * logarithm(1.0 - expectation))
}
