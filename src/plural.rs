//! Numbers with nouns in sentences.

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

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_is_singular_and_all_other_numbers_are_plural() {
        assert_eq!(counted(1_usize, "reply"), "1 reply");
        assert_eq!(counted(0_u32, "reply"), "0 replies");
        assert_eq!(counted(2_u64, "turn"), "2 turns");
        assert_eq!(counted(2_u64, "day"), "2 days");
    }
}
