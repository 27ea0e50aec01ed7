//! Root moves, and the lines that a search reports. A reported line ([`LineResult`]) has the score
//! of a root move, its principal variation and the depth of the iteration.

use std::cmp::Reverse;

use super::report::{Bound, Info};
use super::score::Score;
use super::shared::Shared;
use crate::board::Turn;
use crate::rules::Rules;

/// A root move and its result.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    /// The turn.
    pub(super) turn: Turn,
    /// Its score in this iteration; -infinite if none is recorded. One iteration may search the
    /// root moves several times, for example again after a fail low. Each search first discards the
    /// scores of all moves after its first move. Then it records the score of its first move, and
    /// that of each later move whose score is above alpha.
    pub(super) score: Score,
    /// Its latest score before this iteration. But if an earlier search of this iteration has
    /// found that the move loses by force, it is the score of this loss.
    pub(super) previous: Score,
    /// Whether the score is exact or a bound.
    pub(super) bound: Bound,
    /// Its principal variation, which begins with the turn.
    pub(super) line: Vec<Turn>,
    /// The greatest ply reached below it.
    pub(super) seldepth: usize,
    /// Depth of the latest iteration that reported it as the current root move.
    pub(super) announced: i32,
}

/// Sorts root moves by falling score. Moves with equal scores keep their order. Not a method of the
/// generic search, so it is compiled only once.
pub(super) fn sort_by_score(moves: &mut [RootMove]) {
    moves.sort_by_key(|root_move| Reverse(root_move.score));
}

/// After a stop, replaces a best move that this iteration has refuted. There are two cases:
///
/// * The best move has just turned out to lose by force. Then the first unsearched root move that
///   is not known to lose comes first.
/// * The best move has failed high, and then low in the re-search. Then the best move of the
///   previous iteration comes first again, unless it is known to lose by force.
///
/// `moves` are sorted by score. `searched` is the number of moves that were searched before the
/// stop. The others are the last of `moves`, because they have no score and sorting keeps their
/// order. `settled` are the lines of the previous iteration.
pub(super) fn replace_refuted(moves: &mut [RootMove], searched: usize, settled: &[LineResult]) {
    let loses = |score: Score| score != -Score::INFINITE && score.is_decided_loss();
    let Some(first) = moves.first() else {
        return;
    };
    let mut unsearched = searched.max(1)..moves.len();
    if loses(first.score) && !loses(first.previous) {
        if let Some(next) = unsearched.find(|&number| !loses(moves[number].previous)) {
            moves[..=next].rotate_right(1);
            // In the previous iteration, the new best move was not better than the lost one.
            let most = moves[1].previous;
            let is_known = moves[0].previous != -Score::INFINITE && moves[0].previous <= most;
            moves[0].previous = if is_known { moves[0].previous } else { most };
        }
    } else if first.bound == Bound::Upper {
        let best = settled.first().and_then(LineResult::turn);
        if let Some(best) = moves
            .iter()
            .position(|root_move| Some(root_move.turn) == best)
            .filter(|&best| !loses(moves[best].previous))
        {
            moves[..=best].rotate_right(1);
        }
    }
}

impl RootMove {
    pub(super) fn new(turn: Turn) -> Self {
        Self {
            turn,
            score: -Score::INFINITE,
            previous: -Score::INFINITE,
            bound: Bound::Exact,
            line: vec![turn],
            seldepth: 0,
            announced: 0,
        }
    }

    /// Whether this iteration has found that the move loses by force.
    pub(super) fn is_lost(&self) -> bool {
        self.score != -Score::INFINITE && self.score.is_decided_loss()
    }

    /// `score`, or `previous` if no score has been recorded in this iteration yet.
    #[must_use]
    pub(super) fn latest_score(&self) -> Score {
        if self.score == -Score::INFINITE {
            self.previous
        } else {
            self.score
        }
    }
}

/// The result of a root move in one iteration.
#[derive(Clone, Debug)]
pub(super) struct LineResult {
    /// Depth of the iteration, in plies.
    depth: i32,
    score: Score,
    bound: Bound,
    seldepth: usize,
    /// The principal variation, which begins with the root move.
    line: Vec<Turn>,
}

impl PartialEq for LineResult {
    fn eq(&self, other: &Self) -> bool {
        let facts = |result: &Self| (result.depth, result.score, result.bound, result.turn());
        facts(self) == facts(other)
    }
}

impl LineResult {
    /// The latest result of a root move, from the iteration of this depth.
    pub(super) fn latest(root_move: &RootMove, depth: i32) -> Self {
        Self {
            depth,
            score: root_move.latest_score(),
            bound: root_move.bound,
            seldepth: root_move.seldepth,
            line: root_move.line.clone(),
        }
    }

