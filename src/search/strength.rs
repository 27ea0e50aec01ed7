//! Weakened play: short of sight, and mistaken about what it sees.
//!
//! A player of a level below full strength searches so many nodes for each legal turn, and misjudges each
//! position by an error of its own ([`LevelCurve`]). The error stays the same throughout a game, as a
//! person's wrong ideas do, and is counted in the spread of the game's chances to win
//! ([`Scale`](crate::eval::Scale)), so that it means much the same in every game. What ends the game
//! within the few nodes is seen for what it is.
//!
//! The numbers were chosen by games between levels (`benches/experiments.md`).

use super::limits::Limits;
use super::{LevelCurve, Strength};
use crate::board::Key;

/// A level below full strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Weakness {
    /// The share of full strength that it has, from 0 to 1.
    share: f32,
    seed: u64,
}

impl Weakness {
    /// A level from 0 to 20; `None` for full strength. What it misjudges hangs on the seed.
    #[must_use]
    pub(super) fn new(level: f32, seed: u64) -> Option<Self> {
        (level < Strength::FULL_LEVEL).then(|| Self {
            share: level.max(0.0) / Strength::FULL_LEVEL,
            seed,
        })
    }

    /// The limits of what is seen where there are so many legal turns, in a game with these levels.
    #[must_use]
    pub(super) fn limits(self, limits: &Limits, levels: &LevelCurve, turns: usize) -> Limits {
        let nodes = ((turns as f32 * levels.nodes(self.share)) as u64).max(1);
        Limits {
            nodes: Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes))),
            ..limits.clone()
        }
    }

    /// How positions are misjudged in a game with these levels, whose chances to win have this spread in
    /// centipawns.
    #[must_use]
    pub(super) fn misjudgement(self, levels: &LevelCurve, spread: i32) -> Misjudgement {
        let greatest = levels.error(self.share) * spread as f32;
        Misjudgement {
            greatest: greatest as i64,
            seed: self.seed,
        }
    }
}

/// Errors about positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Misjudgement {
    /// No error is greater, in centipawns.
    greatest: i64,
    seed: u64,
}

impl Misjudgement {
    /// The error about a position in centipawns: small ones are more frequent than great ones.
    #[inline]
    #[must_use]
    pub(super) fn about(self, position: Key) -> i32 {
        // The finaliser of SplitMix64: keys that differ in one bit have nothing in common after it.
        let mut bits = position ^ self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        // The difference of two equal chances has the distribution of a triangle.
        let [one, other] = [bits, bits >> 32].map(|bits| i64::from(bits as u32));
        (((one - other) * self.greatest) >> 32) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(log2_nodes: &[f32], first_error: f32) -> LevelCurve {
        LevelCurve::new(log2_nodes, first_error).expect("a curve")
    }

    fn at(level: f32) -> Weakness {
        Weakness::new(level, 1).expect("below full strength")
    }

    #[test]
    fn the_highest_level_is_full_strength() {
        assert_eq!(Weakness::new(Strength::FULL_LEVEL, 1), None);
        assert_eq!(Weakness::new(f32::NAN, 1), None);
        assert!(Weakness::new(19.9, 1).is_some());
        assert_eq!(Weakness::new(-3.0, 1), Weakness::new(0.0, 1));
    }

    #[test]
    fn lower_levels_see_less_and_misjudge_more() {
        let levels = curve(&[0.0, 2.0, 5.0, 9.0], 1.0);
        let ability = |level| {
            let weakness = at(level as f32);
            let limits = weakness.limits(&Limits::default(), &levels, 30);
            (limits.nodes, -weakness.misjudgement(&levels, 1000).greatest)
        };
        let all: Vec<_> = (0..20).map(ability).collect();
        let better = |low: &(_, _), high: &(_, _)| low.0 < high.0 && low.1 < high.1;
        assert!(all.is_sorted_by(better), "{all:?}");
        let levels = curve(&[-2.0; 2], 1.0);
        let lowest = |turns| at(0.0).limits(&Limits::default(), &levels, turns).nodes;
        assert_eq!([30, 4, 3].map(lowest), [Some(7), Some(1), Some(1)]);
        assert_eq!(at(0.0).misjudgement(&levels, 1000).greatest, 2000);
        let limits = Limits {
            nodes: Some(5),
            depth: Some(1),
            ..Limits::default()
        };
        assert_eq!(at(3.0).limits(&limits, &levels, 30), limits);
    }

    #[test]
    fn errors_are_of_all_sizes_up_to_the_greatest_and_favour_nobody() {
        let levels = curve(&[0.0; 2], 0.0);
        let misjudgement = at(0.0).misjudgement(&levels, 100);
        let errors: Vec<_> = (0..10_000).map(|key| misjudgement.about(key)).collect();
        assert!(errors.iter().all(|error| error.abs() <= 100));
        let mean = errors.iter().sum::<i32>() as f32 / errors.len() as f32;
        assert!(mean.abs() < 2.0, "{mean}");
        let great = errors.iter().filter(|error| error.abs() > 50).count();
        assert!((2_200..2_800).contains(&great), "{great}");
        let other = Weakness::new(0.0, 2)
            .expect("weak")
            .misjudgement(&levels, 100);
        assert_ne!(errors[7], other.about(7));
        assert_eq!(errors[7], misjudgement.about(7));
    }
}
