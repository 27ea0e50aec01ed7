//! Analysis of positions and games, drawings of positions, and pages of games.

#[path = "../common/mod.rs"]
mod common;

mod command;
mod diagrams;
mod input;
mod lines;
mod mutants;
mod page;
mod played_games;
mod review;