    fn turn(&self) -> Option<Turn> {
        self.line.first().copied()
    }

    /// Whether both results are the same forced end: same root move, score and bound.
    pub(super) fn repeats_end(&self, earlier: &Self) -> bool {
        self.score.is_forced()
            && self.score == earlier.score
            && self.bound == earlier.bound
            && self.turn() == earlier.turn()
    }

    /// The result as a report. `rank` counts from 1.
    pub(super) fn info<R: Rules>(&self, position: &R, rank: u32, shared: &Shared<'_>) -> Info {
        Info {
            depth: self.depth as u32,
            seldepth: (self.seldepth as u32).max(1),
            multipv: rank,
            score: self.score,
            bound: self.bound,
            nodes: shared.published_nodes(),
            time: shared.stopwatch.elapsed(),
            hashfull: shared.table.permille_full(),
            pv: legal_line(position, &self.line),
        }
    }
}

/// All lines of a search that was stopped in the iteration of this depth, best first.
///
/// 1. The line of the first root move.
/// 2. The other results of this iteration.
/// 3. The results of the previous iteration (`settled`), for root moves that have no result in this
///    iteration.
///
/// An upper bound from this iteration does not count as a result. There is one exception: it counts
/// for the first root move if the previous iteration has no result for this move.
///
/// If the first root move has no score at all, it gets the score of the best move of the previous
/// iteration, as an upper bound: in that iteration it was not better than the best move.
///
/// Point 2 leaves out forced losses that this iteration has found. They are sorted by score into
/// the results of point 3.
///
/// If a line has a better score than the line above, it gets the score of the line above, as an
/// upper bound. There are no lines if the first root move has no score and the previous iteration
/// has no lines.
pub(super) fn lines_when_stopped(
    moves: &[RootMove],
    settled: &[LineResult],
    depth: i32,
) -> Vec<LineResult> {
    let Some(first) = moves.first() else {
        return Vec::new();
    };
    let earlier = |root_move: &RootMove| {
        let of_move = |result: &&LineResult| result.turn() == Some(root_move.turn);
        settled.iter().find(of_move)
    };
    let new = |root_move: &RootMove| {
        let is_new = root_move.score != -Score::INFINITE && root_move.bound != Bound::Upper;
        is_new.then(|| LineResult::latest(root_move, depth))
    };
    // The first root move may have failed high, and then low in the re-search. Then this iteration
    // has only an upper bound for it, and the previous iteration may have no result for it.
    let bounded = || (first.score != -Score::INFINITE).then(|| LineResult::latest(first, depth));
    let no_better = || {
        settled.first().map(|best| LineResult {
            bound: Bound::Upper,
            line: vec![first.turn],
            ..best.clone()
        })
    };
    let Some(best) = new(first)
        .or_else(|| earlier(first).cloned())
        .or_else(bounded)
        .or_else(no_better)
    else {
        return Vec::new();
    };
    let mut set = vec![best];
    let is_other = |result: &&LineResult| result.turn() != Some(first.turn);
    let mut fresh: Vec<LineResult> = moves.iter().skip(1).filter_map(new).collect();
    fresh.sort_by_key(|result| Reverse(result.score));
    let has_result = |turn| fresh.iter().any(|result| result.turn() == turn);
    let old: Vec<LineResult> = settled
        .iter()
        .filter(is_other)
        .filter(|result| !has_result(result.turn()))
        .cloned()
        .collect();
    let (lost, fresh): (Vec<_>, Vec<_>) = fresh
        .into_iter()
        .partition(|result| result.score.is_decided_loss());
    let mut rest: Vec<_> = old.into_iter().chain(lost).collect();
    rest.sort_by_key(|result| Reverse(result.score));
    for mut result in fresh.into_iter().chain(rest) {
        let above = set.last().map_or(Score::INFINITE, |above| above.score);
        if result.score > above {
            result.score = above;
            result.bound = Bound::Upper;
        }
        set.push(result);
    }
    set
}

