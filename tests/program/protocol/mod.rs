//! The protocol, used by a client that knows no rules.

mod book;
pub(crate) mod client;
mod commands;
mod document;
mod fuzz;
mod games;
mod handshake;
mod reports;
mod robustness;
mod searching;
mod tap;
mod unread;
