//! Games of the engine against itself, with the scores of the search: the data for tuning and training.
//!
//! How such games are played, the files that keep them, and the choice of positions from them. Nothing
//! here learns.

mod contents;
mod encoding;
mod error;
mod file;
mod play;
mod scored_game;
mod selection;

pub use contents::{Contents, read};
pub use encoding::GameProblem;
pub use error::{Damage, DamageCause, GamesError};
pub use file::{FileTerms, GamesFile};
pub use play::SelfPlay;
pub use scored_game::ScoredGame;
pub use selection::{Samples, Selection};
