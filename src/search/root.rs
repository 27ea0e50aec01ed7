//! Iterative deepening: searches the root moves at greater and greater depth.

use super::args::{NodeArgs, Root};
use super::history::PieceTo;
use super::limits::Limits;
use super::ordering::TurnOrdering;
use super::picker::{Picker, Wanted};
use super::reduction::PLY;
use super::report::Report;
use super::root_moves::{LineResult, RootMove, lines_when_stopped, replace_refuted, sort_by_score};
use super::score::{MAX_PLY, Score};
use super::time_manager::Stability;
use super::window::{Aspiration, Window};
use super::worker::{NodeResult, Stopped, Worker};
use crate::board::Turn;
use crate::rules::Rules;

/// After this many nodes of the main thread, the search also reports the current root move, and
/// scores outside the aspiration window. This is a node count, not a time, so that the same search
/// gives the same reports.
const REPORT_AFTER_NODES: u64 = 500_000;

/// What one thread searches in its iterations.
#[derive(Debug)]
pub(super) struct IterationPlan<'a, R> {
    /// The position to search and the game before it.
    pub(super) root: Root<'a, R>,
    /// The limits. The node limit and the time limit are not read from this field, but from
    /// `Shared`.
    pub(super) limits: &'a Limits,
    /// Number of principal variations to search and report.
    pub(super) lines: usize,
    /// Depth of the first iteration, in plies.
    pub(super) first_depth: i32,
}

impl<R> Clone for IterationPlan<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for IterationPlan<'_, R> {}

/// The iterations of one thread.
pub(super) struct Iterations<'w, 'a, R> {
    worker: &'w mut Worker<'a, R>,
    position: &'w R,
    plan: IterationPlan<'w, R>,
    /// The root moves, best first.
    pub(super) moves: Vec<RootMove>,
    /// Depth of the last finished iteration, in plies.
    pub(super) finished_depth: i32,
    /// The number of root moves before the one that [`Self::search_moves`] is searching.
    searched: usize,
    /// Iterations in a row with the same best turn.
    stable_iterations: u32,
    /// The lines of the last report.
    reported: Vec<LineResult>,
    /// The lines of the last finished iteration.
    settled: Vec<LineResult>,
}

impl<'w, 'a, R: Rules> Iterations<'w, 'a, R> {
    /// Generates the root moves, in the order in which a node would search them. If the limits name
    /// turns, only these are root moves.
    pub(super) fn new(worker: &'w mut Worker<'a, R>, plan: IterationPlan<'w, R>) -> Self {
        let position = plan.root.position;
        let tt_entry = worker.shared.table.probe(position.key());
        let ordering = TurnOrdering {
            params: worker.shared.params,
            history: worker.history,
            continuation: worker.continuation(position),
            tt_turn: tt_entry.and_then(|entry| entry.turn),
            killers: [None; 2],
        };
        let mut picker = Picker::new(position, Wanted::All, &ordering, &mut worker.stack);
        let mut moves = Vec::with_capacity(picker.count());
        while let Some(scored) = picker.pick(&mut worker.stack) {
            moves.extend(scored.turn().map(RootMove::new));
        }
        picker.finish(&mut worker.stack);
        let checks = position.checks();
        let any_check = checks.white || checks.black;
        worker.frames[0].eval = (!any_check).then(|| {
            let eval = worker.evaluate(position);
            (position.seat(), worker.damped_by_fifty(position, eval))
        });
        if !plan.limits.turns.is_empty() {
            moves.retain(|root_move| plan.limits.turns.contains(&root_move.turn));
        }
        Self {
            worker,
            position,
            plan,
            moves,
            finished_depth: 0,
            searched: 0,
            stable_iterations: 0,
            reported: Vec::new(),
            settled: Vec::new(),
        }
    }

