//! The evaluation as a differentiable function of its weights.

use super::samples::Sample;
use crate::eval::{Feature, Weight, Weights};

/// The early and the late weight of each feature in centipawns (see [`Weight`]), and the scale of
/// the logistic curve.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// Two weights for each feature, in the order of [`Feature::ALL`]: the early weight, then the
    /// late weight.
    pub(super) weights: Vec<f64>,
    /// The `k` of the expectation `1 / (1 + exp(-k E))`, where `E` is the evaluation in
    /// centipawns.
    pub scale: f64,
}

/// The number of weights: two for each feature.
pub(super) const SIZE: usize = 2 * Feature::COUNT;

/// How many units of a stored weight make one centipawn.
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

    /// The weights, rounded to sixteenths of a centipawn. All other values are those of `origin`.
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
        let (lead, factor) = self.lead_and_factor(sample);
        lead * factor
    }

    /// The lead and its factor. Their product is the evaluation. The lead is the weighted sum of
    /// [`Sample::differences`], in centipawns from the view of the first player. The factor depends
    /// on who leads ([`Sample::lead_factors`]).
    fn lead_and_factor(&self, sample: &Sample<'_>) -> (f64, f64) {
        let late = f64::from(sample.lateness);
        let term = |&(feature, difference): &(u8, i16)| {
            let index = 2 * usize::from(feature);
            let weight = self.weights[index] * (1.0 - late) + self.weights[index + 1] * late;
            weight * f64::from(difference)
        };
        let lead: f64 = sample.differences.iter().map(term).sum();
        let [first, second] = sample.lead_factors;
        (lead, f64::from(if lead > 0.0 { first } else { second }))
    }

    /// Adds to `sum` what `sample` contributes to the gradient of a loss. `derivative` is the
    /// derivative of the loss with respect to the evaluation of `sample`.
    pub(super) fn add_gradient(&self, sum: &mut [f64], sample: &Sample<'_>, derivative: f64) {
        let (_, factor) = self.lead_and_factor(sample);
        let late = f64::from(sample.lateness);
        for &(feature, difference) in sample.differences {
            let index = 2 * usize::from(feature);
            let share = derivative * factor * f64::from(difference);
            sum[index] += share * (1.0 - late);
            sum[index + 1] += share * late;
        }
    }

    /// The expected score of the first player, from 0 to 1, if the evaluation is `centipawns`.
    #[must_use]
    pub fn expectation(&self, centipawns: f64) -> f64 {
        expectation(self.scale, centipawns)
    }
}

/// The expected score of a player, from 0 to 1, if the evaluation is `centipawns`. `scale` is as in
/// [`Model::scale`].
pub(in crate::learn) fn expectation(scale: f64, centipawns: f64) -> f64 {
    1.0 / (1.0 + (-scale * centipawns).exp())
}

/// The logistic loss of an expectation, in nats.
pub(in crate::learn) fn loss(expectation: f64, target: f64) -> f64 {
    const MIN_SHARE: f64 = 1e-12;
    let logarithm = |share: f64| share.max(MIN_SHARE).ln();
    -(target * logarithm(expectation) + (1.0 - target) * logarithm(1.0 - expectation))
}
