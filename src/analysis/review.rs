//! The review of a whole game: the score and mark of each turn, the best turn, and the turning
//! point.

use super::chances::accuracy;
use super::{Analyser, Analysis, Chances, Mark};
use crate::board::{Color, Turn};
use crate::eval::Scale;
use crate::games::Game;
use crate::live::LiveGame;
use crate::record::GameResult;
use crate::rules::{Outcome, Rules, Seat};
use crate::search::{Control, Info, Limits, Score};

/// A player whose winning chances (0 to 1) are below this number is behind.
const BEHIND_BELOW: f64 = 0.45;

/// An unfinished game counts as lost for a player whose winning chances (0 to 1) at the end are at
/// most this number.
const LOST_AT_OR_BELOW: f64 = 0.25;

/// A turn with its review.
#[derive(Clone, PartialEq, Debug)]
pub struct ReviewedTurn {
    /// The turn.
    pub turn: Turn,
    /// The player of the turn.
    pub seat: Seat,
    /// The colour of that player.
    pub side: Color,
    /// The number of the full move.
    pub number: u16,
    /// The score of the turn from the view of its player: the score of the position after the turn,
    /// or of the outcome if the turn ended the game.
    pub score: Score,
    /// The analysis of the position before the turn, from the view of its player.
    pub before: Analysis,
    /// The winning chances that the turn lost, from 0 to 1; 0 for the best turn and for the only
    /// legal turn.
    pub loss: f64,
    /// The mark of the turn, if it has one.
    pub mark: Option<Mark>,
    /// Whether it was the only legal turn.
    pub is_forced: bool,
}

/// How well one player played.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Summary {
    /// The mean accuracy of the turns, from 0 to 100. Forced turns do not count. `None` if no turn
    /// counts.
    pub accuracy: Option<f64>,
    /// The number of turns played.
    pub turns: usize,
    /// How often each mark was given, in the order of [`Mark::ALL`].
    pub marks: [usize; 4],
}

/// A reviewed game.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// The game.
    pub game: &'static Game,
    /// The turns.
    pub turns: Vec<ReviewedTurn>,
    /// The winning chances of the first player, before the first turn and after each turn.
    pub chances: Vec<Chances>,
    /// The analysis of the last position; `None` if the rules have ended the game.
    pub last: Option<Analysis>,
    /// The result, if the rules have ended the game.
    pub outcome: Option<Outcome>,
    /// The index of the first turn after which the loser (see [`Reviewer::review`]) stayed behind
    /// until the end. If the loser was always behind, the index of the loser's turn that lost the
    /// most winning chances. `None` if there is no loser, if the loser was not behind at the end,
    /// or if the loser was always behind and lost no winning chances by any turn.
    pub turning_point: Option<usize>,
}

impl Review {
    /// The summary of a player.
    #[must_use]
    pub fn summary(&self, seat: Seat) -> Summary {
        let own = || self.turns.iter().filter(|reviewed| reviewed.seat == seat);
        let accuracies: Vec<f64> = own()
            .filter(|reviewed| !reviewed.is_forced)
            .map(|reviewed| accuracy(reviewed.loss))
            .collect();
        let marked = |mark| own().filter(|reviewed| reviewed.mark == Some(mark)).count();
        Summary {
            accuracy: (!accuracies.is_empty())
                .then(|| accuracies.iter().sum::<f64>() / accuracies.len() as f64),
            turns: own().count(),
            marks: Mark::ALL.map(marked),
        }
    }
}

/// Reviews games with one analyser.
pub struct Reviewer<'a, R> {
    /// Searches the positions.
    pub analyser: &'a mut Analyser<R>,
    /// The limits for each position.
    pub limits: &'a Limits,
    /// Stops the review.
    pub control: &'a Control,
    /// Gets the number of turns before the analysed position, and the search information.
    pub on_info: &'a mut dyn FnMut(usize, &Info),
}

