//! Many games: which are to be played, from which openings, by which workers, and what has been played.
//!
//! The journal is the truth. All else that an event leaves behind is made from it.

pub mod config;
pub mod contest;
pub mod digest;
pub mod event;
pub mod journal;
pub mod merge;
pub mod openings;
pub mod ordered;
mod referee;
mod reproducer;
pub mod results;
pub mod runner;
pub mod schedule;
pub mod tally;
