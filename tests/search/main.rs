//! Evaluation, search and solver, and the learning of weights and networks.

#[path = "../common/mod.rs"]
mod common;

mod engine;
mod eval;
mod network;
mod solve;
mod strength;
mod suites;
mod tune;
