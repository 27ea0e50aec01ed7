//! The subcommand `engine-guard`. The *manager* is the process of this program that plays games
//! with engines. A process that runs the subcommand is a guard or the sweeper. Both ensure that
//! engines are killed when the manager ends.
//!
//! * A *guard* first asks the system to kill its process when the manager ends, and then replaces
//!   itself by the engine in the same process. Only Linux has guards.
//! * The *sweeper* (`sweeper`) kills all engines that still run when the manager ends, and the
//!   processes that they started. It does nothing on systems other than Unix.

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

/// Does the task of a process that runs the subcommand `engine-guard`.
///
/// # Errors
///
/// If the sweeper cannot read its standard input, if the guard cannot become the engine, or if this
/// system does not support the task.
pub fn run(task: &Task) -> io::Result<()> {
    match task {
        Task::Sweep => sweeper::sweep(io::stdin().lock()),
        Task::Become(engine) => Err(become_engine(engine)),
    }
}
