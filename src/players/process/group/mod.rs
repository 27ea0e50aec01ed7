//! An engine and the processes that it starts, as a group that can be killed as a whole.

#[cfg(not(unix))]
mod other;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub(super) use other::{has_ended, kill, lead};
#[cfg(unix)]
pub(super) use unix::{has_ended, kill, lead};
