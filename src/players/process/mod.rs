//! A program in a process of its own, spoken to in its protocol.
//!
//! * `launcher`, `guard`, `sweeper`, `group`, `program`: starting processes, and ending them with the
//!   manager
//! * `pipes`, `text`: lines from and to a process, within bounds of memory
//! * `memory`, `file_limit`, `load`: what the computer may lack
//! * `reply`, `transcript`, `conversation`: lines with a meaning
//! * `go`, `session`, `engine`: the player

mod conversation;
mod engine;
mod file_limit;
mod go;
mod group;
pub mod guard;
mod launcher;
mod load;
mod manager;
mod memory;
pub(crate) mod pipes;
mod program;
pub(crate) mod reply;
mod session;
mod sweeper;
mod text;
mod transcript;

pub use engine::{EngineProcess, Identity, StartError};
pub use file_limit::reserve_files;
pub use launcher::Launcher;
pub use manager::Manager;
pub use program::lasting_program;
