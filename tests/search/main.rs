//! What plays and proves: evaluation, search, solver, and what is learned from games.

#[path = "../common/mod.rs"]
mod common;

mod engine;
mod eval;
mod network;
mod solve;
mod strength;
mod suites;
mod tune;
