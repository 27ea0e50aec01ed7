//! Positions as a network sees them.

use crate::eval::network::{Inputs, bucket, mirrored, wings_exchanged};
use crate::eval::{Weights, evaluate, lateness};
use crate::learn::selfplay::{self, Samples as _};
use crate::rules::{Rules, Seat};

/// What belongs to a position besides its rows. All is from the view of the player to play.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Facts {
    /// Which output weights hold.
    pub bucket: usize,
    /// What the weighted sum says, in centipawns.
    pub sum: f32,
    /// What the search thought, in centipawns.
    pub score: f32,
    /// What became of the game, from 0 to 1.
    pub outcome: f32,
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// The rows of the network that it has, as the side to play sees them.
    pub rows: &'a [u16],
    /// What else belongs to it.
    pub facts: Facts,
}

/// Positions, one behind the other in a few large blocks.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    rows: Vec<u16>,
    ends: Vec<usize>,
    facts: Vec<Facts>,
}

impl Samples {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The position with this number.
    ///
    /// # Panics
    ///
    /// If there are not so many.
    #[must_use]
    pub fn sample(&self, number: usize) -> Sample<'_> {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        Sample {
            rows: &self.rows[start..self.ends[number]],
            facts: self.facts[number],
        }
    }

    /// Adds a position, with outcome and score from the view of the player to play.
    pub fn push<R: Rules>(&mut self, position: &R, weights: &Weights, outcome: f32, score: f32) {
        let setup = position.setup();
        let rows = Inputs::of(setup).rows();
        if setup.side.is_white() {
            self.rows.extend(rows.map(|row| row as u16));
        } else {
            self.rows.extend(rows.map(|row| mirrored(row) as u16));
        }
        self.ends.push(self.rows.len());
        self.facts.push(Facts {
            bucket: bucket(lateness(position)),
            sum: evaluate(position, weights) as f32,
            score,
            outcome,
        });
    }

    /// Adds every position once more as it is in a mirror.
    pub fn add_wings_exchanged(&mut self) {
        let mut others = self.clone();
        for row in &mut others.rows {
            *row = wings_exchanged(usize::from(*row)) as u16;
        }
        self.append(others);
    }
}

impl selfplay::Samples for Samples {
    fn take<R: Rules>(&mut self, position: &R, weights: &Weights, score: f32, outcome: f32) {
        let outcome = match position.seat() {
            Seat::First => outcome,
            Seat::Second => 1.0 - outcome,
        };
        self.push(position, weights, outcome, score);
    }

    fn append(&mut self, other: Self) {
        let before = self.rows.len();
        self.rows.extend(other.rows);
        self.ends.extend(other.ends.iter().map(|end| before + end));
        self.facts.extend(other.facts);
    }
}
