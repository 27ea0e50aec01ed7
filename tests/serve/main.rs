//! Tests of access, limits and answers of `reviver serve`, which shows the board in a browser.
//! `board`, `records` and `refusals` test the answers without HTTP.

#[path = "../common/mod.rs"]
mod common;

mod answers;
mod board;
mod event;
mod files;
mod guard;
mod limits;
mod own_game;
mod records;
mod refusals;
mod server;
mod streams;
