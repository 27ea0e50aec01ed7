//! Positions in the form that networks learn from.

use std::ops::Range;

use crate::eval::network::{Inputs, bucket, flipped_files, mirrored};
use crate::eval::{Weights, evaluate, lateness};
use crate::learn::selfplay::{self, Samples as _, SiblingPositions};
use crate::rules::{Rules, Seat};

/// All data of a position except the inputs of the network. Weighted sum, score and outcome are
/// from the view of the player to play. The position was played in a game, or is a *sibling*: one
/// of several scored successors of the same position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SampleData {
    /// The index of the set of output weights. It depends on how late in the game the position is.
    pub bucket: usize,
    /// The weighted sum of the features, which is the evaluation without the network, in
    /// centipawns.
    pub weighted_sum: f32,
    /// The score of the search in centipawns.
    pub score: f32,
    /// The result of the game, from 0 to 1; `None` for a sibling.
    pub outcome: Option<f32>,
    /// For a sibling: 1 if the player to play is also the player who chooses between the siblings,
    /// -1 if not. It is not used for a position that was played.
    pub chooser_sign: f32,
}

/// A position in the form that a network learns from.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// The inputs that are set, as the side to play sees the position. Each input is given as the
    /// index of its row of first-layer weights.
    pub rows: &'a [u16],
    /// The other data.
    pub data: SampleData,
}

/// Positions, packed into a few large vectors.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    rows: Vec<u16>,
    /// For each position, the index in `rows` at which its rows end.
    ends: Vec<usize>,
    data: Vec<SampleData>,
    groups: Vec<Range<usize>>,
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
            rows: &self.rows[start..self.ends[number]],
            data: self.data[number],
        }
    }

    /// The groups of siblings. Each group is a range of indices for [`Samples::sample`].
    #[must_use]
    pub fn groups(&self) -> &[Range<usize>] {
        &self.groups
    }

    /// Adds a position of a game. Score and outcome are from the view of the player to play.
    pub fn push<R: Rules>(&mut self, position: &R, weights: &Weights, score: f32, outcome: f32) {
        self.push_rows(position);
        self.data.push(SampleData {
            outcome: Some(outcome),
            ..sibling_data(position, weights, 1.0, score)
        });
    }

    fn push_rows<R: Rules>(&mut self, position: &R) {
        let setup = position.setup();
        let rows = Inputs::of(setup).rows();
        if setup.side.is_white() {
            self.rows.extend(rows.map(|row| row as u16));
        } else {
            self.rows.extend(rows.map(|row| mirrored(row) as u16));
        }
        self.ends.push(self.rows.len());
    }

    /// Adds every position once more with left and right exchanged.
    pub fn add_flipped(&mut self) {
        let mut flipped = self.clone();
        for row in &mut flipped.rows {
            *row = flipped_files(usize::from(*row)) as u16;
        }
        self.append(flipped);
    }
}

impl selfplay::Samples for Samples {
    fn add<R: Rules>(&mut self, position: &R, weights: &Weights, score: f32, outcome: f32) {
        let outcome = match position.seat() {
            Seat::First => outcome,
            Seat::Second => 1.0 - outcome,
        };
        self.push(position, weights, score, outcome);
    }

    fn add_siblings<R: Rules>(&mut self, siblings: &SiblingPositions<R>, weights: &Weights) {
        let start = self.len();
        for (position, score) in &siblings.scored {
            let sign = match position.seat() == siblings.chooser {
                true => 1.0,
                false => -1.0,
            };
            self.push_rows(position);
            self.data
                .push(sibling_data(position, weights, sign, sign * score));
        }
        self.groups.push(start..self.len());
    }

    fn append(&mut self, other: Self) {
        let (before, start) = (self.rows.len(), self.len());
        let moved = |group: Range<usize>| start + group.start..start + group.end;
        self.groups.extend(other.groups.into_iter().map(moved));
        self.rows.extend(other.rows);
        self.ends.extend(other.ends.iter().map(|end| before + end));
        self.data.extend(other.data);
    }
}

/// The data of a sibling, which has no outcome. `score` is from the view of the player to play.
fn sibling_data<R: Rules>(position: &R, weights: &Weights, sign: f32, score: f32) -> SampleData {
    SampleData {
        bucket: bucket(lateness(position)),
        weighted_sum: evaluate(position, weights) as f32,
        score,
        outcome: None,
        chooser_sign: sign,
    }
}
