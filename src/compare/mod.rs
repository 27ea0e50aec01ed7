//! Compares games by engine play: who is favoured, how often a game is drawn, how long it lasts,
//! how it ends, and which of its rules are used.
//!
//! The report has a row for each game. A small search first looks for a win that a player can force
//! from the start. If the winner needs at most one turn, the game is not played. All other games
//! are played in two events of `tournament`: one at even strength, one against a weaker engine.
//! Both events have journals, can be resumed and can be split into shards.

mod forced;
mod mean;
mod measure;
mod page;
mod plan;
mod report;
mod run;
mod usage;
mod vary;
mod vary_text;

pub use forced::ForcedWin;
pub use mean::Mean;
pub use measure::{Row, WeightsOrigin};
pub use page::page;
pub use plan::{Comparison, Settings};
pub use report::{Report, table};
pub use run::{CompareError, ComparisonRun, PlayedGames, Strengths, read_known};
pub use usage::RuleUse;
pub use vary::{Variation, Variations, VaryError};
