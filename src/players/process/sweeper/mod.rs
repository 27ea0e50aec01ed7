//! The sweeper: a process that kills the remaining engine processes when the manager ends, even if
//! the manager is killed. On Linux the guards alone would end only the engines, not the processes
//! that the engines started.

#[cfg(not(unix))]
mod other;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub(super) use other::{Sweeper, sweep};
#[cfg(unix)]
pub(super) use unix::{Sweeper, sweep};
