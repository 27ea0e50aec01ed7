//! Evaluation, search and solver, and the learning of weights and networks.

#[path = "../common/mod.rs"]
mod common;

mod damaged_games;
mod engine;
mod eval;
mod explore;
mod features;
mod network;
mod ranks;
mod siblings;
mod solve;
mod solved_tables;
mod spsa;
mod strength;
mod suites;
mod tune;
