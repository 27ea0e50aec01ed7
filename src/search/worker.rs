//! One thread of a search: what it shares with the others, what it remembers, and the line of play
//! on which it stands.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::Control;
use super::clock::{Clock, Stopwatch};
use super::history::{Footprint, History, Past};
use super::params::Params;
use super::picker::Candidate;
use super::reduction::Reductions;
use super::score::{MAX_PLY, Score};
use super::strength::Misjudgement;
use super::table::Table;
use crate::board::{Key, Turn};
use crate::eval::{Contempt, Evaluator, LIMIT, Network, Weights};
use crate::rules::{DrawCause, Rules, Seat, draw::FIFTY_MOVES};

/// The search has been told to end; whatever is under way is worth nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Halted;

/// A score, unless the search has been told to end.
pub(super) type Searched = Result<Score, Halted>;

/// Plies to which lines reach.
pub(super) const PLIES: usize = MAX_PLY as usize;

/// Nodes between two looks at the clock. With several hundred turns a node takes up to 50
/// microseconds, so that this is a few milliseconds at worst.
const POLL: u64 = 64;

/// What all threads of a search share.
#[derive(Debug)]
pub(super) struct Shared<'a> {
    /// What is known of positions.
    pub(super) table: &'a Table,
    /// The numbers.
    pub(super) params: &'a Params,
    /// The weights of the evaluation.
    pub(super) weights: &'a Weights,
    /// The network beside them.
    pub(super) network: Option<&'a Network>,
    /// The lead on which the player at the root counts.
    pub(super) contempt: Contempt,
    /// How much late turns are reduced.
    pub(super) reductions: &'a Reductions,
    /// The strings from outside.
    pub(super) control: &'a Control,
    /// How positions are misjudged in weakened play.
    pub(super) misjudgement: Option<Misjudgement>,
    /// Nodes of all threads at most.
    pub(super) node_limit: Option<u64>,
    /// The time for this turn.
    pub(super) clock: Option<Clock>,
    /// Whether the clock waits for [`Control::ponder_hit`].
    pub(super) ponder: bool,
    /// Time since the start.
    pub(super) stopwatch: Stopwatch,
    /// Set when the search is over, for whatever reason.
    pub(super) halted: AtomicBool,
    /// Nodes of all threads, as far as they have been told.
    pub(super) nodes: AtomicU64,
}

impl Shared<'_> {
    /// Ends the search in all threads.
    pub(super) fn halt(&self) {
        self.halted.store(true, Ordering::Relaxed);
    }

    /// Whether the search is over.
    #[must_use]
    pub(super) fn is_halted(&self) -> bool {
        self.halted.load(Ordering::Relaxed) || self.control.is_stopped()
    }
}

/// What a thread keeps from turn to turn.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// What it has learned about turns.
    pub(super) history: History,
}

/// What a node keeps for the nodes around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// Turns that caused cutoffs at this ply.
    pub(super) killers: [Option<Turn>; 2],
    /// The static evaluation and whose view it is; `None` where evaluations mean little.
    pub(super) eval: Option<(Seat, i32)>,
    /// The turn under examination; `None` for passing.
    pub(super) footprint: Option<Footprint>,
}

const NO_FRAME: Frame = Frame {
    killers: [None; 2],
    eval: None,
    footprint: None,
};

/// A position on the way to the present one.
#[derive(Clone, Copy, Debug)]
struct Stop {
    key: Key,
    /// Plies before it that may be repeated.
    reach: u16,
}

