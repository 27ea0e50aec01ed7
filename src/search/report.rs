//! What a search tells its listener. The search itself never prints.

use std::time::Duration;

use super::Score;
use crate::board::Turn;
use crate::eval::Scale;

/// Whether a score is exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is.
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// One line of analysis.
#[derive(Clone, PartialEq, Debug)]
pub struct Info {
    /// Plies of the iteration.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// The rank of the line, from 1.
    pub multipv: u32,
    /// Its score, from the view of the player to play at the root.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Time since the start of the search.
    pub time: Duration,
    /// How full the transposition table is, in permille.
    pub hashfull: u32,
    /// The line.
    pub pv: Vec<Turn>,
}

/// Something worth telling while a search runs.
#[derive(Clone, PartialEq, Debug)]
pub enum Report {
    /// A line of analysis.
    Info(Info),
    /// The root turn under examination.
    CurrentTurn {
        /// Plies of the iteration.
        depth: u32,
        /// The turn.
        turn: Turn,
        /// Its number in the order of search, from 1.
        number: u32,
    },
}

impl Report {
    /// The same with scores as they are told.
    pub(super) fn told(self, scale: Scale) -> Self {
        match self {
            Report::Info(info) => Report::Info(Info {
                score: info.score.told(scale),
                ..info
            }),
            Report::CurrentTurn { .. } => self,
        }
    }
}

/// What a search comes to.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Best {
    /// The turn to play; `None` when there is none.
    pub turn: Option<Turn>,
    /// The reply to expect.
    pub ponder: Option<Turn>,
    /// The score of the turn, from the view of the player to play.
    pub score: Score,
    /// Plies of the last finished iteration.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
}
