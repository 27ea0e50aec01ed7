//! Games of the engine against itself, with the scores of the search: the data for tuning and
//! training.
//!
//! This module plays such games, keeps them in files, and selects positions from them. It can also
//! search positions of these games. Near the leaves of such a search, it takes a position and
//! scores *siblings*: successors of this position. It does not learn.

mod contents;
mod encoding;
mod error;
mod file;
mod play;
mod points;
mod scored_game;
mod selection;
mod siblings;
mod version;

pub use contents::{Contents, read};
pub use encoding::DecodeError;
pub use error::{Damage, DamageCause, GamesError};
pub use file::{FileSettings, GamesFile};
pub use play::SelfPlay;
pub use scored_game::{ScoredGame, Siblings};
pub use selection::{Samples, Selection, SiblingPositions};
pub use siblings::SiblingPlan;
