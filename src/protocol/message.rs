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
    /// Writing to the output has failed.
    OutputFailed,
    /// Writing to the log with this number has failed.
    LogFailed(u64),
    /// A report of the question with this number.
    News(u64, News),
}
