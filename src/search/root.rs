//! Iterative deepening: the turns of the root, searched deeper and deeper.

use super::clock::Confidence;
use super::history::Footprint;
use super::limits::Limits;
use super::node::Task;
use super::picker::{Order, Picker, Wanted};
use super::reduction::PLY;
use super::report::{Bound, Info, Report};
use super::score::{MAX_PLY, Score};
use super::table::Entry;
use super::window::{Aspiration, Window};
use super::worker::{Halted, Worker};
use crate::board::Turn;
use crate::rules::Rules;

/// Nodes from which on it is told which turn is under examination, and when a window was missed.
/// Counted in nodes, not in time, so that the same search tells the same.
const TALKATIVE: u64 = 500_000;

/// A turn of the root and what has come of it.
#[derive(Clone, Debug)]
pub(super) struct RootTurn {
    /// The turn.
    pub(super) turn: Turn,
    /// Its score in this iteration; the worst possible until it is searched and found good.
    pub(super) score: Score,
    /// Its score in the iteration before.
    pub(super) previous: Score,
    /// Whether the score is exact.
    pub(super) bound: Bound,
    /// The line that begins with it.
    pub(super) line: Vec<Turn>,
    /// The deepest ply reached in it.
    pub(super) deepest: usize,
}

impl RootTurn {
    fn new(turn: Turn) -> Self {
        Self {
            turn,
            score: -Score::INFINITE,
            previous: -Score::INFINITE,
            bound: Bound::Exact,
            line: vec![turn],
            deepest: 0,
        }
    }

    /// The score as far as it is known: that of the last iteration where this one has none.
    #[must_use]
    pub(super) fn known_score(&self) -> Score {
        if self.score == -Score::INFINITE {
            self.previous
        } else {
            self.score
        }
    }
}

/// What is asked of the iterations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan<'a> {
    /// What bounds them, apart from nodes and time.
    pub(super) limits: &'a Limits,
    /// Lines to search and to report.
    pub(super) lines: usize,
    /// Plies of the first iteration.
    pub(super) first: i32,
}

/// The iterations of one thread.
pub(super) struct Iterations<'w, 'a, R> {
    worker: &'w mut Worker<'a, R>,
    position: &'w R,
    plan: Plan<'w>,
    /// The turns of the root, best first.
    pub(super) turns: Vec<RootTurn>,
    /// Plies of the last finished iteration.
    pub(super) finished: i32,
    /// Iterations in a row with the same best turn.
    stable: u32,
    /// The best turn that the listener was last told of.
    told: Option<Turn>,
}

impl<'w, 'a, R: Rules> Iterations<'w, 'a, R> {
    /// The turns of the root in the order in which nodes would search them.
    pub(super) fn new(worker: &'w mut Worker<'a, R>, position: &'w R, plan: Plan<'w>) -> Self {
        let known = worker.shared.table.probe(position.key());
        let order = Order {
            params: worker.shared.params,
            history: &worker.memory.history,
            past: worker.past(position),
            known: known.and_then(|entry| entry.turn),
            killers: [None; 2],
        };
        let mut picker = Picker::new(position, Wanted::All, &order, &mut worker.stack);
        let mut turns = Vec::with_capacity(picker.count());
        while let Some(candidate) = picker.pick(&mut worker.stack) {
            turns.extend(candidate.turn().map(RootTurn::new));
        }
        picker.finish(&mut worker.stack);
        let checks = position.checks();
        let calm = !(checks.white || checks.black);
        worker.frames[0].eval = calm.then(|| (position.seat(), worker.evaluate(position)));
        if !plan.limits.turns.is_empty() {
            turns.retain(|root| plan.limits.turns.contains(&root.turn));
        }
        Self {
            worker,
            position,
            plan,
            turns,
            finished: 0,
            stable: 0,
            told: None,
        }
    }

