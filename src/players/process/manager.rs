//! The *manager* is the Reviver process that starts the engines and plays games with them. A
//! [`Manager`] is the part of it that [`EngineProcess`](super::EngineProcess) needs: its launcher
//! and its stop flags.

use std::sync::atomic::{AtomicBool, Ordering};

use super::launcher::Launcher;

/// The manager's launcher and its two stop flags.
#[derive(Clone, Copy, Debug)]
pub struct Manager<'a> {
    /// Starts the engine.
    pub launcher: &'a Launcher,
    /// Set if the games in progress must be abandoned at once.
    pub halt: &'a AtomicBool,
    /// Set if no more games may begin. Games in progress may still end normally.
    pub drain: &'a AtomicBool,
}

impl Manager<'_> {
    /// Whether `halt` is set.
    pub(super) fn is_halted(&self) -> bool {
        self.halt.load(Ordering::Relaxed)
    }

    /// Whether `halt` or `drain` is set.
    pub(super) fn is_stopping(&self) -> bool {
        self.is_halted() || self.drain.load(Ordering::Relaxed)
    }
}
