//! Analysis of positions and games, and how they are drawn.

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
