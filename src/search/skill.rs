//! Skill levels: limited nodes and noisy evaluation.
//!
//! A level below full strength limits the nodes in proportion to the number of legal turns at the
//! root, and adds an error to each static evaluation ([`LevelCurve`]). The error depends only on
//! the position, the level and the seed, so a position has the same error throughout a game. The
//! unit of errors is [`Scale::spread`](crate::eval::Scale::spread): an error of one unit weakens
//! play about equally in every game. Positions in which the game is over have no error.
//!
//! In the first two moves of a game, levels below full strength also overlook some legal turns, so
//! that their games do not all begin alike. Lower levels overlook more turns. The seed determines
//! which. If the game began at a position that somebody set up, these levels overlook no turn,
//! because such a position may have only one good turn.
//!
//! The node counts and the errors come from matches between levels (`benches/experiments.md`).

use super::limits::Limits;
use super::{LevelCurve, Strength};
use crate::board::{Key, Setup, Turn};
use crate::eval::LIMIT;

/// The last full move number at which turns are overlooked.
const OPENING_MOVES: u16 = 2;

/// The average share of the legal turns that level 0 overlooks. The share falls linearly with the
/// level, to 0 at full strength.
const MAX_OVERLOOKED: f32 = 0.5;

/// The largest evaluation error in centipawns. An evaluation with its error is clamped to the range
/// from -[`LIMIT`] to [`LIMIT`], so a larger error would hardly weaken play further. The arithmetic
/// could overflow with a larger error.
const MAX_ERROR: i64 = 2 * LIMIT as i64;

/// A skill level below full strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct SkillLimit {
    /// The level divided by [`Strength::FULL_LEVEL`], from 0 to 1.
    fraction: f32,
    seed: u64,
}

impl SkillLimit {
    /// A level from 0 to 20; `None` for full strength. The evaluation errors and the overlooked
    /// turns depend on the seed.
    #[must_use]
    pub(super) fn new(level: f32, seed: u64) -> Option<Self> {
        (level < Strength::FULL_LEVEL).then(|| Self {
            fraction: level.max(0.0) / Strength::FULL_LEVEL,
            seed,
        })
    }

    /// A number that differs between levels, and between seeds. It is never 0 in practice.
    #[must_use]
    pub(super) fn salt(self) -> u64 {
        mix(1 << 32 | Key::from(self.fraction.to_bits()), self.seed)
    }

    /// The same limits, but with at most the nodes that this level searches in a position with
    /// `turns` legal turns.
    #[must_use]
    pub(super) fn limits(self, limits: &Limits, levels: &LevelCurve, turns: usize) -> Limits {
        let nodes = ((turns as f32 * levels.nodes(self.fraction)) as u64).max(1);
        Limits {
            nodes: Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes))),
            ..limits.clone()
        }
    }

    /// The turns to search: those that the level does not overlook. Call this only for games that
    /// began at a start position of their rules ([`Limits::is_from_start`]). An empty list means
    /// that all turns are searched. The list is empty after the first moves of a game, or if the
    /// level would overlook every turn.
    #[must_use]
    pub(super) fn opening_turns(self, setup: &Setup, legal: &[Turn]) -> Vec<Turn> {
        if setup.fullmove > OPENING_MOVES {
            return Vec::new();
        }
        let share = MAX_OVERLOOKED * (1.0 - self.fraction);
        let key = setup.key() ^ u64::from(self.fraction.to_bits());
        let is_seen = |turn: &&Turn| {
            let turn = u64::from(turn.bits()).wrapping_mul(0xff51_afd7_ed55_8ccd);
            let random = (mix(key ^ turn, self.seed) >> 40) as f32 / (1 << 24) as f32;
            random >= share
        };
        legal.iter().filter(is_seen).copied().collect()
    }

    /// The evaluation errors, in centipawns. `spread` is the
    /// [`Scale::spread`](crate::eval::Scale::spread) of the game. No error is larger than
    /// [`MAX_ERROR`].
    #[must_use]
    pub(super) fn eval_noise(self, levels: &LevelCurve, spread: i32) -> EvalNoise {
        let max_error = levels.error(self.fraction) * spread as f32;
        EvalNoise {
            max_error: (max_error as i64).min(MAX_ERROR),
            seed: self.seed,
        }
    }
}

