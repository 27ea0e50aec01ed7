//! Several threads on one table, each deepening by itself (lazy SMP), and what comes of it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use super::clock::{Clock, Stopwatch};
use super::limits::Limits;
use super::report::{Best, Bound, Report};
use super::root::{Iterations, Plan, RootTurn, legal_line};
use super::score::Score;
use super::strength::Weakness;
use super::worker::{Memory, Shared, Worker};
use super::{Control, Search, Strength};
use crate::board::{Key, Turn};
use crate::eval::{Contempt, horizon};
use crate::rules::{Rules, Seat};

/// Stack of a helping thread. A node takes less than a kilobyte of it, so this is plenty.
const STACK: usize = 16 << 20;

/// How often a search that has nothing left to do looks whether it may answer.
const PATIENCE: Duration = Duration::from_millis(1);

impl<R: Rules> Search<R> {
    /// See [`Search::go`].
    pub(super) fn search(
        &mut self,
        position: &R,
        history: &[Key],
        limits: &Limits,
        control: &Control,
        listen: &mut dyn FnMut(Report),
    ) -> Best {
        let weakness = match self.options.strength {
            Strength::Level(level) if limits.mate.is_none() => {
                Weakness::new(level, self.options.seed)
            }
            // A proof that was asked for is nothing to be weak at.
            _ => None,
        };
        let levels = &self.options.levels;
        let limits = weakness.map_or_else(
            || limits.clone(),
            |weakness| weakness.limits(limits, levels, position.count()),
        );
        let plan = Plan {
            limits: &limits,
            lines: self.options.multipv.max(1),
            first: 1,
        };
        self.table.age();
        let threads = if weakness.is_some() {
            1
        } else {
            self.options.threads.max(1)
        };
        self.memories.resize_with(threads, Memory::default);
        let spread = self.options.weights.scale.spread;
        let mut params = self.options.params.at_spread(spread);
        if limits.mate.is_some() {
            // A forced end within so many turns is to be proven, or not to be there.
            params = params.thorough();
        }
        let contempt = self.contempt(position.seat(), &limits);
        if contempt != self.contempt {
            // The scores it holds count on something else.
            self.table.clear();
            self.contempt = contempt;
        }
        let shared = Shared {
            table: &self.table,
            params: &params,
            weights: &self.options.weights,
            network: self.options.network.as_deref(),
            contempt,
            reductions: &self.reductions,
            control,
            misjudgement: weakness.map(|weakness| weakness.misjudgement(levels, spread)),
            node_limit: limits.nodes,
            clock: Clock::new(limits.time, self.options.overhead, horizon(position)),
            ponder: limits.ponder,
            stopwatch: Stopwatch::start(),
            halted: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        };
        let (turns, depth) = run(&mut self.memories, &shared, position, history, plan, listen);
        let mut best = Best {
            depth: depth as u32,
            nodes: shared.nodes.load(Ordering::Relaxed),
            ..Best::default()
        };
        match turns.first() {
            Some(root) => {
                best.turn = Some(root.turn);
                best.ponder = self.expected_reply(position, root);
                best.score = believable(root);
            }
            None => {
                let outcome = position.outcome();
                best.score = outcome.map_or(Score::DRAW, |outcome| {
                    Score::of_end(outcome, position.seat(), 0)
                });
            }
        }
        best
    }

    /// The lead on which a player counts who plays this turn. Where nothing says what a lead is worth
    /// there is none: it would be a mere dislike of draws, and lost games (benches/experiments.md).
    fn contempt(&self, seat: Seat, limits: &Limits) -> Contempt {
        let weights = &self.options.weights;
        if limits.infinite || limits.mate.is_some() || !weights.weigh_leads() {
            return Contempt::NONE;
        }
        let spread = weights.scale.spread;
        Contempt::of(seat, self.options.contempt * spread / 100)
    }

    /// The reply to expect: the second turn of the line, or what the table knows.
    fn expected_reply(&self, position: &R, root: &RootTurn) -> Option<Turn> {
        if let &[_, reply, ..] = legal_line(position, &root.line).as_slice() {
            return Some(reply);
        }
        let after = position.play(root.turn);
        let known = self.table.probe(after.key())?.turn?;
        after.is_legal(known).then_some(known)
    }
}

/// The score of a turn. Where the search was cut short below the window, that of the iteration
/// before says more.
fn believable(root: &RootTurn) -> Score {
    let score = root.known_score();
    let better = if root.bound == Bound::Upper && root.previous != -Score::INFINITE {
        root.previous
    } else {
        score
    };
    if better == -Score::INFINITE {
        Score::DRAW
    } else {
        better
    }
}

/// Runs all threads, and waits until an answer may be given. Returns the turns of the root, best
/// first, and the plies of the last finished iteration.
fn run<R: Rules>(
    memories: &mut [Memory],
    shared: &Shared<'_>,
    position: &R,
    history: &[Key],
    plan: Plan<'_>,
    listen: &mut dyn FnMut(Report),
) -> (Vec<RootTurn>, i32) {
    let Some((first, others)) = memories.split_first_mut() else {
        return (Vec::new(), 0);
    };
    thread::scope(|scope| {
        for (index, memory) in others.iter_mut().enumerate() {
            // Every other helper begins a ply deeper, so that not all search the same.
            let plan = Plan {
                first: 1 + (index as i32 + 1) % 2,
                ..plan
            };
            let help = move || {
                let mut worker = Worker::new(shared, memory, position, history);
                Iterations::new(&mut worker, position, plan).run(&mut |_| ());
                worker.tell_nodes();
            };
            // A helper that cannot be had is done without.
            let builder = thread::Builder::new().stack_size(STACK);
            let _ = builder.spawn_scoped(scope, help);
        }
        let mut worker = Worker::new(shared, first, position, history);
        worker.is_main = true;
        let mut iterations = Iterations::new(&mut worker, position, plan);
        iterations.run(listen);
        let result = (std::mem::take(&mut iterations.turns), iterations.finished);
        worker.tell_nodes();
        wait(shared, plan.limits);
        shared.halt();
        result
    })
}

/// Waits until an answer is wanted.
fn wait(shared: &Shared<'_>, limits: &Limits) {
    let control = shared.control;
    let is_wanted = || {
        let pondering = limits.ponder && !control.is_ponder_hit();
        control.is_stopped() || !(limits.infinite || pondering)
    };
    while !is_wanted() {
        thread::sleep(PATIENCE);
    }
}
