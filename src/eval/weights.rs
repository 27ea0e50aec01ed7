//! One table of weights per variant: what each feature is worth, early and late in the game.

use std::collections::BTreeMap;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

use super::feature::Feature;
use crate::rules::Variant;

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
const SIXTEENTHS: i32 = 16;

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

    /// The weights of these features, in centipawns early and late; all others are 0.
    #[must_use]
    pub const fn of(table: &[(Feature, i32, i32)]) -> Self {
        let mut weights = Self::ZERO;
        let mut index = 0;
        while index < table.len() {
            let (feature, early, late) = table[index];
            weights.0[feature as usize] = Taper::centipawns(early, late);
            index += 1;
        }
        weights
    }

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

/// The score is +1 for a piece home and -2 for one on the own rows 7 and 8; whoever is ahead with
/// the army complete may declare.
static SSEHC: Weights = Weights::of(&[
    (Feature::Tempo, 5, 5),
    (Feature::Obliged, -10, -15),
    (Feature::PawnsHome, 30, 45),
    (Feature::OfficersHome, 30, 45),
    (Feature::PawnsOnBoard, 45, 45),
    (Feature::OfficersOnBoard, 45, 45),
    (Feature::Complete, 0, 25),
    (Feature::Lead, 5, 20),
    (Feature::KingSteps, -5, -8),
    (Feature::QueenSteps, -6, -8),
    (Feature::RookSteps, -6, -8),
    (Feature::BishopSteps, -6, -8),
    (Feature::KnightSteps, -6, -8),
    (Feature::PawnSteps, -6, -8),
    (Feature::Rows, -1, -1),
    (Feature::FarRows, -25, -70),
    (Feature::SidePawns, -5, -10),
    (Feature::LostPawns, -20, -35),
    (Feature::LostOfficers, -15, -30),
    (Feature::Crowding, -2, -4),
    (Feature::HomeTaken, -3, -5),
    (Feature::Misplaced, -3, -5),
    (Feature::Hosts, 8, 8),
    (Feature::Landings, 4, 4),
    (Feature::Uncapture, 20, 20),
    (Feature::UncaptureRow, -2, -3),
    (Feature::Mobility, 1, 1),
    (Feature::KingMobility, 1, 1),
    (Feature::PawnRetreats, 2, 2),
    (Feature::PawnDiagonals, 1, 1),
]);

/// All sixteen home wins at once; "as close as possible" compares home, board and rows.
static SSEHC_CLASSIC: Weights = Weights::of(&[
    (Feature::Tempo, 5, 5),
    (Feature::Obliged, -10, -15),
    (Feature::PawnsHome, 30, 45),
    (Feature::OfficersHome, 30, 45),
    (Feature::PawnsOnBoard, 45, 45),
    (Feature::OfficersOnBoard, 45, 45),
    (Feature::Complete, 0, 25),
    (Feature::Lead, 5, 20),
    (Feature::KingSteps, -5, -8),
    (Feature::QueenSteps, -6, -8),
    (Feature::RookSteps, -6, -8),
    (Feature::BishopSteps, -6, -8),
    (Feature::KnightSteps, -6, -8),
    (Feature::PawnSteps, -6, -8),
    (Feature::Rows, -2, -2),
    (Feature::FarRows, -3, -3),
    (Feature::SidePawns, -5, -10),
    (Feature::LostPawns, -20, -35),
    (Feature::LostOfficers, -15, -30),
    (Feature::Crowding, -2, -4),
    (Feature::HomeTaken, -3, -5),
    (Feature::Misplaced, -3, -5),
    (Feature::Hosts, 8, 8),
    (Feature::Landings, 4, 4),
    (Feature::Uncapture, 20, 20),
    (Feature::UncaptureRow, -2, -3),
    (Feature::Mobility, 1, 1),
    (Feature::KingMobility, 1, 1),
    (Feature::PawnRetreats, 2, 2),
    (Feature::PawnDiagonals, 1, 1),
]);

