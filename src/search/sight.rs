//! How much of a game the levels below full strength see.

use crate::rules::Variant;

/// How many nodes levels search for each legal turn.
///
/// What more nodes are worth differs from game to game. Where a few turns decide, more soon show nothing
/// more, and where most games between weak players are drawn it takes some to make a difference. So
/// that levels are about as far apart everywhere, each game has its own, chosen by round robins of levels
/// (`positions/experiments.md`).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sight {
    /// The nodes as powers of two, at level 0 and every second one up to full strength, which itself is
    /// not bounded. With less than one node some turns are not looked at.
    pub powers: [f32; 11],
}

impl Sight {
    /// The sight of a game's levels.
    #[must_use]
    pub const fn of(variant: Variant) -> Self {
        let powers = match variant {
            Variant::Ssehc | Variant::SsehcClassic => {
                [0.0, 1.1, 2.2, 3.3, 4.4, 5.5, 6.6, 7.7, 8.8, 9.9, 11.0]
            }
            Variant::Smolowitz => [-2.0, -0.6, 0.2, 0.95, 1.75, 2.6, 3.6, 4.9, 6.8, 9.0, 11.0],
            Variant::Unplay => [
                -3.0, -2.15, -1.55, -1.05, -0.6, -0.2, 0.15, 0.65, 1.55, 3.8, 7.5,
            ],
            Variant::UnplayRandom => [
                -2.0, -1.2, -0.75, -0.25, 0.65, 1.65, 3.05, 4.85, 6.15, 7.65, 10.0,
            ],
            Variant::UnplayPlacement => {
                [-2.0, -1.2, -0.6, -0.05, 0.6, 1.4, 2.5, 4.3, 5.9, 7.55, 10.0]
            }
            Variant::UnplayStrict => [0.0, 0.8, 1.55, 2.4, 3.25, 4.2, 5.25, 6.7, 8.25, 9.7, 11.0],
            Variant::Unachess => [
                -2.0, -1.2, -0.35, 0.75, 1.95, 3.2, 4.35, 5.55, 7.05, 9.0, 11.0,
            ],
        };
        Self { powers }
    }

    /// Nodes for each legal turn at a share of full strength, from 0 to 1.
    #[must_use]
    pub fn nodes(self, share: f32) -> f32 {
        let [lowest, ..] = self.powers;
        let steps = self.powers.windows(2).enumerate();
        let climbed = steps.map(|(step, ends)| {
            let part = (share * (self.powers.len() - 1) as f32 - step as f32).clamp(0.0, 1.0);
            part * (ends[1] - ends[0])
        });
        (lowest + climbed.sum::<f32>()).exp2()
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
            let rungs = nodes.iter().step_by(2).map(|nodes| nodes.log2());
            for (rung, power) in rungs.zip(sight.powers) {
                assert!((rung - power).abs() < 1e-3, "{variant}: {rung} {power}");
            }
        }
    }
}
