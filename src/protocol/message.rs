//! The messages that a session handles.

use super::input::InputLine;
use crate::engine::EngineEvent;
use crate::questions::News;

/// The messages that a session handles.
pub(super) enum Message {
    /// A line from the client.
    Line(InputLine),
    /// An event of the search or perft with this number.
    Search(u64, EngineEvent),
    /// The output cannot be written any more.
    OutputFailed,
    /// The log with this number cannot be written any more.
    LogFailed(u64),
    /// A report of the question with this number.
    News(u64, News),
}
