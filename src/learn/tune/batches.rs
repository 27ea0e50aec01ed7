//! Splits the samples into batches. A pass (epoch) uses each batch once.

/// The samples of one step of the optimizer. A group consists of siblings: successors of the same
/// position.
pub(in crate::learn) struct Batch<'a> {
    /// Indices of positions, for the method `sample` of `Samples`.
    pub(in crate::learn) positions: &'a [usize],
    /// Indices of groups in the list that the method `groups` of `Samples` returns.
    pub(in crate::learn) groups: &'a [usize],
}

/// Splits positions into batches of this size, and spreads the groups over the batches.
pub(in crate::learn) fn batches<'a>(
    positions: &'a [usize],
    groups: &'a [usize],
    size: usize,
) -> impl Iterator<Item = Batch<'a>> {
    let count = positions.len().div_ceil(size);
    let place = move |number: usize| number * groups.len() / count;
    positions
        .chunks(size)
        .enumerate()
        .map(move |(number, positions)| Batch {
            positions,
            groups: &groups[place(number)..place(number + 1)],
        })
}