    /// Deepens until a limit is reached. `listen` is told of it, where there is a listener.
    pub(super) fn run(&mut self, listen: &mut dyn FnMut(Report)) {
        let deepest = self.plan.limits.depth.map_or(MAX_PLY - 1, |depth| {
            i32::try_from(depth).unwrap_or(MAX_PLY).min(MAX_PLY - 1)
        });
        let lines = self.plan.lines.clamp(1, self.turns.len().max(1));
        if self.turns.is_empty() {
            return;
        }
        for depth in self.plan.first..=deepest.max(self.plan.first) {
            let best_before = self.turns[0].turn;
            let score_before = self.turns[0].known_score();
            for root in &mut self.turns {
                root.previous = root.known_score();
                root.score = -Score::INFINITE;
            }
            self.worker.root_depth = depth;
            for index in 0..lines {
                let outcome = self.search_line(depth, index, listen);
                // What has been found to be better is better, even when the iteration is cut short.
                self.turns[index..].sort_by_key(|root| std::cmp::Reverse(root.score));
                if outcome.is_err() {
                    if index > 0 || self.told != Some(self.turns[0].turn) {
                        self.report(depth, lines.min(index + 1), listen);
                    }
                    return;
                }
                self.turns[..=index].sort_by_key(|root| std::cmp::Reverse(root.score));
            }
            self.finished = depth;
            self.report(depth, lines, listen);
            let same = self.turns[0].turn == best_before;
            self.stable = if same { self.stable + 1 } else { 0 };
            if self.is_enough(depth, score_before) {
                return;
            }
        }
    }

    /// Searches the best of the turns from `index` on, all of those before left out.
    fn search_line(
        &mut self,
        depth: i32,
        index: usize,
        listen: &mut dyn FnMut(Report),
    ) -> Result<(), Halted> {
        let params = self.worker.shared.params;
        let expected = self.turns[index].previous;
        let known = expected != -Score::INFINITE;
        let mut aspiration = if known && depth >= params.aspiration_depth {
            Aspiration::around(expected, params.aspiration_step)
        } else {
            Aspiration::open()
        };
        loop {
            let window = aspiration.window;
            let score = self.search_turns(window, depth, index, listen)?;
            self.turns[index..].sort_by_key(|root| std::cmp::Reverse(root.score));
            if score > window.alpha && score < window.beta {
                return Ok(());
            }
            if score <= window.alpha && window.alpha > Window::FULL.alpha {
                aspiration.fail_low(score);
            } else if score >= window.beta && window.beta < Window::FULL.beta {
                aspiration.fail_high(score);
            } else {
                return Ok(());
            }
            if index == 0 && self.worker.is_main && self.worker.nodes >= TALKATIVE {
                self.report(depth, 1, listen);
            }
        }
    }

    /// Searches the turns from `index` on with a window, and returns the best score.
    fn search_turns(
        &mut self,
        window: Window,
        depth: i32,
        index: usize,
        listen: &mut dyn FnMut(Report),
    ) -> Result<Score, Halted> {
        let mut open = window;
        let mut best = -Score::INFINITE;
        let mut best_turn = None;
        // A window that was missed is searched again: what was found in it is no longer true.
        for root in &mut self.turns[index + 1..] {
            root.score = -Score::INFINITE;
        }
        for number in index..self.turns.len() {
            let turn = self.turns[number].turn;
            if self.worker.is_main && self.worker.nodes >= TALKATIVE {
                listen(Report::CurrentTurn {
                    depth: depth as u32,
                    turn,
                    number: number as u32 + 1,
                });
            }
            let task = Task {
                window: open,
                depth: depth - 1,
                cut: false,
            };
            let score = self.search_turn(turn, task, number - index)?;
            let root = &mut self.turns[number];
            if number == index || score > open.alpha {
                root.score = score;
                root.deepest = self.worker.deepest;
                root.bound = if score >= open.beta {
                    Bound::Lower
                } else if score <= open.alpha {
                    Bound::Upper
                } else {
                    Bound::Exact
                };
                if score > open.alpha {
                    root.line.clear();
                    root.line.push(turn);
                    root.line.extend_from_slice(&self.worker.lines[1]);
                }
            }
            if score > best {
                best = score;
                if score > open.alpha {
                    best_turn = Some(turn);
                    open.alpha = score;
                    if open.is_closed() {
                        break;
                    }
                }
            }
        }
        if index == 0 && self.plan.limits.turns.is_empty() {
            self.keep(best, best_turn, window, depth);
        }
        Ok(best)
    }

