//! Comparing games by play: who is favoured, how often a game is drawn, how long it lasts, what decides
//! it, and which of its rules are ever used.
//!
//! Each game is a row. It is played by the engine against itself at even strength, and by the engine
//! against a weaker one. Both are events of `tournament`, so that they have journals, can be resumed and
//! played in shards. Everything that is reported follows from the games.

mod forced;
mod measure;
mod page;
mod plan;
mod report;
mod run;
mod usage;
mod vary;

pub use forced::Forced;
pub use measure::{Row, Weights};
pub use page::page;
pub use plan::{Comparison, Settings};
pub use report::{Report, table};
pub use run::{CompareError, Known, Part, play, read_known};
pub use usage::RuleUse;
pub use vary::{Variation, VaryError};
