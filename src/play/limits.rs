//! What a player may spend on its turns, and how long the referee waits for it.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::duration::{Span, TimeControl};

/// All limits of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct PlayerLimits {
    /// A clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeControl>,
    /// Time for each turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movetime: Option<Span>,
    /// Nodes for each turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u32>,
    /// Plies for each turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// How much later than its time an engine may answer.
    pub margin: Span,
    /// How long an engine may be silent where no clock says so, and beyond its time.
    pub stall: Span,
    /// How long it may take to start.
    pub start: Span,
    /// Whether it may think on the opponent's time.
    pub ponder: bool,
}

impl Default for PlayerLimits {
    fn default() -> Self {
        Self {
            time: None,
            movetime: None,
            nodes: None,
            depth: None,
            margin: Span::millis(20),
            stall: Span::millis(30_000),
            start: Span::millis(30_000),
            ponder: false,
        }
    }
}

impl PlayerLimits {
    /// Whether there is any bound to an engine's turn.
    #[must_use]
    pub const fn bound_a_turn(&self) -> bool {
        self.counts_time() || self.nodes.is_some() || self.depth.is_some()
    }

    /// Whether what an engine plays hangs on how fast it is.
    #[must_use]
    pub const fn counts_time(&self) -> bool {
        self.time.is_some() || self.movetime.is_some()
    }

    /// Whether the same engine plays the same game again.
    #[must_use]
    pub const fn is_reproducible(&self) -> bool {
        !self.counts_time() && !self.ponder
    }
}

/// As the tag `TimeControl` of a game record: `10+0.1`, `0.1 a turn`, `500 nodes`.
impl fmt::Display for PlayerLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [
            self.time.map(|control| control.tag()),
            self.movetime.map(|span| format!("{span} a turn")),
            self.nodes.map(|nodes| format!("{nodes} nodes")),
            self.depth.map(|depth| format!("depth {depth}")),
        ];
        let words: Vec<String> = words.into_iter().flatten().collect();
        f.write_str(&words.join(", "))
    }
}
