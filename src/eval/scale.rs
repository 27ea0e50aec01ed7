//! What the centipawns of an evaluation come to: how they are told, and what they say about the result.

/// What the sums of a table of weights come to. All numbers are centipawns of the evaluation, measured
/// in games between equals (`benches/strength.md`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scale {
    /// What is told as a score of 100: an even chance to convert the lead into a win. Where hardly any
    /// game is drawn, so that the chance is even with next to no lead, it is what makes three of four
    /// points: it wins half of the games that would be lost without it.
    pub hundred: i32,
    /// With so much as many games are won as are not.
    pub even: i32,
    /// How slowly the chance to win grows: the spread of a logistic curve.
    pub spread: i32,
}

impl Scale {
    /// Centipawns of the evaluation, told as they are.
    pub const PLAIN: Scale = Scale {
        hundred: 100,
        even: 100,
        spread: 230,
    };

    /// Centipawns of the evaluation as they are told.
    #[must_use]
    pub const fn told(self, centipawns: i32) -> i32 {
        let twice = 200 * centipawns as i64;
        let hundred = self.hundred as i64;
        // Halves are rounded away from 0, so that a score is told alike to both players.
        ((twice + centipawns.signum() as i64 * hundred) / (2 * hundred)) as i32
    }

    /// The chance to win with a score as it is told, from 0 to 1.
    #[must_use]
    pub fn chance_to_win(self, told: i32) -> f64 {
        let centipawns = f64::from(told) * f64::from(self.hundred) / 100.0;
        let [even, spread] = [self.even, self.spread].map(f64::from);
        1.0 / (1.0 + ((even - centipawns) / spread).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hundred_of_a_scale_is_told_as_such_and_a_lead_as_much_as_a_lag() {
        let scale = Scale {
            hundred: 716,
            even: 716,
            spread: 156,
        };
        for (centipawns, told) in [(0, 0), (3, 0), (4, 1), (716, 100), (20_000, 2793)] {
            assert_eq!(scale.told(centipawns), told);
            assert_eq!(scale.told(-centipawns), -told);
        }
        assert_eq!(Scale::PLAIN.told(-37), -37);
        assert_eq!(scale.chance_to_win(100), 0.5);
        assert!(scale.chance_to_win(200) > 0.98);
    }
}
