//! How well an engine followed the protocol in a game.

use serde::{Deserialize, Serialize};

/// What is counted for an engine in one or more games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Conduct {
    /// Turns that it played.
    pub turns: u32,
    /// Lines that are not part of the protocol.
    pub stray: u32,
    /// Malformed `info` lines.
    pub bad_info: u32,
    /// Error messages about a command: `info string error: ...`.
    pub complaints: u32,
    /// Turns for which the last principal variation that the engine sent contained an illegal turn.
    pub illegal_line: u32,
    /// Turns for which the last principal variation that the engine sent began with another turn
    /// than the one played.
    pub other_line: u32,
}

impl Conduct {
    /// No turns and no lines.
    pub const NONE: Self = Self {
        turns: 0,
        stray: 0,
        bad_info: 0,
        complaints: 0,
        illegal_line: 0,
        other_line: 0,
    };

    /// The sums of the counts in `self` and `other`.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            turns: self.turns + other.turns,
            stray: self.stray + other.stray,
            bad_info: self.bad_info + other.bad_info,
            complaints: self.complaints + other.complaints,
            illegal_line: self.illegal_line + other.illegal_line,
            other_line: self.other_line + other.other_line,
        }
    }
}
