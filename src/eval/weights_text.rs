//! Weights as text that people read and change: TOML, one feature a line with what it is worth at
//! the start of the game and at its end, in centipawns.
//!
//! ```toml
//! "pawns home" = [25, 45]
//! "king steps" = [-8, -12.5]
//! ```

use std::collections::BTreeMap;

use thiserror::Error;

use super::weights::{SIXTEENTHS, Taper, Weights};
use super::{Feature, weights::UnknownFeature};

/// The greatest weight that makes sense, in centipawns.
const GREATEST: f64 = 10_000.0;

/// Why a text is no table of weights.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WeightsError {
    /// It is not of the form `"feature" = [early, late]`.
    #[error("line {line}: {problem}")]
    Form {
        /// Where, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// It names a feature that is none.
    #[error(transparent)]
    Feature(#[from] UnknownFeature),
    /// A feature has not exactly two weights.
    #[error("\"{feature}\": two weights stand behind a feature, [early, late]")]
    Pair {
        /// The feature.
        feature: &'static str,
    },
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
}

/// Reads a table of weights. A feature that is left out is worth nothing.
///
/// # Errors
///
/// Names the line or the feature that is wrong.
///
/// ```
/// use reviver::eval::{Feature, Taper, weights_text};
///
/// let weights = weights_text::read("\"pawns home\" = [25, 45]")?;
/// assert_eq!(weights[Feature::PawnsHome], Taper::centipawns(25, 45));
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
        let feature = Feature::named(&name).ok_or(UnknownFeature(name))?;
        let sixteenths = |weight: f64| {
            if weight.abs() <= GREATEST {
                Ok((weight * f64::from(SIXTEENTHS)).round() as i32)
            } else {
                Err(WeightsError::Size {
                    feature: feature.name(),
                    weight: weight.to_string(),
                })
            }
        };
        let &[early, late] = worth.as_slice() else {
            return Err(WeightsError::Pair {
                feature: feature.name(),
            });
        };
        weights[feature] = Taper {
            early: sixteenths(early)?,
            late: sixteenths(late)?,
        };
    }
    Ok(weights)
}

/// Writes a table of weights, features that are worth nothing left out.
#[must_use]
pub fn write(weights: &Weights) -> String {
    let centipawns = |sixteenths: i32| f64::from(sixteenths) / f64::from(SIXTEENTHS);
    let mut text = String::new();
    for feature in Feature::ALL {
        let Taper { early, late } = weights[feature];
        if (early, late) != (0, 0) {
            let name = feature.name();
            let (early, late) = (centipawns(early), centipawns(late));
            text.push_str(&format!("\"{name}\" = [{early}, {late}]\n"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    #[test]
    fn weights_read_back_as_they_were_written() {
        for variant in Variant::ALL {
            let mut weights = crate::eval::weights(variant).clone();
            weights[Feature::Tempo].early += 3;
            assert_eq!(read(&write(&weights)).as_ref(), Ok(&weights), "{variant}");
        }
    }

    #[test]
    fn what_is_no_weight_is_refused_with_its_place() {
        let problem = |text: &str| read(text).expect_err(text).to_string();
        assert!(problem("\n\"tempo\" = 7").starts_with("line 2: "));
        assert!(problem("tempo = [1, 2, 3]").starts_with("\"tempo\": two"));
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
