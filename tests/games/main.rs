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
mod rules_texts;
mod starts;

use reviver::games::{self, Game, GameError};

use common::families;

/// Adds a game from the text of a game file. The text may name only one other file: the empty file
/// of weights that [`families::game_file`] names.
fn add(text: &str) -> Result<&'static Game, GameError> {
    games::add(text, &families::beside)
}

/// Adds a game called `name`. Each line of `switches` sets one switch. `base` names a built-in
/// game, which gives the other switches. If there is no such game, `base` must name a family, and
/// the other switches have the base values of the family. If a game of [`games::all`] has the same
/// rules and the same start, returns that game.
fn variation(name: &str, base: &str, switches: &str) -> &'static Game {
    let text = families::game_file(name, base, switches);
    add(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}
