//! Means over many positions or groups of siblings (the successors of one position), on all cores.

use rayon::iter::ParallelIterator;
use rayon::slice::ParallelSlice;

/// A thread sums up this many terms at a time: losses of positions, losses of groups, or gradients
/// of positions. The sums are added in order, so that the result is the same on any number of
/// threads.
pub(super) const POSITIONS_PER_TASK: usize = 512;

/// The mean loss of `count` positions or groups of siblings. `loss` takes the index of one of them.
pub(in crate::learn) fn mean(count: usize, loss: impl Fn(usize) -> f64 + Sync) -> f64 {
    let numbers: Vec<usize> = (0..count).collect();
    let chunks = numbers.par_chunks(POSITIONS_PER_TASK);
    let sums: Vec<f64> = chunks
        .map(|chunk| chunk.iter().map(|&number| loss(number)).sum())
        .collect();
    sums.iter().sum::<f64>() / count.max(1) as f64
}
