//! The protocol as clients use it. Most of the clients in these tests do not know the rules.

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
