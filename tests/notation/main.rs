//! Text: positions and turns, native notation, and game records.

#[path = "../common/mod.rs"]
mod common;

mod comments;
mod impossible_positions;
mod messages;
mod native;
mod positions;
mod read_back;
mod records;
mod turns;
mod variations;
