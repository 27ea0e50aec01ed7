//! Which word a mistyped word most likely means.

/// The word of `words` that differs from `typed` by the fewest errors. `None` if each word differs
/// by more than `most` errors. An error is a wrong, missing or extra letter, or an exchange of two
/// neighbouring letters.
pub(crate) fn nearest<'a>(
    typed: &str,
    words: impl Iterator<Item = &'a str>,
    most: usize,
) -> Option<&'a str> {
    let errors = words.map(|word| (strsim::osa_distance(typed, word), word));
    let (errors, word) = errors.min()?;
    (errors <= most).then_some(word)
}
