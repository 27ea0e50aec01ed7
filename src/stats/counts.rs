//! Counts of results, and the logistic and normalised Elo that follow from them, with intervals.
//!
//! Games should be played in pairs, with the same opening from both sides. The two results of a
//! pair are correlated. The independent observations are therefore pairs, not games. A pair has one
//! of five scores; the numbers of pairs with each score are the *pentanomial* counts. Every formula
//! below also holds for single games (three scores).
//!
//! Sources:
//! - logistic Elo: A. Elo, "The Rating of Chessplayers, Past and Present" (1978), with the logistic
//!   curve `1 / (1 + 10^(-d/400))` that chess federations and engine testers use;
//! - normalised Elo and the variance of pairs: M. Van den Bergh, "Normalized Elo"
//!   (<https://www.cantate.be/Fishtest/normalized_elo.pdf>) and "Comments on normalized Elo"
//!   (<https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>);
//! - likelihood of superiority: the probability that the true score is above one half, in the
//!   normal approximation (<https://www.chessprogramming.org/Match_Statistics>).

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

use libm::erf;
use serde::Serialize;

/// 95 % of a normal distribution lie within this many standard deviations of its mean.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// Normalised Elo is this factor times (score - 1/2) / (standard deviation of a game's score). With
/// this factor, normalised and logistic Elo agree if the opponents are nearly equal and never draw.
pub const NORMALISED_UNIT: f64 = 800.0 / std::f64::consts::LN_10;

/// The number of observations with each score. The index is the score in half points.
///
/// Three counts are for games ([`GameCounts`]), five for pairs of games ([`PairCounts`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Counts<const N: usize>(pub [u64; N]);

/// Losses, draws and wins.
pub type GameCounts = Counts<3>;

/// Pentanomial counts: pairs of games that scored 0, 1/2, 1, 1 1/2 and 2 points.
pub type PairCounts = Counts<5>;

impl<const N: usize> Default for Counts<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl GameCounts {
    /// The counts of this many games.
    #[must_use]
    pub const fn of(wins: u64, draws: u64, losses: u64) -> Self {
        Self([losses, draws, wins])
    }

    /// Games won.
    #[must_use]
    pub const fn wins(&self) -> u64 {
        self.0[2]
    }

    /// Games drawn.
    #[must_use]
    pub const fn draws(&self) -> u64 {
        self.0[1]
    }

    /// Games lost.
    #[must_use]
    pub const fn losses(&self) -> u64 {
        self.0[0]
    }
}

impl PairCounts {
    /// Adds a pair, given the half points (0 to 2) scored in each of its games.
    ///
    /// # Panics
    ///
    /// If the two games together have more than 4 half points.
    pub fn record_pair(&mut self, [one, other]: [usize; 2]) {
        self.record(one + other);
    }
}

impl<const N: usize> Counts<N> {
    /// Games in an observation: 1, or 2 for pairs.
    pub(super) const GAMES: f64 = (N - 1) as f64 / 2.0;

    /// Adds an observation that scored this many half points.
    ///
    /// # Panics
    ///
    /// If an observation cannot score so many half points.
    pub fn record(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// How many observations there are.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Every possible score, from 0 to 1, and its share of the observations. Without observations
    /// the shares are NaN.
    #[must_use]
    pub fn shares(&self) -> [(f64, f64); N] {
        let total = self.total() as f64;
        std::array::from_fn(|index| (Self::score_of(index), self.0[index] as f64 / total))
    }

    /// The score, from 0 to 1, of this many half points.
    #[must_use]
    pub fn score_of(half_points: usize) -> f64 {
        half_points as f64 / (N - 1) as f64
    }

    /// The score, from 0 to 1; `None` before the first observation.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        (self.total() > 0).then(|| self.mean())
    }

    fn mean(&self) -> f64 {
        self.shares()
            .iter()
            .map(|(score, share)| score * share)
            .sum()
    }

    /// The variance of a single observation's score.
    fn variance(&self) -> f64 {
        let mean = self.mean();
        let square = |(score, share): (f64, f64)| share * (score - mean).powi(2);
        self.shares().into_iter().map(square).sum()
    }

    /// The standard error of the score.
    fn standard_error(&self) -> f64 {
        (self.variance() / self.total() as f64).sqrt()
    }

    /// The score with its 95 % interval, from 0 to 1; `None` before the first observation.
    #[must_use]
    pub fn score_estimate(&self) -> Option<Estimate> {
        self.estimate(|score| score)
    }

    /// Logistic Elo: the difference in strength at which this score is expected; `None` before the
    /// first observation. Infinite if every game was won or every game was lost.
    #[must_use]
    pub fn elo(&self) -> Option<Estimate> {
        self.estimate(elo_of_score)
    }

