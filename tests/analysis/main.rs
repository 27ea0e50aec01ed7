//! Analysis of positions and games, and how they are drawn.

mod command;
mod diagrams;
mod games;
mod input;
mod lines;
mod mutants;
mod page;
mod review;
mod run;
