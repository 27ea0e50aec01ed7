//! Perft: counts turn sequences, to test the generators.

use std::ops::ControlFlow;

use super::Rules;

/// The greatest depth of a perft. It limits the use of the stack: each ply uses a stack frame.
pub const MAX_PERFT_DEPTH: u32 = 100;

/// Counts the legal turn sequences of length `depth`. The last ply is counted in bulk.
#[must_use]
pub fn perft<R: Rules>(position: &R, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count() as u64,
        _ => {
            let mut nodes = 0;
            let _: ControlFlow<()> = position.generate(&mut |set| {
                for turn in set.turns() {
                    nodes += perft(&position.play(turn), depth - 1);
                }
                ControlFlow::Continue(())
            });
            nodes
        }
    }
}
