//! The sequential probability ratio test: play until one of two hypotheses about the strength is
//! accepted.
//!
//! The first hypothesis is that the player is stronger than the opponent by `elo0`. The second is
//! that the player is stronger by `elo1`. After every pair of games, the generalised log-likelihood
//! ratio of the hypotheses is computed. The test ends when the ratio reaches one of the bounds of
//! A. Wald, "Sequential Tests of Statistical Hypotheses" (1945).
//!
//! The likelihood ratio is that of fishtest, OpenBench and fastchess. A hypothesis fixes only one
//! property of the distribution of scores. In logistic Elo, this is the expectation. In normalised
//! Elo, it is the number of standard deviations by which the expectation exceeds one half. Of all
//! distributions with this property, the one under which the results are likeliest is used.

use std::fmt;
use std::str::FromStr;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

use super::counts::{Counts, NORMALISED_UNIT, score_of_elo};
use super::distribution::Distribution;

/// The unit of the hypotheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EloScale {
    /// Normalised Elo: a test takes about as many games in a drawish variant as in any other.
    #[default]
    Normalised,
    /// Logistic Elo, from which the expected score follows.
    Logistic,
}

/// A test between two hypotheses.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(into = "SprtNumbers")]
pub struct Sprt(SprtNumbers);

/// The numbers of an SPRT, as they are stored. `elo0` is the lower hypothesis.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SprtNumbers {
    elo0: f64,
    elo1: f64,
    /// The probability to accept `elo1` if `elo0` is true.
    #[serde(default = "default_error")]
    alpha: f64,
    /// The probability to accept `elo0` if `elo1` is true.
    #[serde(default = "default_error")]
    beta: f64,
    #[serde(default)]
    scale: EloScale,
}

/// One of the two hypotheses of an SPRT.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Hypothesis {
    /// The player is stronger than the opponent by `elo0` or less.
    H0,
    /// The player is stronger than the opponent by `elo1` or more.
    H1,
}

/// Why numbers do not define an SPRT.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SprtError {
    /// The text is not two or four numbers separated by commas.
    #[error("an SPRT is written ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA, as in 0,5,0.05,0.05")]
    Form,
    /// The hypotheses are not in ascending order, or one is not a finite number.
    #[error(
        "the hypotheses of an SPRT must be two different finite numbers, the lower one first, as in 0,5"
    )]
    Hypotheses,
    /// The hypotheses are too far from 0.
    #[error("the hypotheses of an SPRT must be between -{MAX_HYPOTHESIS} and {MAX_HYPOTHESIS} Elo")]
    OutOfRange,
    /// One of the two error probabilities is not above 0, or their sum is not below 1.
    #[error("the error probabilities of an SPRT must be above 0, and their sum below 1")]
    Errors,
}

/// The largest absolute value of a hypothesis, in Elo. Beyond it the maximum-likelihood
/// distribution may not exist. An SPRT is not needed there, because a few games are enough to
/// decide.
const MAX_HYPOTHESIS: f64 = 200.0;

/// The default probability of an error of either kind.
const DEFAULT_ERROR: f64 = 0.05;

const fn default_error() -> f64 {
    DEFAULT_ERROR
}

/// Reads a table with the fields of `SprtNumbers`, or a text in the form that [`FromStr`] reads.
impl<'de> Deserialize<'de> for Sprt {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Form;

        impl<'de> Visitor<'de> for Form {
            type Value = Sprt;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an SPRT such as \"0,5\" or { elo0 = 0, elo1 = 5 }")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Sprt, E> {
                text.parse().map_err(E::custom)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Sprt, A::Error> {
                let numbers = SprtNumbers::deserialize(MapAccessDeserializer::new(map))?;
                let SprtNumbers {
                    elo0,
                    elo1,
                    alpha,
                    beta,
                    scale,
                } = numbers;
                Sprt::new([elo0, elo1], [alpha, beta], scale).map_err(de::Error::custom)
            }
        }

        from.deserialize_any(Form)
    }
}

impl From<Sprt> for SprtNumbers {
    fn from(sprt: Sprt) -> Self {
        sprt.0
    }
}

impl Sprt {
    /// A test of `elo1` against `elo0`. If `elo0` is true, it accepts `elo1` with probability
    /// `alpha`. If `elo1` is true, it accepts `elo0` with probability `beta`.
    ///
    /// # Errors
    ///
    /// If the numbers do not define an SPRT. The error says why.
    pub fn new(
        [elo0, elo1]: [f64; 2],
        [alpha, beta]: [f64; 2],
        scale: EloScale,
    ) -> Result<Self, SprtError> {
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Err(SprtError::Hypotheses);
        }
        if elo0 < -MAX_HYPOTHESIS || elo1 > MAX_HYPOTHESIS {
            return Err(SprtError::OutOfRange);
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::Errors);
        }
        Ok(Self(SprtNumbers {
            // `-0.0 + 0.0` is 0, so a test with -0 has the same text as a test with 0.
            elo0: elo0 + 0.0,
            elo1: elo1 + 0.0,
            alpha,
            beta,
            scale,
        }))
    }

    /// The lower and the upper bound. The test ends when the log-likelihood ratio reaches one of
    /// them.
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        let SprtNumbers { alpha, beta, .. } = self.0;
        [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()]
    }

    /// The log-likelihood ratio: the natural logarithm of L1 / L0. L1 and L0 are the likelihoods of
    /// these counts under `elo1` and `elo0`. Counts of pairs are better than counts of games,
    /// because the games of a pair are correlated.
    #[must_use]
    pub fn llr<const N: usize>(&self, counts: &Counts<N>) -> f64 {
        if counts.total() == 0 {
            return 0.0;
        }
        let seen = Distribution::of(counts);
        let [under0, under1] = [self.0.elo0, self.0.elo1].map(|elo| match self.0.scale {
            EloScale::Logistic => seen.likeliest_with_mean(score_of_elo(elo)),
            EloScale::Normalised => {
                let games = Counts::<N>::GAMES;
                seen.likeliest_with_ratio(games.sqrt() * elo / NORMALISED_UNIT)
            }
        });
        let shares = seen.shares.iter().zip(under0.iter().zip(under1));
        seen.total
            * shares
                .map(|(share, (p0, p1))| share * (p1 / p0).ln())
                .sum::<f64>()
    }

    /// The hypothesis that is accepted at a log-likelihood ratio; `None` while the test goes on.
    #[must_use]
    pub fn accepted(&self, llr: f64) -> Option<Hypothesis> {
        let [lower, upper] = self.bounds();
        if llr >= upper {
            Some(Hypothesis::H1)
        } else if llr <= lower {
            Some(Hypothesis::H0)
        } else {
            None
        }
    }
}

