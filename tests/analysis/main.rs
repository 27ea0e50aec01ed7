//! Analysis of positions and games, and how they are drawn.

#[path = "../common/mod.rs"]
mod common;

mod command;
mod diagrams;
mod games;
mod input;
mod lines;
mod mutants;
mod page;
mod review;
