//! The scores of the successors of a position. Each successor gets a search of its own.

use rand::Rng;
use rand::seq::IteratorRandom;

use super::line::Line;
use crate::board::Turn;
use crate::play::IsStopped;
use crate::rules::Rules;
use crate::search::{Control, Limits, Score, Search};

/// How successors are scored.
pub(super) struct Scoring<'a> {
    /// At most this many successors are scored. If there are more, the scored ones are chosen at
    /// random.
    pub(super) max: usize,
    /// The limits of the search of each successor.
    pub(super) limits: &'a Limits,
    /// Whether the work is to be stopped.
    pub(super) is_stopped: IsStopped<'a>,
}

/// The position after a turn, with its score. The position before the turn is the parent of the
/// successor.
pub(super) struct Successor<R> {
    /// The turn that leads to the successor.
    pub(super) turn: Turn,
    /// The position after the turn.
    pub(super) position: R,
    /// 1 if the same player is to play in the parent and in the successor, otherwise -1.
    pub(super) sign: i32,
    /// The score, from the view of the player to play in the parent.
    pub(super) score: Score,
}

impl Scoring<'_> {
    /// Scores successors of the last position of `line`, in the order in which their turns are
    /// generated. Leaves out successors in which the game is over. If more than [`Scoring::max`]
    /// remain, scores that many, chosen at random. Returns `None` if fewer than two remain, or if
    /// the work is stopped. Clears `search` before the first search.
    pub(super) fn scores<R: Rules>(
        &self,
        search: &mut Search<R>,
        line: &Line<R>,
        random: &mut impl Rng,
    ) -> Option<Vec<Successor<R>>> {
        let turns = line.position().turns().into_iter();
        let successors = turns.filter_map(|turn| Some((turn, line.after(turn)?)));
        let all: Vec<(Turn, Line<R>)> = successors.collect();
        if all.len() < 2 {
            return None;
        }
        let mut chosen = (0..all.len()).choose_multiple(random, self.max);
        chosen.sort_unstable();
        search.clear();
        let mut scored = Vec::with_capacity(chosen.len());
        for (turn, successor) in chosen.into_iter().filter_map(|index| all.get(index)) {
            if (self.is_stopped)() {
                return None;
            }
            let position = successor.position();
            let is_same_player = position.seat() == line.position().seat();
            let best = search.go(
                successor.root(),
                self.limits,
                &Control::default(),
                &mut |_| {},
            );
            let (sign, score) = match is_same_player {
                true => (1, best.score),
                false => (-1, -best.score),
            };
            scored.push(Successor {
                turn: *turn,
                position: position.clone(),
                sign,
                score,
            });
        }
        Some(scored)
    }
}
