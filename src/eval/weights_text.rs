//! Weights as text that people read and change: TOML, one feature a line with what it is worth at
//! the start of the game and at its end, in centipawns. A third number, where there is one, is the
//! percent by which a lead of the player's is worth more or less for it. Three numbers in centipawns
//! make the [`Scale`].
//!
//! ```toml
//! "pawns home" = [25, 45]
//! "king steps" = [-8, -12.5]
//! "blocked" = [-49, -121, -50]
//! "scale" = [900, 900, 300]
//! ```

use std::collections::BTreeMap;

use thiserror::Error;

use super::weights::{Weights, Worth};
use super::{Feature, Scale};

/// The greatest weight that makes sense, in centipawns.
const GREATEST: f64 = 10_000.0;

/// The greatest percentage of a lead for each time that a feature is counted.
const GREATEST_SHARE: i32 = 100;

/// The word before the scale.
const SCALE: &str = "scale";

/// Why a text is no table of weights.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WeightsError {
    /// It is not of the form `"feature" = [early, late]` or `[early, late, prospects]`.
    #[error("line {line}: {problem}")]
    Form {
        /// Where, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// It names a feature that is none.
    #[error("no feature of the evaluation is called '{0}'")]
    Feature(String),
    /// A feature has neither two weights nor three.
    #[error("\"{feature}\": [early, late] or [early, late, prospects] stands behind a feature")]
    Count {
        /// The feature.
        feature: &'static str,
    },
    /// The scale is not three sensible numbers.
    #[error(
        "\"{SCALE}\": three whole numbers from 0 to {GREATEST} stand behind it: \
         the centipawns told as 100, those of an even chance, and the spread; \
         only the second may be 0"
    )]
    Scale,
    /// A weight is no number of a sensible size.
    #[error(
        "\"{feature}\": {weight} is no weight; it lies between -{GREATEST} and {GREATEST} centipawns"
    )]
    Size {
        /// The feature.
        feature: &'static str,
        /// The weight, as text.
        weight: String,
    },
    /// What a feature makes of a lead is no sensible percentage.
    #[error(
        "\"{feature}\": {percent} is no percentage of a lead; \
         it is a whole number from -{GREATEST_SHARE} to {GREATEST_SHARE}"
    )]
    Prospects {
        /// The feature.
        feature: &'static str,
        /// The percentage, as text.
        percent: String,
    },
}

/// Reads a table of weights. A feature that is left out is worth nothing.
///
/// # Errors
///
/// Names the line or the feature that is wrong.
///
/// ```
/// use reviver::eval::{Feature, Worth, weights_text};
///
/// let weights = weights_text::read("\"pawns home\" = [25, 45]")?;
/// assert_eq!(weights[Feature::PawnsHome], Worth::centipawns(25, 45));
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
    for (name, worth) in map {
        if name == SCALE {
            weights.scale = scale(&worth).ok_or(WeightsError::Scale)?;
            continue;
        }
        let feature = Feature::named(&name).ok_or(WeightsError::Feature(name))?;
        let sixteenths = |weight: f64| {
            if weight.abs() <= GREATEST {
                Ok((weight * f64::from(Weights::SIXTEENTHS)).round() as i32)
            } else {
                Err(WeightsError::Size {
                    feature: feature.name(),
                    weight: weight.to_string(),
                })
            }
        };
        let (early, late, prospects) = match *worth.as_slice() {
            [early, late] => (early, late, 0.0),
            [early, late, prospects] => (early, late, prospects),
            _ => {
                return Err(WeightsError::Count {
                    feature: feature.name(),
                });
            }
        };
        weights[feature] = Worth {
            early: sixteenths(early)?,
            late: sixteenths(late)?,
            prospects: percentage(prospects).ok_or_else(|| WeightsError::Prospects {
                feature: feature.name(),
                percent: prospects.to_string(),
            })?,
        };
    }
    Ok(weights)
}

/// What the sums come to.
fn scale(numbers: &[f64]) -> Option<Scale> {
    let &[hundred, even, spread] = numbers else {
        return None;
    };
    let whole = |number: f64, least: f64| {
        let sensible = number.fract() == 0.0 && (least..=GREATEST).contains(&number);
        sensible.then_some(number as i32)
    };
    Some(Scale {
        hundred: whole(hundred, 1.0)?,
        even: whole(even, 0.0)?,
        spread: whole(spread, 1.0)?,
    })
}

/// A whole number of percent that a feature can make of a lead.
fn percentage(percent: f64) -> Option<i32> {
    let sensible = percent.fract() == 0.0 && percent.abs() <= f64::from(GREATEST_SHARE);
    sensible.then_some(percent as i32)
}

/// Writes a table of weights, features that are worth nothing left out.
#[must_use]
pub fn write(weights: &Weights) -> String {
    let centipawns = |sixteenths: i32| f64::from(sixteenths) / f64::from(Weights::SIXTEENTHS);
    let mut text = String::new();
    for feature in Feature::ALL {
        let worth = weights[feature];
        if worth != Worth::default() {
            let name = feature.name();
            let (early, late) = (centipawns(worth.early), centipawns(worth.late));
            let prospects = match worth.prospects {
                0 => String::new(),
                percent => format!(", {percent}"),
            };
            text.push_str(&format!("\"{name}\" = [{early}, {late}{prospects}]\n"));
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
    fn what_is_no_weight_is_refused_with_its_place() {
        let problem = |text: &str| read(text).expect_err(text).to_string();
        assert!(problem("\n\"tempo\" = 7").starts_with("line 2: "));
        assert!(problem("tempo = [1]").starts_with("\"tempo\": [early, late] or"));
        assert!(problem("tempo = [1, 2, 3, 4]").starts_with("\"tempo\": [early, late] or"));
        for percent in ["0.5", "-101", "nan"] {
            let message = problem(&format!("tempo = [1, 2, {percent}]"));
            assert!(message.contains("no percentage of a lead"), "{message}");
        }
        for scale in ["1, 2", "0, 2, 3", "1, -2, 3", "1, 2, 0.5", "1, 2, nan"] {
            let message = problem(&format!("scale = [{scale}]"));
            assert!(
                message.starts_with("\"scale\": three whole numbers"),
                "{message}"
            );
        }
        assert!(problem("tempo =").starts_with("line 1: "));
        assert_eq!(
            problem("luck = [1, 2]"),
            "no feature of the evaluation is called 'luck'"
        );
        for weight in ["nan", "inf", "1e9"] {
            assert!(problem(&format!("tempo = [1, {weight}]")).starts_with("\"tempo\": "));
        }
    }
}
