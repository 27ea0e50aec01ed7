//! Tournaments: the schedule, the openings, the workers, and the journal.
//!
//! A worker is a thread that plays games of the schedule, one at a time. The referee (`play`) runs
//! each game. The journal records every game of an event; `report` makes the result files from it.

pub mod config;
pub mod digest;
mod engines;
pub mod event;
mod fault_files;
pub mod folder;
mod game;
mod inspect;
pub mod journal;
pub mod matches;
pub mod merge;
pub mod observer;
pub mod openings;
mod own_limits;
mod quoting;
mod reproducer;
pub mod results;
pub mod runner;
pub mod schedule;
pub mod shards;
mod toml_error;
pub mod workers;

pub use engines::EngineSource;
pub use game::FinishedGame;
pub use own_limits::OwnLimits;
pub use reproducer::Reproducer;
