//! The reports of a job, which is a search of a position or the review of a game.

use serde::Serialize;
use serde_json::Value;

use crate::eval::Scale;
use crate::notation::{Native, NativeWords};
use crate::search::{Best, Bound, Info, Score, Wdl};

/// The maximum number of turns of a line that are written in native notation.
const NATIVE_TURNS: usize = 10;

/// With more lines than this, only the first turn of each is written in native notation, because
/// writing native notation delays the search.
const FEW_LINES: usize = 16;

/// A report of a job.
#[derive(Clone, PartialEq, Debug)]
pub struct News {
    /// What it reports.
    pub kind: NewsKind,
    /// The report as JSON.
    pub value: Value,
}

/// What a job reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NewsKind {
    /// A line of analysis and its rank, from 1. It replaces the earlier line of this rank.
    Info(u32),
    /// How many positions of a review are done. It replaces the earlier number.
    Progress,
    /// The answer of a search, which is the last report.
    Best,
    /// The answer of a review, which is the last report.
    Review,
    /// Why there is no answer. It is the last report.
    Error,
}

impl NewsKind {
    /// Its name in answers.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            NewsKind::Info(_) => "info",
            NewsKind::Progress => "progress",
            NewsKind::Best => "best",
            NewsKind::Review => "review",
            NewsKind::Error => "error",
        }
    }

    /// Whether it is the last report.
    #[must_use]
    pub const fn is_last(self) -> bool {
        !matches!(self, NewsKind::Info(_) | NewsKind::Progress)
    }
}

/// A player's score as JSON: `{"cp":35}` in centipawns, or `{"mate":3}` for a forced win in 3 own
/// turns. A negative number after `mate` means a forced loss. 0 means that the game is already
/// lost. 1 means a forced win in one own turn, or that the game is already won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ScoreView {
    /// Centipawns.
    Cp(i32),
    /// [`Score::forced_turns`].
    Mate(i32),
}

impl From<Score> for ScoreView {
    fn from(score: Score) -> Self {
        match score.forced_turns() {
            Some(turns) => ScoreView::Mate(turns),
            None => ScoreView::Cp(score.0),
        }
    }
}

/// A line of analysis as JSON.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct InfoView {
    depth: u32,
    seldepth: u32,
    multipv: u32,
    score: ScoreView,
    bound: &'static str,
    /// Win, draw and loss in permille.
    wdl: [u32; 3],
    nodes: u64,
    nps: u64,
    hashfull: u32,
    /// Milliseconds.
    time: u64,
    pv: Vec<String>,
    pv_native: Vec<String>,
}

impl InfoView {
    /// A line of the analysis of `position`. `lines` is the number of lines that the search was
    /// asked for.
    pub(super) fn of<R: NativeWords>(
        position: &R,
        info: &Info,
        scale: Scale,
        lines: usize,
    ) -> Self {
        let Wdl { win, draw, loss } = Wdl::of(info.score, scale);
        Self {
            depth: info.depth,
            seldepth: info.seldepth,
            multipv: info.multipv,
            score: info.score.into(),
            bound: match info.bound {
                Bound::Exact => "exact",
                Bound::Lower => "lower",
                Bound::Upper => "upper",
            },
            wdl: [win, draw, loss],
            nodes: info.nodes,
            nps: u64::try_from(info.nps()).unwrap_or(u64::MAX),
            hashfull: info.hashfull,
            time: u64::try_from(info.time.as_millis()).unwrap_or(u64::MAX),
            pv: info.pv.iter().map(ToString::to_string).collect(),
            pv_native: native_line(
                position,
                info,
                if lines > FEW_LINES { 1 } else { NATIVE_TURNS },
            ),
        }
    }
}

/// The first turns of a line in native notation.
fn native_line<R: NativeWords>(position: &R, info: &Info, max_turns: usize) -> Vec<String> {
    let mut position = position.clone();
    let mut words = Vec::with_capacity(info.pv.len().min(max_turns));
    for &turn in info.pv.iter().take(max_turns) {
        words.push(Native::new(&position).write(turn));
        position = position.play(turn);
    }
    words
}

/// The answer of a search as JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct BestView {
    turn: Option<String>,
    ponder: Option<String>,
    score: ScoreView,
    depth: u32,
    nodes: u64,
    /// The answer to a draw offer.
    #[serde(skip_serializing_if = "Option::is_none")]
    accepted: Option<bool>,
}

impl BestView {
    /// Sets the answer to a draw offer; `None` if the question is not about a draw offer.
    pub(super) fn with_answer(self, accepted: Option<bool>) -> Self {
        Self { accepted, ..self }
    }
}

impl From<Best> for BestView {
    fn from(best: Best) -> Self {
        Self {
            turn: best.turn.map(|turn| turn.to_string()),
            ponder: best.ponder.map(|turn| turn.to_string()),
            score: best.score.into(),
            depth: best.depth,
            nodes: best.nodes,
            accepted: None,
        }
    }
}
