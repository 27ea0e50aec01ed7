//! The server of the board in the browser, over raw HTTP: who may send requests, how many and how large
//! they may be, and what is answered.

#[path = "../common/mod.rs"]
mod common;

mod answers;
mod board;
mod event;
mod guard;
mod limits;
mod own_game;
mod refusals;
mod server;
mod streams;
