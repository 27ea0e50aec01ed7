//! The sweeper: a process that kills what is left of the engines when the manager ends, whatever ends it.
//! The system kills an engine with its manager only on Linux, and never the processes that it started.

#[cfg(not(unix))]
mod other;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub(super) use other::{Sweeper, sweep};
#[cfg(unix)]
pub(super) use unix::{Sweeper, sweep};
