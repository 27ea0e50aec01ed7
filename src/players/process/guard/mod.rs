//! The guard: a short program between the manager and an engine. It arranges that the system kills
//! the engine when the manager ends, and then becomes the engine. Only Linux can do that.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod other;
mod task;

use std::io;

#[cfg(target_os = "linux")]
pub(super) use linux::Guard;
#[cfg(target_os = "linux")]
use linux::become_engine;
#[cfg(not(target_os = "linux"))]
pub(super) use other::Guard;
#[cfg(not(target_os = "linux"))]
use other::become_engine;

use super::sweeper;
pub use task::{Engine, SUBCOMMAND, Task};

/// Does the task of a guard process.
///
/// # Errors
///
/// If standard input fails, or the guard cannot become the engine.
pub fn run(task: &Task) -> io::Result<()> {
    match task {
        Task::Sweep => sweeper::sweep(io::stdin().lock()),
        Task::Become(engine) => Err(become_engine(engine)),
    }
}
