//! How the strength of play grows with the skill level.

use crate::rules::Variant;

/// How many nodes each skill level searches, and how large its evaluation errors are.
///
/// The effect of nodes and errors differs from game to game. Where a few turns decide, additional
/// nodes soon change nothing; where most games between weak players are drawn, it takes many more
/// nodes to make a difference. So each game has its own curve, which makes the steps between levels
/// about equally large. Round robins between levels determined the numbers
/// (`positions/experiments.md`).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LevelCurve {
    /// The binary logarithm of the nodes per legal turn, at levels evenly spaced from 0 to just
    /// below full strength. Full strength itself has no node limit. With less than one node per
    /// legal turn some turns are not searched.
    pub log2_nodes: &'static [f32],
    /// The binary logarithm of the largest evaluation error at level 0. The unit is
    /// [`Scale::spread`](crate::eval::Scale::spread).
    pub first_log2_error: f32,
}

/// The binary logarithm of the largest evaluation error just below full strength.
const LAST_LOG2_ERROR: f32 = -6.0;

impl LevelCurve {
    /// The curve of a game.
    #[must_use]
    pub const fn of(variant: Variant) -> Self {
        let log2_nodes: &[f32] = match variant {
            Variant::Ssehc | Variant::SsehcClassic => {
                &[0.5, 2.1, 3.15, 4.25, 4.9, 5.8, 6.75, 7.75, 8.8, 9.95, 11.3]
            }
            Variant::Smolowitz => &[-2.0, -0.6, 0.2, 0.95, 1.75, 2.6, 3.6, 4.9, 6.8, 9.0, 11.0],
            Variant::Unplay => &[
                -3.0, -2.4, -2.05, -1.74, -1.43, -1.1, -0.8, -0.62, -0.46, -0.28, -0.07, 0.17, 0.4,
                0.65, 1.02, 1.47, 2.1, 3.97, 4.75, 5.53, 6.3,
            ],
            Variant::UnplayRandom => &[
                -3.0, -2.15, -1.41, -0.68, 0.0, 0.7, 1.92, 4.14, 5.95, 7.38, 9.4,
            ],
            Variant::UnplayPlacement => &[
                -3.0, -2.4, -1.62, -0.72, -0.01, 0.68, 1.6, 3.63, 5.52, 7.35, 10.1,
            ],
            Variant::UnplayStrict => &[0.0, 0.8, 1.55, 2.4, 3.25, 4.2, 5.25, 6.7, 8.25, 9.7, 11.0],
            Variant::Unachess => &[
                -2.0, -1.2, -0.35, 0.75, 1.95, 3.2, 4.35, 5.55, 7.05, 9.0, 11.0,
            ],
        };
        // Where most games are drawn, small errors of weak players lose nothing.
        let first_log2_error = match variant {
            Variant::Ssehc | Variant::SsehcClassic => 1.0,
            _ => 0.0,
        };
        Self {
            log2_nodes,
            first_log2_error,
        }
    }

    /// Nodes per legal turn at a fraction of full strength from 0 to 1.
    ///
    /// # Panics
    ///
    /// Panics if `log2_nodes` has fewer than two elements.
    #[must_use]
    pub fn nodes(self, fraction: f32) -> f32 {
        let steps = self.log2_nodes.len() - 1;
        let climbed = fraction.clamp(0.0, 1.0) * steps as f32;
        let step = (climbed as usize).min(steps - 1);
        let [below, above] = [self.log2_nodes[step], self.log2_nodes[step + 1]];
        (below + (climbed - step as f32) * (above - below)).exp2()
    }

    /// The largest evaluation error at a fraction of full strength, in units of
    /// [`Scale::spread`](crate::eval::Scale::spread).
    #[must_use]
    pub fn error(self, fraction: f32) -> f32 {
        (self.first_log2_error + (LAST_LOG2_ERROR - self.first_log2_error) * fraction).exp2()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn higher_levels_search_more_nodes_in_every_game() {
        for variant in Variant::ALL {
            let curve = LevelCurve::of(variant);
            let nodes: Vec<_> = (0..=20)
                .map(|level| curve.nodes(level as f32 / 20.0))
                .collect();
            assert!(
                nodes.is_sorted_by(|few, many| few < many),
                "{variant}: {nodes:?}"
            );
            let rungs = nodes.iter().step_by(20 / (curve.log2_nodes.len() - 1));
            for (rung, power) in rungs.zip(curve.log2_nodes) {
                let computed = rung.log2();
                assert!(
                    (computed - power).abs() < 1e-3,
                    "{variant}: {computed} {power}"
                );
            }
        }
    }
}
