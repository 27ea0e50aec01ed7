//! The best lines of a position.

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use crate::board::Turn;
use crate::live::LiveGame;
use crate::rules::Rules;
use crate::search::{Bound, Control, Info, Limits, Options, Report, Root, Score, Search};

/// A line, with its score from the view of the player to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Plies of the iteration that it comes from: when the search was cut short, the last lines are
    /// those of the iteration before.
    pub depth: u32,
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
        game: &LiveGame<R>,
        limits: &Limits,
        control: &Control,
        listen: &mut dyn FnMut(&Info),
    ) -> Findings {
        let started = Instant::now();
        let mut told = Told::default();
        let (mut seldepth, mut settled) = (0, 0);
        let mut hear = |report: Report| {
            let Report::Info(info) = report else { return };
            listen(&info);
            if info.bound != Bound::Exact {
                return;
            }
            seldepth = seldepth.max(info.seldepth);
            let first = info.pv.first().copied();
            if info.multipv <= 1 && told.first != first {
                (told.first, settled) = (first, info.depth);
            }
            told.hear(info);
        };
        let (position, keys) = (game.position(), game.keys());
        let best = self
            .search
            .go(Root { position, keys }, limits, control, &mut hear);
        let multipv = self.search.options().multipv.max(1);
        let lines = best.turn.map_or_else(Vec::new, |turn| {
            let depth = best.depth.max(1);
            told.lines(turn, best.score, depth, multipv)
        });
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

/// What a search has told: for each turn its latest line, with the rank that it had.
#[derive(Default)]
struct Told {
    ranked: Vec<(u32, Line)>,
    /// The best turn so far.
    first: Option<Turn>,
}

impl Told {
    fn hear(&mut self, info: Info) {
        let line = Line {
            depth: info.depth,
            score: info.score,
            turns: info.pv,
        };
        let first = line.turns.first();
        self.ranked
            .retain(|(_, known)| known.turns.first() != first);
        self.ranked.insert(0, (info.multipv, line));
    }

    /// The lines, that of the best turn in front. An iteration that was cut short has not told of
    /// all of them; those of the one before follow.
    fn lines(self, best: Turn, score: Score, depth: u32, count: usize) -> Vec<Line> {
        let mut ranked = self.ranked;
        ranked.sort_by_key(|(rank, line)| (Reverse(line.depth), Reverse(line.score), *rank));
        let mut lines: Vec<Line> = ranked.into_iter().map(|(_, line)| line).collect();
        let at = lines
            .iter()
            .position(|line| line.turns.first() == Some(&best));
        let known = at.map(|index| lines.remove(index));
        let line = known.map_or_else(
            || Line {
                depth,
                score,
                turns: vec![best],
            },
            |line| Line { score, ..line },
        );
        lines.insert(0, line);
        lines.truncate(count);
        lines
    }
}
