//! Weights as TOML text. Each feature has its early and its late weight in centipawns, and perhaps
//! its lead percentage ([`Weight::lead_percent`]) as a third number. The entry "scale" has the
//! three numbers of the [`Scale`].
//!
//! ```toml
//! "pawns home" = [25, 45]
//! "king steps" = [-8, -12.5]
//! "blocked" = [-49, -121, -50]
//! "scale" = [900, 900, 300]
//! ```

use std::collections::BTreeMap;

use thiserror::Error;

use super::weights::{Weight, Weights};
use super::{Feature, Scale};

/// The largest absolute value of a weight, in centipawns.
pub const MAX_WEIGHT: f64 = 4_000.0;

/// In every position, the absolute values of all feature counts of a player add up to at most this.
pub const MAX_COUNT: i32 = 1_000;

// Two values of the evaluation must fit into an `i32`:
//
// * One player's sum of weights times counts, in units. `Weights::UNITS` make one centipawn.
// * The lead in centipawns times a percentage. The lead is the difference of the two players'
//   sums. The percentage is computed from the lead percentages of all the leader's features, and
//   is at most 200 (`MAX_PERCENT` in `lead.rs`).
const _: () = {
    let max_sum = MAX_WEIGHT * MAX_COUNT as f64;
    assert!(max_sum * Weights::UNITS as f64 <= i32::MAX as f64);
    assert!(2.0 * max_sum * 200.0 <= i32::MAX as f64);
};

/// The largest number of the scale, in centipawns.
const MAX_SCALE: f64 = 10_000.0;

/// The largest absolute value of a lead percentage.
const MAX_LEAD_PERCENT: i32 = 100;

/// The key of the scale.
const SCALE: &str = "scale";

/// Why a text is not a table of weights.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WeightsError {
    /// The text is not valid TOML, or the value of an entry is not a list of numbers.
    #[error("line {line}: {problem}")]
    Form {
        /// The line, from 1.
        line: usize,
        /// The problem.
        problem: String,
    },
    /// There is no feature of this name.
    #[error("unknown evaluation feature '{0}'")]
    Feature(String),
    /// A feature has neither two nor three numbers.
    #[error("\"{feature}\": expected [early, late] or [early, late, lead percent]")]
    Count {
        /// The feature.
        feature: &'static str,
    },
    /// A feature has two entries: one under its name, the other under its former name.
    #[error("'{former}' is a former name of \"{feature}\"; delete one of these two entries")]
    Twice {
        /// The feature.
        feature: &'static str,
        /// Its name in an earlier version.
        former: String,
    },
    /// The scale does not have three numbers in range.
    #[error(
        "\"{SCALE}\": expected three whole numbers in centipawns, at most {MAX_SCALE}: \
         first the evaluation that is reported as a score of 100 (at least 1), then the evaluation at which the \
         win probability is 50 % (at least 0), then the spread of the win probability (at least 1)"
    )]
    Scale,
    /// A weight is not a number in range.
    #[error(
        "\"{feature}\": {weight} is out of range; a weight lies between -{MAX_WEIGHT} and {MAX_WEIGHT} centipawns"
    )]
    Size {
        /// The feature.
        feature: &'static str,
        /// The weight, as text.
        weight: String,
    },
    /// A lead percentage is not a whole number in range.
    #[error(
        "\"{feature}\": {percent} is not a valid lead percentage; \
         give a whole number from -{MAX_LEAD_PERCENT} to {MAX_LEAD_PERCENT}"
    )]
    LeadPercent {
        /// The feature.
        feature: &'static str,
        /// The percentage, as text.
        percent: String,
    },
}

/// Reads a table of weights. Features that the text does not name have weight 0.
///
/// # Errors
///
/// If the text is not valid TOML, or a feature or a value is not valid. The error names the line or
/// the entry.
///
/// ```
/// use reviver::eval::{Feature, Weight, weights_text};
///
/// let weights = weights_text::read("\"pawns home\" = [25, 45]")?;
/// assert_eq!(weights[Feature::PawnsHome], Weight::centipawns(25, 45));
/// # Ok::<(), weights_text::WeightsError>(())
/// ```
pub fn read(text: &str) -> Result<Weights, WeightsError> {
    let map: BTreeMap<String, Vec<f64>> = toml::from_str(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start.min(text.len()));
        WeightsError::Form {
            line: 1 + text.bytes().take(at).filter(|&byte| byte == b'\n').count(),
            problem: error.message().to_owned(),
        }
    })?;
    let mut weights = Weights::ZERO;
    for (name, numbers) in &map {
        if name == SCALE {
            weights.scale = scale(numbers).ok_or(WeightsError::Scale)?;
            continue;
        }
        let feature = Feature::named(name).ok_or_else(|| WeightsError::Feature(name.to_owned()))?;
        if name != feature.name() && map.contains_key(feature.name()) {
            return Err(WeightsError::Twice {
                feature: feature.name(),
                former: name.to_owned(),
            });
        }
        let sixteenths = |weight: f64| {
            if weight.abs() <= MAX_WEIGHT {
                Ok((weight * f64::from(Weights::SIXTEENTHS)).round() as i32)
            } else {
                Err(WeightsError::Size {
                    feature: feature.name(),
                    weight: weight.to_string(),
                })
            }
        };
        let (early, late, lead_percent) = match *numbers.as_slice() {
            [early, late] => (early, late, 0.0),
            [early, late, lead_percent] => (early, late, lead_percent),
            _ => {
                return Err(WeightsError::Count {
                    feature: feature.name(),
                });
            }
        };
        weights[feature] = Weight {
            early: sixteenths(early)?,
            late: sixteenths(late)?,
            lead_percent: percentage(lead_percent).ok_or_else(|| WeightsError::LeadPercent {
                feature: feature.name(),
                percent: lead_percent.to_string(),
            })?,
        };
    }
    Ok(weights)
}

