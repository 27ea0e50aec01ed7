//! The results of one engine, and how certain they are.

use serde::{Serialize, Serializer};

use libm::erf;

use super::counts::{Counts, Estimate, GameCounts, PairCounts, Z_95, elo_of_score};

/// The results of one engine: its games, and its pairs of games. A pair counts when both its games
/// are finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// The games.
    pub games: GameCounts,
    /// The pairs.
    pub pairs: PairCounts,
}

impl Tally {
    /// Points: 1 for a win, 1/2 for a draw.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.games.wins() as f64 + self.games.draws() as f64 / 2.0
    }

    /// Points per game; 0 without games.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.points() / self.games.total().max(1) as f64
    }

    /// The score, from 0 to 1, with its 95 % interval; `None` without games. The observations are
    /// the pairs if all games are paired, otherwise the games.
    #[must_use]
    pub fn score_estimate(&self) -> Option<Estimate> {
        let (estimate, observations) = if self.is_paired() {
            (self.pairs.score_estimate()?, self.pairs.total())
        } else {
            (self.games.score_estimate()?, self.games.total())
        };
        Some(within_range(estimate, observations))
    }

    /// Whether all games are paired, so that pairs are the observations.
    fn is_paired(&self) -> bool {
        2 * self.pairs.total() == self.games.total()
    }

    /// Normalised Elo: the score less one half, divided by the standard deviation of a game's
    /// score, times `800 / ln 10`; `None` without games. If all observations are equal, both ends
    /// of the interval are infinite. The value is then infinite, too, or 0 if the score is one
    /// half.
    #[must_use]
    pub fn normalised_elo(&self) -> Option<Estimate> {
        let estimate = if self.is_paired() {
            self.pairs.normalised_elo()?
        } else {
            self.games.normalised_elo()?
        };
        if estimate.low < estimate.high {
            return Some(estimate);
        }
        Some(Estimate {
            value: estimate.value,
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
        })
    }

    /// Likelihood of superiority: the probability, from 0 to 1, that the engine is the stronger
    /// one; `None` without games.
    #[must_use]
    pub fn superiority(&self) -> Option<f64> {
        if self.is_paired() {
            superiority(&self.pairs)
        } else {
            superiority(&self.games)
        }
    }

    /// The difference in Elo that corresponds to the score; `None` without games.
    #[must_use]
    pub fn elo(&self) -> Option<Estimate> {
        let score = self.score_estimate()?;
        Some(Estimate {
            value: elo_of_score(score.value),
            low: elo_of_score(score.low),
            high: elo_of_score(score.high),
        })
    }
}

/// Likelihood of superiority. If all observations are equal, their variance is 0 and says nothing
/// about the error. The greatest possible variance of a score is used instead.
fn superiority<const N: usize>(counts: &Counts<N>) -> Option<f64> {
    let is_uniform = counts.0.iter().filter(|&&count| count > 0).count() == 1;
    if !is_uniform {
        return counts.superiority();
    }
    let deviations = (counts.score()? - 0.5) * 2.0 * (counts.total() as f64).sqrt();
    Some(0.5 * (1.0 + erf(deviations / std::f64::consts::SQRT_2)))
}

/// Keeps the interval of a score within 0 and 1.
///
/// If all observations are equal, their variance says nothing about the error. In that case the
/// interval is that of E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical
/// Inference" (Journal of the American Statistical Association 22, 1927). Wilson's interval does
/// not need the observed variance. It assumes that each observation is a win or a loss, which gives
/// the greatest variance that is possible with this score.
fn within_range(estimate: Estimate, observations: u64) -> Estimate {
    let Estimate {
        value,
        mut low,
        mut high,
    } = estimate;
    if low == high {
        let count = observations as f64;
        let square = Z_95 * Z_95;
        let middle = value + square / (2.0 * count);
        let margin = Z_95 * (value * (1.0 - value) / count + square / (4.0 * count * count)).sqrt();
        let scale = 1.0 + square / count;
        (low, high) = ((middle - margin) / scale, (middle + margin) / scale);
    }
    // Rounding must not move the value out of its interval.
    Estimate {
        value,
        low: low.clamp(0.0, 1.0).min(value),
        high: high.clamp(0.0, 1.0).max(value),
    }
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.pairs += other.pairs;
    }
}

/// Writes a tally as an object. `games` is the number of games, `pairs` the pentanomial counts.
impl Serialize for Tally {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(rename = "Tally")]
        struct Named {
            games: u64,
            wins: u64,
            draws: u64,
            losses: u64,
            pairs: [u64; 5],
        }
        let Self { games, pairs } = self;
        Named {
            games: games.total(),
            wins: games.wins(),
            draws: games.draws(),
            losses: games.losses(),
            pairs: pairs.0,
        }
        .serialize(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::counts::Counts;

    fn close(estimate: Option<Estimate>, expected: [f64; 3]) {
        let estimate = estimate.expect("games");
        for (value, expected) in [estimate.value, estimate.low, estimate.high]
            .into_iter()
            .zip(expected)
        {
            assert!(
                value == expected || (value - expected).abs() < 5e-5,
                "{estimate:?}, expected {expected}"
            );
        }
    }

    #[test]
    fn an_interval_has_a_width_even_if_all_results_are_equal() {
        let won = Tally {
            games: GameCounts::of(10, 0, 0),
            pairs: Counts([0, 0, 0, 0, 5]),
        };
        // If all 5 observations are wins, the lower end of Wilson's interval is 5 / (5 + 1.96^2).
        close(won.score_estimate(), [1.0, 0.565_5, 1.0]);
        close(won.elo(), [f64::INFINITY, 45.789_5, f64::INFINITY]);
        let superiority = won.superiority().expect("games");
        assert!((superiority - 0.987_3).abs() < 1e-4, "{superiority}");
        assert_eq!(Tally::default().superiority(), None);
        let drawn = Tally {
            games: GameCounts::of(0, 2, 0),
            pairs: Counts([0, 0, 1, 0, 0]),
        };
        close(drawn.score_estimate(), [0.5, 0.054_62, 0.945_38]);
        assert_eq!(drawn.superiority(), Some(0.5));
        let unknown = [f64::NEG_INFINITY, f64::INFINITY];
        for (tally, value) in [(won, f64::INFINITY), (drawn, 0.0)] {
            close(tally.normalised_elo(), [value, unknown[0], unknown[1]]);
        }
        // These results vary, so their variance is used. No games are paired, so the games are the
        // observations.
        let mixed = Tally {
            games: GameCounts::of(2, 0, 2),
            pairs: Counts::default(),
        };
        close(mixed.score_estimate(), [0.5, 0.010_01, 0.989_99]);
        assert_eq!(mixed.superiority(), Some(0.5));
        assert_eq!(mixed.normalised_elo(), mixed.games.normalised_elo());
    }

    #[test]
    fn counts_are_named_in_json() {
        let tally = Tally {
            games: GameCounts::of(2, 1, 1),
            pairs: Counts([0, 0, 1, 1, 0]),
        };
        assert_eq!(
            serde_json::to_string(&tally).expect("JSON"),
            r#"{"games":4,"wins":2,"draws":1,"losses":1,"pairs":[0,0,1,1,0]}"#
        );
    }
}
