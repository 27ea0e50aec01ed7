//! The sweeper: a process that kills the remaining engine processes when the manager ends, however
//! it ends. It is needed because only Linux kills an engine when its manager ends, and even Linux
//! does not kill the processes that the engine started.

#[cfg(not(unix))]
mod other;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub(super) use other::{Sweeper, sweep};
#[cfg(unix)]
pub(super) use unix::{Sweeper, sweep};
