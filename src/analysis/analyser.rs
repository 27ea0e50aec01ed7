//! The best lines of a position.

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use crate::board::Turn;
use crate::live::LiveGame;
use crate::rules::Rules;
use crate::search::{Bound, Control, Info, Limits, Options, Report, Root, Score, Search};

/// A principal variation and its score from the view of the player to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PvLine {
    /// The depth of the iteration that found the line. After a stopped search, some lines can come
    /// from earlier iterations.
    pub depth: u32,
    /// The score.
    pub score: Score,
    /// The turns.
    pub turns: Vec<Turn>,
}

/// The result of the search of a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Analysis {
    /// The best lines, the best one first; none if there is no legal turn.
    pub lines: Vec<PvLine>,
    /// The depth of the last finished iteration.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// The nodes searched.
    pub nodes: u64,
    /// The time used.
    pub time: Duration,
    /// The depth at which the best turn last changed.
    pub best_turn_depth: u32,
}

impl Analysis {
    /// The best turn.
    #[must_use]
    pub fn best(&self) -> Option<Turn> {
        self.lines
            .first()
            .and_then(|line| line.turns.first().copied())
    }

    /// The score of the best turn.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }
}

/// A search that analyses positions, one after another.
#[derive(Debug)]
pub struct Analyser<R> {
    search: Search<R>,
}

impl<R: Rules> Analyser<R> {
    /// An analyser with these search options.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self {
            search: Search::new(options),
        }
    }

    /// Clears the transposition table and all histories.
    pub fn clear(&mut self) {
        self.search.clear();
    }

    /// Searches the present position of a game. The earlier positions count for repetition.
    /// `on_info` gets all search information.
    pub fn analyse(
        &mut self,
        game: &LiveGame<R>,
        limits: &Limits,
        control: &Control,
        on_info: &mut dyn FnMut(&Info),
    ) -> Analysis {
        let started = Instant::now();
        let mut reported = ReportedLines::default();
        let (mut seldepth, mut best_turn_depth) = (0, 0);
        let mut on_report = |report: Report| {
            let Report::Info(info) = report else { return };
            on_info(&info);
            if info.bound != Bound::Exact {
                return;
            }
            seldepth = seldepth.max(info.seldepth);
            let best = info.pv.first().copied();
            if info.multipv <= 1 && reported.best != best {
                (reported.best, best_turn_depth) = (best, info.depth);
            }
            reported.add(info);
        };
        let (position, keys) = (game.position(), game.keys());
        let best = self
            .search
            .go(Root { position, keys }, limits, control, &mut on_report);
        let multipv = self.search.options().multipv.max(1);
        let lines = best.turn.map_or_else(Vec::new, |turn| {
            let best = PvLine {
                depth: best.depth.max(1),
                score: best.score,
                turns: vec![turn],
            };
            reported.into_lines(best, multipv)
        });
        Analysis {
            lines,
            depth: best.depth,
            seldepth: seldepth.max(best.depth),
            nodes: best.nodes,
            time: started.elapsed(),
            best_turn_depth: best_turn_depth.max(1),
        }
    }
}

/// For each root turn, the last line reported with an exact score.
#[derive(Default)]
struct ReportedLines {
    lines: Vec<RankedLine>,
    /// The best turn so far.
    best: Option<Turn>,
}

/// A line and its rank in its iteration, counted from 1.
struct RankedLine {
    rank: u32,
    line: PvLine,
}

impl ReportedLines {
    fn add(&mut self, info: Info) {
        let line = PvLine {
            depth: info.depth,
            score: info.score,
            turns: info.pv,
        };
        let first = line.turns.first();
        self.lines.retain(|known| known.line.turns.first() != first);
        let rank = info.multipv;
        self.lines.insert(0, RankedLine { rank, line });
    }

    /// At most `count` lines, the best one first. The best line begins with the turn of `best` and
    /// has the score of `best`.
    fn into_lines(self, best: PvLine, count: usize) -> Vec<PvLine> {
        let mut ranked = self.lines;
        ranked.sort_by_key(|RankedLine { rank, line }| {
            (Reverse(line.depth), Reverse(line.score), *rank)
        });
        let mut lines: Vec<PvLine> = ranked.into_iter().map(|ranked| ranked.line).collect();
        let index = lines
            .iter()
            .position(|line| line.turns.first() == best.turns.first());
        let first = match index {
            Some(index) => PvLine {
                score: best.score,
                ..lines.remove(index)
            },
            None => best,
        };
        lines.insert(0, first);
        lines.truncate(count);
        lines
    }
}
