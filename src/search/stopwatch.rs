//! Measures time. In a search, only [`Stopwatch`] reads the clock of the machine.

use std::time::{Duration, Instant};

/// Measures the time of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts now.
    #[must_use]
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// The time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}