/// One thread of a search.
#[derive(Debug)]
pub(super) struct Worker<'a, R> {
    /// What all threads share.
    pub(super) shared: &'a Shared<'a>,
    /// What this thread has learned.
    pub(super) memory: &'a mut Memory,
    /// Whether this is the thread that looks at the clock.
    pub(super) is_main: bool,
    /// Plies of the present iteration.
    pub(super) root_depth: i32,
    /// The deepest ply of the present root turn.
    pub(super) deepest: usize,
    /// Nodes of this thread.
    pub(super) nodes: u64,
    /// Nodes of this thread that the others know of.
    told: u64,
    /// When the clock began to run, where it waited for that.
    hit: Option<Duration>,
    /// Until this ply nobody passes, while a cutoff by passing is verified.
    pub(super) no_pass_before: usize,
    /// The turns of all positions on the way from the root.
    pub(super) stack: Vec<Candidate>,
    /// One for each ply.
    pub(super) frames: Vec<Frame>,
    /// The best line from each ply.
    pub(super) lines: Vec<Vec<Turn>>,
    evaluator: Evaluator<'a>,
    path: Vec<Stop>,
    root: usize,
    rules: PhantomData<R>,
}

impl<'a, R: Rules> Worker<'a, R> {
    /// A thread at the root. `history` holds the keys of the game so far, that of `position` last.
    pub(super) fn new(
        shared: &'a Shared<'a>,
        memory: &'a mut Memory,
        position: &R,
        history: &[Key],
    ) -> Self {
        let before = match history.split_last() {
            Some((&last, before)) if last == position.key() => before,
            _ => history,
        };
        let mut path: Vec<Stop> = before.iter().map(|&key| Stop { key, reach: 0 }).collect();
        let root = path.len();
        let reach = usize::from(position.setup().halfmove).min(root) as u16;
        path.push(Stop {
            key: position.key(),
            reach,
        });
        path.reserve(PLIES + 2);
        Self {
            shared,
            memory,
            is_main: false,
            root_depth: 0,
            deepest: 0,
            nodes: 0,
            told: 0,
            hit: None,
            no_pass_before: 0,
            stack: Vec::with_capacity(1 << 14),
            frames: vec![NO_FRAME; PLIES + 2],
            lines: vec![Vec::new(); PLIES + 2],
            evaluator: Evaluator::new(shared.weights, shared.network, PLIES + 2)
                .with(shared.contempt),
            path,
            root,
            rules: PhantomData,
        }
    }

    /// Plies between the root and the present position.
    #[inline]
    pub(super) fn ply(&self) -> usize {
        self.path.len() - 1 - self.root
    }

    /// Counts a node, and ends the search when a limit is reached.
    #[inline]
    pub(super) fn visit(&mut self) -> Result<(), Halted> {
        if let Some(limit) = self.shared.node_limit {
            if self.shared.nodes.fetch_add(1, Ordering::Relaxed) >= limit {
                self.shared.nodes.fetch_sub(1, Ordering::Relaxed);
                self.shared.halt();
                return Err(Halted);
            }
            self.told += 1;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) {
            self.poll()?;
        }
        Ok(())
    }

    fn poll(&mut self) -> Result<(), Halted> {
        self.tell_nodes();
        if self.is_main && self.is_out_of_time() {
            self.shared.halt();
        }
        if self.shared.is_halted() {
            return Err(Halted);
        }
        Ok(())
    }

    /// Adds the nodes of this thread to those of all.
    pub(super) fn tell_nodes(&mut self) {
        let untold = self.nodes - self.told;
        if untold > 0 {
            self.shared.nodes.fetch_add(untold, Ordering::Relaxed);
            self.told = self.nodes;
        }
    }

    /// How long the clock has been running; `None` while it waits for the expected turn, and where
    /// there is none.
    pub(super) fn time_on_clock(&mut self) -> Option<(Clock, Duration)> {
        let clock = self.shared.clock?;
        let elapsed = self.shared.stopwatch.elapsed();
        if !self.shared.ponder {
            return Some((clock, elapsed));
        }
        if self.hit.is_none() && self.shared.control.is_ponder_hit() {
            self.hit = Some(elapsed);
        }
        Some((clock, elapsed.saturating_sub(self.hit?)))
    }

