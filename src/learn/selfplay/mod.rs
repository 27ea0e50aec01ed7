//! Games of the engine against itself, with the scores of the search: the data for tuning and training.
//!
//! How such games are played, the files that keep them, and the choice of positions from them. Nothing
//! here learns.

mod file;
mod play;
mod scored_game;
mod selection;

pub use file::{GamesError, GamesFile, read};
pub use play::SelfPlay;
pub use scored_game::ScoredGame;
pub use selection::{Samples, Selection};
