//! `reviver variants`, and the greeting of the program without a subcommand.

use crate::games;
use std::io::{Write, stdout};

use super::Error;

/// Lists the games.
pub(super) fn run() -> Result<(), Error> {
    let mut out = stdout().lock();
    for game in games::all() {
        writeln!(out, "{:<18}{}", game.name(), game.summary())?;
    }
    Ok(())
}

/// Prints what the program does and how to start a game. The examples use the name by which the
/// program was started.
pub(super) fn greet() -> Result<(), Error> {
    let program = std::env::args()
        .next()
        .unwrap_or_else(|| "reviver".to_owned());
    let mut out = stdout().lock();
    writeln!(
        out,
        "Reviver plays chess in reverse: pieces un-move and un-capture,\nand a game ends in the opening array.\n"
    )?;
    let play = format!("play {}", games::default_game().name());
    for (arguments, purpose) in [
        (play.as_str(), "play a game against the engine"),
        ("variants", "list the games"),
        ("help", "list all subcommands"),
    ] {
        writeln!(out, "  {program} {arguments:<14}{purpose}")?;
    }
    writeln!(
        out,
        "\nIf its standard input is not a terminal, the program speaks its protocol."
    )?;
    Ok(())
}
