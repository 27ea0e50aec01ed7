//! How much of a game the levels below full strength see, and how clearly.

use crate::rules::Variant;

/// How many nodes levels search for each legal turn, and how far they are mistaken about what they find.
///
/// What either is worth differs from game to game. Where a few turns decide, more nodes soon show nothing
/// more, and where most games between weak players are drawn it takes some to make a difference. So
/// that levels are about as far apart everywhere, each game has its own, chosen by round robins of levels
/// (`benches/experiments.md`).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sight {
    /// The nodes as powers of two, at levels that are evenly spread from 0 up to full strength, which
    /// itself is not bounded. With less than one node some turns are not looked at.
    pub powers: &'static [f32],
    /// The greatest error at level 0, in spreads of the chances to win, as a power of two.
    pub first_error: f32,
}

/// The greatest error close to full strength, as the one at level 0.
const LAST_ERROR: f32 = -6.0;

impl Sight {
    /// The sight of a game's levels.
    #[must_use]
    pub const fn of(variant: Variant) -> Self {
        let powers: &[f32] = match variant {
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
        // Where most games are drawn, small mistakes between weak players lose nothing.
        let first_error = match variant {
            Variant::Ssehc | Variant::SsehcClassic => 1.0,
            _ => 0.0,
        };
        Self {
            powers,
            first_error,
        }
    }

    /// Nodes for each legal turn at a share of full strength, from 0 to 1.
    ///
    /// # Panics
    ///
    /// Where fewer than two powers are told.
    #[must_use]
    pub fn nodes(self, share: f32) -> f32 {
        let steps = self.powers.len() - 1;
        let climbed = share.clamp(0.0, 1.0) * steps as f32;
        let step = (climbed as usize).min(steps - 1);
        let [below, above] = [self.powers[step], self.powers[step + 1]];
        (below + (climbed - step as f32) * (above - below)).exp2()
    }

    /// The greatest error at a share of full strength, in spreads of the chances to win.
    #[must_use]
    pub fn error(self, share: f32) -> f32 {
        (self.first_error + (LAST_ERROR - self.first_error) * share).exp2()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn higher_levels_see_more_in_every_game() {
        for variant in Variant::ALL {
            let sight = Sight::of(variant);
            let nodes: Vec<_> = (0..=20)
                .map(|level| sight.nodes(level as f32 / 20.0))
                .collect();
            assert!(
                nodes.is_sorted_by(|few, many| few < many),
                "{variant}: {nodes:?}"
            );
            let rungs = nodes.iter().step_by(20 / (sight.powers.len() - 1));
            for (rung, power) in rungs.zip(sight.powers) {
                let told = rung.log2();
                assert!((told - power).abs() < 1e-3, "{variant}: {told} {power}");
            }
        }
    }
}
