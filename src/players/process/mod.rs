//! A program in a process of its own, spoken to in its protocol.
//!
//! * [`child`], `group`: the process and its pipes
//! * [`reply`], `transcript`, [`conversation`]: lines both ways
//! * [`go`], [`client`]: the questions a referee asks

pub mod child;
pub mod client;
pub mod conversation;
pub mod go;
mod group;
pub mod reply;
mod transcript;
