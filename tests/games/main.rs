//! The catalogue of games: games from text, what the reader refuses, and what switches change.

mod counts;
mod files;
mod keys;
mod lessons;
mod own;
mod proofs;
mod refused;
mod repetition;
mod starts;

use reviver::games::{self, Game, GameError};

/// Adds a game from text that names no files.
fn add(text: &str) -> Result<&'static Game, GameError> {
    games::add(text, &|_| None)
}

/// The game `name` with the switches of `base` changed to these lines.
fn variation(name: &str, base: &str, switches: &str) -> &'static Game {
    let text = format!("name = \"{name}\"\nbase = \"{base}\"\n\n[switches]\n{switches}\n");
    add(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}
