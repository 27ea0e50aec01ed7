//! What the centipawns of a game's evaluation mean: how they are reported, and the win probability.

/// What the evaluation of a game means. All numbers are centipawns of the evaluation.
/// `benches/strength.md` says how the scales of the built-in games were measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scale {
    /// The evaluation that is reported as a score of 100. If draws are common in the game, it is
    /// equal to `even`. If draws are rare, it is the evaluation with which a player scores 75 % of
    /// the points.
    pub hundred: i32,
    /// The evaluation with which a player wins 50 % of the games.
    pub even: i32,
    /// How slowly the win probability grows with the evaluation: the spread of a logistic curve.
    pub spread: i32,
}

impl Scale {
    /// A scale that reports centipawns of the evaluation as they are.
    pub const PLAIN: Scale = Scale {
        hundred: 100,
        even: 100,
        spread: 230,
    };

    /// Converts centipawns of the evaluation into a reported score.
    #[must_use]
    pub const fn reported(self, centipawns: i32) -> i32 {
        let twice = 200 * centipawns as i64;
        let hundred = self.hundred as i64;
        // Rounds halves away from 0, so that both players see the same score with opposite signs.
        ((twice + centipawns.signum() as i64 * hundred) / (2 * hundred)) as i32
    }

    /// The win probability of a reported score, from 0 to 1.
    #[must_use]
    pub fn win_probability(self, reported: i32) -> f64 {
        let centipawns = f64::from(reported) * f64::from(self.hundred) / 100.0;
        let [even, spread] = [self.even, self.spread].map(f64::from);
        1.0 / (1.0 + ((even - centipawns) / spread).exp())
    }

    /// The expected result of the player who has this reported score, if both players are equally
    /// strong. A win counts 1, a draw one half, a loss 0.
    #[must_use]
    pub fn expected_result(self, reported: i32) -> f64 {
        let [win, loss] = [reported, -reported].map(|reported| self.win_probability(reported));
        (1.0 + win - loss) / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reported_scores_are_proportional_and_symmetric() {
        let scale = Scale {
            hundred: 716,
            even: 716,
            spread: 156,
        };
        for (centipawns, reported) in [(0, 0), (3, 0), (4, 1), (716, 100), (20_000, 2793)] {
            assert_eq!(scale.reported(centipawns), reported);
            assert_eq!(scale.reported(-centipawns), -reported);
        }
        assert_eq!(Scale::PLAIN.reported(-37), -37);
        assert_eq!(scale.win_probability(100), 0.5);
        assert!(scale.win_probability(200) > 0.98);
        assert!((scale.expected_result(0) - 0.5).abs() < 1e-12);
        let sum = scale.expected_result(80) + scale.expected_result(-80);
        assert!((sum - 1.0).abs() < 1e-12 && scale.expected_result(80) > 0.5);
    }
}
