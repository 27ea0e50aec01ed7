//! Text: positions and turns, the games' own words, and game records.

#[path = "../common/mod.rs"]
mod common;

mod messages;
mod native;
mod positions;
mod records;