    fn search_turn(&mut self, turn: Turn, task: Task, number: usize) -> Result<Score, Halted> {
        let (worker, position) = (&mut *self.worker, self.position);
        let child = position.play(turn);
        let footprint = Footprint::of(&position.setup().placement, position.side(), turn);
        worker.deepest = 0;
        worker.lines[1].clear();
        worker.enter(&child, Some(footprint));
        let score = if number == 0 {
            worker.child::<true>(position, &child, task)
        } else {
            let params = worker.shared.params;
            let late = number as i32 + 1 > params.reduction_number
                && task.depth + 1 >= params.reduction_depth;
            let reduction = if late {
                let reduction = worker.shared.reductions.of(task.depth + 1, number + 1);
                (reduction - params.reduction_pv).max(0) / PLY
            } else {
                0
            };
            worker.later_child::<true>(position, &child, task, reduction)
        }?;
        worker.leave();
        Ok(score)
    }

    /// Remembers what has been found out about the root.
    fn keep(&mut self, score: Score, turn: Option<Turn>, window: Window, depth: i32) {
        if score.hangs_on_history() {
            return;
        }
        let bound = if score >= window.beta {
            Bound::Lower
        } else if score > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = Entry {
            turn,
            score: score.to_table(0),
            bound,
            depth: depth.clamp(0, 255) as u8,
            eval: self.worker.evaluate(self.position) as i16,
            was_pv: true,
        };
        self.worker.shared.table.store(self.position.key(), entry);
    }

    /// Whether another iteration is not worth its time, or would find nothing new.
    fn is_enough(&mut self, depth: i32, score_before: Score) -> bool {
        if !self.worker.is_main {
            return self.worker.shared.is_halted();
        }
        let best = &self.turns[0];
        let found = best.score.forced_turns();
        if let (Some(wanted), Some(turns)) = (self.plan.limits.mate, found)
            && turns > 0
            && turns.unsigned_abs() <= wanted
        {
            return true;
        }
        let settled = best
            .score
            .forced_plies()
            .is_some_and(|plies| plies.abs() < depth);
        let confidence = Confidence {
            stable: self.stable,
            fallen: if score_before == -Score::INFINITE {
                0
            } else {
                score_before.0 - best.score.0
            },
            is_only: self.turns.len() == 1,
        };
        self.worker.time_on_clock().is_some_and(|(clock, elapsed)| {
            elapsed >= clock.enough(confidence) || (clock.is_shared && settled)
        })
    }

    /// Tells the listener of the best lines.
    fn report(&mut self, depth: i32, lines: usize, listen: &mut dyn FnMut(Report)) {
        if !self.worker.is_main {
            return;
        }
        self.worker.tell_nodes();
        self.told = Some(self.turns[0].turn);
        let shared = self.worker.shared;
        for (index, root) in self.turns.iter().take(lines).enumerate() {
            listen(Report::Info(Info {
                depth: depth as u32,
                seldepth: (root.deepest as u32).max(1),
                multipv: index as u32 + 1,
                score: root.known_score(),
                bound: root.bound,
                nodes: shared.nodes.load(std::sync::atomic::Ordering::Relaxed),
                time: shared.stopwatch.elapsed(),
                hashfull: shared.table.permille_full(),
                pv: legal_line(self.position, &root.line),
            }));
        }
    }
}

/// As much of a line as can be played: it ends where a turn is not legal or the game is over.
pub(super) fn legal_line<R: Rules>(position: &R, line: &[Turn]) -> Vec<Turn> {
    let mut position = position.clone();
    line.iter()
        .copied()
        .take_while(|&turn| {
            let legal = position.is_legal(turn);
            if legal {
                position = position.play(turn);
            }
            legal
        })
        .collect()
}
