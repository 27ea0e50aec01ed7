//! Ratings of players by maximum likelihood, with 95 % intervals.
//!
//! The model is that of R. A. Bradley and M. E. Terry, "Rank Analysis of Incomplete Block Designs"
//! (Biometrika 39, 1952), on the logistic scale of Elo: a player is expected to score
//! `1 / (1 + 10^(-d/400))` against one who is `d` weaker. A draw counts as half a win and half a
//! loss, as in Ordo (<https://github.com/michiguel/Ordo>). At the ratings of maximum likelihood,
//! the expected score of every player equals its actual score.
//!
//! The likelihood has no finite maximum if a group of players has played against the others and has
//! won every game against them. In all other cases it has one (L. R. Ford, "Solution of a Ranking
//! Problem from Binary Comparisons", American Mathematical Monthly 64, 1957). If there is no
//! maximum, [`rate`] adds a draw to every pairing that was played, and sets
//! [`Ratings::has_added_draws`].
//!
//! If the opening decides most games, most pairs of games end 1-1. All ratings are then close
//! together, even if one player is much stronger than another. [`rate_with_opening_advantages`]
//! separates the value of an opening from the strength of the players. It assumes that each opening
//! gives the player in the first seat an advantage, and that this advantage differs from opening to
//! opening. Ordo and BayesElo (<https://www.remi-coulom.fr/Bayesian-Elo/>) assume instead that
//! White has the same advantage in every game.
//!
//! An *encounter* is all games of two players from one opening. These games are correlated. Two
//! encounters from one opening can be correlated too, if they have a player in common. Intervals
//! therefore come from the variance between openings. If there are too few openings, they come from
//! the variance between encounters. They are computed with the sandwich estimator of H. White,
//! "Maximum Likelihood Estimation of Misspecified Models" (Econometrica 50, 1982). It needs no
//! assumption about the number of draws. If draws had to be added, or if this estimate is almost
//! 0, the intervals come from the Fisher information of the model instead.

mod encounter;

use encounter::{Clusters, DRAW, has_maximum, linked, pairings, played};
pub use encounter::{Encounter, Points};
use libm::erf;

use super::counts::Z_95;
use super::likelihood::{Likelihood, Matrix, Observation};

/// Elo per unit of the natural logarithm of the odds.
const ELO_PER_UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// How many encounters per opening, on average, are needed to estimate the advantage that each
/// opening gives. With fewer encounters the estimate is mostly chance.
const MIN_ENCOUNTERS_PER_OPENING: usize = 10;

/// A rating in Elo: how far a player is above another player, or above the mean of a group. The
/// group consists of the player and of all players linked to it by a chain of games.
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
    /// The rating of each player.
    pub players: Vec<Rating>,
    /// Whether draws were added, because a group of players has won every game against the others.
    pub has_added_draws: bool,
    /// The covariance of the strengths, in units of the natural logarithm of the odds.
    covariance: Matrix,
    /// For every player, the players who are linked to it by a chain of games.
    linked: Vec<Vec<bool>>,
}

impl Ratings {
    /// The ratings that follow from these strengths and this covariance. `linked` has a row for
    /// each player. `strengths` begins with the players; the advantages of openings may follow and
    /// are not used. `has_added_draws` is false.
    fn new(strengths: &[f64], covariance: Matrix, linked: Vec<Vec<bool>>) -> Self {
        let rating = |player: usize| Rating {
            elo: strengths[player] * ELO_PER_UNIT,
            error: error(covariance[player][player]),
        };
        Self {
            players: (0..linked.len()).map(rating).collect(),
            has_added_draws: false,
            covariance,
            linked,
        }
    }

    /// How much stronger player `one` is than player `other`. If the players met the same
    /// opponents, the error of this difference can be smaller than the error of either rating.
    /// `None` if no chain of games links the players: nobody knows then which one is stronger.
    ///
    /// # Panics
    ///
    /// If either index is not that of a player.
    #[must_use]
    pub fn lead(&self, one: usize, other: usize) -> Option<Rating> {
        let shared = |row: usize, column: usize| self.covariance[row][column];
        let variance = shared(one, one) + shared(other, other) - 2.0 * shared(one, other);
        self.linked[one][other].then(|| Rating {
            elo: self.players[one].elo - self.players[other].elo,
            error: error(variance),
        })
    }
}

