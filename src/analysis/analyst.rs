//! The best lines of a position.

use std::time::{Duration, Instant};

use crate::board::Turn;
use crate::game::Game;
use crate::rules::Rules;
use crate::search::{Bound, Control, Info, Limits, Options, Report, Score, Search};

/// A line, with its score from the view of the player to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The score.
    pub score: Score,
    /// The turns.
    pub turns: Vec<Turn>,
}

/// What a search has found out about a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Findings {
    /// The best lines, best first; none where there is no turn.
    pub lines: Vec<Line>,
    /// Plies of the last finished iteration.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// Nodes.
    pub nodes: u64,
    /// Time.
    pub time: Duration,
    /// The depth from which on the best turn stayed the same.
    pub settled: u32,
}

impl Findings {
    /// The best turn.
    #[must_use]
    pub fn best(&self) -> Option<Turn> {
        self.lines
            .first()
            .and_then(|line| line.turns.first().copied())
    }

    /// Its score.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }
}

/// An engine that looks at positions.
#[derive(Debug)]
pub struct Analyst<R> {
    search: Search<R>,
}

impl<R: Rules> Analyst<R> {
    /// An engine with these settings.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self {
            search: Search::new(options),
        }
    }

    /// Forgets what was learned from earlier positions.
    pub fn clear(&mut self) {
        self.search.clear();
    }

    /// Looks at the present position of a game, whose way there counts for repetition. `listen` hears
    /// of the progress.
    pub fn look(
        &mut self,
        game: &Game<R>,
        limits: &Limits,
        control: &Control,
        listen: &mut dyn FnMut(&Info),
    ) -> Findings {
        let started = Instant::now();
        let mut lines: Vec<Line> = Vec::new();
        let (mut seldepth, mut settled) = (0, 0);
        let mut hear = |report: Report| {
            let Report::Info(info) = report else { return };
            listen(&info);
            if info.bound != Bound::Exact {
                return;
            }
            seldepth = seldepth.max(info.seldepth);
            let index = (info.multipv as usize).saturating_sub(1);
            let line = Line {
                score: info.score,
                turns: info.pv,
            };
            match lines.get_mut(index) {
                Some(known) => {
                    if index == 0 && known.turns.first() != line.turns.first() {
                        settled = info.depth;
                    }
                    *known = line;
                }
                None => lines.push(line),
            }
        };
        let (position, keys) = (game.position(), game.keys());
        let best = self.search.go(position, keys, limits, control, &mut hear);
        if let Some(turn) = best.turn {
            put_first(&mut lines, turn, best.score);
            lines.truncate(self.search.options().multipv.max(1));
        }
        Findings {
            lines,
            depth: best.depth,
            seldepth: seldepth.max(best.depth),
            nodes: best.nodes,
            time: started.elapsed(),
            settled: settled.max(1),
        }
    }
}

/// Puts the line of the best turn in front, made where none was told of, and keeps one line a turn:
/// an iteration that was cut short may have told of a turn on two ranks.
fn put_first(lines: &mut Vec<Line>, turn: Turn, score: Score) {
    let known = lines
        .iter()
        .position(|line| line.turns.first() == Some(&turn));
    let turns = known.map_or_else(|| vec![turn], |index| lines.remove(index).turns);
    lines.insert(0, Line { score, turns });
    let mut seen = Vec::with_capacity(lines.len());
    lines.retain(|line| {
        let first = line.turns.first().copied();
        let new = !seen.contains(&first);
        seen.push(first);
        new
    });
    // Those of an iteration that was cut short stand among those of the one before.
    if let Some((_, others)) = lines.split_first_mut() {
        others.sort_by_key(|line| std::cmp::Reverse(line.score));
    }
}
