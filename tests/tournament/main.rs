//! Matches and tournaments, their interruptions and statistics, and the check of engines.

#[path = "../common/mod.rs"]
mod common;

mod check;
mod clusters;
mod event;
mod faults;
mod interruptions;
mod matches;
mod openings;
mod pools;
mod ratings;
mod reports;
mod schedule;
mod settings;
mod statistics;
