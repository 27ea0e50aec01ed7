//! The weights of the features.

use std::ops::{Index, IndexMut};

use super::Scale;
use super::feature::Feature;

/// The weight of a feature, for each unit of its count. In reverse games, "early" means with few
/// pieces on the board, "late" with all of them. In games with captures, "early" means with few
/// captured pieces, "late" with many.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Weight {
    /// The weight at the start of the game, in sixteenths of a centipawn.
    pub early: i32,
    /// The weight at the end of the game, in sixteenths of a centipawn.
    pub late: i32,
    /// The evaluation multiplies the lead (the difference between the sums of the two players) by
    /// a percentage: see [`FeatureVector::lead_percent`](super::FeatureVector::lead_percent). Each
    /// unit of the leader's count of this feature adds this number to the percentage.
    pub lead_percent: i32,
}

impl Weight {
    /// A weight in whole centipawns, with a lead percentage of 0.
    #[must_use]
    pub const fn centipawns(early: i32, late: i32) -> Self {
        Self {
            early: early * Weights::SIXTEENTHS,
            late: late * Weights::SIXTEENTHS,
            lead_percent: 0,
        }
    }
}

/// Blends an early and a late sum by the lateness of the position. The result is in units:
/// [`Weights::UNITS`] make one centipawn.
#[inline]
pub(super) const fn blend(early: i32, late: i32, lateness: i32) -> i32 {
    early * (Weights::LATEST - lateness) + late * lateness
}

/// Converts units to centipawns, rounded down.
#[inline]
pub(super) const fn centipawns(units: i32) -> i32 {
    units.div_euclid(Weights::UNITS)
}

/// The weights of all features, and the scale of the weighted sum.
/// [`weights_text`](super::weights_text) reads and writes them as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    table: [Weight; Feature::COUNT],
    /// How a weighted sum becomes a reported score and a win probability.
    pub scale: Scale,
}

impl Weights {
    /// Weights are stored in sixteenths of a centipawn.
    pub const SIXTEENTHS: i32 = 16;

    /// The greatest [`lateness`](super::lateness). At this lateness only the late weights count.
    pub const LATEST: i32 = 32;

    /// How many units of [`Weights::at`] make one centipawn.
    pub const UNITS: i32 = Self::SIXTEENTHS * Self::LATEST;

    /// All weights are 0.
    pub const ZERO: Weights = Weights {
        table: [Weight::centipawns(0, 0); Feature::COUNT],
        scale: Scale::PLAIN,
    };

    /// The same weights, but an evaluation of 100 centipawns is reported as a score of 100.
    #[must_use]
    pub fn with_plain_scores(self) -> Self {
        Self {
            scale: Scale {
                hundred: Scale::PLAIN.hundred,
                ..self.scale
            },
            ..self
        }
    }

    /// The weights of all features, in the order of [`Feature::ALL`].
    #[inline]
    pub(super) const fn all(&self) -> &[Weight; Feature::COUNT] {
        &self.table
    }

    /// Whether any feature has a lead percentage other than 0.
    #[must_use]
    pub fn scale_leads(&self) -> bool {
        self.table.iter().any(|weight| weight.lead_percent != 0)
    }

    /// The weight of a feature at a lateness, in units: [`Weights::UNITS`] make one centipawn.
    #[must_use]
    pub const fn at(&self, feature: Feature, lateness: i32) -> i32 {
        let Weight { early, late, .. } = self.table[feature as usize];
        blend(early, late, lateness)
    }
}

impl Index<Feature> for Weights {
    type Output = Weight;

    #[inline]
    fn index(&self, feature: Feature) -> &Weight {
        &self.table[feature as usize]
    }
}

impl IndexMut<Feature> for Weights {
    fn index_mut(&mut self, feature: Feature) -> &mut Weight {
        &mut self.table[feature as usize]
    }
}
