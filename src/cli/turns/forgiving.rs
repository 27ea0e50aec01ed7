//! Reads turns with letters of the wrong case, spaces or extra signs.

use crate::board::Turn;

/// Signs that are removed from a text before it is read as a turn. [`read_forgivingly`] then puts
/// back the comma after an un-capture (`N@f3,f6e6`), because the notation of the protocol needs it.
const EXTRA_SIGNS: [char; 7] = ['-', '–', ':', 'x', '=', ',', ';'];

/// The words for a declaration of the end, without spaces.
const DECLARATIONS: [&str; 4] = ["end", "declare", "declareend", "declaretheend"];

/// The turn that a text means if letters of the wrong case, spaces and extra signs are forgiven:
/// `B4B5`, `b4 b5`, `b4-b5`, `b4b5*R`, `n@f3 f6e6`, `R@c5#`, `declare`. `None` if the text is still
/// not a turn.
pub(super) fn read_forgivingly(text: &str) -> Option<Turn> {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let is_part = |letter: &char| !letter.is_whitespace() && !EXTRA_SIGNS.contains(letter);
    let parts: String = text.to_lowercase().chars().filter(is_part).collect();
    if DECLARATIONS.contains(&parts.as_str()) {
        return "end".parse().ok();
    }
    let Some((role, rest)) = parts.split_once('@') else {
        return parts.parse().ok();
    };
    let (square, rest) = rest.split_at_checked(2)?;
    let comma = if rest.is_empty() { "" } else { "," };
    let rest = if DECLARATIONS.contains(&rest) {
        "end"
    } else {
        rest
    };
    let role = role.to_uppercase();
    format!("{role}@{square}{comma}{rest}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_spaces_and_signs_are_forgiven() {
        for (text, turn) in [
            ("B4B5", "b4b5"),
            ("b4 b5", "b4b5"),
            ("b4-b5", "b4b5"),
            ("b4b5*R", "b4b5*r"),
            ("b4xb5 *r", "b4b5*r"),
            ("e7e8=Q", "e7e8q"),
            ("q@F6", "Q@f6"),
            ("R@c5#", "R@c5"),
            ("e2e4!?", "e2e4"),
            ("n@f3 f6-e6", "N@f3,f6e6"),
            ("N@f3, F6E6", "N@f3,f6e6"),
            ("G8G7P", "g8g7p"),
            ("e6d5*EP", "e6d5*ep"),
            ("declare", "end"),
            ("Declare the end", "end"),
            ("R@h1, declare", "R@h1,end"),
        ] {
            let read = read_forgivingly(text).map(|turn| turn.to_string());
            assert_eq!(read.as_deref(), Some(turn), "{text}");
        }
    }

    #[test]
    fn texts_that_are_not_turns_give_none() {
        for text in [
            "",
            "e4",
            "Nf3",
            "Qxd5",
            "exd5",
            "hello",
            "0000",
            "N@",
            "N@\u{e4}3",
            "@e4",
            "NN@e4",
        ] {
            assert_eq!(read_forgivingly(text), None, "{text}");
        }
    }
}
