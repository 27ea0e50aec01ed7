//! A program in a process of its own, spoken to in its protocol.
//!
//! * `pipes`, `group`: the process and its pipes
//! * `reply`, `transcript`, `conversation`: lines both ways
//! * `go`, `session`, `engine`: the player

mod conversation;
mod engine;
mod go;
mod group;
pub(crate) mod pipes;
pub(crate) mod reply;
mod session;
mod transcript;

pub use engine::{EngineProcess, Identity, StartError};
