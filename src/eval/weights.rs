//! What each feature is worth, early and late in the game, and what it makes of a lead.

use std::ops::{Index, IndexMut};

use super::Scale;
use super::feature::Feature;

/// What a feature is worth once. Early is with few pieces back on the board (or few captured, in
/// chess), late with all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Worth {
    /// Sixteenths of a centipawn at the start of the game.
    pub early: i32,
    /// Sixteenths of a centipawn at the end of the game.
    pub late: i32,
    /// Percent by which a lead of the player's is worth more or less than it sums up to
    /// ([`FeatureVector::lead_percent`](super::FeatureVector::lead_percent)).
    pub prospects: i32,
}

impl Worth {
    /// Worth `early` to `late` centipawns, whoever leads.
    #[must_use]
    pub const fn centipawns(early: i32, late: i32) -> Self {
        Self {
            early: early * Weights::SIXTEENTHS,
            late: late * Weights::SIXTEENTHS,
            prospects: 0,
        }
    }
}

/// Shares an early and a late sum out by how late it is. The result is in units of
/// [`Weights::UNITS`] to the centipawn.
#[inline]
pub(super) const fn blend(early: i32, late: i32, lateness: i32) -> i32 {
    early * (Weights::LATEST - lateness) + late * lateness
}

/// Units of [`Weights::UNITS`] to the centipawn, rounded down.
#[inline]
pub(super) const fn centipawns(units: i32) -> i32 {
    units.div_euclid(Weights::UNITS)
}

/// The weights of the evaluation's terms. As text they are a table ([`weights_text`](super::weights_text)).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    worths: [Worth; Feature::COUNT],
    /// What their sums come to.
    pub scale: Scale,
}

impl Weights {
    /// Steps of a weight to the centipawn: weights are kept finer than the score that they add up to.
    pub const SIXTEENTHS: i32 = 16;

    /// The lateness at which only the late weights count: all 32 pieces.
    pub const LATEST: i32 = 32;

    /// Units of [`Weights::at`] to the centipawn.
    pub const UNITS: i32 = Self::SIXTEENTHS * Self::LATEST;

    /// Nothing is worth anything.
    pub const ZERO: Weights = Weights {
        worths: [Worth::centipawns(0, 0); Feature::COUNT],
        scale: Scale::PLAIN,
    };

    /// The same, with scores told as the evaluation has them.
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

    /// Whether features say what a lead is worth, so that one may be worth more or less than it sums up to.
    #[must_use]
    pub fn weigh_leads(&self) -> bool {
        self.worths.iter().any(|worth| worth.prospects != 0)
    }

    /// What a feature is worth at a lateness, in units of [`Weights::UNITS`] to the centipawn.
    #[must_use]
    pub const fn at(&self, feature: Feature, lateness: i32) -> i32 {
        let Worth { early, late, .. } = self.worths[feature as usize];
        blend(early, late, lateness)
    }
}

impl Index<Feature> for Weights {
    type Output = Worth;

    #[inline]
    fn index(&self, feature: Feature) -> &Worth {
        &self.worths[feature as usize]
    }
}

impl IndexMut<Feature> for Weights {
    fn index_mut(&mut self, feature: Feature) -> &mut Worth {
        &mut self.worths[feature as usize]
    }
}
