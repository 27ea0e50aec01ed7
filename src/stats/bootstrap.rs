//! The interval of a statistic by the bootstrap. The statistic is computed for many samples, and
//! each sample gives one result. A sample consists of observations that are selected at random with
//! replacement.
//!
//! Observations that depend on each other, such as the positions of one game, form a group. Whole
//! groups are selected. The ends of the interval are percentiles of the results (B. Efron and R.
//! Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 13; for groups: A. Davison and
//! D. Hinkley, "Bootstrap Methods and their Application" (1997), section 3.8).

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::counts::Estimate;

/// The number of samples. A sample has as many groups as the data, some of them several times.
const SAMPLES: usize = 1000;

/// The share of the results below the interval. The same share is above it.
const TAIL: f64 = 0.025;

/// Random samples of groups. To compare two statistics, estimate their difference. Both are then
/// computed from the same samples (the paired bootstrap).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bootstrap {
    /// The groups of each sample, by index.
    samples: Vec<Vec<usize>>,
    /// The indices of all groups.
    groups: Vec<usize>,
}

impl Bootstrap {
    /// Samples of this many groups. They depend only on the number of groups and the seed.
    #[must_use]
    pub fn new(groups: usize, seed: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut sample = || -> Vec<usize> {
            let indices = (0..groups).map(|_| random.random_range(0..groups));
            indices.collect()
        };
        Self {
            samples: (0..SAMPLES).map(|_| sample()).collect(),
            groups: (0..groups).collect(),
        }
    }

    /// A statistic of all groups with its 95 % interval. `statistic` gets the indices of groups,
    /// some of them several times. Samples for which `statistic` is `None` do not count. There is
    /// no estimate if `statistic` is `None` for the list of all groups.
    pub fn estimate(&self, statistic: impl Fn(&[usize]) -> Option<f64>) -> Option<Estimate> {
        let value = statistic(&self.groups)?;
        let mut results: Vec<f64> = self
            .samples
            .iter()
            .filter_map(|sample| statistic(sample))
            .collect();
        results.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let last = results.len().saturating_sub(1) as f64;
            let found = results.get((share * last).round() as usize);
            found.copied().unwrap_or(value)
        };
        Some(Estimate {
            value,
            low: at(TAIL),
            high: at(1.0 - TAIL),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(values: &[f64], sample: &[usize]) -> Option<f64> {
        let sum: f64 = sample.iter().map(|&index| values[index]).sum();
        (!sample.is_empty()).then(|| sum / sample.len() as f64)
    }

    #[test]
    fn the_interval_of_a_mean_is_about_two_standard_errors_wide_on_each_side() {
        // Half of the 400 values are 0 and half are 1: the standard error of their mean is 0.025.
        let values: Vec<f64> = (0..400).map(|number| f64::from(number % 2)).collect();
        let bootstrap = Bootstrap::new(values.len(), 1);
        let found = bootstrap.estimate(|sample| mean(&values, sample));
        let found = found.expect("values");
        assert_eq!(found.value, 0.5);
        for distance in [found.value - found.low, found.high - found.value] {
            assert!((0.04..0.06).contains(&distance), "{found:?}");
        }
    }

    #[test]
    fn samples_depend_on_the_seed_and_equal_values_have_an_interval_of_width_0() {
        assert_eq!(Bootstrap::new(20, 3), Bootstrap::new(20, 3));
        assert_ne!(Bootstrap::new(20, 3), Bootstrap::new(20, 4));
        let found = Bootstrap::new(20, 3).estimate(|sample| mean(&[7.0; 20], sample));
        let found = found.expect("values");
        assert_eq!([found.value, found.low, found.high], [7.0; 3]);
    }

    #[test]
    fn without_groups_there_is_no_estimate() {
        assert!(
            Bootstrap::new(0, 0)
                .estimate(|sample| mean(&[], sample))
                .is_none()
        );
    }
}