impl Rating {
    /// Likelihood of superiority: the probability, from 0 to 1, that the true value is above 0.
    #[must_use]
    pub fn superiority(&self) -> f64 {
        let deviations = match self.elo {
            0.0 => 0.0,
            elo => elo / (self.error / Z_95),
        };
        0.5 * (1.0 + erf(deviations / std::f64::consts::SQRT_2))
    }
}

/// Half the width of the 95 % interval, in Elo, of a strength with this variance. Strengths are in
/// units of the natural logarithm of the odds.
fn error(variance: f64) -> f64 {
    Z_95 * ELO_PER_UNIT * variance.max(0.0).sqrt()
}

/// The maximum-likelihood ratings of the players with the indices from 0 to `players - 1`.
#[must_use]
pub fn rate(players: usize, encounters: &[Encounter]) -> Ratings {
    let played = played(players, encounters);
    let has_added_draws = !played.is_empty() && !has_maximum(players, &played);
    let clusters = Clusters::of(&played);
    let terms = |one: usize, other: usize| [(one, 1.0), (other, -1.0)];
    let mut observations: Vec<Observation> = played
        .iter()
        .enumerate()
        .map(|(index, encounter)| {
            let cluster = clusters.cluster(index, encounter);
            encounter
                .score()
                .observation(&terms(encounter.one, encounter.other), cluster)
        })
        .collect();
    if has_added_draws {
        let draws = pairings(&played)
            .into_iter()
            .map(|(one, other)| DRAW.observation(&terms(one, other), 0));
        observations.extend(draws);
    }
    let likelihood = Likelihood {
        strengths: players,
        centred: players,
        observations: &observations,
    };
    let (strengths, _) = likelihood.likeliest();
    let covariance = if has_added_draws {
        likelihood.expected_covariance(&strengths)
    } else {
        likelihood.covariance(&strengths)
    };
    Ratings {
        has_added_draws,
        ..Ratings::new(&strengths, covariance, linked(players, &played))
    }
}

/// The maximum-likelihood ratings under the assumption that each opening gives the player in the
/// first seat an advantage. They are the ratings at an opening that favours neither side.
///
/// A draw between equals is added to each opening. Without this draw, an opening would give an
/// infinite advantage if the same seat won all games from it. `None` if openings were not played
/// often enough, if a group of players has won every game against the others, or if the search for
/// the maximum does not converge.
#[must_use]
pub fn rate_with_opening_advantages(players: usize, encounters: &[Encounter]) -> Option<Ratings> {
    let played = played(players, encounters);
    let clusters = Clusters::of(&played);
    let openings = &clusters.openings;
    if openings.is_empty()
        || played.len() < MIN_ENCOUNTERS_PER_OPENING * openings.len()
        || !has_maximum(players, &played)
    {
        return None;
    }
    let advantage = |opening: usize| players + clusters.index_of(opening);
    let mut observations = Vec::new();
    for (index, encounter) in played.iter().enumerate() {
        let cluster = clusters.cluster(index, encounter);
        for (score, sign) in encounter.sides.into_iter().zip([1.0, -1.0]) {
            let terms = [
                (encounter.one, 1.0),
                (encounter.other, -1.0),
                (advantage(encounter.opening), sign),
            ];
            observations.push(score.observation(&terms, cluster));
        }
    }
    for &opening in openings {
        let terms = [(advantage(opening), 1.0)];
        observations.push(DRAW.observation(&terms, clusters.index_of(opening)));
    }
    let likelihood = Likelihood {
        strengths: players + openings.len(),
        centred: players,
        observations: &observations,
    };
    let (strengths, converged) = likelihood.likeliest();
    let covariance = likelihood.covariance(&strengths);
    converged.then(|| Ratings::new(&strengths, covariance, linked(players, &played)))
}

#[cfg(test)]
mod tests;
