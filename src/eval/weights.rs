//! What each feature is worth, early and late in the game.

use std::collections::BTreeMap;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

use super::feature::Feature;

/// What a feature is worth once, in sixteenths of a centipawn: with few pieces back on the board
/// (or few captured, in chess), and with all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Taper {
    /// At the start of the game.
    pub early: i32,
    /// At the end of the game.
    pub late: i32,
}

impl Taper {
    /// Worth `early` to `late` centipawns.
    #[must_use]
    pub const fn centipawns(early: i32, late: i32) -> Self {
        Self {
            early: early * SIXTEENTHS,
            late: late * SIXTEENTHS,
        }
    }
}

/// Weights are kept finer than the score that they add up to.
pub(super) const SIXTEENTHS: i32 = 16;

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

/// The weights of the evaluation's terms.
///
/// As text (any format of serde) they are a map from names of features to their tapers; a feature
/// that is left out is worth nothing, a name that is no feature's is refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(
    try_from = "BTreeMap<String, Taper>",
    into = "BTreeMap<&'static str, Taper>"
)]
pub struct Weights([Taper; Feature::COUNT]);

impl Weights {
    /// The lateness at which only the late weights count: all 32 pieces.
    pub const LATEST: i32 = 32;

    /// Units of [`Weights::at`] to the centipawn.
    pub const UNITS: i32 = SIXTEENTHS * Self::LATEST;

    /// Nothing is worth anything.
    pub const ZERO: Weights = Weights([Taper { early: 0, late: 0 }; Feature::COUNT]);

    /// What a feature is worth at a lateness, in units of [`Weights::UNITS`] to the centipawn.
    #[must_use]
    pub const fn at(&self, feature: Feature, lateness: i32) -> i32 {
        let Taper { early, late } = self.0[feature as usize];
        blend(early, late, lateness)
    }
}

impl Index<Feature> for Weights {
    type Output = Taper;

    #[inline]
    fn index(&self, feature: Feature) -> &Taper {
        &self.0[feature as usize]
    }
}

impl IndexMut<Feature> for Weights {
    fn index_mut(&mut self, feature: Feature) -> &mut Taper {
        &mut self.0[feature as usize]
    }
}

/// A name in a file of weights that is no feature's.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no feature of the evaluation is called '{0}'")]
pub struct UnknownFeature(pub String);

impl TryFrom<BTreeMap<String, Taper>> for Weights {
    type Error = UnknownFeature;

    fn try_from(map: BTreeMap<String, Taper>) -> Result<Self, UnknownFeature> {
        let mut weights = Self::ZERO;
        for (name, taper) in map {
            let feature = Feature::named(&name).ok_or(UnknownFeature(name))?;
            weights[feature] = taper;
        }
        Ok(weights)
    }
}

impl From<Weights> for BTreeMap<&'static str, Taper> {
    fn from(weights: Weights) -> Self {
        Feature::ALL
            .into_iter()
            .map(|feature| (feature.name(), weights[feature]))
            .filter(|(_, taper)| *taper != Taper::default())
            .collect()
    }
}
