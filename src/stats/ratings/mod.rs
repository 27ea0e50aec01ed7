//! Ratings of players by maximum likelihood, with 95 % intervals.
//!
//! The model is that of R. A. Bradley and M. E. Terry, "Rank Analysis of Incomplete Block Designs"
//! (Biometrika 39, 1952), on the logistic scale of Elo: a player is expected to score
//! `1 / (1 + 10^(-d/400))` against one who is `d` weaker. A draw counts as half a win and half a
//! loss, as in Ordo (<https://github.com/michiguel/Ordo>). At the likeliest ratings, every player is
//! expected to score exactly what it did score.
//!
//! A finite maximum exists unless some group of players has won everything against the others (L. R.
//! Ford, "Solution of a Ranking Problem from Binary Comparisons", American Mathematical Monthly 64,
//! 1957). In that case a draw is added to every pairing that was played, and the ratings are marked as
//! rough.
//!
//! If the opening decides most games, whoever plays them, most pairs of games are shared, and all
//! ratings are close together, even if one player is much better than another. [`rate_evenly`]
//! separates the value of an opening from the strength of the players: as Ordo and BayesElo
//! (<https://www.remi-coulom.fr/Bayesian-Elo/>) assume an advantage of White, it assumes that each
//! opening gives the player of the first turn an advantage of its own.
//!
//! The games of an encounter share an opening and are correlated; so are other encounters with this
//! opening, if the same players meet in it again. Intervals therefore come from the variance between
//! openings, or, if there are too few of them, between encounters: the estimator of H. White, "Maximum
//! Likelihood Estimation of Misspecified Models" (Econometrica 50, 1982). It needs no assumption about
//! the number of draws.

mod encounter;

use encounter::{Clusters, DRAW, has_maximum, pairings, played};
pub use encounter::{Encounter, Score};
use libm::erf;

use super::counts::NORMAL_95;
use super::likelihood::{Likelihood, Matrix, Row};

/// Elo in a unit of the natural logarithm of the odds.
const ELO_PER_UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// How often, on average, an opening must have been played from both sides so that its value can be
/// estimated. With fewer games the estimate is mostly chance.
const ENOUGH_ENCOUNTERS: usize = 10;

/// A player's rating, in Elo above the mean of all players.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The rating.
    pub elo: f64,
    /// Half the width of its 95 % interval.
    pub error: f64,
}

/// The ratings of all players.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// One for each player.
    pub players: Vec<Rating>,
    /// Whether draws were added, because somebody has won or lost everything.
    pub is_rough: bool,
    /// The covariance of the strengths, in units of the natural logarithm of the odds.
    covariance: Matrix,
}

impl Ratings {
    fn new(players: usize, strengths: &[f64], covariance: Matrix, is_rough: bool) -> Self {
        let rating = |player: usize| Rating {
            elo: strengths[player] * ELO_PER_UNIT,
            error: error(covariance[player][player]),
        };
        Self {
            players: (0..players).map(rating).collect(),
            is_rough,
            covariance,
        }
    }

    /// How much stronger one player is than another. The error is that of the difference. It can be
    /// smaller than the errors of both ratings, if the players met the same opponents.
    ///
    /// # Panics
    ///
    /// If there is no such player.
    #[must_use]
    pub fn lead(&self, one: usize, other: usize) -> Rating {
        let shared = |row: usize, column: usize| self.covariance[row][column];
        let variance = shared(one, one) + shared(other, other) - 2.0 * shared(one, other);
        Rating {
            elo: self.players[one].elo - self.players[other].elo,
            error: error(variance),
        }
    }
}

impl Rating {
    /// Likelihood of superiority: the probability, from 0 to 1, that the true value is above 0.
    #[must_use]
    pub fn superiority(&self) -> f64 {
        let deviations = match self.elo {
            0.0 => 0.0,
            elo => elo / (self.error / NORMAL_95),
        };
        0.5 * (1.0 + erf(deviations / std::f64::consts::SQRT_2))
    }
}

/// Half the width of the 95 % interval in Elo. The variance is in units of the natural logarithm of the
/// odds.
fn error(variance: f64) -> f64 {
    NORMAL_95 * ELO_PER_UNIT * variance.max(0.0).sqrt()
}

/// The likeliest ratings of this many players.
#[must_use]
pub fn rate(players: usize, encounters: &[Encounter]) -> Ratings {
    let played = played(players, encounters);
    let is_rough = !played.is_empty() && !has_maximum(players, &played);
    let clusters = Clusters::of(&played);
    let terms = |one: usize, other: usize| [(one, 1.0), (other, -1.0)];
    let mut rows: Vec<Row> = played
        .iter()
        .enumerate()
        .map(|(index, met)| {
            let cluster = clusters.cluster(index, met);
            met.score().row(&terms(met.one, met.other), cluster)
        })
        .collect();
    if is_rough {
        let draws = pairings(&played)
            .into_iter()
            .map(|(one, other)| DRAW.row(&terms(one, other), 0));
        rows.extend(draws);
    }
    let likelihood = Likelihood {
        strengths: players,
        centred: players,
        rows: &rows,
    };
    let (strengths, _) = likelihood.likeliest();
    let covariance = if is_rough {
        likelihood.expected_covariance(&strengths)
    } else {
        likelihood.covariance(&strengths)
    };
    Ratings::new(players, &strengths, covariance, is_rough)
}

/// The likeliest ratings, if each opening gives the player of the first turn an advantage of its own.
/// They hold at an opening that favours neither side.
///
/// A draw between equals is added to each opening, because the value of one that always went to the same
/// side would be infinite. `None` if openings were not played often enough, or if somebody has won
/// everything.
#[must_use]
pub fn rate_evenly(players: usize, encounters: &[Encounter]) -> Option<Ratings> {
    let played = played(players, encounters);
    let clusters = Clusters::of(&played);
    let openings = &clusters.openings;
    if openings.is_empty()
        || played.len() < ENOUGH_ENCOUNTERS * openings.len()
        || !has_maximum(players, &played)
    {
        return None;
    }
    let advantage = |opening: usize| players + clusters.place(opening);
    let mut rows = Vec::new();
    for (index, met) in played.iter().enumerate() {
        let cluster = clusters.cluster(index, met);
        for (score, sign) in met.sides.into_iter().zip([1.0, -1.0]) {
            let terms = [
                (met.one, 1.0),
                (met.other, -1.0),
                (advantage(met.opening), sign),
            ];
            rows.push(score.row(&terms, cluster));
        }
    }
    for &opening in openings {
        let terms = [(advantage(opening), 1.0)];
        rows.push(DRAW.row(&terms, clusters.place(opening)));
    }
    let likelihood = Likelihood {
        strengths: players + openings.len(),
        centred: players,
        rows: &rows,
    };
    let (strengths, is_found) = likelihood.likeliest();
    let covariance = likelihood.covariance(&strengths);
    is_found.then(|| Ratings::new(players, &strengths, covariance, false))
}

#[cfg(test)]
mod tests;
