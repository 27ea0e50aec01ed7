//! The batches of a pass.

/// Positions and groups of siblings, by their indices in the samples.
pub(in crate::learn) struct Batch<'a> {
    /// The positions.
    pub(in crate::learn) positions: &'a [usize],
    /// The groups.
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
