//! What a session waits for.

use super::input::Line;
use crate::engine::Event;

/// What a session waits for.
pub(super) enum Message {
    /// A line from the client.
    Line(Line),
    /// An event of the search with this number.
    Search(u64, Event),
}
