//! Quiescence search: searches only noisy turns, until there are none or a depth limit is reached.

use super::exchange::piece_value;
use super::history::PieceTo;
use super::ordering::{ScoredTurn, TurnOrdering};
use super::picker::{Picker, Wanted};
use super::report::Bound;
use super::score::Score;
use super::table::TtEntry;
use super::window::Window;
use super::worker::{NodeResult, NodeScore, PLIES, Worker};
use crate::board::{Act, Turn};
use crate::rules::Rules;

/// The score of a position if its player plays no noisy turn.
struct StandingPat {
    raw_eval: i32,
    /// The static evaluation, damped by the fifty-move rule.
    eval: Score,
    /// `eval`, corrected by the score of the transposition table entry.
    score: Score,
    /// The turn of the transposition table entry.
    tt_turn: Option<Turn>,
}

impl StandingPat {
    /// The result of standing pat, with this bound.
    const fn result(&self, bound: Bound) -> NodeResult {
        NodeResult {
            turn: None,
            score: self.score,
            bound,
            depth: 0,
            raw_eval: self.raw_eval,
        }
    }
}

impl<R: Rules> Worker<'_, R> {
    /// The quiescence score of a position, from the view of the player to play. `depth` is 0 at
    /// first and falls by 1 with each ply.
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        position: &R,
        window: Window,
        depth: i32,
    ) -> NodeScore {
        // Step 1. Count the node. If the game is over, return the score.
        if let Some(score) = self.begin_node(position)? {
            return Ok(score);
        }

        // Step 2. Without noisy turns the score is the static evaluation. The transposition table
        // is not probed first, because probing takes as long as evaluating.
        if !may_have_noisy_turns(position) {
            return Ok(self.leaf_score(position));
        }

        // Step 3. Probe the transposition table.
        let ply = self.ply();
        let tt_entry = self.shared.table.probe(position.key());
        if let Some(entry) = tt_entry
            && !PV
        {
            let score = Score::from_table(entry.score, ply);
            if tt_cutoff(&entry, score, window) {
                return Ok(score);
            }
        }

        // Step 4. Stand pat: almost always, the score of some quiet turn is at least the static
        // evaluation.
        let raw_eval =
            tt_entry.map_or_else(|| self.evaluate(position), |entry| i32::from(entry.eval));
        let eval = Score(self.damped_by_fifty(position, raw_eval));
        let standing_pat = StandingPat {
            raw_eval,
            eval,
            score: tt_corrected(eval, tt_entry, ply),
            tt_turn: tt_entry.and_then(|entry| entry.turn),
        };
        if standing_pat.score >= window.beta || self.is_too_deep(depth) {
            if tt_entry.is_none() {
                self.store(position.key(), standing_pat.result(Bound::Lower));
            }
            return Ok(standing_pat.score);
        }

        self.search_noisy_turns::<PV>(position, window, depth, &standing_pat)
    }

    /// Whether quiescence ends at this depth, regardless of the turns.
    fn is_too_deep(&self, depth: i32) -> bool {
        depth <= -self.shared.params.quiescence_depth || self.ply() + 1 >= PLIES
    }

    /// Searches the noisy turns of a position. The score of `standing_pat` must be below beta. The
    /// returned score is at least the score of `standing_pat`.
    #[inline(always)]
    fn search_noisy_turns<const PV: bool>(
        &mut self,
        position: &R,
        window: Window,
        depth: i32,
        standing_pat: &StandingPat,
    ) -> NodeScore {
        // Step 5. Start from the score of standing pat. If it is above alpha, it becomes alpha.
        let mut result = standing_pat.result(Bound::Upper);
        let mut open = window.raised_to(result.score);
        let continuation = self.continuation(position);
        let ordering = TurnOrdering {
            params: self.shared.params,
            history: self.history,
            continuation,
            tt_turn: standing_pat.tt_turn,
            killers: [None; 2],
        };
        let mut picker = Picker::new(position, Wanted::Noisy, &ordering, &mut self.stack);
        while let Some(scored) = picker.pick(&mut self.stack) {
            let Some(turn) = scored.turn() else {
                continue;
            };

            // Step 6. Skip captures that lose material or will hardly raise alpha (delta pruning).
            if let Some(ceiling) = self.capture_ceiling(position, scored, standing_pat.eval)
                && (scored.score() < 0 || ceiling <= open.alpha)
            {
                result.score = result.score.max(ceiling.min(open.alpha));
                continue;
            }

            // Step 7. Search the turn.
            let child = position.play(turn);
            let piece_to = PieceTo::of(&position.setup().placement, continuation.side, turn);
            self.enter(&child, Some(piece_to));
            let score = self.quiesce_child::<PV>(position, &child, open, depth - 1)?;
            self.leave();
            if score > result.score {
                result.score = score;
                if score > open.alpha {
                    result.turn = Some(turn);
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
        picker.finish(&mut self.stack);

        // Step 8. Store the result.
        result.bound = window.bound::<PV>(result.score);
        self.store(position.key(), result);
        Ok(result.score)
    }

    /// The quiescence score of a child, from the view of the player to play in `position`.
    #[inline(always)]
    fn quiesce_child<const PV: bool>(
        &mut self,
        position: &R,
        child: &R,
        window: Window,
        depth: i32,
    ) -> NodeScore {
        if child.seat() == position.seat() {
            return self.quiesce::<PV>(child, window, depth);
        }
        self.quiesce::<PV>(child, -window, depth)
            .map(|score| -score)
    }

    /// The best score that a capture is expected to reach; `None` for other turns, for en passant,
    /// and for a capture that promotes.
    fn capture_ceiling(&self, position: &R, scored: ScoredTurn, eval: Score) -> Option<Score> {
        let turn = scored.turn()?;
        let placement = &position.setup().placement;
        if turn.act() != Act::Move || !placement.occupied().contains(turn.to()) {
            return None;
        }
        let victim = placement.role_at(turn.to()).map_or(0, piece_value);
        Some(eval + victim + self.shared.params.delta_margin)
    }
}

/// `false` only if a position has no noisy turn. Always `true` in games with captures and
/// promotions. In other games a noisy turn completes the enemy army, or declares the end. To
/// complete the army, exactly one enemy piece must be in reserve. To declare the end, at most one
/// own piece may be in reserve: the un-capture of the same turn can place that piece.
#[inline]
fn may_have_noisy_turns<R: Rules>(position: &R) -> bool {
    let reserve = position.setup().placement.reserve();
    let side = position.side();
    position.has_captures() || reserve.total(side) <= 1 || reserve.total(!side) == 1
}

/// The static evaluation, or the score of the transposition table entry if that is more accurate.
/// A forced win or loss in the entry is ignored: the search itself must find it.
#[inline]
pub(super) fn tt_corrected(eval: Score, tt_entry: Option<TtEntry>, ply: usize) -> Score {
    let Some(entry) = tt_entry else {
        return eval;
    };
    let score = Score::from_table(entry.score, ply);
    let is_better = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score > eval,
        Bound::Upper => score < eval,
    };
    if is_better && !score.is_forced() {
        score
    } else {
        eval
    }
}

/// Whether the score of a transposition table entry allows a cutoff in a node with this window.
#[inline]
pub(super) fn tt_cutoff(entry: &TtEntry, score: Score, window: Window) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    }
}
