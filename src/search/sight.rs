//! How much of a game the levels below full strength see.

use crate::rules::Variant;

/// How many nodes levels search for each legal turn.
///
/// What more nodes are worth differs from game to game. Where a few turns decide, more soon show nothing
/// more, and where most games between weak players are drawn it takes some to make a difference. So
/// that levels are about as far apart everywhere, each game has its own, chosen by round robins of levels
/// (`positions/strength.md`).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sight {
    /// The nodes as powers of two, at level 0, at a quarter, half and three quarters of full strength, and
    /// close to it. With less than one node some turns are not looked at.
    pub powers: [f32; 5],
}

impl Sight {
    /// The sight of a game's levels.
    #[must_use]
    pub const fn of(variant: Variant) -> Self {
        let powers = match variant {
            Variant::Ssehc | Variant::SsehcClassic | Variant::UnplayStrict => {
                [0.0, 2.75, 5.5, 8.25, 11.0]
            }
            Variant::Smolowitz => [-2.0, 1.25, 4.5, 7.75, 11.0],
            Variant::Unplay => [-3.0, -1.25, 0.5, 2.25, 4.0],
            Variant::UnplayRandom => [-2.0, -0.5, 4.5, 7.25, 10.0],
            Variant::UnplayPlacement => [-2.0, -0.5, 0.75, 2.25, 9.0],
            Variant::Unachess => [-2.0, 1.0, 4.0, 7.25, 11.0],
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
            let rungs = [0, 5, 10, 15, 20].map(|level| nodes[level].log2());
            for (rung, power) in rungs.into_iter().zip(sight.powers) {
                assert!((rung - power).abs() < 1e-3, "{variant}: {rung} {power}");
            }
        }
    }
}