    /// Searches deeper and deeper until a limit is reached. Only the main thread reports.
    pub(super) fn run(&mut self, listen: &mut dyn FnMut(Report)) {
        let last_depth = self.plan.limits.depth.map_or(MAX_PLY - 1, |depth| {
            i32::try_from(depth).unwrap_or(MAX_PLY).min(MAX_PLY - 1)
        });
        let first_depth = self.plan.first_depth;
        let lines = self.plan.lines.clamp(1, self.moves.len().max(1));
        if self.moves.is_empty() {
            self.report_decided(listen);
            return;
        }
        for depth in first_depth..=last_depth.max(first_depth) {
            let best_before = self.moves[0].turn;
            let score_before = self.moves[0].latest_score();
            for root_move in &mut self.moves {
                root_move.previous = root_move.latest_score();
                root_move.score = -Score::INFINITE;
            }
            self.worker.root_depth = depth;
            for index in 0..lines {
                let result = self.search_line(depth, index, listen);
                // Sort even after a stop: a later root move may have a better score than the one at
                // `index`.
                sort_by_score(&mut self.moves[index..]);
                if result.is_err() {
                    if index == 0 {
                        replace_refuted(&mut self.moves, self.searched, &self.settled);
                    }
                    let last = lines_when_stopped(&self.moves, &self.settled, depth);
                    self.report_last(&last, lines, listen);
                    return;
                }
                sort_by_score(&mut self.moves[..=index]);
            }
            self.finished_depth = depth;
            self.report_iteration(depth, lines, listen);
            let is_same = self.moves[0].turn == best_before;
            self.stable_iterations = if is_same {
                self.stable_iterations + 1
            } else {
                0
            };
            if self.should_stop(depth, score_before) {
                break;
            }
        }
        let last = std::mem::take(&mut self.settled);
        self.report_last(&last, lines, listen);
    }

    /// Searches the root moves from `index` on, with an aspiration window. The moves before `index`
    /// already have their lines in this iteration.
    fn search_line(
        &mut self,
        depth: i32,
        index: usize,
        listen: &mut dyn FnMut(Report),
    ) -> Result<(), Stopped> {
        let params = self.worker.shared.params;
        let expected = self.moves[index].previous;
        let mut aspiration = if expected != -Score::INFINITE && depth >= params.aspiration_depth {
            Aspiration::around(expected, params.aspiration_step)
        } else {
            Aspiration::full()
        };
        loop {
            let window = aspiration.window;
            let score = self.search_moves(window, depth, index, listen)?;
            sort_by_score(&mut self.moves[index..]);
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
            if index == 0 && self.reports_details() {
                self.report(self.latest(depth, 1), listen);
            }
        }
    }

    /// Whether to report the current root move, and scores outside the aspiration window.
    fn reports_details(&self) -> bool {
        self.worker.is_main && self.worker.nodes >= REPORT_AFTER_NODES
    }

