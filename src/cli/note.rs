//! Lines on standard error.

use std::io::{IsTerminal, Write, stderr};

use super::terminal;

/// Prints a text on standard error. At a terminal, breaks long lines between words. Ignores errors.
pub(super) fn note(text: &str) {
    let _ = if stderr().is_terminal() {
        let text = terminal::wrapped(text, terminal::width());
        writeln!(anstream::stderr(), "{text}")
    } else {
        writeln!(anstream::stderr(), "{}", terminal::plain(text))
    };
}
