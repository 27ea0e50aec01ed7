//! Tests of the line protocol. The module `client` starts the program and exchanges lines with it.

mod book;
pub(crate) mod client;
mod commands;
mod document;
mod fuzz;
mod games;
mod handshake;
mod queries;
mod reports;
mod robustness;
mod searching;
mod unread;
