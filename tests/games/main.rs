//! The catalogue of games: games from text, what the reader refuses, and what switches change.

#[path = "../common/mod.rs"]
mod common;

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

use common::families;

/// Adds a game from text that names no files but those of [`families::game_file`].
fn add(text: &str) -> Result<&'static Game, GameError> {
    games::add(text, &families::beside)
}

/// The game `name` with the switches of `base` changed to these lines. `base` is a game, or a family of
/// which the catalogue has no game.
fn variation(name: &str, base: &str, switches: &str) -> &'static Game {
    let text = families::game_file(name, base, switches);
    add(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}
