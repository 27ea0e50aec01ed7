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

/// Adds a game from text. The only file that the text may name is the file of weights that
/// [`families::game_file`] names.
fn add(text: &str) -> Result<&'static Game, GameError> {
    games::add(text, &families::beside)
}

/// Adds a game that differs from `base` by the name and by the switches in these lines. `base` is the name
/// of a built-in game. If no built-in game has this name, `base` is the name of a family.
fn variation(name: &str, base: &str, switches: &str) -> &'static Game {
    let text = families::game_file(name, base, switches);
    add(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}
