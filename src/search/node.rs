//! Alpha-beta: one position, in numbered steps.
//!
//! The frame is principal variation search (Marsland and Campbell, *Parallel Search of Strongly
//! Ordered Game Trees*, 1982) in fail-soft form. Signs change with the player, not with the ply:
//! where a player plays twice in a row, the second score is taken as it is.

use super::history::Footprint;
use super::picker::{Order, Picker, Wanted};
use super::quiesce::{cuts, sharpened};
use super::report::Bound;
use super::score::Score;
use super::selective::{Prospect, reverse_futility_margin};
use super::table::Entry;
use super::window::Window;
use super::worker::{PLIES, Searched, Worker};
use crate::rules::{Rules, draw::FIFTY_MOVES};

/// What is asked of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    /// The scores that matter, from the view of the player to play.
    pub(super) window: Window,
    /// Plies to search.
    pub(super) depth: i32,
    /// Whether a cutoff is expected.
    pub(super) cut: bool,
}

/// Turns whose history is changed after a cutoff, at most.
const PUNISHED: usize = 48;

/// Halfmoves from which the table, which knows nothing of them, does not decide.
const NEAR_FIFTY_MOVES: u16 = FIFTY_MOVES - 12;

impl<R: Rules> Worker<'_, R> {
    /// The score of a child, from the view of the player who played `seat`'s turn.
    #[inline]
    pub(super) fn child<const PV: bool>(
        &mut self,
        position: &R,
        child: &R,
        task: Task,
    ) -> Searched {
        if child.seat() == position.seat() {
            return self.node::<PV>(child, task);
        }
        let task = Task {
            window: -task.window,
            ..task
        };
        self.node::<PV>(child, task).map(|score| -score)
    }

    /// The score of a position.
    pub(super) fn node<const PV: bool>(&mut self, position: &R, task: Task) -> Searched {
        let Task {
            window,
            mut depth,
            cut,
        } = task;
        let ply = self.ply();

        // Step 1. At the horizon only noisy turns are looked at. A check is no place to stop:
        // it is extended by a ply.
        let checks = position.checks();
        let obliged = checks.white || checks.black;
        if depth <= 0 {
            if !obliged || !self.may_extend() {
                return self.quiesce::<PV>(position, window, 0);
            }
            depth = 1;
        }

        // Step 2. Count the node. The game may be over.
        self.visit()?;
        let seat = position.seat();
        self.deepest = self.deepest.max(ply);
        self.lines[ply].clear();
        if let Some(outcome) = position.immediate_outcome() {
            return Ok(Score::of_end(outcome, seat, ply));
        }
        if let Some(score) = self.end_by_history(position) {
            return Ok(score);
        }
        if ply + 1 >= PLIES {
            return Ok(self.evaluated(position));
        }

        // Step 3. A nearer forced end than any from here may be known already (mate distance
        // pruning, Chess Programming Wiki).
        let window = window.possible_at(ply);
        if window.is_closed() {
            return Ok(window.alpha);
        }

        // Step 4. Ask the table.
        let key = position.key();
        let known = self.shared.table.probe(key);
        if let Some(entry) = known {
            let score = Score::from_table(entry.score, ply);
            let deep = i32::from(entry.depth) >= depth;
            let fresh = position.setup().halfmove < NEAR_FIFTY_MOVES;
            if !PV && deep && fresh && cuts(&entry, score, window) {
                return Ok(score);
            }
        }

        // Step 5. Evaluate.
        let prospect = self.look(position, known, obliged);
        let params = self.shared.params;
        let may_prune = !PV && !obliged && !window.beta.is_forced() && !window.alpha.is_forced();

        // Step 6. Far below alpha, quiescence is asked whether there is hope (razoring: Birmingham
        // and Kent, *Tree-searching and Tree-pruning Techniques*, 1977).
        if may_prune
            && depth <= params.razoring_depth
            && prospect.expected + params.razoring_margin * depth < window.alpha
        {
            let score = self.quiesce::<false>(position, window, 0)?;
            if score <= window.alpha {
                return Ok(score);
            }
        }

        // Step 7. Far above beta, the position is believed (reverse futility pruning: Heinz,
        // *Extended Futility Pruning*, 1998, turned round).
        let margin = reverse_futility_margin(params, depth, prospect.improving);
        if may_prune
            && depth <= params.reverse_futility_depth
            && prospect.expected - margin >= window.beta
        {
            return Ok(Score((prospect.expected.0 + window.beta.0) / 2));
        }

        // Step 8. If even passing keeps the score above beta, a turn will (null move pruning:
        // Donninger, *Null Move and Deep Search*, 1993).
        if may_prune
            && depth >= params.null_move_depth
            && prospect.expected >= window.beta
            && Score(prospect.eval) >= window.beta
            && let Some(score) = self.pass(position, Task { depth, ..task }, &prospect)?
        {
            return Ok(score);
        }

        // Step 9. Without a known turn the order is poor: search less, and come back with one
        // (internal iterative reductions: Schroeder, 2012).
        let known_turn = known.and_then(|entry| entry.turn);
        if known_turn.is_none() && depth >= params.iir_depth && (PV || cut) {
            depth -= 1;
        }

        let task = Task { window, depth, cut };
        self.turns::<PV>(position, task, &prospect, known)
    }

    /// Whether lines may still be made longer than the iteration wants.
    fn may_extend(&self) -> bool {
        let reach = self.shared.params.extension_reach * self.root_depth;
        self.ply() + 1 < PLIES && (self.ply() as i32) < reach
    }

    /// Evaluates a position that is to be searched.
    fn look(&mut self, position: &R, known: Option<Entry>, obliged: bool) -> Prospect {
        let ply = self.ply();
        let seat = position.seat();
        let raw = known.map_or_else(|| self.evaluate(position), |entry| i32::from(entry.eval));
        let eval = self.shrunk(position, raw);
        let expected = sharpened(Score(eval), known, ply);
        self.frames[ply].eval = (!obliged).then_some((seat, eval));
        self.frames[ply + 1].killers = [None; 2];
        let earlier = |back: usize| {
            let (viewer, eval) = self.frames[ply.checked_sub(back)?].eval?;
            Some(if viewer == seat { eval } else { -eval })
        };
        let improving = match earlier(2).or_else(|| earlier(4)) {
            Some(before) => !obliged && eval > before,
            None => !obliged,
        };
        Prospect {
            raw,
            eval,
            expected,
            improving,
            obliged,
        }
    }

    /// Searches the turns of a position.
    fn turns<const PV: bool>(
        &mut self,
        position: &R,
        task: Task,
        prospect: &Prospect,
        known: Option<Entry>,
    ) -> Searched {
        let Task { window, depth, .. } = task;
        let ply = self.ply();
        let past = self.past(position);
        let order = Order {
            params: self.shared.params,
            history: &self.memory.history,
            past,
            known: known.and_then(|entry| entry.turn),
            killers: self.frames[ply].killers,
        };
        let mut picker = Picker::new(position, Wanted::All, &order, &mut self.stack);

        // Step 10. Without a turn the game is over. A single turn costs nothing to follow.
        if picker.count() == 0 {
            let outcome = position.outcome_if_stuck();
            return Ok(Score::of_end(outcome, position.seat(), ply));
        }
        let forced = picker.count() == 1 && self.may_extend();
        let below = if forced { depth } else { depth - 1 };

        let mut open = window;
        let mut best = -Score::INFINITE;
        let mut best_turn = None;
        // In games without captures the number of turns was not shown to help, and seemed to cost wins
        // against weak players.
        let turns = if position.captures() {
            picker.count()
        } else {
            self.shared.params.late_move_turns as usize
        };
        let mut number = 0;
        while let Some(candidate) = picker.pick(&mut self.stack) {
            let Some(turn) = candidate.turn() else {
                continue;
            };
            number += 1;

            // Step 11. Leave out what comes too late, or promises too little, to raise alpha.
            if number > 1 && !best.is_lost() && !prospect.obliged {
                let task = Task {
                    window: open,
                    ..task
                };
                if candidate.is_tactical() {
                    if self.loses_material(position, candidate, depth) {
                        continue;
                    }
                } else if self.is_late(candidate, task, prospect, (number, turns)) {
                    break;
                }
            }

            // Step 12. Search it: the first with the whole window, the others with a closed one,
            // late ones less deep.
            let child = position.play(turn);
            let footprint = Footprint::of(&position.setup().placement, past.side, turn);
            self.enter(&child, Some(footprint));
            let task = Task {
                window: open,
                depth: below,
                cut: task.cut,
            };
            let score = if number == 1 {
                let cut = !PV && !task.cut;
                self.child::<PV>(position, &child, Task { cut, ..task })?
            } else {
                let reduction = if depth >= self.shared.params.reduction_depth {
                    self.reduction::<PV>(candidate, task, prospect, number)
                } else {
                    0
                };
                self.later_child::<PV>(position, &child, task, reduction)?
            };
            self.leave();

            if score > best {
                best = score;
                if score > open.alpha {
                    best_turn = Some(turn);
                    open.alpha = score;
                    if PV {
                        self.take_line(turn);
                    }
                    if open.is_closed() {
                        break;
                    }
                }
            }
        }

        // Step 13. Learn from a cutoff.
        if best >= window.beta {
            self.learn(position, &picker, depth);
        }
        picker.finish(&mut self.stack);

        // Step 14. Remember.
        if !best.hangs_on_history() {
            let bound = if best >= window.beta {
                Bound::Lower
            } else if best > window.alpha && PV {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.shared.table.store(
                position.key(),
                Entry {
                    turn: best_turn,
                    score: best.to_table(ply),
                    bound,
                    depth: depth.clamp(0, 255) as u8,
                    eval: prospect.raw as i16,
                    was_pv: PV,
                },
            );
        }
        Ok(best)
    }

    /// Searches a turn that is not the first.
    pub(super) fn later_child<const PV: bool>(
        &mut self,
        position: &R,
        child: &R,
        task: Task,
        reduction: i32,
    ) -> Searched {
        let closed = Task {
            window: Window::above(task.window.alpha),
            ..task
        };
        let reduced = (task.depth - reduction).clamp(1.min(task.depth), task.depth);
        let first = Task {
            depth: reduced,
            cut: reduced < task.depth || !task.cut,
            ..closed
        };
        let mut score = self.child::<false>(position, child, first)?;
        if score > task.window.alpha && reduced < task.depth {
            let cut = !task.cut;
            score = self.child::<false>(position, child, Task { cut, ..closed })?;
        }
        if PV && score > task.window.alpha {
            score = self.child::<true>(position, child, Task { cut: false, ..task })?;
        }
        Ok(score)
    }

    /// Rewards the turn that caused a cutoff, the last one picked, and punishes those before it.
    fn learn(&mut self, position: &R, picker: &Picker, depth: i32) {
        let params = self.shared.params;
        let Some((best, before)) = picker.picked(&self.stack).split_last() else {
            return;
        };
        let Some(turn) = best.turn() else {
            return;
        };
        if best.is_tactical() && !best.is_known() && !best.is_quiet_check() {
            return;
        }
        let ply = self.ply();
        let killers = &mut self.frames[ply].killers;
        if killers[0] != Some(turn) {
            *killers = [Some(turn), killers[0]];
        }
        let past = self.past(position);
        let placement = &position.setup().placement;
        let bonus = (params.history_bonus * depth).min(params.history_bonus_max);
        let history = &mut self.memory.history;
        history.add(past, placement, turn, bonus);
        for candidate in before.iter().take(PUNISHED) {
            if let Some(turn) = candidate.turn() {
                history.add(past, placement, turn, -bonus);
            }
        }
    }
}
