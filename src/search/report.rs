//! What a search reports while it runs and when it ends. The search itself never prints.

use std::time::Duration;

use super::score::Score;
use crate::board::Turn;
use crate::eval::Scale;

/// How a score relates to the true score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The score is exact.
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// One line of analysis.
#[derive(Clone, PartialEq, Debug)]
pub struct Info {
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// The greatest ply reached (selective depth).
    pub seldepth: u32,
    /// Rank of the line, from 1.
    pub multipv: u32,
    /// Score of the line, from the view of the player to play at the root.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Time since the start of the search.
    pub time: Duration,
    /// How full the transposition table is, in permille.
    pub hashfull: u32,
    /// The principal variation.
    pub pv: Vec<Turn>,
}

impl Info {
    /// Nodes per second.
    #[must_use]
    pub fn nps(&self) -> u128 {
        u128::from(self.nodes) * 1_000_000 / self.time.as_micros().max(1)
    }
}

/// Progress of a running search.
#[derive(Clone, PartialEq, Debug)]
pub enum Report {
    /// A line of analysis.
    Info(Info),
    /// The root move that is being searched.
    CurrentTurn {
        /// Depth of the iteration, in plies.
        depth: u32,
        /// The root move.
        turn: Turn,
        /// Its place in the order of search, from 1.
        number: u32,
    },
    /// There is no root move: the game is over in the root position. The score is [`Score::WIN`],
    /// -[`Score::WIN`] or [`Score::DRAW`].
    Decided(Score),
}

impl Report {
    /// Converts the score of a [`Report::Info`] by [`Score::reported`]. Other reports stay as they
    /// are: the score of [`Report::Decided`] is the same on every scale.
    pub(super) fn reported(self, scale: Scale) -> Self {
        match self {
            Report::Info(info) => Report::Info(Info {
                score: info.score.reported(scale),
                ..info
            }),
            Report::CurrentTurn { .. } | Report::Decided(_) => self,
        }
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Best {
    /// The turn to play; `None` if there is no root move.
    pub turn: Option<Turn>,
    /// The expected reply, on which the engine may ponder.
    pub ponder: Option<Turn>,
    /// The score of the turn, from the view of the player to play.
    pub score: Score,
    /// Depth of the last finished iteration, in plies.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
}
