//! Alpha-beta: the search of one position, in numbered steps.
//!
//! The framework is principal variation search (Marsland and Campbell, *Parallel Search of Strongly
//! Ordered Game Trees*, 1982), fail-soft. A score changes its sign only if the player changes: if a
//! player plays twice in a row, the score of the child is not negated.

use super::args::{NodeArgs, NodeFacts, Trend, TurnNumber};
use super::history::PieceTo;
use super::ordering::TurnOrdering;
use super::picker::{Picker, Wanted};
use super::quiesce::{tt_corrected, tt_cutoff};
use super::score::Score;
use super::selective::reverse_futility_margin;
use super::table::TtEntry;
use super::window::Window;
use super::worker::{NodeResult, NodeScore, PLIES, Stopped, Worker};
use crate::board::{Act, ByColor, Turn};
use crate::rules::{Rules, draw::FIFTY_MOVES};

/// The greatest number of turns that get a history malus after a cutoff.
const MAX_MALUS_MOVES: usize = 48;

/// From this halfmove clock on, the main search makes no transposition table cutoffs, because the
/// table entries ignore the clock. Quiescence makes cutoffs at any clock.
const NEAR_FIFTY_MOVES: u16 = FIFTY_MOVES - 12;

impl<R: Rules> Worker<'_, R> {
    /// Searches `child`, the position after a turn in `position`. Window and score are from the
    /// view of the player to play in `position`.
    #[inline]
    pub(super) fn search_child<const PV: bool>(
        &mut self,
        position: &R,
        child: &R,
        args: NodeArgs,
    ) -> NodeScore {
        if child.seat() == position.seat() {
            return self.search_node::<PV>(child, args);
        }
        let args = NodeArgs {
            window: -args.window,
            ..args
        };
        self.search_node::<PV>(child, args).map(|score| -score)
    }

    /// Searches a position. Window and score are from the view of the player to play in it.
    pub(super) fn search_node<const PV: bool>(
        &mut self,
        position: &R,
        args: NodeArgs,
    ) -> NodeScore {
        let NodeArgs {
            window,
            mut depth,
            cut_node,
        } = args;
        let ply = self.ply();

        // Step 1. At depth 0, go to quiescence. If any king is in check and the line may still be
        // extended, search one ply more instead (check extension).
        let checks = position.checks();
        let any_check = checks.white || checks.black;
        if depth <= 0 {
            if !any_check || !self.may_extend() {
                return self.quiesce::<PV>(position, window, 0);
            }
            depth = 1;
        }

        // Step 2. Count the node. If the game is over, return the score.
        if let Some(score) = self.begin_node(position)? {
            return Ok(score);
        }
        if ply + 1 >= PLIES {
            return Ok(self.leaf_score(position));
        }

        // Step 3. Skip the node if a shorter forced end has already been found (mate distance
        // pruning, Chess Programming Wiki).
        let window = window.possible_at(ply);
        if window.is_closed() {
            return Ok(window.alpha);
        }

        // Step 4. Probe the transposition table.
        let tt_entry = self.shared.table.probe(position.key());
        if let Some(entry) = tt_entry {
            let score = Score::from_table(entry.score, ply);
            let is_deep = i32::from(entry.depth) >= depth;
            let is_far_from_draw = position.setup().halfmove < NEAR_FIFTY_MOVES;
            if !PV && is_deep && is_far_from_draw && tt_cutoff(&entry, score, window) {
                return Ok(score);
            }
        }

        // Step 5. Evaluate.
        let facts = self.facts(position, tt_entry, checks);
        let params = self.shared.params;
        let may_prune = !PV && !any_check && !window.beta.is_forced() && !window.alpha.is_forced();

        // Step 6. If the evaluation is far below alpha and quiescence fails low as well, return the
        // score of quiescence (razoring: Birmingham and Kent, *Tree-searching and Tree-pruning
        // Techniques*, 1977).
        if may_prune
            && depth <= params.razoring_depth
            && facts.tt_eval + params.razoring_margin * depth < window.alpha
        {
            let score = self.quiesce::<false>(position, window, 0)?;
            if score <= window.alpha {
                return Ok(score);
            }
        }

        // Step 7. If the evaluation is far above beta, fail high (reverse futility pruning: Heinz,
        // *Extended Futility Pruning*, 1998, applied to beta).
        let margin = reverse_futility_margin(params, depth, facts.trend);
        if may_prune
            && depth <= params.reverse_futility_depth
            && facts.tt_eval - margin >= window.beta
        {
            return Ok(Score((facts.tt_eval.0 + window.beta.0) / 2));
        }

        // Step 8. If the score is at least beta even after a null move, fail high (null move
        // pruning: Donninger, *Null Move and Deep Search*, 1993).
        let args = NodeArgs { depth, ..args };
        if may_prune
            && depth >= params.null_move_depth
            && facts.tt_eval >= window.beta
            && Score(facts.eval) >= window.beta
            && let Some(score) = self.null_move(position, args, &facts)?
        {
            return Ok(score);
        }

        // Step 9. If the transposition table has no turn for this position, the turn ordering is
        // poor. Then search PV and cut nodes one ply less deep (internal iterative reductions:
        // Schroeder, 2020).
        let tt_turn = tt_entry.and_then(|entry| entry.turn);
        if tt_turn.is_none() && depth >= params.iir_depth && (PV || cut_node) {
            depth -= 1;
        }

        let args = NodeArgs {
            window,
            depth,
            cut_node,
        };
        self.search_turns::<PV>(position, args, &facts, tt_entry)
    }

    /// Counts a node and clears its principal variation. Returns the score of the position if an
    /// immediate outcome, repetition or fifty moves end the game.
    #[inline(always)]
    pub(super) fn begin_node(&mut self, position: &R) -> Result<Option<Score>, Stopped> {
        self.count_node()?;
        let ply = self.ply();
        self.seldepth = self.seldepth.max(ply);
        self.pvs[ply].clear();
        Ok(match position.immediate_outcome() {
            Some(outcome) => Some(Score::of_outcome(outcome, position.seat(), ply)),
            None => self.path_dependent_end(position),
        })
    }

    /// Whether the current line may still be extended.
    fn may_extend(&self) -> bool {
        let limit = self.shared.params.extension_reach * self.root_depth;
        self.ply() + 1 < PLIES && (self.ply() as i32) < limit
    }

    /// Evaluates a position that is going to be searched, and clears the killers of its children.
    fn facts(
        &mut self,
        position: &R,
        tt_entry: Option<TtEntry>,
        checks: ByColor<bool>,
    ) -> NodeFacts {
        let any_check = checks.white || checks.black;
        let ply = self.ply();
        let seat = position.seat();
        let raw_eval =
            tt_entry.map_or_else(|| self.evaluate(position), |entry| i32::from(entry.eval));
        let eval = self.damped_by_fifty(position, raw_eval);
        self.frames[ply].eval = (!any_check).then_some((seat, eval));
        self.frames[ply + 1].killers = [None; 2];
        let earlier = |back: usize| {
            let (viewer, eval) = self.frames[ply.checked_sub(back)?].eval?;
            Some(if viewer == seat { eval } else { -eval })
        };
        let is_better = earlier(2)
            .or_else(|| earlier(4))
            .is_none_or(|before| eval > before);
        let trend = if is_better && !any_check {
            Trend::Improving
        } else {
            Trend::NotImproving
        };
        NodeFacts {
            raw_eval,
            eval,
            tt_eval: tt_corrected(Score(eval), tt_entry, ply),
            trend,
            any_check,
        }
    }

    /// Searches the turns of a position.
    fn search_turns<const PV: bool>(
        &mut self,
        position: &R,
        args: NodeArgs,
        facts: &NodeFacts,
        tt_entry: Option<TtEntry>,
    ) -> NodeScore {
        let NodeArgs {
            window,
            depth,
            cut_node,
        } = args;
        let ply = self.ply();
        let continuation = self.continuation(position);
        let ordering = TurnOrdering {
            params: self.shared.params,
            history: self.history,
            continuation,
            tt_turn: tt_entry.and_then(|entry| entry.turn),
            killers: self.frames[ply].killers,
        };
        let mut picker = Picker::new(position, Wanted::All, &ordering, &mut self.stack);

        // Step 10. If there is no turn, the game is over. If there is only one, search it one ply
        // deeper (one reply extension).
        let total = picker.count();
        if total == 0 {
            let outcome = position.outcome_if_stuck();
            return Ok(Score::of_outcome(outcome, position.seat(), ply));
        }
        let is_only_reply = total == 1 && self.may_extend();
        let child_depth = if is_only_reply { depth } else { depth - 1 };

        let mut open = window;
        let mut best = -Score::INFINITE;
        let mut best_turn = None;
        // Late move pruning skips the rest after a number of turns that is proportional to `total`.
        // In games with captures, `total` is the number of legal turns. In other games it is fixed.
        // The number of legal turns was tried in the other games too. It had mixed results in
        // matches (`benches/experiments.md`), and seemed to be worse against weak players.
        let total = if position.has_captures() {
            total
        } else {
            self.shared.params.late_move_turns as usize
        };
        let mut number = 0;
        while let Some(scored) = picker.pick(&mut self.stack) {
            let Some(turn) = scored.turn() else {
                continue;
            };
            number += 1;

            // Step 11. Skip turns that are unlikely to raise alpha. A capture that loses too much
            // material is skipped alone. A quiet turn is skipped together with all turns after it.
            if number > 1 && !best.is_decided_loss() && !facts.any_check {
                let args = NodeArgs {
                    window: open,
                    ..args
                };
                if scored.is_tactical() {
                    if self.loses_material(position, scored, depth) {
                        continue;
                    }
                } else if self.may_skip_rest(scored, args, facts, TurnNumber { number, total }) {
                    break;
                }
            }

            // Step 12. Search the turn: the first one with the whole window, the others with a zero
            // window. Late turns are searched at reduced depth.
            let child = position.play(turn);
            let piece_to = PieceTo::of(&position.setup().placement, continuation.side, turn);
            self.enter(&child, Some(piece_to));
            let args = NodeArgs {
                window: open,
                depth: child_depth,
                cut_node,
            };
            let score = if number == 1 {
                let cut_node = !PV && !cut_node;
                self.search_child::<PV>(position, &child, NodeArgs { cut_node, ..args })?
            } else {
                let reduction = if depth >= self.shared.params.reduction_depth {
                    self.reduction::<PV>(scored, args, facts, number)
                } else {
                    0
                };
                self.search_late_child::<PV>(position, &child, args, reduction)?
            };
            self.leave();

            if score > best {
                best = score;
                if score > open.alpha {
                    best_turn = Some(turn);
                    open.alpha = score;
                    if PV {
                        self.update_pv(turn);
                    }
                    if open.is_closed() {
                        break;
                    }
                }
            }
        }

        // Step 13. After a beta cutoff, update killers and histories.
        if best >= window.beta {
            self.update_histories(position, &picker, depth);
        }
        picker.finish(&mut self.stack);

        // Step 14. Store the result.
        let result = NodeResult {
            turn: best_turn,
            score: best,
            bound: window.bound::<PV>(best),
            depth,
            raw_eval: facts.raw_eval,
        };
        self.store(position.key(), result);
        Ok(best)
    }

    /// Searches a turn that is not the first, with a zero window and reduced by up to `reduction`
    /// plies. A reduced search with a score above alpha is repeated at full depth. In a PV node, a
    /// search with a score still above alpha is repeated with the whole window.
    pub(super) fn search_late_child<const PV: bool>(
        &mut self,
        position: &R,
        child: &R,
        args: NodeArgs,
        reduction: i32,
    ) -> NodeScore {
        let zero = NodeArgs {
            window: Window::zero_above(args.window.alpha),
            ..args
        };
        let reduced_depth = (args.depth - reduction).clamp(1.min(args.depth), args.depth);
        let is_reduced = reduced_depth < args.depth;
        let reduced = NodeArgs {
            depth: reduced_depth,
            cut_node: is_reduced || !args.cut_node,
            ..zero
        };
        let mut score = self.search_child::<false>(position, child, reduced)?;
        if score > args.window.alpha && is_reduced {
            let cut_node = !args.cut_node;
            score = self.search_child::<false>(position, child, NodeArgs { cut_node, ..zero })?;
        }
        if PV && score > args.window.alpha {
            let cut_node = false;
            score = self.search_child::<true>(position, child, NodeArgs { cut_node, ..args })?;
        }
        Ok(score)
    }

    /// Updates killers and history after a beta cutoff. The turn picked last caused the cutoff: it
    /// becomes a killer and gets a history bonus. Of the turns picked before it, the first
    /// [`MAX_MALUS_MOVES`] get a malus, except promotions.
    ///
    /// Nothing is updated if the turn that caused the cutoff is a promotion. Of the other tactical
    /// turns, only two kinds update killers and history: the turn of the transposition table entry,
    /// and a turn that is tactical only because it gives check.
    fn update_histories(&mut self, position: &R, picker: &Picker, depth: i32) {
        let params = self.shared.params;
        let Some((best, before)) = picker.picked(&self.stack).split_last() else {
            return;
        };
        let Some(turn) = best.turn() else {
            return;
        };
        if best.is_tactical() && !best.is_tt_turn() && !best.is_quiet_check() {
            return;
        }
        let is_promotion = |turn: Turn| turn.act() == Act::Promotion;
        if is_promotion(turn) {
            return;
        }
        let ply = self.ply();
        let killers = &mut self.frames[ply].killers;
        if killers[0] != Some(turn) {
            *killers = [Some(turn), killers[0]];
        }
        let continuation = self.continuation(position);
        let placement = &position.setup().placement;
        let bonus = (params.history_bonus * depth).min(params.history_bonus_max);
        self.history.add(continuation, placement, turn, bonus);
        for scored in before.iter().take(MAX_MALUS_MOVES) {
            if let Some(turn) = scored.turn().filter(|&turn| !is_promotion(turn)) {
                self.history.add(continuation, placement, turn, -bonus);
            }
        }
    }
}
