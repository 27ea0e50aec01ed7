//! One thread of a search: what it shares with the other threads, and its path from the root to the
//! current position.

use std::marker::PhantomData;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::args::Root;
use super::history::{Continuation, PieceTo, ThreadHistory};
use super::ordering::ScoredTurn;
use super::report::Bound;
use super::score::{MAX_PLY, Score};
use super::shared::Shared;
use super::table::TtEntry;
use super::time_manager::TimeManager;
use crate::board::{Key, Turn};
use crate::eval::{Evaluator, LIMIT};
use crate::rules::{DrawCause, Rules, Seat, draw::FIFTY_MOVES};

/// The search was stopped. The score of an unfinished node is discarded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stopped;

/// The score of a node, unless the search was stopped.
pub(super) type NodeScore = Result<Score, Stopped>;

/// The number of plies for which a worker has room.
pub(super) const PLIES: usize = MAX_PLY as usize;

/// Nodes between two checks of the clock. A node with several hundred turns takes up to 50
/// microseconds, so the interval is a few milliseconds at most.
const POLL_INTERVAL: u64 = 64;

/// Data of one ply of the current path. The node at this ply and the nodes at later plies read it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// Killers: turns that caused cutoffs at this node or at its siblings.
    pub(super) killers: [Option<Turn>; 2],
    /// The player to play, and the static evaluation (damped by the fifty-move rule) from that
    /// player's view; `None` if either king is in check.
    pub(super) eval: Option<(Seat, i32)>,
    /// The piece and the target square of the turn that is searched now; `None` for a null move.
    pub(super) piece_to: Option<PieceTo>,
}

const EMPTY_FRAME: Frame = Frame {
    killers: [None; 2],
    eval: None,
    piece_to: None,
};

/// A position of the game before the root, or a position of the search path: the root, the current
/// position and those between them.
#[derive(Clone, Copy, Debug)]
struct PathEntry {
    key: Key,
    /// The number of consecutive reversible turns that led to this position. A repetition is at
    /// most this many plies back. Always 0 before the root, where nothing reads this field.
    reversible: u16,
}

/// The result of a node, to be stored in the transposition table.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeResult {
    /// The best turn; `None` if no turn raised alpha.
    pub(super) turn: Option<Turn>,
    /// The score. The distance to a forced end is counted from the root.
    pub(super) score: Score,
    /// Whether the score is exact or a bound.
    pub(super) bound: Bound,
    /// Plies searched; 0 for quiescence.
    pub(super) depth: i32,
    /// The static evaluation, not damped by the fifty-move rule.
    pub(super) raw_eval: i32,
}

/// One thread of a search.
#[derive(Debug)]
pub(super) struct Worker<'a, R> {
    /// What all threads share.
    pub(super) shared: &'a Shared<'a>,
    /// The history tables of this thread.
    pub(super) history: &'a mut ThreadHistory,
    /// Whether this thread watches the clock and reports.
    pub(super) is_main: bool,
    /// Depth of the current iteration, in plies.
    pub(super) root_depth: i32,
    /// The greatest ply reached below the current root move.
    pub(super) seldepth: usize,
    /// Nodes of this thread.
    pub(super) nodes: u64,
    /// Nodes of this thread that are already counted in [`Shared::nodes`].
    published: u64,
    /// Time from the start of the search to the ponder hit, if there has been one.
    ponder_hit_at: Option<Duration>,
    /// The first ply at which a null move is allowed. Above 0 only while a null move cutoff is
    /// verified.
    pub(super) no_null_move_before: usize,
    /// The turns generated at the nodes of the current path. A node removes its turns when its
    /// search ends.
    pub(super) stack: Vec<ScoredTurn>,
    /// One frame for each ply.
    pub(super) frames: Vec<Frame>,
    /// The principal variation from each ply.
    pub(super) pvs: Vec<Vec<Turn>>,
    evaluator: Evaluator<'a>,
    path: Vec<PathEntry>,
    /// The index of the root in `path`.
    root: usize,
    rules: PhantomData<R>,
}

impl<'a, R: Rules> Worker<'a, R> {
    /// A worker at the root.
    pub(super) fn new(
        shared: &'a Shared<'a>,
        history: &'a mut ThreadHistory,
        root: Root<'_, R>,
    ) -> Self {
        let position = root.position;
        let before = match root.keys.split_last() {
            Some((&last, before)) if last == position.key() => before,
            _ => root.keys,
        };
        let of_game = |&key| PathEntry { key, reversible: 0 };
        let mut path: Vec<PathEntry> = before.iter().map(of_game).collect();
        let root = path.len();
        path.push(PathEntry {
            key: position.key(),
            reversible: usize::from(position.setup().halfmove).min(root) as u16,
        });
        path.reserve(PLIES + 2);
        Self {
            shared,
            history,
            is_main: false,
            root_depth: 0,
            seldepth: 0,
            nodes: 0,
            published: 0,
            ponder_hit_at: None,
            no_null_move_before: 0,
            stack: Vec::with_capacity(1 << 14),
            frames: vec![EMPTY_FRAME; PLIES + 2],
            pvs: vec![Vec::new(); PLIES + 2],
            evaluator: Evaluator::new(shared.weights, shared.network, PLIES + 2)
                .with(shared.contempt),
            path,
            root,
            rules: PhantomData,
        }
    }

    /// Plies between the root and the current position.
    #[inline]
    pub(super) fn ply(&self) -> usize {
        self.path.len() - 1 - self.root
    }

