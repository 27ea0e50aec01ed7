//! Analysis of positions and games, and how they are drawn.

mod command;
#[path = "../common/mod.rs"]
mod common;
mod diagrams;
mod games;
mod input;
mod lines;
mod mutants;
mod page;
mod review;
mod run;