    /// Normalised Elo: the score less one half, divided by the standard deviation of a game's
    /// score, times `800 / ln 10`; `None` before the first observation. If all observations have
    /// the same score, the value is infinite, or 0 for a score of one half. The number of games
    /// needed to show which player is stronger depends only on the normalised Elo, whatever the
    /// share of draws.
    #[must_use]
    pub fn normalised_elo(&self) -> Option<Estimate> {
        let deviation = (self.variance() * Self::GAMES).sqrt();
        self.estimate(|score| {
            let above = score - 0.5;
            if above == 0.0 {
                0.0
            } else {
                above / deviation * NORMALISED_UNIT
            }
        })
    }

    /// Likelihood of superiority: the probability, from 0 to 1, that the player is the stronger
    /// one; `None` before the first observation.
    #[must_use]
    pub fn superiority(&self) -> Option<f64> {
        let above = self.score()? - 0.5;
        Some(if above == 0.0 {
            0.5
        } else {
            0.5 * (1.0 + erf(above / self.standard_error() / std::f64::consts::SQRT_2))
        })
    }

    fn estimate(&self, convert: impl Fn(f64) -> f64) -> Option<Estimate> {
        let score = self.score()?;
        let margin = Z_95 * self.standard_error();
        Some(Estimate {
            value: convert(score),
            low: convert(score - margin),
            high: convert(score + margin),
        })
    }
}

/// The difference in Elo at which a score (0 to 1) is expected: minus infinity if the score is 0 or
/// less, plus infinity if it is 1 or more.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// The score (0 to 1) that is expected at a difference in Elo.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// A measured quantity and its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The measured value.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// Half the width of the interval.
    #[must_use]
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// Writes an estimate as `+12.3 +/- 4.5`. The precision is the number of decimals, by default 1.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = f.precision().unwrap_or(1);
        // If all observations are equal, both ends are equal. Both may be infinite, and then their
        // difference is NaN.
        let error = if self.low == self.high {
            0.0
        } else {
            self.error()
        };
        write!(f, "{:+.decimals$} +/- {error:.decimals$}", self.value)
    }
}

impl<const N: usize> Add for Counts<N> {
    type Output = Self;
    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl<const N: usize> AddAssign for Counts<N> {
    fn add_assign(&mut self, other: Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}

impl<const N: usize> Sum for Counts<N> {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), Add::add)
    }
}

/// Writes the counts from the worst score to the best, as in `[1, 20, 60, 30, 2]`.
impl<const N: usize> fmt::Display for Counts<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_score_are_converted_both_ways() {
        for elo in [-1000.0, -120.0, 0.0, 3.5, 400.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
        assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
        assert_eq!(elo_of_score(1.0), f64::INFINITY);
        assert_eq!(elo_of_score(-0.1), f64::NEG_INFINITY);
    }

    #[test]
    fn without_observations_there_is_no_estimate() {
        let none = PairCounts::default();
        assert_eq!(none.score(), None);
        assert_eq!(none.elo(), None);
        assert_eq!(none.normalised_elo(), None);
        assert_eq!(none.superiority(), None);
    }

    #[test]
    fn extremes_have_estimates_too() {
        let won = GameCounts::of(7, 0, 0);
        assert_eq!(won.elo().expect("games").value, f64::INFINITY);
        assert_eq!(won.normalised_elo().expect("games").value, f64::INFINITY);
        assert_eq!(won.superiority(), Some(1.0));
        assert_eq!(won.elo().expect("games").to_string(), "+inf +/- 0.0");
        let drawn = GameCounts::of(0, 7, 0);
        assert_eq!(drawn.elo().expect("games").to_string(), "+0.0 +/- 0.0");
        assert_eq!(drawn.normalised_elo().expect("games").value, 0.0);
        assert_eq!(drawn.superiority(), Some(0.5));
    }

    #[test]
    fn counts_add_up() {
        let mut pairs = PairCounts::default();
        pairs.record_pair([2, 2]);
        pairs.record_pair([0, 1]);
        pairs.record_pair([2, 0]);
        assert_eq!(pairs, Counts([0, 1, 1, 0, 1]));
        assert_eq!(
            [pairs, pairs].into_iter().sum::<PairCounts>(),
            pairs + pairs
        );
        assert_eq!(pairs.to_string(), "[0, 1, 1, 0, 1]");
        let games = GameCounts::of(3, 2, 1);
        assert_eq!((games.wins(), games.draws(), games.losses()), (3, 2, 1));
        assert_eq!(games.total(), 6);
        assert_eq!(games.score(), Some(4.0 / 6.0));
    }
}
