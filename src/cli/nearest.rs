//! Which word a mistyped word most likely means.

/// The word with the fewest errors in `typed`, if they are at most `most`. An error is a wrong,
/// missing or extra letter, or an exchange of two neighbouring letters.
pub(super) fn nearest<'a>(
    typed: &str,
    words: impl Iterator<Item = &'a str>,
    most: usize,
) -> Option<&'a str> {
    let errors = words.map(|word| (strsim::osa_distance(typed, word), word));
    let (errors, word) = errors.min()?;
    (errors <= most).then_some(word)
}