    /// Searches the root moves from `index` on, with this window. Returns the best score.
    fn search_moves(
        &mut self,
        window: Window,
        depth: i32,
        index: usize,
        listen: &mut dyn FnMut(Report),
    ) -> Result<Score, Stopped> {
        let mut open = window;
        let mut best = -Score::INFINITE;
        let mut best_turn = None;
        // Scores from a search with another window are no longer valid, except forced losses.
        for root_move in &mut self.moves[index + 1..] {
            if root_move.is_lost() {
                root_move.previous = root_move.score;
            }
            root_move.score = -Score::INFINITE;
        }
        for number in index..self.moves.len() {
            self.searched = number;
            let turn = self.moves[number].turn;
            if self.reports_details() && self.moves[number].announced != depth {
                self.moves[number].announced = depth;
                listen(Report::CurrentTurn {
                    depth: depth as u32,
                    turn,
                    number: number as u32 + 1,
                });
            }
            let args = NodeArgs {
                window: open,
                depth: depth - 1,
                cut_node: false,
            };
            let score = self.search_move(turn, args, number - index)?;
            if number == index || score > open.alpha {
                self.set_result(number, score, open);
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
            let result = NodeResult {
                turn: best_turn,
                score: best,
                bound: window.bound::<true>(best),
                depth,
                raw_eval: self.worker.evaluate(self.position),
            };
            self.worker.store(self.position.key(), result);
        }
        Ok(best)
    }

    /// Searches one root move. `searched_before` is the number of root moves that this call of
    /// [`Self::search_moves`] has already searched.
    fn search_move(
        &mut self,
        turn: Turn,
        args: NodeArgs,
        searched_before: usize,
    ) -> Result<Score, Stopped> {
        let (worker, position) = (&mut *self.worker, self.position);
        let child = position.play(turn);
        let piece_to = PieceTo::of(&position.setup().placement, position.side(), turn);
        worker.seldepth = 0;
        worker.pvs[1].clear();
        worker.enter(&child, Some(piece_to));
        let score = if searched_before == 0 {
            worker.search_child::<true>(position, &child, args)
        } else {
            let params = worker.shared.params;
            let is_reduced = searched_before as i32 + 1 > params.reduction_number
                && args.depth + 1 >= params.reduction_depth;
            let reduction = if is_reduced {
                let reduction = worker
                    .shared
                    .reductions
                    .of(args.depth + 1, searched_before + 1);
                (reduction - params.reduction_pv).max(0) / PLY
            } else {
                0
            };
            worker.search_late_child::<true>(position, &child, args, reduction)
        }?;
        worker.leave();
        Ok(score)
    }

    /// Records the score of a root move that was searched with `window`.
    fn set_result(&mut self, number: usize, score: Score, window: Window) {
        let root_move = &mut self.moves[number];
        root_move.score = score;
        root_move.seldepth = self.worker.seldepth;
        root_move.bound = window.bound::<true>(score);
        if score > window.alpha {
            root_move.line.clear();
            root_move.line.push(root_move.turn);
            root_move.line.extend_from_slice(&self.worker.pvs[1]);
        }
    }

    /// Whether to stop before the next iteration.
    fn should_stop(&mut self, depth: i32, score_before: Score) -> bool {
        if !self.worker.is_main {
            return self.worker.shared.is_stopped();
        }
        let best = &self.moves[0];
        if let (Some(wanted), Some(turns)) = (self.plan.limits.mate, best.score.forced_turns())
            && turns > 0
            && turns.unsigned_abs() <= wanted
        {
            return true;
        }
        let is_proven = best
            .score
            .forced_plies()
            .is_some_and(|plies| plies.abs() < depth);
        let stability = Stability {
            stable_iterations: self.stable_iterations,
            score_drop: if score_before == -Score::INFINITE {
                0
            } else {
                score_before.0 - best.score.0
            },
            is_only_move: self.moves.len() == 1,
        };
        self.worker.time_on_clock().is_some_and(|(clock, elapsed)| {
            elapsed >= clock.soft_limit(stability) || (clock.may_stop_early && is_proven)
        })
    }

    /// The best lines of an iteration.
    fn latest(&self, depth: i32, lines: usize) -> Vec<LineResult> {
        let best = self.moves.iter().take(lines);
        best.map(|root_move| LineResult::latest(root_move, depth))
            .collect()
    }

    /// Reports a finished iteration. Skips the report if every line repeats a forced win or loss of
    /// the previous iteration.
    fn report_iteration(&mut self, depth: i32, lines: usize, listen: &mut dyn FnMut(Report)) {
        if !self.worker.is_main {
            return;
        }
        let set = self.latest(depth, lines);
        let is_news = set.len() != self.settled.len()
            || !std::iter::zip(&set, &self.settled).all(|(new, old)| new.repeats_end(old));
        self.settled.clone_from(&set);
        if is_news {
            self.report(set, listen);
        }
    }

    /// Reports the final lines. Skips the report if the last report was the same.
    fn report_last(&mut self, set: &[LineResult], lines: usize, listen: &mut dyn FnMut(Report)) {
        let set = &set[..set.len().min(lines)];
        if set != self.reported {
            self.report(set.to_vec(), listen);
        }
    }

    fn report(&mut self, set: Vec<LineResult>, listen: &mut dyn FnMut(Report)) {
        if !self.worker.is_main {
            return;
        }
        self.worker.publish_nodes();
        for (rank, line) in (1..).zip(&set) {
            listen(Report::Info(line.info(
                self.position,
                rank,
                self.worker.shared,
            )));
        }
        self.reported = set;
    }

    /// Reports the result of a root position without turns.
    fn report_decided(&self, listen: &mut dyn FnMut(Report)) {
        if self.worker.is_main {
            listen(Report::Decided(Score::of_decided(self.position)));
        }
    }
}
