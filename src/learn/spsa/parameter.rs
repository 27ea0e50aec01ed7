//! The parameters that a run tunes.

use serde::Serialize;

use crate::search::Params;

/// The lower limit of the perturbation in the last iteration. With a perturbation of one half, the
/// rounded values of a parameter in the plus vector and in the minus vector differ by 1, except at
/// the ends of the range. (The module `spsa` explains the two vectors.)
const MIN_PERTURBATION: f64 = 0.5;

/// A parameter that is tuned.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TunedParam {
    /// Its name.
    pub name: &'static str,
    /// Its value before the first iteration.
    pub start: i32,
    /// Its smallest value.
    pub min: i32,
    /// Its largest value.
    pub max: i32,
}

impl TunedParam {
    /// All search parameters, with the values of `params` as their first values.
    #[must_use]
    pub fn all(params: &Params) -> Vec<Self> {
        let tuned = params.values().map(|(param, value)| Self {
            name: param.name,
            start: value,
            min: param.min,
            max: param.max,
        });
        tuned.collect()
    }

    /// The difference between its largest and its smallest value.
    #[must_use]
    pub fn range(&self) -> f64 {
        f64::from(self.max) - f64::from(self.min)
    }

    /// The perturbation in the last iteration: `share` times the range, but at least one half.
    pub(super) fn last_perturbation(&self, share: f64) -> f64 {
        (share * self.range()).max(MIN_PERTURBATION)
    }

    /// The value in the range that is nearest to `value`.
    pub(super) fn clamped(&self, value: f64) -> f64 {
        value.clamp(f64::from(self.min), f64::from(self.max))
    }

    /// The value in the range that is nearest to `value`, rounded at random: `fraction` is added,
    /// and the sum is rounded down. `fraction` is at least 0 and below 1.
    pub(super) fn rounded(&self, value: f64, fraction: f64) -> i32 {
        let rounded = (self.clamped(value) + fraction).floor();
        // In floating point, the maximum plus a fraction just below 1 may be the next integer.
        self.clamped(rounded) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rounded_value_is_never_above_the_maximum() {
        let param = TunedParam {
            name: "wide",
            start: 100,
            min: 0,
            max: 1000,
        };
        let largest_fraction = 1.0 - f64::EPSILON / 2.0;
        for (value, fraction, expected) in [
            (1000.0, largest_fraction, 1000),
            (2000.0, 0.5, 1000),
            (-5.0, largest_fraction, 0),
            (40.5, 0.4, 40),
            (40.5, 0.6, 41),
        ] {
            assert_eq!(param.rounded(value, fraction), expected, "{value}");
        }
    }
}
