//! The limits of one engine in the file of an event.

use serde::Deserialize;

use crate::play::duration::{Span, TimeControl};
use crate::play::limits::{PlayerLimits, above_zero};

/// The limits that the file gives for one engine. All other limits are those that the file gives
/// for every engine. But an engine with its own `time` does not inherit `movetime`, and vice versa.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct OwnLimits {
    /// A clock.
    pub time: Option<TimeControl>,
    /// Time for each turn.
    #[serde(deserialize_with = "above_zero")]
    pub movetime: Option<Span>,
    /// Nodes for each turn.
    #[serde(deserialize_with = "above_zero")]
    pub nodes: Option<u64>,
    /// Search depth for each turn, in plies.
    #[serde(deserialize_with = "above_zero")]
    pub depth: Option<u32>,
    /// How long it may still answer after its time has run out.
    pub margin: Option<Span>,
    /// How long to wait at most until it sends its turn. With a time limit, the wait begins when
    /// the time and the margin have run out.
    pub stall: Option<Span>,
    /// How long it may take for each of the answers that [`PlayerLimits::start`] lists.
    pub start: Option<Span>,
    /// Whether it may think on the opponent's time.
    pub ponder: Option<bool>,
}

impl OwnLimits {
    /// The limits by which the engine plays: its own, and those that it inherits from `all`.
    /// `all` are the limits that the file gives for every engine.
    #[must_use]
    pub fn over(self, all: PlayerLimits) -> PlayerLimits {
        let (time, movetime) = match (self.time, self.movetime) {
            (None, None) => (all.time, all.movetime),
            own => own,
        };
        PlayerLimits {
            time,
            movetime,
            nodes: self.nodes.or(all.nodes),
            depth: self.depth.or(all.depth),
            margin: self.margin.unwrap_or(all.margin),
            stall: self.stall.unwrap_or(all.stall),
            start: self.start.unwrap_or(all.start),
            ponder: self.ponder.unwrap_or(all.ponder),
        }
    }
}