    /// Counts a node, and stops the search if a limit is reached.
    #[inline]
    pub(super) fn count_node(&mut self) -> Result<(), Stopped> {
        if let Some(limit) = self.shared.node_limit {
            if self.shared.nodes.fetch_add(1, Ordering::Relaxed) >= limit {
                self.shared.nodes.fetch_sub(1, Ordering::Relaxed);
                self.shared.stop();
                return Err(Stopped);
            }
            self.published += 1;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL_INTERVAL) {
            self.poll()?;
        }
        Ok(())
    }

    fn poll(&mut self) -> Result<(), Stopped> {
        self.publish_nodes();
        if self.is_main && self.is_out_of_time() {
            self.shared.stop();
        }
        if self.shared.is_stopped() {
            return Err(Stopped);
        }
        Ok(())
    }

    /// Adds to [`Shared::nodes`] the nodes of this thread that are not counted there yet.
    pub(super) fn publish_nodes(&mut self) {
        let new = self.nodes - self.published;
        if new > 0 {
            self.shared.nodes.fetch_add(new, Ordering::Relaxed);
            self.published = self.nodes;
        }
    }

    /// The time for this turn, and how much of it has passed; `None` while the search ponders or
    /// has no time limit.
    pub(super) fn time_on_clock(&mut self) -> Option<(TimeManager, Duration)> {
        let clock = self.shared.clock?;
        let elapsed = self.shared.stopwatch.elapsed();
        if !self.shared.ponder {
            return Some((clock, elapsed));
        }
        if self.ponder_hit_at.is_none() && self.shared.control.is_ponder_hit() {
            self.ponder_hit_at = Some(elapsed);
        }
        Some((clock, elapsed.saturating_sub(self.ponder_hit_at?)))
    }

    fn is_out_of_time(&mut self) -> bool {
        self.time_on_clock()
            .is_some_and(|(clock, elapsed)| elapsed >= clock.maximum)
    }

    /// Enters `child`. `piece_to` is that of the turn that leads to `child`; `None` for a null
    /// move.
    #[inline]
    pub(super) fn enter(&mut self, child: &R, piece_to: Option<PieceTo>) {
        let ply = self.ply();
        self.frames[ply].piece_to = piece_to;
        let reversible = match (piece_to, self.path.last()) {
            (Some(_), Some(last)) => child.setup().halfmove.min(last.reversible + 1),
            _ => 0,
        };
        self.path.push(PathEntry {
            key: child.key(),
            reversible,
        });
    }

    /// Returns to the parent.
    #[inline]
    pub(super) fn leave(&mut self) {
        self.path.pop();
    }

    /// The score if repetition or fifty moves end the game at this position; `None` if neither
    /// does. For what counts as a repetition, see [`Worker::is_repetition`].
    #[inline]
    pub(super) fn path_dependent_end(&self, position: &R) -> Option<Score> {
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
        Some(Score::of_path_dependent_outcome(
            outcome,
            position.seat(),
            self.ply(),
        ))
    }

    /// Whether the current position counts as a repetition. One earlier occurrence is enough if it
    /// is after the root. Otherwise two are needed, so that this one is the third.
    fn is_repetition(&self) -> bool {
        let newest = self.path.len() - 1;
        let PathEntry { key, reversible } = self.path[newest];
        let mut seen = 0;
        // A position can only repeat after an even number of plies, at least four.
        for back in (4..=usize::from(reversible)).step_by(2) {
            if self.path[newest - back].key == key {
                seen += 1;
                if newest - back > self.root || seen == 2 {
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
        match self.shared.eval_noise {
            Some(noise) => (eval + noise.at(position.key())).clamp(-LIMIT, LIMIT),
            None => eval,
        }
    }

    /// The score of a leaf: its static evaluation, damped by the fifty-move rule.
    #[inline]
    pub(super) fn leaf_score(&mut self, position: &R) -> Score {
        let eval = self.evaluate(position);
        Score(self.damped_by_fifty(position, eval))
    }

    /// Moves an evaluation towards 0 as a draw by the fifty-move rule comes closer. Leaves it
    /// unchanged if a player would win this position by fifty moves.
    #[inline]
    pub(super) fn damped_by_fifty(&self, position: &R, eval: i32) -> i32 {
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

    /// The turns before the current position, for continuation history.
    #[inline]
    pub(super) fn continuation(&self, position: &R) -> Continuation {
        let ply = self.ply();
        let before = |back: usize| {
            ply.checked_sub(back)
                .and_then(|earlier| self.frames[earlier].piece_to)
        };
        Continuation {
            side: position.side(),
            previous: [before(1), before(2)],
        }
    }

    /// Sets the principal variation of the current ply to `turn`, followed by the principal
    /// variation of the next ply.
    pub(super) fn update_pv(&mut self, turn: Turn) {
        let ply = self.ply();
        let (above, below) = self.pvs.split_at_mut(ply + 1);
        if let (Some(pv), Some(rest)) = (above.last_mut(), below.first()) {
            pv.clear();
            pv.push(turn);
            pv.extend_from_slice(rest);
        }
    }

    /// Stores the result of the current node in the transposition table. A win or loss by
    /// repetition or fifty moves is not stored.
    #[inline]
    pub(super) fn store(&self, key: Key, result: NodeResult) {
        if result.score.is_path_dependent() {
            return;
        }
        let entry = TtEntry {
            turn: result.turn,
            score: result.score.to_table(self.ply()),
            bound: result.bound,
            depth: result.depth.clamp(0, 255) as u8,
            eval: result.raw_eval as i16,
        };
        self.shared.table.store(key, entry);
    }
}
