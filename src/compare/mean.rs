//! The mean of a number over games.

use serde::Serialize;

use crate::stats::counts::Estimate;
use crate::stats::student::t_95;

/// A mean with its 95 % interval. If all numbers are equal, there is no interval: without
/// differences between the numbers, the error of the mean cannot be estimated.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// The lower end of the interval; `None` if there is no interval.
    pub low: Option<f64>,
    /// The upper end of the interval; `None` if there is no interval.
    pub high: Option<f64>,
}

impl Mean {
    /// The mean of these numbers; `None` if there are no numbers. No number may be negative.
    pub(super) fn of(numbers: impl Iterator<Item = f64>) -> Option<Self> {
        let numbers: Vec<f64> = numbers.collect();
        let &first = numbers.first()?;
        if numbers.iter().all(|&number| number == first) {
            return Some(Self {
                value: first,
                low: None,
                high: None,
            });
        }
        let count = numbers.len() as f64;
        let value = numbers.iter().sum::<f64>() / count;
        let squares: f64 = numbers.iter().map(|number| (number - value).powi(2)).sum();
        let error = t_95(numbers.len() - 1) * (squares / (count - 1.0) / count).sqrt();
        // The mean cannot be negative, so a negative lower end is replaced by 0.
        Some(Self {
            value,
            low: Some((value - error).max(0.0)),
            high: Some(value + error),
        })
    }
}

/// Convert only shares, such as the share of draws: a share is a mean of numbers from 0 to 1. Other
/// estimates, such as an Elo difference, are not means.
impl From<Estimate> for Mean {
    fn from(share: Estimate) -> Self {
        let Estimate { value, low, high } = share;
        Self {
            value,
            low: Some(low),
            high: Some(high),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_few_numbers_is_that_of_the_t_distribution() {
        let mean = Mean::of([30.0, 33.0].into_iter()).expect("numbers");
        // The standard error is 1.5, and the quantile for one degree of freedom is 12.706.
        let (low, high) = (mean.low.expect("an end"), mean.high.expect("an end"));
        assert!((mean.value - 31.5).abs() < 1e-9, "{mean:?}");
        assert!(
            (low - 12.441).abs() < 1e-3 && (high - 50.559).abs() < 1e-3,
            "{mean:?}"
        );
        let small = Mean::of([0.0, 1.0].into_iter()).expect("numbers");
        assert_eq!(small.low, Some(0.0));
    }

    #[test]
    fn equal_numbers_have_no_interval() {
        let equal = Some(Mean {
            value: 3.0,
            low: None,
            high: None,
        });
        assert_eq!(Mean::of([3.0; 4].into_iter()), equal);
        assert_eq!(Mean::of([3.0].into_iter()), equal);
        assert_eq!(Mean::of([].into_iter()), None);
    }
}
