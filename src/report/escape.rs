//! Text in HTML.

use std::fmt::Display;

/// Text with the special characters of HTML escaped.
pub(super) fn escaped(text: impl Display) -> String {
    let mut escaped = String::new();
    for letter in text.to_string().chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ => escaped.push(letter),
        }
    }
    escaped
}
