//! The search, the perft or the question that is running.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::search::Control;

/// A search that has run for this long reports which root turn it is searching. With `debug on`, a
/// search does so from the start.
pub(super) const CURRENT_TURN_AFTER: Duration = Duration::from_secs(3);

/// The minimum time between two reports of root turns.
const CURRENT_TURN_INTERVAL: Duration = Duration::from_millis(50);

/// What is running.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Task {
    Search,
    /// A search on the opponent's time, until `ponderhit`.
    Ponder,
    Perft,
    /// A question that needs a search.
    Question,
}

/// The word for the task in messages to the client.
impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Task::Search | Task::Ponder => "search",
            Task::Perft => "perft",
            Task::Question => "question",
        })
    }
}

/// A search, a perft or a question that is running.
pub(super) struct Running {
    /// The number of the search, the perft or the question in the session.
    pub(super) number: u64,
    pub(super) task: Task,
    pub(super) control: Arc<Control>,
    /// Whether the task was asked to stop.
    pub(super) stopping: bool,
    /// Whether the task has reported a score.
    pub(super) has_reported: bool,
    /// The root turn that is being searched.
    pub(super) current: CurrentTurn,
}

impl Running {
    /// Whether the task was asked to stop. If so, the session waits for its last answer.
    pub(super) const fn is_stopping(&self) -> bool {
        self.stopping
    }
}

/// The root turn that is being searched. Reports start after [`CURRENT_TURN_AFTER`], or at once
/// with `debug on`. At most one report comes in each [`CURRENT_TURN_INTERVAL`].
pub(super) struct CurrentTurn {
    /// When the search began.
    pub(super) since: Instant,
    last_report: Option<Instant>,
    /// The `info` line that waits to be reported.
    waiting: Option<String>,
}

impl CurrentTurn {
    pub(super) const fn new(since: Instant) -> Self {
        Self {
            since,
            last_report: None,
            waiting: None,
        }
    }

    /// Sets the line to report.
    pub(super) fn set(&mut self, line: String) {
        self.waiting = Some(line);
    }

    /// When to report the waiting line. `None` if no line waits. No line is reported before the
    /// search has run for `delay`.
    pub(super) fn due(&self, delay: Duration) -> Option<Instant> {
        self.waiting.as_ref()?;
        let next = self.last_report.map(|last| last + CURRENT_TURN_INTERVAL);
        next.into_iter().chain([self.since + delay]).max()
    }

    /// Takes the line if it is due.
    pub(super) fn take(&mut self, delay: Duration) -> Option<String> {
        let now = Instant::now();
        self.due(delay).filter(|&due| due <= now)?;
        self.last_report = Some(now);
        self.waiting.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn root_turns_are_reported_after_a_while_and_not_too_often() {
        let since = Instant::now();
        let mut current = CurrentTurn::new(since);
        assert_eq!(
            (
                current.due(CURRENT_TURN_AFTER),
                current.take(Duration::ZERO)
            ),
            (None, None)
        );
        current.set("first".to_owned());
        assert_eq!(
            current.due(CURRENT_TURN_AFTER),
            Some(since + CURRENT_TURN_AFTER)
        );
        assert_eq!(current.take(CURRENT_TURN_AFTER), None);
        assert_eq!(current.take(Duration::ZERO).as_deref(), Some("first"));
        current.set("second".to_owned());
        current.set("third".to_owned());
        assert_eq!(current.take(Duration::ZERO), None);
        assert!(current.due(Duration::ZERO) >= Some(since + CURRENT_TURN_INTERVAL));
        std::thread::sleep(CURRENT_TURN_INTERVAL);
        assert_eq!(current.take(Duration::ZERO).as_deref(), Some("third"));
    }
}
