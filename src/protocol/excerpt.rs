//! Prepares input for error messages: cuts long input and escapes unprintable characters.

/// A piece of input for an error message: cut to 60 characters, unprintable characters escaped.
#[must_use]
pub fn excerpt(input: &str) -> String {
    printable(input, 60)
}

/// An error message that may contain input: cut to 400 characters, unprintable characters escaped.
#[must_use]
pub fn error_line(message: &str) -> String {
    printable(message, 400)
}

fn printable(text: &str, limit: usize) -> String {
    let mut shown = String::new();
    for letter in text.chars().take(limit) {
        if letter.is_ascii_graphic() || letter == ' ' {
            shown.push(letter);
        } else {
            shown.extend(letter.escape_debug());
        }
    }
    if text.chars().nth(limit).is_some() {
        shown.push_str("...");
    }
    shown
}
