//! An engine and whatever it starts, as one group of processes that can be ended as a whole.

#[cfg(not(unix))]
mod other;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub(super) use other::{has_ended, kill, lead};
#[cfg(unix)]
pub(super) use unix::{has_ended, kill, lead};
