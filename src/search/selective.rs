//! Selectivity: null move pruning, pruning of late turns and losing captures, late move reductions.

use super::args::{NodeArgs, NodeFacts, Trend, TurnNumber};
use super::exchange::see_at_least;
use super::ordering::ScoredTurn;
use super::params::Params;
use super::reduction::PLY;
use super::score::Score;
use super::window::Window;
use super::worker::{Stopped, Worker};
use crate::rules::Rules;

/// How far above beta the evaluation must be for reverse futility pruning: centipawns, at least 0.
pub(super) fn reverse_futility_margin(params: &Params, depth: i32, trend: Trend) -> i32 {
    let discount = match trend {
        Trend::Improving => params.reverse_futility_improving,
        Trend::NotImproving => 0,
    };
    (params.reverse_futility_margin * depth - discount).max(0)
}

fn null_move_reduction(params: &Params, depth: i32, above_beta: i32) -> i32 {
    params.null_move_base
        + depth / params.null_move_divisor
        + (above_beta / params.null_move_eval).clamp(0, 3)
}

/// The number of turns after which late move pruning skips the rest. It is proportional to
/// [`TurnNumber::total`].
fn late_move_count(params: &Params, depth: i32, trend: Trend, total: usize) -> usize {
    let count = params.late_move_base + params.late_move_scale * depth * depth;
    let count = count as usize * total / params.late_move_turns as usize;
    match trend {
        Trend::Improving => count,
        Trend::NotImproving => count / 2,
    }
}

impl<R: Rules> Worker<'_, R> {
    /// Searches a null move. If its score is at least beta, returns this score, or beta if the
    /// score is a forced win. At great depth, a verification search must also reach beta. Returns
    /// `None` if either score is below beta, or if no null move is allowed here.
    pub(super) fn null_move(
        &mut self,
        position: &R,
        args: NodeArgs,
        facts: &NodeFacts,
    ) -> Result<Option<Score>, Stopped> {
        let ply = self.ply();
        let beta = args.window.beta;
        let after_null_move = ply > 0 && self.frames[ply - 1].piece_to.is_none();
        if after_null_move || ply < self.no_null_move_before {
            return Ok(None);
        }
        let Some(child) = position.null_move() else {
            return Ok(None);
        };
        if child.seat() == position.seat() {
            return Ok(None);
        }
        let params = self.shared.params;
        let reduction = null_move_reduction(params, args.depth, facts.tt_eval.0 - beta.0);
        let reduced = NodeArgs {
            window: Window::zero_below(beta),
            depth: args.depth - reduction,
            cut_node: !args.cut_node,
        };
        self.enter(&child, None);
        let score = self.search_child::<false>(position, &child, reduced)?;
        self.leave();
        if score < beta {
            return Ok(None);
        }
        let score = if score.is_forced() { beta } else { score };
        if args.depth < params.null_move_verify || self.no_null_move_before > 0 {
            return Ok(Some(score));
        }
        // In zugzwang a null move proves nothing. At great depth, verify the cutoff by a search
        // without null moves in its first plies (verified null-move pruning: David-Tabibi and
        // Netanyahu, 2002).
        self.no_null_move_before = ply + 3 * (reduced.depth.max(0) as usize) / 4 + 1;
        let verification = NodeArgs {
            cut_node: false,
            ..reduced
        };
        let verified = self.search_node::<false>(position, verification);
        self.no_null_move_before = 0;
        Ok((verified? >= beta).then_some(score))
    }

    /// Whether this turn and all turns after it can be skipped: late move pruning, futility pruning
    /// (Heinz, *Extended Futility Pruning*, 1998), and history pruning. The turns after it have the
    /// same or a lower score in turn ordering, so they can be skipped as well.
    #[inline]
    pub(super) fn may_skip_rest(
        &self,
        scored: ScoredTurn,
        args: NodeArgs,
        facts: &NodeFacts,
        TurnNumber { number, total }: TurnNumber,
    ) -> bool {
        let params = self.shared.params;
        let depth = args.depth;
        let is_late = depth <= params.late_move_depth
            && number > late_move_count(params, depth, facts.trend, total);
        let margin = params.futility_base + params.futility_margin * depth;
        let is_futile =
            depth <= params.futility_depth && Score(facts.eval) + margin <= args.window.alpha;
        let has_bad_history = depth <= params.history_pruning_depth
            && scored.score() < -params.history_pruning_margin * depth;
        is_late || is_futile || has_bad_history
    }

    /// Whether a tactical turn loses too much material for the remaining depth (static exchange
    /// evaluation pruning). Only a capture by a piece other than a pawn can lose too much: a pawn
    /// that captures gains at least as much as it can lose. An underpromotion has a negative score
    /// in turn ordering, but it never loses too much, because [`see_at_least`] evaluates it as a
    /// capture by a pawn.
    pub(super) fn loses_material(&self, position: &R, scored: ScoredTurn, depth: i32) -> bool {
        let params = self.shared.params;
        if scored.score() >= 0 || depth > params.exchange_depth {
            return false;
        }
        let placement = &position.setup().placement;
        scored.turn().is_some_and(|turn| {
            let threshold = -params.exchange_margin * depth;
            !see_at_least(placement, turn.from(), turn.to(), threshold)
        })
    }

    /// By how many plies a late turn is reduced (late move reductions: Romstad, *An Introduction to
    /// Late Move Reductions*).
    pub(super) fn reduction<const PV: bool>(
        &self,
        scored: ScoredTurn,
        args: NodeArgs,
        facts: &NodeFacts,
        number: usize,
    ) -> i32 {
        let params = self.shared.params;
        if number as i32 <= params.reduction_number || facts.any_check {
            return 0;
        }
        let mut reduction = self.shared.reductions.of(args.depth, number);
        if PV {
            reduction -= params.reduction_pv;
        }
        if args.cut_node {
            reduction += params.reduction_cut;
        }
        if facts.trend == Trend::NotImproving {
            reduction += params.reduction_worsening;
        }
        if scored.is_tactical() {
            reduction /= 2;
        } else {
            reduction -= scored.score() * PLY / params.reduction_history;
        }
        reduction / PLY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reverse_futility_pruning_needs_an_evaluation_of_at_least_beta() {
        let params = Params {
            reverse_futility_margin: 20,
            reverse_futility_improving: 30,
            ..Params::default()
        };
        let margin = |depth, trend| reverse_futility_margin(&params, depth, trend);
        assert_eq!(margin(1, Trend::Improving), 0);
        assert_eq!(margin(2, Trend::Improving), 10);
        assert_eq!(margin(1, Trend::NotImproving), 20);
    }

    #[test]
    fn late_move_pruning_is_in_proportion_to_the_number_of_turns() {
        let params = Params {
            late_move_base: 8,
            late_move_scale: 5,
            late_move_turns: 40,
            ..Params::default()
        };
        let count = |depth, total| late_move_count(&params, depth, Trend::Improving, total);
        assert_eq!([20, 40, 80].map(|total| count(2, total)), [14, 28, 56]);
        assert_eq!(count(1, 40), 13);
        assert_eq!(late_move_count(&params, 2, Trend::NotImproving, 40), 14);
    }
}