impl<R: Rules> Reviewer<'_, R> {
    /// Reviews a game. Returns `None` if the review is stopped.
    ///
    /// The turning point depends on who lost. If the rules have ended the game, the outcome decides
    /// this. Otherwise `result` decides it, or, if `result` is [`GameResult::Unfinished`], the
    /// winning chances at the end.
    ///
    /// The positions are analysed from the last to the first, so that the transposition table
    /// already holds the results of later positions.
    pub fn review(&mut self, game: &LiveGame<R>, result: GameResult) -> Option<Review> {
        let outcome = game.outcome();
        let last = match outcome {
            Some(_) => None,
            None => Some(self.analyse(game)?),
        };
        let seat = game.position().seat();
        let scale = game.game().weights().scale;
        let mut after = ScoreAfter {
            scale,
            seat,
            score: match outcome {
                Some(outcome) => Score::of_outcome(outcome, seat, 0),
                None => last.as_ref().and_then(Analysis::score).unwrap_or_default(),
            },
        };
        let mut chances = vec![after.chances_of_first()];
        let mut turns = Vec::with_capacity(game.turns().len());
        let mut rest = game.clone();
        while let Some(turn) = rest.undo() {
            let before = self.analyse(&rest)?;
            let reviewed = reviewed_turn(rest.position(), turn, before, after);
            after = ScoreAfter {
                scale,
                seat: reviewed.seat,
                score: reviewed.before.score().unwrap_or_default(),
            };
            chances.push(after.chances_of_first());
            turns.push(reviewed);
        }
        turns.reverse();
        chances.reverse();
        let result = match outcome {
            Some(_) => outcome.into(),
            None => result,
        };
        let loser = match result {
            GameResult::Won(winner) => Some(!winner),
            GameResult::Drawn => None,
            GameResult::Unfinished => likely_loser(&chances),
        };
        Some(Review {
            game: game.game(),
            turning_point: loser.and_then(|loser| turning_point(&turns, &chances, loser)),
            turns,
            chances,
            last,
            outcome,
        })
    }

    /// Analyses the present position of a game; `None` if the review is stopped.
    fn analyse(&mut self, game: &LiveGame<R>) -> Option<Analysis> {
        let number = game.turns().len();
        let on_info = &mut *self.on_info;
        let analysis = self
            .analyser
            .analyse(game, self.limits, self.control, &mut |info| {
                on_info(number, info);
            });
        (!self.control.is_stopped()).then_some(analysis)
    }
}

/// The score of the position after a turn.
#[derive(Clone, Copy)]
struct ScoreAfter {
    /// Converts scores to winning chances.
    scale: Scale,
    /// The player to play in that position.
    seat: Seat,
    /// The score from that player's view.
    score: Score,
}

impl ScoreAfter {
    fn chances_of_first(self) -> Chances {
        let chances = Chances::of(self.score, self.scale);
        match self.seat {
            Seat::First => chances,
            Seat::Second => chances.of_opponent(),
        }
    }

    /// The score of the turn from the view of its player, `seat`. A forced win or loss is one ply
    /// farther away from the position before the turn than from the position after it.
    fn score_from_view_of(self, seat: Seat) -> Score {
        let score = if self.seat == seat {
            self.score
        } else {
            -self.score
        };
        match score.forced_plies() {
            Some(_) if score > Score::DRAW => score - 1,
            Some(_) => score + 1,
            None => score,
        }
    }
}

/// Reviews a turn. `before` is the analysis of `position`, the position before the turn.
fn reviewed_turn<R: Rules>(
    position: &R,
    turn: Turn,
    before: Analysis,
    after: ScoreAfter,
) -> ReviewedTurn {
    let seat = position.seat();
    let score = after.score_from_view_of(seat);
    let is_forced = position.count() == 1;
    let is_best = before.best() == Some(turn);
    let chances = |score| Chances::of(score, after.scale);
    let best_chances = chances(before.score().unwrap_or(score));
    let loss = if is_best || is_forced {
        0.0
    } else {
        best_chances.loss_to(chances(score))
    };
    let loss_of_second = before
        .lines
        .get(1)
        .map_or(0.0, |second| best_chances.loss_to(chances(second.score)));
    let is_only = is_best && !is_forced && loss_of_second >= Mark::Only.threshold();
    ReviewedTurn {
        turn,
        seat,
        side: position.side(),
        number: position.setup().fullmove,
        score,
        before,
        loss,
        mark: Mark::of_loss(loss).or(is_only.then_some(Mark::Only)),
        is_forced,
    }
}

/// The loser of an unfinished game, by [`LOST_AT_OR_BELOW`]. `chances` are those of the first
/// player.
fn likely_loser(chances: &[Chances]) -> Option<Seat> {
    match chances.last() {
        Some(last) if last.0 <= LOST_AT_OR_BELOW => Some(Seat::First),
        Some(last) if last.of_opponent().0 <= LOST_AT_OR_BELOW => Some(Seat::Second),
        _ => None,
    }
}

/// Finds [`Review::turning_point`].
fn turning_point(turns: &[ReviewedTurn], chances: &[Chances], loser: Seat) -> Option<usize> {
    let is_behind = |chances: &Chances| {
        let own = match loser {
            Seat::First => *chances,
            Seat::Second => chances.of_opponent(),
        };
        own.0 < BEHIND_BELOW
    };
    let behind_since = chances.len() - chances.iter().rev().take_while(|c| is_behind(c)).count();
    if behind_since > 0 {
        return (behind_since <= turns.len()).then(|| behind_since - 1);
    }
    let own = turns
        .iter()
        .enumerate()
        .filter(|(_, turn)| turn.seat == loser && turn.loss > 0.0);
    // `max_by` returns the last of equal turns, so the turns are reversed to get the first.
    own.rev()
        .max_by(|(_, one), (_, other)| one.loss.total_cmp(&other.loss))
        .map(|(index, _)| index)
}
