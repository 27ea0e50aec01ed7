//! Positions in the form that a fit of weights needs: the differences between the feature counts of
//! the two players, the result of the game, and the score of the search.

use std::ops::Range;

use crate::eval::{Feature, FeatureVector, Weights, feature_vector};
use crate::learn::selfplay::{self, SiblingPositions};
use crate::rules::{Rules, Seat};

/// A position, from the view of the first player ([`Seat::First`]).
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// The features in which the players differ: the index of each, and the count of the first
    /// player minus the count of the second.
    pub differences: &'a [(u8, i16)],
    /// The lateness (game phase) of the position, from 0 to 1.
    pub lateness: f32,
    /// The lead is the weighted sum of the differences. If the lead is positive, it is multiplied
    /// by the first of these factors, otherwise by the second.
    pub lead_factors: [f32; 2],
    /// The result of the game, from 0 to 1; `None` for a sibling (see [`SiblingGroup`]).
    pub outcome: Option<f32>,
    /// The score of the search in centipawns.
    pub score: f32,
}

/// Positions, packed into a few large vectors.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    differences: Vec<(u8, i16)>,
    /// For each position, the index in `differences` at which its differences end.
    ends: Vec<usize>,
    lateness: Vec<f32>,
    lead_factors: Vec<[f32; 2]>,
    outcomes: Vec<Option<f32>>,
    scores: Vec<f32>,
    groups: Vec<SiblingGroup>,
}

/// A group of siblings among the positions: all are successors of the same position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SiblingGroup {
    /// The indices of the siblings.
    pub numbers: Range<usize>,
    /// The player who chooses between the siblings.
    pub chooser: Seat,
}

impl SiblingGroup {
    /// 1 if the chooser is the first player, otherwise -1.
    #[must_use]
    pub const fn sign(&self) -> f64 {
        sign(self.chooser)
    }
}

/// 1 for the first player, -1 for the second.
const fn sign(seat: Seat) -> f64 {
    match seat {
        Seat::First => 1.0,
        Seat::Second => -1.0,
    }
}

impl Samples {
    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The position with this index.
    ///
    /// # Panics
    ///
    /// If there is no position with this index.
    #[must_use]
    pub fn sample(&self, number: usize) -> Sample<'_> {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        Sample {
            differences: &self.differences[start..self.ends[number]],
            lateness: self.lateness[number],
            lead_factors: self.lead_factors[number],
            outcome: self.outcomes[number],
            score: self.scores[number],
        }
    }

    /// The groups of siblings among the positions.
    #[must_use]
    pub fn groups(&self) -> &[SiblingGroup] {
        &self.groups
    }

    /// Adds a position of a game. Its lead factors are computed from `weights` here and stay the
    /// same while the weights are fitted.
    pub fn push(&mut self, features: &FeatureVector, weights: &Weights, score: f32, outcome: f32) {
        self.push_features(features, weights);
        self.outcomes.push(Some(outcome));
        self.scores.push(score);
    }

    fn push_features(&mut self, features: &FeatureVector, weights: &Weights) {
        for feature in Feature::ALL {
            let of = |seat| features.count(feature, seat);
            let difference = of(Seat::First) - of(Seat::Second);
            if difference != 0 {
                self.differences.push((feature as u8, difference as i16));
            }
        }
        self.ends.push(self.differences.len());
        self.lateness
            .push(features.lateness as f32 / Weights::LATEST as f32);
        let factor = |seat| features.lead_percent(weights, seat) as f32 / 100.0;
        self.lead_factors
            .push([Seat::First, Seat::Second].map(factor));
    }
}

impl selfplay::Samples for Samples {
    fn add<R: Rules>(&mut self, position: &R, weights: &Weights, score: f32, outcome: f32) {
        let score = sign(position.seat()) as f32 * score;
        self.push(&feature_vector(position), weights, score, outcome);
    }

    fn add_siblings<R: Rules>(&mut self, siblings: &SiblingPositions<R>, weights: &Weights) {
        let start = self.len();
        for (position, score) in &siblings.scored {
            self.push_features(&feature_vector(position), weights);
            self.outcomes.push(None);
            self.scores.push(sign(siblings.chooser) as f32 * score);
        }
        self.groups.push(SiblingGroup {
            numbers: start..self.len(),
            chooser: siblings.chooser,
        });
    }

    fn append(&mut self, other: Self) {
        let (before, start) = (self.differences.len(), self.len());
        let moved = |group: SiblingGroup| SiblingGroup {
            numbers: start + group.numbers.start..start + group.numbers.end,
            ..group
        };
        self.groups.extend(other.groups.into_iter().map(moved));
        self.differences.extend(other.differences);
        self.ends.extend(other.ends.iter().map(|end| before + end));
        self.lateness.extend(other.lateness);
        self.lead_factors.extend(other.lead_factors);
        self.outcomes.extend(other.outcomes);
        self.scores.extend(other.scores);
    }
}
