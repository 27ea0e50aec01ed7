//! The sweeper: a process that kills the remaining engines when the manager ends, even if the
//! manager is killed. The manager is the Reviver process that started the engines. Unlike the
//! guards (module `guard`), the sweeper also kills the processes that the engines started.

#[cfg(not(unix))]
mod other;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub(super) use other::{Sweeper, sweep};
#[cfg(unix)]
pub(super) use unix::{Sweeper, sweep};
