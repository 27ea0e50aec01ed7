//! The protocol, spoken with the real binary by a client that knows no rules.

mod client;
mod commands;
#[path = "../common/mod.rs"]
mod common;
mod document;
mod fuzz;
mod games;
mod handshake;
mod robustness;
mod searching;
mod tap;