/// Reads `ELO0,ELO1` or `ELO0,ELO1,ALPHA,BETA`. The hypotheses are in normalised Elo.
impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        let numbers: Result<Vec<f64>, _> =
            text.split(',').map(|word| word.trim().parse()).collect();
        match numbers.as_deref() {
            Ok(&[elo0, elo1]) => Sprt::new([elo0, elo1], [DEFAULT_ERROR; 2], EloScale::default()),
            Ok(&[elo0, elo1, alpha, beta]) => {
                Sprt::new([elo0, elo1], [alpha, beta], EloScale::default())
            }
            _ => Err(SprtError::Form),
        }
    }
}

/// Writes a test as `SPRT [0, 5] nElo (0.05, 0.05)`.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = match self.0.scale {
            EloScale::Normalised => "nElo",
            EloScale::Logistic => "Elo",
        };
        let SprtNumbers {
            elo0,
            elo1,
            alpha,
            beta,
            ..
        } = self.0;
        write!(f, "SPRT [{elo0}, {elo1}] {unit} ({alpha}, {beta})")
    }
}

impl fmt::Display for Hypothesis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Hypothesis::H0 => "H0",
            Hypothesis::H1 => "H1",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hypothesis_of_minus_zero_is_stored_as_zero() {
        let stored = |elo0| {
            let test = Sprt::new([elo0, 5.0], [0.05; 2], EloScale::Logistic);
            serde_json::to_string(&test.expect("a test")).expect("JSON")
        };
        assert_eq!(stored(-0.0), stored(0.0));
    }

    #[test]
    fn an_sprt_is_read_or_refused() {
        let test: Sprt = "0,5".parse().expect("a test");
        assert_eq!(test.to_string(), "SPRT [0, 5] nElo (0.05, 0.05)");
        let same: Sprt = "0, 5, 0.05, 0.05".parse().expect("a test");
        assert_eq!(same, test);
        for (text, error) in [
            ("", SprtError::Form),
            ("5", SprtError::Form),
            ("0,5,0.05", SprtError::Form),
            ("0,x", SprtError::Form),
            ("5,0", SprtError::Hypotheses),
            ("0,NaN", SprtError::Hypotheses),
            ("0,201", SprtError::OutOfRange),
            ("0,5,0,0.05", SprtError::Errors),
            ("0,5,0.6,0.6", SprtError::Errors),
        ] {
            assert_eq!(text.parse::<Sprt>(), Err(error), "{text}");
        }
    }

    #[test]
    fn every_log_likelihood_ratio_is_finite_and_is_negated_if_the_players_are_swapped() {
        let few = [0, 1, 7, 5000];
        for scale in [EloScale::Logistic, EloScale::Normalised] {
            for hypotheses in [
                [-200.0, 200.0],
                [-200.0, -190.0],
                [190.0, 200.0],
                [0.0, 5.0],
            ] {
                let test = Sprt::new(hypotheses, [0.05; 2], scale).expect("a test");
                for index in 0..few.len().pow(5) {
                    let count = |place: usize| few[index / few.len().pow(place as u32) % few.len()];
                    let counts = Counts::<5>(std::array::from_fn(count));
                    let llr = test.llr(&counts);
                    assert!(llr.is_finite(), "{hypotheses:?} {counts}: {llr}");
                    let mut reversed = counts.0;
                    reversed.reverse();
                    let negated = Sprt::new([-hypotheses[1], -hypotheses[0]], [0.05; 2], scale);
                    let opposite = negated.expect("a test").llr(&Counts(reversed));
                    assert!(
                        (llr + opposite).abs() < 1e-3 * (1.0 + llr.abs()),
                        "{counts}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_bounds_of_wald_end_an_sprt() {
        let test: Sprt = "0,5".parse().expect("a test");
        let [lower, upper] = test.bounds();
        assert!((upper - 19_f64.ln()).abs() < 1e-12 && (lower + upper).abs() < 1e-12);
        assert_eq!(test.accepted(upper), Some(Hypothesis::H1));
        assert_eq!(test.accepted(lower), Some(Hypothesis::H0));
        assert_eq!(test.accepted(0.0), None);
        assert_eq!(test.llr(&Counts::<5>::default()), 0.0);
    }
}
