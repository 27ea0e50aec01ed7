//! What is searched less deep, or not at all: the steps of a node that trust an evaluation, the order
//! of turns, or that any turn is better than none.

use super::exchange::gains;
use super::node::Task;
use super::params::Params;
use super::picker::Candidate;
use super::reduction::PLY;
use super::score::Score;
use super::window::Window;
use super::worker::{Halted, Worker};
use crate::rules::Rules;

/// What a node knows before it looks at its turns.
pub(super) struct Prospect {
    /// The static evaluation, as the table keeps it.
    pub(super) raw: i32,
    /// The same with the fifty moves in view.
    pub(super) eval: i32,
    /// The same, corrected by what the table knows.
    pub(super) expected: Score,
    /// Whether the player to play stands better than a turn ago.
    pub(super) improving: bool,
    /// Whether a king is in check, so that turns are few and evaluations mean little.
    pub(super) obliged: bool,
}

/// How far above beta a position must be to be believed.
pub(super) fn reverse_futility_margin(params: &Params, depth: i32, improving: bool) -> i32 {
    let less = if improving {
        params.reverse_futility_improving
    } else {
        0
    };
    params.reverse_futility_margin * depth - less
}

fn null_move_reduction(params: &Params, depth: i32, above_beta: i32) -> i32 {
    params.null_move_base
        + depth / params.null_move_divisor
        + (above_beta / params.null_move_eval).clamp(0, 3)
}

/// How many of so many legal turns are looked at: in proportion.
fn late_move_count(params: &Params, depth: i32, improving: bool, turns: usize) -> usize {
    let count = params.late_move_base + params.late_move_scale * depth * depth;
    let count = count as usize * turns / params.late_move_turns as usize;
    if improving { count } else { count / 2 }
}

impl<R: Rules> Worker<'_, R> {
    /// Whether passing keeps the score above beta.
    pub(super) fn pass(
        &mut self,
        position: &R,
        task: Task,
        prospect: &Prospect,
    ) -> Result<Option<Score>, Halted> {
        let ply = self.ply();
        let beta = task.window.beta;
        let passed_before = ply > 0 && self.frames[ply - 1].footprint.is_none();
        if passed_before || ply < self.no_pass_before {
            return Ok(None);
        }
        let Some(child) = position.null_move() else {
            return Ok(None);
        };
        if child.seat() == position.seat() {
            return Ok(None);
        }
        let params = self.shared.params;
        let reduction = null_move_reduction(params, task.depth, prospect.expected.0 - beta.0);
        let below = Task {
            window: Window::reaching(beta),
            depth: task.depth - reduction,
            cut: !task.cut,
        };
        self.enter(&child, None);
        let score = self.child::<false>(position, &child, below)?;
        self.leave();
        if score < beta {
            return Ok(None);
        }
        let score = if score.is_forced() { beta } else { score };
        if task.depth < params.null_move_verify || self.no_pass_before > 0 {
            return Ok(Some(score));
        }
        // Where any turn is worse than none, passing proves nothing: search without it (verified
        // null move: Tabibi and Netanyahu, 2002).
        self.no_pass_before = ply + 3 * (below.depth.max(0) as usize) / 4 + 1;
        let verified = self.node::<false>(
            position,
            Task {
                cut: false,
                ..below
            },
        );
        self.no_pass_before = 0;
        Ok((verified? >= beta).then_some(score))
    }

    /// Whether neither this turn nor any after it is worth a look: late move pruning, futility
    /// pruning (Heinz, *Extended Futility Pruning*, 1998), and pruning by history. Turns come in the
    /// order of their history.
    pub(super) fn is_late(
        &self,
        candidate: Candidate,
        task: Task,
        prospect: &Prospect,
        (number, turns): (usize, usize),
    ) -> bool {
        let params = self.shared.params;
        let depth = task.depth;
        let late = depth <= params.late_move_depth
            && number > late_move_count(params, depth, prospect.improving, turns);
        let reach = params.futility_base + params.futility_margin * depth;
        let futile =
            depth <= params.futility_depth && Score(prospect.eval) + reach <= task.window.alpha;
        let bad = depth <= params.history_pruning_depth
            && candidate.order() < -params.history_pruning_margin * depth;
        late || futile || bad
    }

    /// Whether a capture loses too much material for what is left to search.
    pub(super) fn loses_material(&self, position: &R, candidate: Candidate, depth: i32) -> bool {
        let params = self.shared.params;
        if candidate.order() >= 0 || depth > params.exchange_depth {
            return false;
        }
        let placement = &position.setup().placement;
        candidate.turn().is_some_and(|turn| {
            let allowed = -params.exchange_margin * depth;
            !gains(placement, turn.from(), turn.to(), allowed)
        })
    }

    /// How much less deep a late turn is searched, in plies (late move reductions: Romstad, *An
    /// Introduction to Late Move Reductions*).
    pub(super) fn reduction<const PV: bool>(
        &self,
        candidate: Candidate,
        task: Task,
        prospect: &Prospect,
        number: usize,
    ) -> i32 {
        let params = self.shared.params;
        if number as i32 <= params.reduction_number || prospect.obliged {
            return 0;
        }
        let mut reduction = self.shared.reductions.of(task.depth, number);
        if PV {
            reduction -= params.reduction_pv;
        }
        if task.cut {
            reduction += params.reduction_cut;
        }
        if !prospect.improving {
            reduction += params.reduction_worsening;
        }
        if candidate.is_tactical() {
            reduction /= 2;
        } else {
            reduction -= candidate.order() * PLY / params.reduction_history;
        }
        reduction / PLY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_turns_are_left_out_by_their_share_of_all() {
        let params = Params {
            late_move_base: 8,
            late_move_scale: 5,
            late_move_turns: 40,
            ..Params::default()
        };
        let looked_at = |depth, turns| late_move_count(&params, depth, true, turns);
        assert_eq!([20, 40, 80].map(|turns| looked_at(2, turns)), [14, 28, 56]);
        assert_eq!(looked_at(1, 40), 13);
        assert_eq!(late_move_count(&params, 2, false, 40), 14);
    }
}
