//! The protocol as clients use it.

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
