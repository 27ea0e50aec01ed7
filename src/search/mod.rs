//! The search: alpha-beta over turns, generic over the rules.
//!
//! The search depends on no particular game: weights, network and level curve are settings. Scores
//! belong to players (seats), not to colours, because players can switch colours.
//! Turns are what chess programs call moves; "root move", "null move" and similar terms have their
//! usual meaning.

mod args;
mod control;
mod exchange;
mod history;
mod levels;
mod limits;
mod node;
mod noisy;
mod options;
mod ordering;
mod pages;
pub mod params;
mod picker;
mod quiesce;
mod reduction;
mod report;
mod root;
mod root_moves;
mod score;
mod searcher;
mod selective;
mod shared;
mod skill;
mod stopwatch;
mod table;
mod threads;
pub mod time_manager;
mod wdl;
mod window;
mod worker;

pub use args::Root;
pub use control::Control;
pub use levels::{LevelCurve, LevelCurveError};
pub use limits::{Limits, TimeLimit};
pub use options::{Options, Strength};
pub use params::{ParamChanges, Params};
pub use report::{Best, Bound, Info, Report};
pub use score::{MAX_PLY, Score};
pub use searcher::Search;
pub use stopwatch::Stopwatch;
pub use threads::STACK_SIZE;
pub use wdl::Wdl;
