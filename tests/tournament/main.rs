//! Tournaments, whatever happens to them, and the check of engines.

mod check;
mod clusters;
mod faults;
mod interruptions;
mod pools;
mod program;
mod ratings;
mod reports;
mod schedule;
mod settings;