/// Evaluation errors that depend on the position.
#[derive(Clone, Copy, Debug)]
pub(super) struct EvalNoise {
    /// The largest error in centipawns.
    max_error: i64,
    seed: u64,
}

impl EvalNoise {
    /// The error of a position, in centipawns. Small errors are more frequent than large ones.
    #[inline]
    #[must_use]
    pub(super) fn at(self, position: Key) -> i32 {
        let bits = mix(position, self.seed);
        // The difference of two uniform numbers has a triangular distribution.
        let [one, other] = [bits, bits >> 32].map(|bits| i64::from(bits as u32));
        (((one - other) * self.max_error) >> 32) as i32
    }
}

/// Hashes a key and a seed with the finaliser of SplitMix64. Keys that differ in one bit give
/// unrelated numbers.
#[inline]
fn mix(key: Key, seed: u64) -> u64 {
    let mut bits = key ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(log2_nodes: &[f32], first_log2_error: f32) -> LevelCurve {
        LevelCurve::new(log2_nodes, first_log2_error).expect("a curve")
    }

    fn skill_at(level: f32) -> SkillLimit {
        SkillLimit::new(level, 1).expect("below full strength")
    }

    #[test]
    fn full_level_has_no_skill_limit() {
        assert_eq!(SkillLimit::new(Strength::FULL_LEVEL, 1), None);
        assert_eq!(SkillLimit::new(f32::NAN, 1), None);
        assert!(SkillLimit::new(19.9, 1).is_some());
        assert_eq!(SkillLimit::new(-3.0, 1), SkillLimit::new(0.0, 1));
    }

    #[test]
    fn lower_levels_search_fewer_nodes_with_larger_errors() {
        let levels = curve(&[0.0, 2.0, 5.0, 9.0], 1.0);
        let ability = |level| {
            let skill = skill_at(level as f32);
            let limits = skill.limits(&Limits::default(), &levels, 30);
            (limits.nodes, -skill.eval_noise(&levels, 1000).max_error)
        };
        let all: Vec<_> = (0..20).map(ability).collect();
        let better = |low: &(_, _), high: &(_, _)| low.0 < high.0 && low.1 < high.1;
        assert!(all.is_sorted_by(better), "{all:?}");
        let levels = curve(&[-2.0; 2], 1.0);
        let lowest = |turns| {
            let limits = skill_at(0.0).limits(&Limits::default(), &levels, turns);
            limits.nodes
        };
        assert_eq!([30, 4, 3].map(lowest), [Some(7), Some(1), Some(1)]);
        assert_eq!(skill_at(0.0).eval_noise(&levels, 1000).max_error, 2000);
        let limits = Limits {
            nodes: Some(5),
            depth: Some(1),
            ..Limits::default()
        };
        assert_eq!(skill_at(3.0).limits(&limits, &levels, 30), limits);
    }

    #[test]
    fn the_largest_evaluation_errors_do_not_overflow() {
        let noise = skill_at(0.0).eval_noise(&curve(&[0.0; 2], 20.0), 10_000);
        let errors: Vec<_> = (0..10_000).map(|key| i64::from(noise.at(key))).collect();
        assert!(errors.iter().all(|error| error.abs() <= MAX_ERROR));
        assert!(errors.iter().any(|&error| error > MAX_ERROR / 2));
        assert!(errors.iter().any(|&error| error < -MAX_ERROR / 2));
    }

    #[test]
    fn evaluation_errors_are_triangular_and_unbiased() {
        let levels = curve(&[0.0; 2], 0.0);
        let noise = skill_at(0.0).eval_noise(&levels, 100);
        let errors: Vec<_> = (0..10_000).map(|key| noise.at(key)).collect();
        assert!(errors.iter().all(|error| error.abs() <= 100));
        let mean = errors.iter().sum::<i32>() as f32 / errors.len() as f32;
        assert!(mean.abs() < 2.0, "{mean}");
        let large = errors.iter().filter(|error| error.abs() > 50).count();
        assert!((2_200..2_800).contains(&large), "{large}");
        let other_seed = SkillLimit::new(0.0, 2).expect("below full strength");
        assert_ne!(errors[7], other_seed.eval_noise(&levels, 100).at(7));
        assert_eq!(errors[7], noise.at(7));
    }
}