/// A race: once all 32 pieces are there, the un-moves that are left decide. Before, the opponent
/// holds the pieces that will be the player's own, so what cannot be moved away is worth most:
/// pawns on their row 2, and pieces that are locked in.
static SMOLOWITZ: Weights = Weights::of(&[
    (Feature::Tempo, 5, 20),
    (Feature::Obliged, -10, -15),
    (Feature::PawnsHome, 45, 30),
    (Feature::OfficersHome, 15, 30),
    (Feature::LockedHome, 20, 0),
    (Feature::PawnsOnBoard, 10, 0),
    (Feature::OfficersOnBoard, 10, 0),
    (Feature::KingSteps, -4, -28),
    (Feature::QueenSteps, -6, -28),
    (Feature::RookSteps, -6, -28),
    (Feature::BishopSteps, -6, -28),
    (Feature::KnightSteps, -6, -28),
    (Feature::PawnSteps, -12, -28),
    (Feature::SidePawns, -8, 0),
    (Feature::LostPawns, -20, -30),
    (Feature::LostOfficers, -15, -30),
    (Feature::Crowding, -1, -8),
    (Feature::HomeTaken, -2, -14),
    (Feature::Misplaced, -2, -8),
    (Feature::Hosts, 10, 10),
    (Feature::Landings, 3, 3),
    (Feature::Mobility, 1, 1),
    (Feature::KingMobility, 1, 1),
    (Feature::PawnRetreats, 1, 1),
    (Feature::PawnDiagonals, 1, 0),
]);

/// A race of un-captures: every enemy piece back on the board counts, the pawns more, because few
/// squares take them; the pieces that have come are the opponent's room.
static UNPLAY: Weights = Weights::of(&[
    (Feature::Tempo, 25, 25),
    (Feature::Obliged, -15, -20),
    (Feature::RevivedPawns, 75, 85),
    (Feature::RevivedOfficers, 55, 60),
    (Feature::RevivalFiles, 10, 12),
    (Feature::Revivers, 6, 6),
    (Feature::Mobility, 1, 1),
    (Feature::KingMobility, 3, 3),
    (Feature::PawnRetreats, 1, 1),
    (Feature::PawnDiagonals, 4, 4),
]);

/// Chess. A piece in hand is worth a little less than on the board, where it took a turn to put it.
static UNACHESS: Weights = Weights::of(&[
    (Feature::Tempo, 12, 12),
    (Feature::Pawns, 90, 110),
    (Feature::Knights, 320, 310),
    (Feature::Bishops, 330, 330),
    (Feature::Rooks, 490, 530),
    (Feature::Queens, 960, 970),
    (Feature::PawnsInHand, 75, 90),
    (Feature::KnightsInHand, 300, 300),
    (Feature::BishopsInHand, 310, 310),
    (Feature::RooksInHand, 470, 500),
    (Feature::QueensInHand, 940, 950),
    (Feature::KingPlaced, 70, 70),
    (Feature::KnightMobility, 4, 4),
    (Feature::BishopMobility, 4, 5),
    (Feature::RookMobility, 2, 4),
    (Feature::QueenMobility, 1, 3),
    (Feature::Centre, 4, 4),
    (Feature::PawnCentre, 8, 2),
    (Feature::PawnRows, 1, 4),
    (Feature::PassedPawns, 4, 13),
    (Feature::DoubledPawns, -8, -15),
    (Feature::IsolatedPawns, -8, -10),
    (Feature::DefendedPawns, 6, 6),
    (Feature::BishopPair, 25, 45),
    (Feature::OpenRooks, 12, 6),
    (Feature::Shelter, 10, 0),
    (Feature::RingAttacks, 8, 2),
    (Feature::RingHoles, -4, -4),
    (Feature::KingCentre, -14, 10),
    (Feature::PawnThreats, 35, 35),
    (Feature::Hanging, 18, 18),
]);

/// The weights of a variant.
#[must_use]
pub fn of(variant: Variant) -> &'static Weights {
    match variant {
        Variant::Ssehc => &SSEHC,
        Variant::SsehcClassic => &SSEHC_CLASSIC,
        Variant::Smolowitz => &SMOLOWITZ,
        Variant::Unplay
        | Variant::UnplayRandom
        | Variant::UnplayPlacement
        | Variant::UnplayStrict => &UNPLAY,
        Variant::Unachess => &UNACHESS,
    }
}
