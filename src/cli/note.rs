//! Lines on standard error.

use std::io::Write;

/// Prints a line on standard error. An error of the output is ignored.
pub(super) fn note(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}
