//! Quiescence: only what changes the evaluation at once is looked at, until nothing does.

use super::exchange::worth;
use super::picker::{Order, Picker, Wanted};
use super::report::Bound;
use super::score::Score;
use super::table::Entry;
use super::window::Window;
use super::worker::{PLIES, Searched, Worker};
use crate::board::Act;
use crate::rules::Rules;

impl<R: Rules> Worker<'_, R> {
    /// The score of a position once nothing noisy is left. `depth` is 0 at first and falls.
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        position: &R,
        window: Window,
        depth: i32,
    ) -> Searched {
        // Step 1. Count the node. The game may be over.
        self.visit()?;
        let ply = self.ply();
        let seat = position.seat();
        self.deepest = self.deepest.max(ply);
        self.lines[ply].clear();
        if let Some(outcome) = position.immediate_outcome() {
            return Ok(Score::of_end(outcome, seat, ply));
        }
        if let Some(score) = self.end_by_history(position) {
            return Ok(score);
        }

        // Step 2. Where nothing can be noisy, the evaluation is the score. It takes no longer than
        // asking the table.
        let homecomers = -depth < self.shared.params.quiescence_revivals;
        if !homecomers && !may_be_noisy(position) {
            return Ok(self.evaluated(position));
        }

        // Step 3. Ask the table.
        let key = position.key();
        let known = self.shared.table.probe(key);
        if let Some(entry) = known
            && !PV
            && cuts(&entry, Score::from_table(entry.score, ply), window)
        {
            return Ok(Score::from_table(entry.score, ply));
        }

        // Step 4. Stand pat: there is nearly always a turn that is not worse than none.
        let raw = known.map_or_else(|| self.evaluate(position), |entry| i32::from(entry.eval));
        let eval = self.shrunk(position, raw);
        let mut best = sharpened(Score(eval), known, ply);
        let deepest = -self.shared.params.quiescence_depth;
        if best >= window.beta || depth <= deepest || ply + 1 >= PLIES {
            if known.is_none() {
                let bound = if best >= window.beta {
                    Bound::Lower
                } else {
                    Bound::Upper
                };
                self.keep(key, bound, best, raw, None);
            }
            return Ok(best);
        }
        let before = window.alpha;
        let mut window = Window {
            alpha: window.alpha.max(best),
            ..window
        };

        // Step 5. Try what is noisy.
        let order = Order {
            params: self.shared.params,
            history: &self.memory.history,
            past: self.past(position),
            known: known.and_then(|entry| entry.turn),
            killers: [None; 2],
        };
        let wanted = Wanted::Noisy { homecomers };
        let mut picker = Picker::new(position, wanted, &order, &mut self.stack);
        let past = order.past;
        let mut best_turn = None;
        while let Some(candidate) = picker.pick(&mut self.stack) {
            let Some(turn) = candidate.turn() else {
                continue;
            };
            // Step 6. Leave out captures that lose material or cannot reach alpha (delta pruning).
            let placement = &position.setup().placement;
            if turn.act() == Act::Move && placement.occupied().contains(turn.to()) {
                let gain = placement.role_at(turn.to()).map_or(0, worth);
                let reach = Score(eval) + gain + self.shared.params.delta_margin;
                if candidate.order() < 0 || reach <= window.alpha {
                    best = best.max(reach.min(window.alpha));
                    continue;
                }
            }
            let child = position.play(turn);
            let footprint = super::history::Footprint::of(placement, past.side, turn);
            self.enter(&child, Some(footprint));
            let score = if child.seat() == seat {
                self.quiesce::<PV>(&child, window, depth - 1)?
            } else {
                -self.quiesce::<PV>(&child, -window, depth - 1)?
            };
            self.leave();
            if score > best {
                best = score;
                if score > window.alpha {
                    best_turn = Some(turn);
                    window.alpha = score;
                    if PV {
                        self.take_line(turn);
                    }
                    if window.is_closed() {
                        break;
                    }
                }
            }
        }
        picker.finish(&mut self.stack);

        // Step 7. Remember.
        let bound = if best >= window.beta {
            Bound::Lower
        } else if best > before && PV {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.keep(key, bound, best, raw, best_turn);
        Ok(best)
    }

    fn keep(
        &self,
        key: crate::board::Key,
        bound: Bound,
        score: Score,
        eval: i32,
        turn: Option<crate::board::Turn>,
    ) {
        if score.hangs_on_history() {
            return;
        }
        let entry = Entry {
            turn,
            score: score.to_table(self.ply()),
            bound,
            depth: 0,
            eval: eval as i16,
            was_pv: false,
        };
        self.shared.table.store(key, entry);
    }
}

/// Whether there can be noisy turns at all: captures and promotions, or pieces that complete an army,
/// the enemy's or (so that the end may be declared) the own one.
#[inline]
fn may_be_noisy<R: Rules>(position: &R) -> bool {
    let reserve = position.setup().placement.reserve();
    let side = position.side();
    position.captures() || reserve.total(side) <= 1 || reserve.total(!side) == 1
}

/// An evaluation, corrected by what the table knows of the position's score. Forced ends are no
/// evaluations: they must be found.
#[inline]
pub(super) fn sharpened(eval: Score, known: Option<Entry>, ply: usize) -> Score {
    let Some(entry) = known else {
        return eval;
    };
    let score = Score::from_table(entry.score, ply);
    let sharper = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score > eval,
        Bound::Upper => score < eval,
    };
    if sharper && !score.is_forced() {
        score
    } else {
        eval
    }
}

/// Whether what the table knows is enough for a window.
#[inline]
pub(super) fn cuts(entry: &Entry, score: Score, window: Window) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    }
}
