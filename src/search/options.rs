//! The settings that stay the same from search to search.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use super::{LevelCurve, Params};
use crate::eval::{DEFAULT_EXPECTED_TURNS, Network, Weights};

/// The playing strength of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Strength {
    /// As strong as possible.
    Full,
    /// A skill level from 0 (a beginner) to [`Strength::FULL_LEVEL`]. Fractions are allowed.
    Level(f32),
}

impl Strength {
    /// The skill level that means full strength.
    pub const FULL_LEVEL: f32 = 20.0;

    /// The strength of a skill level: from [`Strength::FULL_LEVEL`] on, full strength.
    #[must_use]
    pub fn of_level(level: f32) -> Self {
        if level < Self::FULL_LEVEL {
            Strength::Level(level)
        } else {
            Strength::Full
        }
    }
}

/// The settings that stay the same from search to search.
#[derive(Clone, Debug)]
pub struct Options {
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// Number of search threads. They share the transposition table.
    pub threads: usize,
    /// Number of principal variations to search and report.
    pub multipv: usize,
    /// Time reserved for communication between engine and referee.
    pub overhead: Duration,
    /// Playing strength.
    pub strength: Strength,
    /// Node counts and evaluation errors of the skill levels below full strength.
    pub levels: LevelCurve,
    /// The seed of the skill levels below full strength. The seed determines the evaluation errors,
    /// and which turns a level overlooks in the opening.
    pub seed: u64,
    /// Weights of the evaluation.
    pub weights: Weights,
    /// The network, if the game has one. Its output is added to the weighted sum of
    /// the features.
    pub network: Option<Arc<Network>>,
    /// Contempt, in percent of [`Scale::spread`](crate::eval::Scale::spread). The evaluation adds
    /// it to the lead of the player to play at the root, because that player expects to outplay the
    /// opponent. The lead is the difference between the weighted sums of the two players. Contempt
    /// is ignored in mate searches and in infinite analysis. It is also ignored if no weight
    /// changes the percentage by which a lead is multiplied ([`Weights::scale_leads`]).
    pub contempt: i32,
    /// How many turns each player is expected to play until the end of the game, for time
    /// management. In some games, [`expected_turns`](crate::eval::expected_turns) computes this
    /// number from the position instead.
    pub expected_turns: u32,
    /// The search parameters.
    pub params: Params,
}

impl Options {
    /// The contempt against an opponent that is known to be far weaker. In the Ssehc games, an
    /// engine with this contempt scores below 50 % against itself without contempt.
    pub const CONTEMPT_AGAINST_WEAK: i32 = 100;

    /// The contempt values that are allowed.
    pub const CONTEMPT_RANGE: RangeInclusive<i32> = -500..=500;

    /// Whether `self` and `other` evaluate with the same weights and network. Other contempt,
    /// another skill level or another seed also change evaluations, but the table keeps entries
    /// that differ in these apart. It does not do so for other level curves: the caller must make
    /// sure that they are the same.
    pub(super) fn has_weights_and_network_of(&self, other: &Self) -> bool {
        self.weights == other.weights && self.network == other.network
    }
}

impl Default for Options {
    /// Full strength, one thread, a table of 16 MiB, no overhead, no contempt. All weights are 0,
    /// because each game has its own weights.
    fn default() -> Self {
        Self {
            hash: 16,
            threads: 1,
            multipv: 1,
            overhead: Duration::ZERO,
            strength: Strength::Full,
            levels: LevelCurve::default(),
            seed: 0,
            weights: Weights::ZERO,
            network: None,
            contempt: 0,
            expected_turns: DEFAULT_EXPECTED_TURNS,
            params: Params::default(),
        }
    }
}
