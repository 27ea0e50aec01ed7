//! Lines on standard error.

use std::io::Write;

/// Prints a line on standard error. It is no failure if nobody reads it.
pub(super) fn note(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}