/// Reads the numbers of the scale.
fn scale(numbers: &[f64]) -> Option<Scale> {
    let &[hundred, even, spread] = numbers else {
        return None;
    };
    let whole = |number: f64, least: f64| {
        let in_range = number.fract() == 0.0 && (least..=MAX_SCALE).contains(&number);
        in_range.then_some(number as i32)
    };
    Some(Scale {
        hundred: whole(hundred, 1.0)?,
        even: whole(even, 0.0)?,
        spread: whole(spread, 1.0)?,
    })
}

/// Checks a lead percentage.
fn percentage(percent: f64) -> Option<i32> {
    let in_range = percent.fract() == 0.0 && percent.abs() <= f64::from(MAX_LEAD_PERCENT);
    in_range.then_some(percent as i32)
}

/// Writes a table of weights, without the features whose numbers are all 0. The scale is left out
/// if it is [`Scale::PLAIN`].
#[must_use]
pub fn write(weights: &Weights) -> String {
    let centipawns = |sixteenths: i32| f64::from(sixteenths) / f64::from(Weights::SIXTEENTHS);
    let mut text = String::new();
    for feature in Feature::ALL {
        let weight = weights[feature];
        if weight != Weight::default() {
            let name = feature.name();
            let (early, late) = (centipawns(weight.early), centipawns(weight.late));
            let lead_percent = match weight.lead_percent {
                0 => String::new(),
                percent => format!(", {percent}"),
            };
            text.push_str(&format!("\"{name}\" = [{early}, {late}{lead_percent}]\n"));
        }
    }
    if weights.scale != Scale::PLAIN {
        let Scale {
            hundred,
            even,
            spread,
        } = weights.scale;
        text.push_str(&format!("\"{SCALE}\" = [{hundred}, {even}, {spread}]\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_weights_can_be_read() {
        let mut weights = Weights::ZERO;
        weights[Feature::Tempo] = Weight {
            lead_percent: -3,
            ..Weight::centipawns(5, -7)
        };
        weights[Feature::AnyCheck].early = 3;
        weights.scale.even += 3;
        assert_eq!(read(&write(&weights)).as_ref(), Ok(&weights));
    }

    #[test]
    fn names_of_earlier_versions_can_be_read() {
        let weights = read("obliged = [1, 2]").expect("a table of weights");
        assert_eq!(weights[Feature::AnyCheck], Weight::centipawns(1, 2));
        let twice = read("obliged = [1, 2]\n\"any check\" = [3, 4]").expect_err("two entries");
        assert_eq!(
            twice.to_string(),
            "'obliged' is a former name of \"any check\"; delete one of these two entries"
        );
    }

    #[test]
    fn the_error_of_invalid_weights_names_the_line_or_the_feature() {
        let problem = |text: &str| read(text).expect_err(text).to_string();
        assert!(problem("\n\"tempo\" = 7").starts_with("line 2: "));
        assert!(problem("tempo = [1]").starts_with("\"tempo\": expected [early, late] or"));
        assert!(
            problem("tempo = [1, 2, 3, 4]").starts_with("\"tempo\": expected [early, late] or")
        );
        for percent in ["0.5", "-101", "nan"] {
            let message = problem(&format!("tempo = [1, 2, {percent}]"));
            assert!(message.contains("not a valid lead percentage"), "{message}");
        }
        for scale in ["1, 2", "0, 2, 3", "1, -2, 3", "1, 2, 0.5", "1, 2, nan"] {
            let message = problem(&format!("scale = [{scale}]"));
            assert!(
                message.starts_with("\"scale\": expected three whole numbers"),
                "{message}"
            );
        }
        assert!(problem("tempo =").starts_with("line 1: "));
        assert_eq!(
            problem("luck = [1, 2]"),
            "unknown evaluation feature 'luck'"
        );
        for weight in ["nan", "inf", "1e9", "4000.1", "-4000.1"] {
            assert!(problem(&format!("tempo = [1, {weight}]")).starts_with("\"tempo\": "));
        }
    }
}
