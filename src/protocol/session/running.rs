//! The search or perft under way.

use std::sync::Arc;
use std::time::Instant;

use crate::search::Control;

/// What is running.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Task {
    Search,
    /// A search on the opponent's time, until `ponderhit`.
    Ponder,
    Perft,
    /// A question that takes long.
    Question,
}

/// A search or a perft under way.
pub(super) struct Running {
    /// The number of the search in its session.
    pub(super) number: u64,
    pub(super) task: Task,
    pub(super) control: Arc<Control>,
    /// Whether it was asked to stop.
    pub(super) stopping: bool,
    /// Whether it has reported a score.
    pub(super) has_reported: bool,
    pub(super) since: Instant,
}

impl Running {
    /// Whether it was asked to stop. The session then waits for its answer.
    pub(super) const fn is_stopping(&self) -> bool {
        self.stopping
    }
}
