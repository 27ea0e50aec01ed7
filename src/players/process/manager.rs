//! The manager is the process of this program that plays games with engines. A [`Manager`] holds
//! the launcher and the stop flags of this process.

use std::sync::atomic::{AtomicBool, Ordering};

use super::launcher::Launcher;

/// What an engine needs from the manager of its games.
#[derive(Clone, Copy, Debug)]
pub struct Manager<'a> {
    /// Starts the engine.
    pub launcher: &'a Launcher,
    /// Set when games are abandoned.
    pub halt: &'a AtomicBool,
    /// Set when somebody has asked to stop: no more games begin.
    pub drain: &'a AtomicBool,
}

impl Manager<'_> {
    /// Whether games are abandoned.
    pub(super) fn is_halted(&self) -> bool {
        self.halt.load(Ordering::Relaxed)
    }

    /// Whether games are abandoned, or no more games begin because somebody has asked to stop.
    pub(super) fn is_stopping(&self) -> bool {
        self.is_halted() || self.drain.load(Ordering::Relaxed)
    }
}
