//! Makes the output of engines printable. All text from an engine passes through here.

/// The text of an engine in a form that can be printed and stored. Bytes that are not UTF-8 become
/// U+FFFD, and a tab becomes a space. Control characters, direction marks, combining accents and
/// the like are escaped, as in `\u{1b}`: they could deceive a reader.
pub(super) fn printable(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\t' => shown.push(' '),
            // `escape_debug` would escape these too, but they cannot deceive a reader.
            '\\' | '\'' | '"' => shown.push(letter),
            _ => shown.extend(letter.escape_debug()),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_characters_that_could_deceive_a_reader_are_escaped() {
        for (from, to) in [
            ("info depth 1", "info depth 1"),
            (
                "id name Éloïse \"II\" \\o/ 'x'",
                "id name Éloïse \"II\" \\o/ 'x'",
            ),
            ("a\tb", "a b"),
            ("\u{1b}[2Jgone", "\\u{1b}[2Jgone"),
            ("one\rtwo", "one\\rtwo"),
            ("e\u{301}", "e\\u{301}"),
            ("\u{9b}31m\u{7f}\u{7}", "\\u{9b}31m\\u{7f}\\u{7}"),
            (
                "\u{202e}live\u{2066}\u{200f}",
                "\\u{202e}live\\u{2066}\\u{200f}",
            ),
            ("\u{feff}\u{200b}\u{2028}", "\\u{feff}\\u{200b}\\u{2028}"),
        ] {
            assert_eq!(printable(from.as_bytes()), to);
        }
        assert_eq!(printable(b"\xff\xfe"), "\u{fffd}\u{fffd}");
    }
}
