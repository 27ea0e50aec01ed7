//! Numbers with nouns, and lists of words, in sentences.

use std::fmt::Display;

/// A number and a noun: "1 step", "2 steps", "2 replies". The only plurals are -s and -ies.
pub(crate) fn counted<N: Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    if number == N::from(1) {
        return format!("1 {noun}");
    }
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{number} {stem}ies"),
        _ => format!("{number} {noun}s"),
    }
}

/// Words as a list: "a", "a and b", "a, b and c" if `conjunction` is " and ". If there are no
/// words, the text is empty.
pub(crate) fn listed<W: AsRef<str>>(words: &[W], conjunction: &str) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.split_last() {
        None => String::new(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{}{conjunction}{last}", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::{counted, listed};

    #[test]
    fn one_is_singular_and_all_other_numbers_are_plural() {
        assert_eq!(counted(1_usize, "reply"), "1 reply");
        assert_eq!(counted(0_u32, "reply"), "0 replies");
        assert_eq!(counted(2_u64, "turn"), "2 turns");
        assert_eq!(counted(2_u64, "day"), "2 days");
    }

    #[test]
    fn a_conjunction_stands_before_the_last_word_of_a_list() {
        assert_eq!(listed(&["a", "b", "c"], " and "), "a, b and c");
        assert_eq!(listed(&["a", "b"], ", or "), "a, or b");
        assert_eq!(listed(&["a"], " and "), "a");
        assert_eq!(listed::<&str>(&[], " and "), "");
    }
}
