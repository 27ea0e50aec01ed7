//! The observed distribution of scores, and the maximum-likelihood distributions with a given
//! property.
//!
//! Sources:
//!
//! - for a given expected score: proposition 1.1 of M. Van den Bergh, "Comparing the
//!   approximations for the generalized log likelihood ratio of a multinomial distribution"
//!   (<https://www.cantate.be/Fishtest/comparing_approximations.pdf>);
//! - for an expected score that is a given number of standard deviations above one half:
//!   section 4.1 of M. Van den Bergh, "Comments on normalized Elo"
//!   (<https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>).

use super::counts::Counts;

/// The observed shares of the possible scores.
pub(super) struct Distribution<const N: usize> {
    /// The number of observations.
    pub(super) total: f64,
    scores: [f64; N],
    pub(super) shares: [f64; N],
}

impl<const N: usize> Distribution<N> {
    /// The shares of these counts. A score that was not observed gets a count of 0.001, so that
    /// the likelihood ratio is finite.
    pub(super) fn of(counts: &Counts<N>) -> Self {
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

    /// The maximum-likelihood distribution whose expectation is `mean`.
    pub(super) fn likeliest_with_mean(&self, mean: f64) -> [f64; N] {
        self.likeliest(&self.scores.map(|score| score - mean))
    }

    /// The maximum-likelihood distribution in which the expectation of `values` is 0. Each observed
    /// share is divided by `1 + theta * value`. `theta` is chosen so that the expectation is 0.
    fn likeliest(&self, values: &[f64; N]) -> [f64; N] {
        let expectation = |theta: f64| -> f64 {
            let terms = self.shares.iter().zip(values);
            terms
                .map(|(share, value)| share * value / (1.0 + theta * value))
                .sum()
        };
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let theta = bisect_decreasing(expectation, [-1.0 / greatest, -1.0 / least]);
        std::array::from_fn(|index| self.shares[index] / (1.0 + theta * values[index]))
    }

    /// The maximum-likelihood distribution whose expectation lies `ratio` standard deviations above
    /// one half.
    pub(super) fn likeliest_with_ratio(&self, ratio: f64) -> [f64; N] {
        const MAX_ITERATIONS: usize = 50;
        const PRECISION: f64 = 1e-10;
        let mut shares = [1.0 / N as f64; N];
        for _ in 0..MAX_ITERATIONS {
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

    /// Mean and standard deviation of the scores with these shares.
    fn moments(&self, shares: &[f64; N]) -> (f64, f64) {
        let expectation = |value: &dyn Fn(f64) -> f64| -> f64 {
            let terms = self.scores.iter().zip(shares);
            terms.map(|(score, share)| share * value(*score)).sum()
        };
        let mean = expectation(&|score| score);
        (mean, expectation(&|score| (score - mean).powi(2)).sqrt())
    }
}

/// The root of a decreasing function between two poles, by bisection.
fn bisect_decreasing(function: impl Fn(f64) -> f64, [mut low, mut high]: [f64; 2]) -> f64 {
    // More than enough: each step halves the interval, and an `f64` has a precision of 53 bits.
    const STEPS: usize = 100;
    for _ in 0..STEPS {
        let middle = low.midpoint(high);
        if function(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    low.midpoint(high)
}
