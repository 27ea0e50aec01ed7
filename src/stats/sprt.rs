//! The sequential probability ratio test: play on until the games say which of two strengths it is.
//!
//! Two hypotheses say how much stronger the player is, `elo0` and `elo1`. After every pair of games
//! the generalised log-likelihood ratio of the two is compared with the bounds of A. Wald,
//! "Sequential Tests of Statistical Hypotheses" (1945); beyond one of them the test ends.
//!
//! The likelihood ratio is that of fishtest, OpenBench and fastchess. Under either hypothesis the
//! distribution of scores is unknown but for its expectation, so the most likely one is taken:
//!
//! - at a given expected score, after proposition 1.1 of M. Van den Bergh, "Comparing the
//!   approximations for the generalized log likelihood ratio of a multinomial distribution"
//!   (<https://www.cantate.be/Fishtest/comparing_approximations.pdf>);
//! - at a given score above one half in standard deviations, after section 4.1 of his "Comments on
//!   normalized Elo" (<https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>).

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::counts::{Counts, NORMALISED_UNIT, score_of_elo};

/// In which Elo the hypotheses are stated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scale {
    /// Normalised Elo: the same test takes the same number of games however drawish the game.
    #[default]
    Normalised,
    /// Logistic Elo, which says what score to expect.
    Logistic,
}

/// A test between two strengths.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    scale: Scale,
}

/// What a test has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The player is no stronger than `elo0`.
    H0,
    /// The player is at least as strong as `elo1`.
    H1,
}

/// Numbers that make no test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SprtError {
    /// The wrong count of numbers, or something that is none.
    #[error("a test is written ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA, as in 0,5,0.05,0.05")]
    Form,
    /// The hypotheses are not in order.
    #[error("of the two hypotheses of a test the lower one comes first, as in 0,5")]
    Hypotheses,
    /// The hypotheses are so far from nothing that no test is needed.
    #[error("the hypotheses of a test lie between -{FARTHEST} and {FARTHEST}")]
    Far,
    /// The errors are no probabilities, or too great together.
    #[error("the errors that a test allows lie between 0 and 1 and sum up to less than 1")]
    Errors,
}

/// The greatest difference that a test is about: beyond it the likeliest distribution need not
/// exist, and a few games tell.
const FARTHEST: f64 = 200.0;

/// The error of either kind that a test allows where nothing else is said.
const USUAL_ERROR: f64 = 0.05;

impl Sprt {
    /// A test of `elo1` against `elo0` that errs with probability `alpha` where `elo0` is true and
    /// `beta` where `elo1` is.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the numbers.
    pub fn new(
        [elo0, elo1]: [f64; 2],
        [alpha, beta]: [f64; 2],
        scale: Scale,
    ) -> Result<Self, SprtError> {
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Err(SprtError::Hypotheses);
        }
        if elo0 < -FARTHEST || elo1 > FARTHEST {
            return Err(SprtError::Far);
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::Errors);
        }
        Ok(Self {
            elo0,
            elo1,
            alpha,
            beta,
            scale,
        })
    }

    /// The same test with its hypotheses stated in another Elo.
    #[must_use]
    pub const fn on(self, scale: Scale) -> Self {
        Self { scale, ..self }
    }

    /// The log-likelihood ratios at or beyond which the test ends.
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        let Self { alpha, beta, .. } = *self;
        [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()]
    }

    /// How much more likely `elo1` makes these counts than `elo0`: the logarithm of the ratio.
    /// Counts of pairs are to be preferred, since the games of a pair hang together.
    #[must_use]
    pub fn llr<const N: usize>(&self, counts: &Counts<N>) -> f64 {
        if counts.total() == 0 {
            return 0.0;
        }
        let seen = Distribution::of(counts);
        let [under0, under1] = [self.elo0, self.elo1].map(|elo| match self.scale {
            Scale::Logistic => seen.likeliest_with_mean(score_of_elo(elo)),
            Scale::Normalised => {
                let games = (N - 1) as f64 / 2.0;
                seen.likeliest_with_ratio(games.sqrt() * elo / NORMALISED_UNIT)
            }
        });
        let gains = seen.shares.iter().zip(under0.iter().zip(under1));
        seen.total
            * gains
                .map(|(share, (p0, p1))| share * (p1 / p0).ln())
                .sum::<f64>()
    }

    /// What a log-likelihood ratio means; `None` while the test goes on.
    #[must_use]
    pub fn verdict(&self, llr: f64) -> Option<Verdict> {
        let [lower, upper] = self.bounds();
        if llr >= upper {
            Some(Verdict::H1)
        } else if llr <= lower {
            Some(Verdict::H0)
        } else {
            None
        }
    }
}

/// Reads `ELO0,ELO1` or `ELO0,ELO1,ALPHA,BETA` in normalised Elo.
impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        let numbers: Result<Vec<f64>, _> =
            text.split(',').map(|word| word.trim().parse()).collect();
        match numbers.as_deref() {
            Ok(&[elo0, elo1]) => Sprt::new([elo0, elo1], [USUAL_ERROR; 2], Scale::default()),
            Ok(&[elo0, elo1, alpha, beta]) => {
                Sprt::new([elo0, elo1], [alpha, beta], Scale::default())
            }
            _ => Err(SprtError::Form),
        }
    }
}

