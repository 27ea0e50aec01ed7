//! Searches positions of a played game. In each of these searches, takes a position near the
//! leaves, the *parent*, and scores a group of siblings: successors of the parent.

use rand::seq::index;
use rand_chacha::ChaCha8Rng;

use super::scored_game::{ScoredGame, Siblings};
use crate::board::Turn;
use crate::games::TypedGame;
use crate::learn::frontier::frontier;
use crate::learn::line::Line;
use crate::learn::successors::{Scoring, Successor};
use crate::play::IsStopped;
use crate::rules::Rules;
use crate::search::{Control, Limits, Options, Score, Search, Strength};

/// Which siblings of a game are scored, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SiblingPlan {
    /// The maximum number of groups of siblings. For each group, another random position of the
    /// game is searched. The parent of the group is near the leaves of this search.
    pub max_per_game: usize,
    /// The maximum number of siblings in a group; at most 65,535. If the parent has more successors
    /// in which the game is not over, the siblings are chosen from these successors at random.
    pub max_siblings: usize,
    /// The node limit of the search from each random position of the game, and of the search of
    /// each sibling.
    pub nodes: u64,
}

/// The maximum halfmove clock of a root: a position of the game that is searched to find siblings.
///
/// If fifty moves mean a draw, the search moves evaluations towards 0 when the halfmove clock is
/// above `fifty_moves_calm`, a search parameter (default: 80). The maximum is 10 lower, because the
/// siblings are deeper than the root and their halfmove clocks may be higher.
const MAX_HALFMOVES: u16 = 70;

/// A game that has been played, from which siblings are taken.
pub(super) struct PlayedGame<'a, R: Rules> {
    /// The variant.
    pub(super) variant: TypedGame<R>,
    /// The game.
    pub(super) game: &'a ScoredGame,
    /// The options of the search that scores siblings. The strength and the contempt in these
    /// options are ignored: siblings are searched at full strength and without contempt.
    pub(super) options: Options,
}

impl<R: Rules> PlayedGame<'_, R> {
    /// Searches undecided positions of the game ([`is_undecided`]), finds siblings near the leaves
    /// of these searches, and scores each sibling by a search of its own. The scores are in
    /// centipawns of the evaluation, not in those of reported scores
    /// ([`Scale`](crate::eval::Scale)). `None` if the work is stopped.
    pub(super) fn siblings(
        &self,
        plan: SiblingPlan,
        random: &mut ChaCha8Rng,
        is_stopped: IsStopped<'_>,
    ) -> Option<Vec<Siblings>> {
        let limits = Limits {
            nodes: Some(plan.nodes),
            ..Limits::default()
        };
        let scoring = Scoring {
            max: plan.max_siblings,
            limits: &limits,
            is_stopped,
        };
        let mut search = Search::new(Options {
            strength: Strength::Full,
            contempt: 0,
            ..self.options.clone()
        });
        let mut found = Vec::new();
        for root in self.roots(plan.max_per_game, random) {
            if is_stopped() {
                return None;
            }
            search.clear();
            search.go(root.root(), &limits, &Control::default(), &mut |_| {});
            let line = frontier(&search, &root, random);
            let ply = root.turns().len();
            let successors = scoring.scores(&mut search, &line, random);
            found.extend(successors.map(|successors| Siblings {
                ply: ply as u32,
                line: line.turns()[ply..].to_vec(),
                successors: successors.iter().map(scored).collect(),
            }));
        }
        (!is_stopped()).then_some(found)
    }

    /// The lines from the start of the game to its undecided positions. If there are more than
    /// `max`, `max` of them are chosen at random.
    fn roots(&self, max: usize, random: &mut ChaCha8Rng) -> Vec<Line<R>> {
        // This cannot fail: the game was played from this position.
        let Ok(start) = self.variant.position(self.game.start) else {
            return Vec::new();
        };
        let mut line = Line::starting_at(start.clone());
        let mut undecided = Vec::new();
        for &(turn, score) in &self.game.turns {
            if is_undecided(line.position(), score) {
                undecided.push(line.turns().len());
            }
            line.play(turn);
        }
        let count = max.min(undecided.len());
        let mut chosen = index::sample(random, undecided.len(), count).into_vec();
        chosen.sort_unstable();
        let line_to = |ply: &usize| {
            let mut to = Line::starting_at(start.clone());
            let turns = line.turns().iter().take(*ply);
            turns.for_each(|&turn| to.play(turn));
            to
        };
        let plies = chosen.into_iter().filter_map(|index| undecided.get(index));
        plies.map(line_to).collect()
    }
}

/// Whether a position is undecided. It must have a score, and a halfmove clock of at most
/// [`MAX_HALFMOVES`]. The score must not be a forced end, and not a win or a loss by repetition or
/// fifty moves.
fn is_undecided<R: Rules>(position: &R, score: Option<i16>) -> bool {
    score.is_some_and(|score| !Score(score.into()).is_win_or_loss())
        && position.setup().halfmove <= MAX_HALFMOVES
}

/// A turn with the score of its successor. Every score of the search fits into 16 bits.
fn scored<R>(successor: &Successor<R>) -> (Turn, i16) {
    (successor.turn, successor.score.0 as i16)
}