    fn is_out_of_time(&mut self) -> bool {
        self.time_on_clock()
            .is_some_and(|(clock, elapsed)| elapsed >= clock.maximum)
    }

    /// Goes on to `child`, by a turn with this footprint (`None` for passing).
    #[inline]
    pub(super) fn enter(&mut self, child: &R, footprint: Option<Footprint>) {
        let ply = self.ply();
        self.frames[ply].footprint = footprint;
        let reach = match (footprint, self.path.last()) {
            (Some(_), Some(last)) => child.setup().halfmove.min(last.reach + 1),
            _ => 0,
        };
        self.path.push(Stop {
            key: child.key(),
            reach,
        });
    }

    /// Goes back.
    #[inline]
    pub(super) fn leave(&mut self) {
        self.path.pop();
    }

    /// The score of a position that repetition or fifty moves end: here, where a repetition in the
    /// tree is as good as the third.
    #[inline]
    pub(super) fn end_by_history(&self, position: &R) -> Option<Score> {
        let halfmove = position.setup().halfmove;
        if halfmove < 4 {
            return None;
        }
        let cause = if self.is_repetition() {
            DrawCause::Repetition
        } else if halfmove >= FIFTY_MOVES && position.has_turn() {
            DrawCause::FiftyMoves
        } else {
            return None;
        };
        let outcome = position.outcome_on(cause);
        Some(Score::of_end_by_history(
            outcome,
            position.seat(),
            self.ply(),
        ))
    }

    /// Whether the position has stood before: once since the root, or twice.
    fn is_repetition(&self) -> bool {
        let newest = self.path.len() - 1;
        let Stop { key, reach } = self.path[newest];
        let mut before_root = 0;
        // Four plies at least lie between a position and its repetition, and always an even number.
        for back in (4..=usize::from(reach)).step_by(2) {
            if self.path[newest - back].key == key {
                before_root += 1;
                if newest - back > self.root || before_root == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// The static evaluation, from the view of the player to play.
    #[inline]
    pub(super) fn evaluate(&mut self, position: &R) -> i32 {
        let ply = self.ply();
        let eval = self.evaluator.evaluate(position, ply);
        match self.shared.misjudgement {
            Some(misjudgement) => (eval + misjudgement.about(position.key())).clamp(-LIMIT, LIMIT),
            None => eval,
        }
    }

    /// The static evaluation where nothing more is searched.
    #[inline]
    pub(super) fn evaluated(&mut self, position: &R) -> Score {
        let eval = self.evaluate(position);
        Score(self.shrunk(position, eval))
    }

    /// A static evaluation with the fifty moves in view: where they draw, an advantage that is not
    /// made use of shrinks.
    #[inline]
    pub(super) fn shrunk(&self, position: &R, eval: i32) -> i32 {
        let halfmove = i32::from(position.setup().halfmove.min(FIFTY_MOVES));
        let calm = self.shared.params.fifty_moves_calm;
        if halfmove <= calm {
            return eval;
        }
        if position.outcome_on(DrawCause::FiftyMoves).winner.is_some() {
            return eval;
        }
        let scale = self.shared.params.fifty_moves_scale;
        eval * (scale - (halfmove - calm)) / scale
    }

    /// The turns before the present position, for its history.
    #[inline]
    pub(super) fn past(&self, position: &R) -> Past {
        let ply = self.ply();
        let before = |back: usize| {
            ply.checked_sub(back)
                .and_then(|earlier| self.frames[earlier].footprint)
        };
        Past {
            side: position.side(),
            before: [before(1), before(2)],
        }
    }

    /// The best line from the present ply is `turn` and what follows it.
    pub(super) fn take_line(&mut self, turn: Turn) {
        let ply = self.ply();
        let (above, below) = self.lines.split_at_mut(ply + 1);
        if let (Some(line), Some(rest)) = (above.last_mut(), below.first()) {
            line.clear();
            line.push(turn);
            line.extend_from_slice(rest);
        }
    }
}
