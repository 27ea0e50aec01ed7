//! The catalogue of games. Each built-in game is a folder of data files.
//!
//! A folder holds `game.toml` (names, rules and switches, start, levels), `rules.md` (the rules for
//! people) and `lessons.toml` (lessons in the rules). It may also hold `weights.toml`, a network
//! and `sample.pgn` (a game of the engine against itself). `game.toml` may name another game as the
//! *base*. Without `weights.toml`, a game has the weights of its base. To add a game, add its
//! folder and a line in `FOLDERS`; to delete it, delete both. Code for a single game does not
//! belong here: what a game does follows from its family and its switches.
//!
//! A user's game is a file of the same form as `game.toml` ([`load`]). It has no `rules.md` and no
//! `lessons.toml`: its rules for people and its lessons follow from its base and its switches.

mod about;
mod catalogue;
mod definition;
mod error;
mod file;
mod fitting;
mod game;
mod lessons;
mod positions;
mod read;
mod read_about;
mod read_switches;
mod rules_text;
mod start;
mod typed;
mod values;
mod win;

pub use about::About;
pub use catalogue::{Loaded, add, all, built_in, default_game, find, names, recommended};
pub use definition::{defined, identified, same_game};
pub use error::{DefinitionError, GameError, GameProblem, UnknownGame};
pub use file::{GameFileError, load};
pub use game::{ELO, Game, HOME_WORDS};
pub use lessons::{Lesson, LessonAnswer, LessonError, LessonsError, TurnPattern, WrongTurns};
pub use rules_text::switch_values;
pub use start::{KING_PLACEMENTS, king_placements};
pub use typed::{TypedGame, Visitor};

/// The folders of the built-in games, in the order in which games are listed. The base of a game
/// comes before the game.
static FOLDERS: &[&str] = &[
    "ssehc",
    "ssehc-classic",
    "smolowitz",
    "unplay",
    "unplay-random",
    "unplay-placement",
    "unplay-strict",
    "unachess",
    "unachess-2",
];

#[cfg(test)]
mod tests;
