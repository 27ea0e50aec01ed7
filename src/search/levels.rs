//! How the strength of play grows with the skill level.

use std::sync::Arc;

use thiserror::Error;

/// How many nodes each skill level searches, and how large its evaluation errors are.
///
/// The effect of nodes and errors differs from game to game. In a game that is decided within a few
/// turns, additional nodes soon make no difference. In a game that weak players mostly draw, only
/// many more nodes make a difference. So a game has its own curve, or uses that of a similar game.
/// Each level should be stronger than the level below by about the same amount. The numbers of the
/// built-in games come from round robins between levels.
#[derive(Clone, PartialEq, Debug)]
pub struct LevelCurve {
    log2_nodes: Arc<[f32]>,
    first_log2_error: f32,
}

/// Why numbers do not define a level curve.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum LevelCurveError {
    /// There are fewer than two node counts.
    #[error(
        "log2-nodes needs at least two numbers: the first for level 0, the last for just below level 20 (full strength)"
    )]
    TooFewNodeCounts,
    /// A node count is out of range, or smaller than the one before.
    #[error("log2-nodes must be numbers from -20 to 40, none smaller than the one before it")]
    NodeCounts,
    /// The binary logarithm of the evaluation error at level 0 is out of range.
    #[error("first-error is a binary logarithm and must be a number from -20 to 20")]
    FirstError,
}

/// The binary logarithm of [`LevelCurve::error`] at a level just below full strength.
const LAST_LOG2_ERROR: f32 = -6.0;

impl LevelCurve {
    /// A curve from binary logarithms.
    ///
    /// `log2_nodes` are the logarithms of the nodes per legal turn at the root, at levels evenly
    /// spaced from 0 to just below full strength. Full strength has no node limit. Below one node
    /// per legal turn, some turns are not searched. `first_log2_error` is the logarithm of the
    /// largest evaluation error at level 0, in units of
    /// [`Scale::spread`](crate::eval::Scale::spread).
    ///
    /// # Errors
    ///
    /// If there are fewer than two node counts, if one is smaller than the one before it, or if a
    /// number is out of range.
    pub fn new(log2_nodes: &[f32], first_log2_error: f32) -> Result<Self, LevelCurveError> {
        if log2_nodes.len() < 2 {
            return Err(LevelCurveError::TooFewNodeCounts);
        }
        if !log2_nodes.is_sorted() || !log2_nodes.iter().all(|n| (-20.0..=40.0).contains(n)) {
            return Err(LevelCurveError::NodeCounts);
        }
        if !(-20.0..=20.0).contains(&first_log2_error) {
            return Err(LevelCurveError::FirstError);
        }
        Ok(Self {
            log2_nodes: log2_nodes.into(),
            first_log2_error,
        })
    }

    /// Binary logarithms of the nodes per legal turn; see [`LevelCurve::new`].
    #[must_use]
    pub fn log2_nodes(&self) -> &[f32] {
        &self.log2_nodes
    }

    /// Nodes per legal turn. `fraction` is the skill level divided by the level of full strength,
    /// from 0 to 1.
    #[must_use]
    pub fn nodes(&self, fraction: f32) -> f32 {
        let steps = self.log2_nodes.len() - 1;
        let climbed = fraction.clamp(0.0, 1.0) * steps as f32;
        let step = (climbed as usize).min(steps - 1);
        let [below, above] = [self.log2_nodes[step], self.log2_nodes[step + 1]];
        (below + (climbed - step as f32) * (above - below)).exp2()
    }

    /// The largest evaluation error, in units of [`Scale::spread`](crate::eval::Scale::spread).
    /// `fraction` is the same as in [`LevelCurve::nodes`].
    #[must_use]
    pub fn error(&self, fraction: f32) -> f32 {
        (self.first_log2_error + (LAST_LOG2_ERROR - self.first_log2_error) * fraction).exp2()
    }
}

impl Default for LevelCurve {
    /// Nodes per legal turn: 1 at level 0, and 1024 just below full strength.
    fn default() -> Self {
        Self {
            log2_nodes: [0.0, 10.0].into(),
            first_log2_error: 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_interpolates_between_its_numbers() {
        let curve = LevelCurve::new(&[-2.0, 0.0, 3.0], 1.0).expect("in range");
        let nodes = [0.0, 0.25, 0.5, 1.0].map(|fraction| curve.nodes(fraction).log2());
        for (found, expected) in nodes.into_iter().zip([-2.0, -1.0, 0.0, 3.0]) {
            assert!((found - expected).abs() < 1e-3, "{nodes:?}");
        }
        assert_eq!(curve.error(0.0), 2.0);
        assert!(curve.error(1.0) < curve.error(0.5));
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        let refused = |log2_nodes: &[f32], error| LevelCurve::new(log2_nodes, error).err();
        assert_eq!(
            refused(&[1.0], 0.0),
            Some(LevelCurveError::TooFewNodeCounts)
        );
        for log2_nodes in [[2.0, 1.0], [0.0, f32::NAN], [0.0, 41.0], [-21.0, 0.0]] {
            assert_eq!(refused(&log2_nodes, 0.0), Some(LevelCurveError::NodeCounts));
        }
        assert_eq!(refused(&[0.0; 2], 21.0), Some(LevelCurveError::FirstError));
        assert_eq!(refused(&[0.0; 2], -21.0), Some(LevelCurveError::FirstError));
        assert_eq!(refused(&[-20.0, 40.0], 20.0), None);
    }
}
