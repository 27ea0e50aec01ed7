//! What a player may spend on its turns, and how long the referee waits for an answer.

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use super::duration::{Span, TimeControl};

/// All limits of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct PlayerLimits {
    /// A clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeControl>,
    /// Time for each turn.
    #[serde(
        deserialize_with = "above_zero",
        skip_serializing_if = "Option::is_none"
    )]
    pub movetime: Option<Span>,
    /// Nodes for each turn.
    #[serde(
        deserialize_with = "above_zero",
        skip_serializing_if = "Option::is_none"
    )]
    pub nodes: Option<u64>,
    /// Search depth for each turn, in plies.
    #[serde(
        deserialize_with = "above_zero",
        skip_serializing_if = "Option::is_none"
    )]
    pub depth: Option<u32>,
    /// How long a player may still answer after its time has run out.
    pub margin: Span,
    /// How long the referee waits for the turn of a process. Without a time limit, the wait begins
    /// with the request for the turn. With a time limit, it begins when the time and the margin
    /// have run out. A process that ponders also has this long to answer `stop`.
    pub stall: Span,
    /// How long a process may take for each of these answers: `uciok` or `ugiok`, `readyok`, and
    /// the result that it reports for a finished game.
    pub start: Span,
    /// Whether a process may think on the opponent's time.
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
    /// A limit of nodes for each turn.
    #[must_use]
    pub fn of_nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// A limit of time for each turn. The margin is one second, so that no result depends on a
    /// short delay of a busy machine.
    #[must_use]
    pub fn of_movetime(movetime: Span) -> Self {
        Self {
            movetime: Some(movetime),
            margin: Span::millis(1000),
            ..Self::default()
        }
    }

    /// Whether a turn has any limit.
    #[must_use]
    pub const fn has_limit(&self) -> bool {
        self.counts_time() || self.nodes.is_some() || self.depth.is_some()
    }

    /// Whether the player has a time limit.
    #[must_use]
    pub const fn counts_time(&self) -> bool {
        self.time.is_some() || self.movetime.is_some()
    }

    /// Whether the player's turns are independent of time: it has no time limit and does not
    /// ponder.
    #[must_use]
    pub const fn is_reproducible(&self) -> bool {
        !self.counts_time() && !self.ponder
    }

    /// The limits of a turn in the form of settings: `nodes=5000`, `movetime=100ms`,
    /// `time=10s+0.1s`.
    #[must_use]
    pub fn settings(&self) -> String {
        let words = [
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.depth.map(|depth| format!("depth={depth}")),
            self.movetime.map(|span| format!("movetime={span}")),
            self.time.map(|control| format!("time={control}")),
        ];
        let words: Vec<String> = words.into_iter().flatten().collect();
        words.join(" ")
    }
}

/// Reads a limit. It must be above 0.
///
/// # Errors
///
/// If it is 0 or malformed.
pub fn above_zero<'de, D, T>(from: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default + PartialEq + fmt::Display,
{
    let limit = T::deserialize(from)?;
    if limit == T::default() {
        let complaint = format!("{limit} is too small: a limit must be above 0");
        return Err(D::Error::custom(complaint));
    }
    Ok(Some(limit))
}

/// Writes the limits as in the tag `TimeControl` of a game record: `10+0.1`, `100ms a turn`,
/// `500 nodes`.
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
