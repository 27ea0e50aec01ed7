//! The count of each feature in a position, for tuning, the display of the evaluation, and tests.

use super::feature::{Feature, FeatureSink};
use super::features::{features, lateness};
use super::lead::lead_percent;
use super::weights::Weights;
use crate::rules::{Rules, Seat};

/// The count of every feature for both players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FeatureVector {
    counts: [[i32; Feature::COUNT]; 2],
    used: [bool; Feature::COUNT],
    /// The lateness of the position, from 0 to [`Weights::LATEST`].
    pub lateness: i32,
}

impl FeatureVector {
    /// A vector without counts.
    #[must_use]
    pub fn new(lateness: i32) -> Self {
        Self {
            counts: [[0; Feature::COUNT]; 2],
            used: [false; Feature::COUNT],
            lateness,
        }
    }

    /// The count of a feature for a player.
    #[must_use]
    pub fn count(&self, feature: Feature, seat: Seat) -> i32 {
        self.counts[seat as usize][feature as usize]
    }

    /// Whether the game has this feature.
    #[must_use]
    pub fn uses(&self, feature: Feature) -> bool {
        self.used[feature as usize]
    }

    /// The weighted sum for one player. [`Weights::UNITS`] units of it make one centipawn.
    #[must_use]
    pub fn sum(&self, weights: &Weights, seat: Seat) -> i32 {
        Feature::ALL
            .into_iter()
            .map(|feature| weights.at(feature, self.lateness) * self.count(feature, seat))
            .sum()
    }

    /// The percentage by which the lead is multiplied if this player leads. The lead is the
    /// difference between the sums of the two players.
    #[must_use]
    pub fn lead_percent(&self, weights: &Weights, seat: Seat) -> i32 {
        let percent = |feature| weights[feature].lead_percent * self.count(feature, seat);
        lead_percent(Feature::ALL.into_iter().map(percent).sum())
    }
}

impl FeatureSink for FeatureVector {
    fn add(&mut self, feature: Feature, seat: Seat, count: i32) {
        self.counts[seat as usize][feature as usize] += count;
        self.used[feature as usize] = true;
    }
}

/// Counts the features of a position.
#[must_use]
pub fn feature_vector<R: Rules>(position: &R) -> FeatureVector {
    let mut vector = FeatureVector::new(lateness(position));
    features(position, &mut vector);
    vector
}
