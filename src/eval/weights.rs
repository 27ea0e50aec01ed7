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
/// the army complete may declare, unless something that is not home can still un-move.
static SSEHC: Weights = Weights::of(&[
    (Feature::Tempo, 5, 5),
    (Feature::Obliged, -10, -15),
    (Feature::PawnsHome, 10, 40),
    (Feature::OfficersHome, 40, 60),
    (Feature::PawnsOnBoard, 45, 45),
    (Feature::OfficersOnBoard, 45, 45),
    (Feature::Complete, 0, 25),
    (Feature::Lead, 5, 20),
    (Feature::KingSteps, -8, -20),
    (Feature::QueenSteps, -8, -20),
    (Feature::RookSteps, -8, -20),
    (Feature::BishopSteps, -8, -20),
    (Feature::KnightSteps, -8, -20),
    (Feature::PawnSteps, -3, -15),
    (Feature::Rows, -1, -1),
    (Feature::FarRows, -25, -70),
    (Feature::FilledRows, 0, 12),
    (Feature::SidePawns, -40, -60),
    (Feature::LostPawns, -120, -160),
    (Feature::LostOfficers, -150, -220),
    (Feature::ClosedHomes, -120, -150),
    (Feature::LastDoors, -30, -45),
    (Feature::Crowding, -18, -22),
    (Feature::Blocked, -20, -40),
    (Feature::Strays, 0, -12),
    (Feature::Settled, 0, 5),
    (Feature::Squatters, -30, -50),
    (Feature::HomeTaken, -25, -40),
    (Feature::Misplaced, -3, -5),
    (Feature::Hosts, 10, 4),
    (Feature::Landings, 4, 4),
    (Feature::Uncapture, 20, 20),
    (Feature::UncaptureRow, -2, -3),
    (Feature::Mobility, 1, 0),
    (Feature::KingMobility, 1, 0),
    (Feature::PawnRetreats, 2, 0),
    (Feature::PawnDiagonals, 1, 1),
]);

/// All sixteen home wins at once; "as close as possible" compares home, board and rows.
static SSEHC_CLASSIC: Weights = Weights::of(&[
    (Feature::Tempo, 5, 5),
    (Feature::Obliged, -10, -15),
    (Feature::PawnsHome, 10, 40),
    (Feature::OfficersHome, 40, 60),
    (Feature::PawnsOnBoard, 45, 45),
    (Feature::OfficersOnBoard, 45, 45),
    (Feature::Complete, 0, 25),
    (Feature::Lead, 5, 20),
    (Feature::KingSteps, -8, -20),
    (Feature::QueenSteps, -8, -20),
    (Feature::RookSteps, -8, -20),
    (Feature::BishopSteps, -8, -20),
    (Feature::KnightSteps, -8, -20),
    (Feature::PawnSteps, -3, -15),
    (Feature::Rows, -2, -2),
    (Feature::FarRows, -3, -3),
    (Feature::FilledRows, 0, 12),
    (Feature::SidePawns, -40, -60),
    (Feature::LostPawns, -120, -160),
    (Feature::LostOfficers, -150, -220),
    (Feature::ClosedHomes, -120, -150),
    (Feature::LastDoors, -30, -45),
    (Feature::Crowding, -18, -22),
    (Feature::Blocked, -20, -40),
    (Feature::Strays, 0, -12),
    (Feature::Settled, 0, 5),
    (Feature::Squatters, -30, -50),
    (Feature::HomeTaken, -25, -40),
    (Feature::Misplaced, -3, -5),
    (Feature::Hosts, 10, 4),
    (Feature::Landings, 4, 4),
    (Feature::Uncapture, 20, 20),
    (Feature::UncaptureRow, -2, -3),
    (Feature::Mobility, 1, 0),
    (Feature::KingMobility, 1, 0),
    (Feature::PawnRetreats, 2, 0),
    (Feature::PawnDiagonals, 1, 1),
]);

/// Points decide wherever the game comes to rest, and un-moves left where it is raced to the end.
/// Before the switch the opponent holds the pieces that will be the player's own, so what cannot be
/// moved away is worth most: pawns on their row 2, and pieces that are locked in.
///
/// From a logistic regression over 1,200 games of two-ply play against itself, rounded.
static SMOLOWITZ: Weights = Weights::of(&[
    (Feature::Tempo, 10, 10),
    (Feature::Obliged, -20, -20),
    (Feature::PawnsHome, 35, 120),
    (Feature::OfficersHome, 45, 130),
    (Feature::LockedHome, 72, 92),
    (Feature::OfficersOnBoard, -10, 0),
    (Feature::Complete, 25, 0),
    (Feature::PointsClock, 40, 40),
    (Feature::KingSteps, 0, -15),
    (Feature::QueenSteps, 0, -22),
    (Feature::RookSteps, 0, -22),
    (Feature::BishopSteps, 0, -22),
    (Feature::KnightSteps, 0, -18),
    (Feature::PawnSteps, 0, -20),
    (Feature::LostPawns, -20, -30),
    (Feature::LostOfficers, -12, -20),
    (Feature::Blocked, -30, -10),
    (Feature::Strays, -8, 0),
    (Feature::HomeTaken, 0, -18),
    (Feature::Misplaced, 0, -28),
    (Feature::Hosts, 12, 4),
    (Feature::Landings, 4, 0),
    (Feature::Mobility, 1, 0),
    (Feature::KingMobility, 6, 0),
    (Feature::PawnRetreats, 0, 8),
]);

/// A race of un-captures in which a retro-checkmate comes first, more often than not: the player
/// who has to answer a check is the one in danger.
static UNPLAY: Weights = Weights::of(&[
    (Feature::Tempo, 100, 40),
    (Feature::Obliged, -180, -130),
    (Feature::RevivedPawns, 10, 110),
    (Feature::RevivedOfficers, 0, 15),
    (Feature::RevivalFiles, 0, 80),
    (Feature::NearFiles, 0, 40),
    (Feature::RevivalHops, 20, 0),
    (Feature::Revivers, 10, 10),
    (Feature::Mobility, 1, 1),
    (Feature::KingMobility, 5, 8),
]);

/// A race of un-captures that the pawns decide: officers come back on any square that is left,
/// pawns only where an officer leaves row 5 to 7 of a file without one.
///
/// From a logistic regression over 5,000 games of two-ply play against itself, rounded.
static UNPLAY_STRICT: Weights = Weights::of(&[
    (Feature::Tempo, 30, 12),
    (Feature::Obliged, -65, -15),
    (Feature::RevivedPawns, 0, 130),
    (Feature::RevivedOfficers, -5, 12),
    (Feature::RevivalFiles, -20, 95),
    (Feature::NearFiles, -5, 48),
    (Feature::RevivalHops, 20, 0),
    (Feature::Revivers, 13, 5),
    (Feature::Mobility, 0, 1),
    (Feature::KingMobility, 10, 5),
    (Feature::PawnRetreats, -2, -4),
    (Feature::PawnDiagonals, 0, 2),
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
        Variant::Unplay | Variant::UnplayRandom | Variant::UnplayPlacement => &UNPLAY,
        Variant::UnplayStrict => &UNPLAY_STRICT,
        Variant::Unachess => &UNACHESS,
    }
}
