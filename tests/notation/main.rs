//! Text: positions and turns, the games' own words, and game records.

#[path = "../common/mod.rs"]
mod common;

mod impossible_positions;
mod messages;
mod native;
mod positions;
mod read_back;
mod records;
mod turns;
