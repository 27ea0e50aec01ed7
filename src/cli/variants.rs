//! `reviver variants`, and the words for someone who starts the program without any.

use crate::games;
use std::io::{Write, stdout};

use super::Error;

/// Lists the games.
pub(super) fn run() -> Result<(), Error> {
    let mut out = stdout().lock();
    for variant in games::all() {
        writeln!(out, "{:<18}{}", variant.name(), variant.summary())?;
    }
    Ok(())
}

/// A few lines on what the program can do and how a game is started, with the program called as it
/// was called this time.
pub(super) fn greet() -> Result<(), Error> {
    let program = std::env::args()
        .next()
        .unwrap_or_else(|| "reviver".to_owned());
    let mut out = stdout().lock();
    writeln!(
        out,
        "Reviver plays chess in reverse: pieces un-move and un-capture,\nand a game ends in the opening array.\n"
    )?;
    for (arguments, purpose) in [
        ("play ssehc", "play a game against the engine"),
        ("variants", "list the eight games"),
        ("help", "list all that it can do"),
    ] {
        writeln!(out, "  {program} {arguments:<14}{purpose}")?;
    }
    writeln!(
        out,
        "\nWith another program at the other end of standard input, it speaks its protocol."
    )?;
    Ok(())
}