/// As `SPRT [0, 5] nElo (0.05, 0.05)`.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = match self.scale {
            Scale::Normalised => "nElo",
            Scale::Logistic => "Elo",
        };
        let Self {
            elo0,
            elo1,
            alpha,
            beta,
            ..
        } = self;
        write!(f, "SPRT [{elo0}, {elo1}] {unit} ({alpha}, {beta})")
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::H0 => "H0",
            Verdict::H1 => "H1",
        })
    }
}

/// Observed shares of the possible scores.
struct Distribution<const N: usize> {
    total: f64,
    scores: [f64; N],
    shares: [f64; N],
}

impl<const N: usize> Distribution<N> {
    /// A score that has not been seen counts a thousandth of an observation, without which no
    /// likelihood could be told.
    fn of(counts: &Counts<N>) -> Self {
        let counted = counts
            .0
            .map(|count| if count == 0 { 1e-3 } else { count as f64 });
        let total: f64 = counted.iter().sum();
        Self {
            total,
            scores: std::array::from_fn(Counts::<N>::score_of),
            shares: counted.map(|count| count / total),
        }
    }

    /// The likeliest distribution whose expectation is `mean`.
    fn likeliest_with_mean(&self, mean: f64) -> [f64; N] {
        self.likeliest(&self.scores.map(|score| score - mean))
    }

    /// The likeliest distribution in which `values` have the expectation 0: each share is divided by
    /// `1 + theta * value`, with the `theta` that makes it so.
    fn likeliest(&self, values: &[f64; N]) -> [f64; N] {
        let expectation = |theta: f64| -> f64 {
            let terms = self.shares.iter().zip(values);
            terms
                .map(|(share, value)| share * value / (1.0 + theta * value))
                .sum()
        };
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let theta = falling_root(expectation, [-1.0 / greatest, -1.0 / least]);
        std::array::from_fn(|index| self.shares[index] / (1.0 + theta * values[index]))
    }

    /// The likeliest distribution whose expectation lies `ratio` standard deviations above one half.
    fn likeliest_with_ratio(&self, ratio: f64) -> [f64; N] {
        const ROUNDS: usize = 50;
        const PRECISION: f64 = 1e-10;
        let mut shares = [1.0 / N as f64; N];
        for _ in 0..ROUNDS {
            let (mean, deviation) = self.moments(&shares);
            let values = self.scores.map(|score| {
                let far = (score - mean) / deviation;
                score - 0.5 - 0.5 * ratio * deviation * (1.0 + far * far)
            });
            let next = self.likeliest(&values);
            let change = shares.iter().zip(next).map(|(old, new)| (new - old).abs());
            let change = change.fold(0.0, f64::max);
            shares = next;
            if change < PRECISION {
                break;
            }
        }
        shares
    }

    /// Expectation and standard deviation of the scores when they have these shares.
    fn moments(&self, shares: &[f64; N]) -> (f64, f64) {
        let with = |value: &dyn Fn(f64) -> f64| -> f64 {
            let terms = self.scores.iter().zip(shares);
            terms.map(|(score, share)| share * value(*score)).sum()
        };
        let mean = with(&|score| score);
        (mean, with(&|score| (score - mean).powi(2)).sqrt())
    }
}

/// Where a falling function crosses 0 between two poles, by halving the range.
fn falling_root(function: impl Fn(f64) -> f64, [mut low, mut high]: [f64; 2]) -> f64 {
    // Each halving settles a bit of the result; no more than these can be told apart.
    const HALVINGS: usize = 100;
    for _ in 0..HALVINGS {
        let middle = low.midpoint(high);
        if function(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    low.midpoint(high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_read_or_refused_in_words() {
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
            ("0,201", SprtError::Far),
            ("0,5,0,0.05", SprtError::Errors),
            ("0,5,0.6,0.6", SprtError::Errors),
        ] {
            assert_eq!(text.parse::<Sprt>(), Err(error), "{text}");
        }
    }

    #[test]
    fn whatever_the_counts_there_is_a_ratio() {
        let few = [0, 1, 7, 5000];
        for scale in [Scale::Logistic, Scale::Normalised] {
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
                    let mut turned = counts.0;
                    turned.reverse();
                    let same = Sprt::new([-hypotheses[1], -hypotheses[0]], [0.05; 2], scale);
                    let same = same.expect("a test").llr(&Counts(turned));
                    assert!((llr + same).abs() < 1e-3 * (1.0 + llr.abs()), "{counts}");
                }
            }
        }
    }

    #[test]
    fn wald_s_bounds_end_the_test() {
        let test: Sprt = "0,5".parse().expect("a test");
        let [lower, upper] = test.bounds();
        assert!((upper - 19_f64.ln()).abs() < 1e-12 && (lower + upper).abs() < 1e-12);
        assert_eq!(test.verdict(upper), Some(Verdict::H1));
        assert_eq!(test.verdict(lower), Some(Verdict::H0));
        assert_eq!(test.verdict(0.0), None);
        assert_eq!(test.llr(&Counts::<5>::default()), 0.0);
    }
}