/// The turns of a line before its first illegal turn.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn root_move(turn: &str, score: Score, bound: Bound) -> RootMove {
        RootMove {
            score,
            bound,
            ..RootMove::new(turn.parse().expect("a turn"))
        }
    }

    #[test]
    fn a_best_move_that_failed_low_after_a_fail_high_is_the_first_line() {
        let old_best = root_move("a1a2", Score(30), Bound::Exact);
        let settled = [LineResult::latest(&old_best, 4)];
        let new_best = root_move("b1b2", Score(20), Bound::Upper);
        let unsearched = root_move("a1a2", -Score::INFINITE, Bound::Exact);
        let set = lines_when_stopped(&[new_best.clone(), unsearched], &settled, 5);
        let turns: Vec<_> = set.iter().map(LineResult::turn).collect();
        assert_eq!(turns, [Some(new_best.turn), Some(old_best.turn)]);
        assert_eq!((set[0].depth, set[0].bound), (5, Bound::Upper));
        assert_eq!((set[1].score, set[1].bound), (Score(20), Bound::Upper));
    }

    #[test]
    fn a_move_that_was_not_searched_replaces_one_that_has_turned_out_to_lose() {
        let previous = |turn, score| RootMove {
            previous: score,
            ..root_move(turn, -Score::INFINITE, Bound::Exact)
        };
        let lost = Score(-Score::FORCED.0);
        let moves = [
            RootMove {
                score: lost,
                ..previous("a1a2", Score(30))
            },
            previous("b1b2", Score(20)),
            previous("c1c2", lost),
            previous("d1d2", Score(10)),
        ];
        let order = |searched, moves: &[RootMove]| {
            let mut moves = moves.to_vec();
            replace_refuted(&mut moves, searched, &[]);
            let turns = moves.iter().map(|root_move| root_move.turn.to_string());
            turns.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(order(0, &moves), "b1b2 a1a2 c1c2 d1d2");
        assert_eq!(order(1, &moves), "b1b2 a1a2 c1c2 d1d2");
        assert_eq!(order(2, &moves), "d1d2 a1a2 b1b2 c1c2");
        assert_eq!(order(4, &moves), "a1a2 b1b2 c1c2 d1d2");
        let mut known = moves.clone();
        known[0].previous = lost;
        assert_eq!(order(1, &known), "a1a2 b1b2 c1c2 d1d2");
        known[0].score = Score(-50);
        assert_eq!(order(1, &known), "a1a2 b1b2 c1c2 d1d2");

        let mut moves = moves.to_vec();
        let settled = [
            LineResult::latest(&root_move("a1a2", Score(30), Bound::Exact), 4),
            LineResult::latest(&root_move("d1d2", Score(10), Bound::Exact), 4),
        ];
        replace_refuted(&mut moves, 1, &settled);
        let set = lines_when_stopped(&moves, &settled, 5);
        let facts: Vec<_> = set
            .iter()
            .map(|result| {
                (
                    result.line[0].to_string(),
                    result.score,
                    result.bound,
                    result.depth,
                )
            })
            .collect();
        let fact = |turn: &str, score, bound, depth| (turn.to_owned(), score, bound, depth);
        assert_eq!(
            facts,
            [
                fact("b1b2", Score(30), Bound::Upper, 4),
                fact("d1d2", Score(10), Bound::Exact, 4),
                fact("a1a2", lost, Bound::Exact, 5),
            ]
        );
    }

    #[test]
    fn the_former_best_move_replaces_one_that_failed_high_and_then_low() {
        let best = root_move("a1a2", Score(71), Bound::Exact);
        let settled = [LineResult::latest(&best, 8)];
        let first = |bound, settled: &[LineResult]| {
            let mut moves = [
                root_move("b1b2", Score(63), bound),
                root_move("c1c2", -Score::INFINITE, Bound::Exact),
                root_move("a1a2", -Score::INFINITE, Bound::Exact),
            ];
            replace_refuted(&mut moves, 1, settled);
            moves.map(|root_move| root_move.turn.to_string()).join(" ")
        };
        assert_eq!(first(Bound::Upper, &settled), "a1a2 b1b2 c1c2");
        assert_eq!(first(Bound::Lower, &settled), "b1b2 c1c2 a1a2");
        assert_eq!(first(Bound::Upper, &[]), "b1b2 c1c2 a1a2");
    }

    #[test]
    fn a_former_best_move_that_loses_does_not_come_first_again() {
        let best = root_move("a1a2", Score(71), Bound::Exact);
        let settled = [LineResult::latest(&best, 8)];
        let mut moves = [
            root_move("b1b2", Score(63), Bound::Upper),
            RootMove {
                previous: Score(-Score::FORCED.0),
                ..root_move("a1a2", -Score::INFINITE, Bound::Exact)
            },
        ];
        replace_refuted(&mut moves, 1, &settled);
        assert_eq!(moves[0].turn.to_string(), "b1b2");
    }

    #[test]
    fn there_is_no_line_before_the_first_result() {
        let unsearched = root_move("a1a2", -Score::INFINITE, Bound::Exact);
        assert!(lines_when_stopped(&[unsearched], &[], 1).is_empty());
    }
}
