//! Late move reductions by depth and turn number. The first turn in the move order of a node has
//! the turn number 1. The reductions grow with log2(depth) x log2(turn number). The search then
//! adjusts them to the node and the turn.

use super::params::Params;

const MAX_DEPTH: usize = 64;
const MAX_NUMBER: usize = 512;

/// One ply. Reductions are in thousandths of a ply.
pub(super) const PLY: i32 = 1000;

/// Computes reductions from depth and turn number, with tables of their logarithms.
#[derive(Clone, Debug)]
pub(super) struct Reductions {
    depths: Vec<i64>,
    numbers: Vec<i64>,
    base: i32,
    scale: i64,
}

/// The binary logarithm in 256ths, interpolated linearly between powers of two. Integer arithmetic
/// gives the same result on every machine.
fn log2(number: usize) -> i64 {
    let number = number.max(1) as u64;
    let whole = number.ilog2();
    let rest = number - (1 << whole);
    i64::from(whole) * 256 + ((rest * 256) >> whole) as i64
}

impl Reductions {
    /// Fills the tables.
    #[must_use]
    pub(super) fn new(params: &Params) -> Self {
        Self {
            depths: (0..MAX_DEPTH).map(log2).collect(),
            numbers: (0..MAX_NUMBER).map(log2).collect(),
            base: params.reduction_base,
            scale: i64::from(params.reduction_scale),
        }
    }

    /// The reduction of turn number `number` at `depth`, in thousandths of a ply.
    #[inline]
    #[must_use]
    pub(super) fn of(&self, depth: i32, number: usize) -> i32 {
        let depth = self.depths[(depth.max(0) as usize).min(MAX_DEPTH - 1)];
        let number = self.numbers[number.min(MAX_NUMBER - 1)];
        self.base + ((self.scale * depth * number) >> 16) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_turns_and_greater_depths_are_reduced_more() {
        let reductions = Reductions::new(&Params::default());
        for depth in 2..40 {
            for number in 2..600 {
                let reduction = reductions.of(depth, number);
                assert!(reductions.of(depth + 1, number) >= reduction);
                assert!(reductions.of(depth, number + 1) >= reduction);
                assert!(reduction < 12 * PLY);
            }
        }
        assert!(reductions.of(20, 40) > reductions.of(20, 4));
        assert!(reductions.of(20, 40) > reductions.of(4, 40));
    }
}
