//! What a player may spend on its turns.

use std::fmt;
use std::time::Duration;

use crate::search::{Limits, TimeLimit};

/// What a player may spend on its turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// So many nodes a turn.
    Nodes(u64),
    /// So many plies a turn.
    Depth(u32),
    /// So much time a turn.
    MoveTime(Duration),
    /// A clock.
    Clock {
        /// What it shows at first.
        base: Duration,
        /// What is added after each turn.
        increment: Duration,
    },
}

impl Budget {
    /// The limits of a turn, where the player's clock, if there is one, shows `remaining`.
    #[must_use]
    pub fn limits(self, remaining: Duration) -> Limits {
        let mut limits = Limits::default();
        match self {
            Budget::Nodes(nodes) => limits.nodes = Some(nodes),
            Budget::Depth(depth) => limits.depth = Some(depth),
            Budget::MoveTime(time) => limits.time = TimeLimit::Fixed(time),
            Budget::Clock { increment, .. } => {
                limits.time = TimeLimit::Clock {
                    remaining,
                    increment,
                    turns_to_go: None,
                }
            }
        }
        limits
    }

    /// Whether the same game comes out each time.
    #[must_use]
    pub const fn is_reproducible(self) -> bool {
        matches!(self, Budget::Nodes(_) | Budget::Depth(_))
    }
}

/// As a setting is written: `nodes=5000`, `depth=6`, `movetime=0.1`, `clock=10+0.1`, in seconds.
impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Nodes(nodes) => write!(f, "nodes={nodes}"),
            Budget::Depth(depth) => write!(f, "depth={depth}"),
            Budget::MoveTime(time) => write!(f, "movetime={}", time.as_secs_f64()),
            Budget::Clock { base, increment } => {
                let [base, increment] = [base, increment].map(Duration::as_secs_f64);
                write!(f, "clock={base}+{increment}")
            }
        }
    }
}
