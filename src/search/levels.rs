//! How much the levels below full strength search, and how large their errors are.

use std::sync::Arc;

use thiserror::Error;

/// How many nodes levels search for each legal turn, and how large the errors of their evaluation are.
///
/// Both are worth more in one game than in another. Where a few turns decide, more nodes soon find
/// nothing more; where most games between weak players are drawn, it takes many to make a difference.
/// So each game has a curve of its own, chosen by round robins of levels, such that neighbouring levels
/// are about equally far apart.
#[derive(Clone, PartialEq, Debug)]
pub struct LevelCurve {
    log2_nodes: Arc<[f32]>,
    first_error: f32,
}

/// Why numbers make no curve of levels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum LevelCurveError {
    /// There are fewer than two powers.
    #[error("log2-nodes needs at least two numbers, one for level 0 and one for full strength")]
    TooFew,
    /// A power is less than the one before, or not between -20 and 40.
    #[error("log2-nodes are numbers from -20 to 40, none less than the one before")]
    Powers,
    /// The error is not between -20 and 20.
    #[error("first-error is a number from -20 to 20")]
    Error,
}

/// The greatest error close to full strength, in the unit of the one at level 0.
const LAST_ERROR: f32 = -6.0;

impl LevelCurve {
    /// A curve from powers of two: `log2_nodes` for levels that are evenly spread from 0 up to full
    /// strength, which itself is not bounded (with less than one node some turns are not looked at), and
    /// `first_error`, the greatest error at level 0 in spreads of the chances to win.
    ///
    /// # Errors
    ///
    /// Says which numbers are out of range.
    pub fn new(log2_nodes: &[f32], first_error: f32) -> Result<Self, LevelCurveError> {
        if log2_nodes.len() < 2 {
            return Err(LevelCurveError::TooFew);
        }
        if !log2_nodes.is_sorted() || !log2_nodes.iter().all(|n| (-20.0..=40.0).contains(n)) {
            return Err(LevelCurveError::Powers);
        }
        if !(-20.0..=20.0).contains(&first_error) {
            return Err(LevelCurveError::Error);
        }
        Ok(Self {
            log2_nodes: log2_nodes.into(),
            first_error,
        })
    }

    /// The powers from which the curve was made.
    #[must_use]
    pub fn log2_nodes(&self) -> &[f32] {
        &self.log2_nodes
    }

    /// Nodes for each legal turn at a share of full strength, from 0 to 1.
    #[must_use]
    pub fn nodes(&self, share: f32) -> f32 {
        let steps = self.log2_nodes.len() - 1;
        let climbed = share.clamp(0.0, 1.0) * steps as f32;
        let step = (climbed as usize).min(steps - 1);
        let [below, above] = [self.log2_nodes[step], self.log2_nodes[step + 1]];
        (below + (climbed - step as f32) * (above - below)).exp2()
    }

    /// The greatest error at a share of full strength, in spreads of the chances to win.
    #[must_use]
    pub fn error(&self, share: f32) -> f32 {
        (self.first_error + (LAST_ERROR - self.first_error) * share).exp2()
    }
}

impl Default for LevelCurve {
    /// One node for each legal turn at level 0, a thousand just below full strength.
    fn default() -> Self {
        Self {
            log2_nodes: [0.0, 10.0].into(),
            first_error: 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_runs_through_its_powers() {
        let curve = LevelCurve::new(&[-2.0, 0.0, 3.0], 1.0).expect("in range");
        let nodes = [0.0, 0.25, 0.5, 1.0].map(|share| curve.nodes(share).log2());
        for (found, expected) in nodes.into_iter().zip([-2.0, -1.0, 0.0, 3.0]) {
            assert!((found - expected).abs() < 1e-3, "{nodes:?}");
        }
        assert_eq!(curve.error(0.0), 2.0);
        assert!(curve.error(1.0) < curve.error(0.5));
    }

    #[test]
    fn numbers_that_make_no_curve_are_refused() {
        assert_eq!(LevelCurve::new(&[1.0], 0.0), Err(LevelCurveError::TooFew));
        for powers in [[2.0, 1.0], [0.0, f32::NAN], [0.0, 41.0]] {
            assert_eq!(LevelCurve::new(&powers, 0.0), Err(LevelCurveError::Powers));
        }
        assert_eq!(
            LevelCurve::new(&[0.0; 2], 21.0),
            Err(LevelCurveError::Error)
        );
    }
}
