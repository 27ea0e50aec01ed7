//! Weakened play: short of sight, and not always the best of what is seen.
//!
//! The idea is that of Stockfish's skill levels: several lines are searched, and the choice among
//! them is the more at random the lower the level.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::limits::Limits;
use super::root::RootTurn;
use super::score::Score;
use crate::board::Key;

/// The level that plays as strong as it can.
pub(super) const FULL: f32 = 20.0;

/// A level below full strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Weakness {
    level: f32,
    seed: u64,
}

impl Weakness {
    /// A level from 0 to 20; `None` for full strength. The choice hangs on seed and position alone.
    #[must_use]
    pub(super) fn new(level: f32, seed: u64, position: Key) -> Option<Self> {
        let level = if level.is_finite() {
            level.max(0.0)
        } else {
            FULL
        };
        (level < FULL).then_some(Self {
            level,
            seed: seed ^ position,
        })
    }

    /// Lines to choose from.
    #[must_use]
    pub(super) fn lines(self) -> usize {
        (8.0 - 0.2 * self.level).round() as usize
    }

    /// The limits of what is seen. Plies are whole: the share of one that a level has more than the
    /// level below is given by lot, so that every level is a step.
    #[must_use]
    pub(super) fn limits(self, limits: &Limits) -> Limits {
        let nodes = (300.0 * 1.5_f32.powf(self.level)) as u64;
        let lot: f32 = ChaCha8Rng::seed_from_u64(!self.seed).random_range(0.0..1.0);
        let depth = (1.0 + self.level * 0.6 + lot) as u32;
        Limits {
            nodes: Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes))),
            depth: Some(limits.depth.map_or(depth, |limit| limit.min(depth))),
            ..limits.clone()
        }
    }

    /// The index of the line to play, of those searched, best first.
    #[must_use]
    pub(super) fn choose(self, lines: &[RootTurn]) -> usize {
        let scores: Vec<Score> = lines.iter().map(RootTurn::known_score).collect();
        let (Some(&best), Some(&last)) = (scores.first(), scores.last()) else {
            return 0;
        };
        // Whoever sees a win or only losses plays the best.
        if best.is_forced() {
            return 0;
        }
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        let weakness = 130.0 - 6.0 * self.level;
        let spread = (best.0 - last.0).min(100) as f32;
        let mut chosen = (0, f32::MIN);
        for (index, &score) in scores.iter().enumerate() {
            let noise = random.random_range(0.0..1.0) * weakness;
            if score.is_lost() {
                continue;
            }
            let push = (weakness * (best.0 - score.0) as f32 + spread * noise) / 128.0;
            let appeal = score.0 as f32 + push;
            if appeal > chosen.1 {
                chosen = (index, appeal);
            }
        }
        chosen.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_level_is_full_strength() {
        assert_eq!(Weakness::new(FULL, 1, 2), None);
        assert_eq!(Weakness::new(f32::NAN, 1, 2), None);
        assert!(Weakness::new(19.9, 1, 2).is_some());
    }

    #[test]
    fn lower_levels_see_less() {
        let nodes = |level| {
            let weakness = Weakness::new(level, 0, 0).expect("below full strength");
            let limits = weakness.limits(&Limits::default());
            (limits.nodes, limits.depth)
        };
        let all: Vec<_> = (0..20).map(|level| nodes(level as f32)).collect();
        assert!(all.is_sorted());
        let weakness = Weakness::new(3.0, 0, 0).expect("below full strength");
        let limits = Limits {
            nodes: Some(5),
            depth: Some(1),
            ..Limits::default()
        };
        assert_eq!(weakness.limits(&limits), limits);
    }
}
