//! `reviver variants`, and the words for someone who starts the program without any.

use std::io::{Write, stdout};

use super::Error;
use crate::rules::Variant;

/// Lists the games.
pub(super) fn run() -> Result<(), Error> {
    let mut out = stdout().lock();
    for variant in Variant::ALL {
        writeln!(out, "{:<18}{}", variant.name(), variant.summary())?;
    }
    Ok(())
}

/// A few lines on what the program can do and how a game is started.
pub(super) fn greet() -> Result<(), Error> {
    stdout().lock().write_all(
        b"Reviver plays chess in reverse: pieces un-move and un-capture, and games end in the opening array.\n\
          \n  reviver play ssehc      play a game against the engine\
          \n  reviver variants        list the eight games\
          \n  reviver help            list all that it can do\
          \n\nFed by another program through standard input, it speaks its protocol.\n",
    )?;
    Ok(())
}
