//! Engines that run as separate processes and speak UGI or UCI. The *manager* is the Reviver
//! process that starts the engines and plays games with them.
//!
//! * `launcher`, `guard`, `sweeper`, `group`, `program`: start processes, and kill them when the
//!   manager ends
//! * `pipes`, `text`: send lines to a process, read lines with bounded memory, and make the text
//!   printable
//! * `memory`, `file_limit`, `waits`: detect a shortage of memory, raise the limit of open files,
//!   measure how long threads wait for a processor
//! * `reply`, `refusal`, `transcript`, `conversation`: parse an engine's lines, record them, and
//!   wait for replies
//! * `manager`: what the other modules need from the manager: its launcher and its stop flags
//! * `go`, `session`, `engine`: write `go`, ask an engine questions, and make an engine a `Player`

mod conversation;
mod engine;
mod file_limit;
mod go;
mod group;
pub mod guard;
mod launcher;
mod manager;
mod memory;
pub(crate) mod pipes;
mod program;
mod refusal;
pub(crate) mod reply;
mod session;
mod sweeper;
mod text;
mod transcript;
mod waits;

pub use engine::{EngineProcess, Identity, StartError};
pub use file_limit::reserve_files;
pub use launcher::Launcher;
pub use manager::Manager;
pub use program::stable_program_path;
pub use refusal::RefusedOption;
