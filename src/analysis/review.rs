//! A whole game, turn by turn: what each was worth, what would have been best, and where the game
//! was decided.

use super::chances::accuracy;
use super::{Analyst, Chances, Findings, Mark};
use crate::board::{Color, Turn};
use crate::eval::{self, Scale};
use crate::live::LiveGame;
use crate::record::GameResult;
use crate::rules::{Outcome, Rules, Seat, Variant};
use crate::search::{Control, Info, Limits, Score};

/// Chances below which a player is behind.
const BEHIND: f64 = 0.45;

/// A turn that has been looked at.
#[derive(Clone, PartialEq, Debug)]
pub struct ReviewedTurn {
    /// The turn.
    pub turn: Turn,
    /// Who played it.
    pub seat: Seat,
    /// With which colour.
    pub side: Color,
    /// The number of the full move.
    pub number: u16,
    /// Its score from the view of its player, by what was found after it.
    pub score: Score,
    /// What would have been best, and what else there was, from the view of its player.
    pub before: Findings,
    /// Winning chances that it lost, from 0 to 1.
    pub loss: f64,
    /// What is to be said about it.
    pub mark: Option<Mark>,
    /// Whether it was the only legal turn.
    pub is_forced: bool,
}

/// What is to be said about a player.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Summary {
    /// How accurate the turns were, from 0 to 100; `None` where there was never a choice.
    pub accuracy: Option<f64>,
    /// Turns played.
    pub turns: usize,
    /// How often each mark was given, in the order of [`Mark::ALL`].
    pub marks: [usize; 4],
}

/// A game that has been looked at.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// Which game it is.
    pub variant: Variant,
    /// The turns.
    pub turns: Vec<ReviewedTurn>,
    /// The chances of the player who plays first, before the first turn and after each.
    pub chances: Vec<Chances>,
    /// What has been found out about the last position, unless the game is over there.
    pub last: Option<Findings>,
    /// The result, where the game is over by its rules.
    pub outcome: Option<Outcome>,
    /// The index of the turn after which the player who lost was behind for good.
    pub turning_point: Option<usize>,
}

impl Review {
    /// What is to be said about a player.
    #[must_use]
    pub fn summary(&self, seat: Seat) -> Summary {
        let own = || self.turns.iter().filter(|reviewed| reviewed.seat == seat);
        let chosen: Vec<f64> = own()
            .filter(|reviewed| !reviewed.is_forced)
            .map(|reviewed| accuracy(reviewed.loss))
            .collect();
        let marked = |mark| own().filter(|reviewed| reviewed.mark == Some(mark)).count();
        Summary {
            accuracy: (!chosen.is_empty())
                .then(|| chosen.iter().sum::<f64>() / chosen.len() as f64),
            turns: own().count(),
            marks: Mark::ALL.map(marked),
        }
    }
}

/// Looks at each position of a game, from the last to the first, so that what is learned of later
/// ones helps with earlier ones. `result` is how the game ended where its rules do not say. `listen`
/// hears of the number of the position and of the progress there. `None` when it is stopped.
pub fn review<R: Rules>(
    game: &LiveGame<R>,
    result: GameResult,
    analyst: &mut Analyst<R>,
    limits: &Limits,
    control: &Control,
    listen: &mut dyn FnMut(usize, &Info),
) -> Option<Review> {
    let outcome = game.outcome();
    let mut rest = game.clone();
    let mut look = |game: &LiveGame<R>| {
        let number = game.turns().len();
        let found = analyst.look(game, limits, control, &mut |info| listen(number, info));
        (!control.is_stopped()).then_some(found)
    };
    let last = match outcome {
        Some(_) => None,
        None => Some(look(game)?),
    };
    let seat = game.position().seat();
    let scale = eval::weights(game.variant()).scale;
    let mut later = Later {
        scale,
        seat,
        score: match (outcome, &last) {
            (Some(outcome), _) => Score::of_outcome(outcome, seat, 0),
            (None, found) => found.as_ref().and_then(Findings::score).unwrap_or_default(),
        },
    };
    let mut chances = vec![later.chances_of_first()];
    let mut turns = Vec::with_capacity(game.turns().len());
    while let Some(turn) = rest.undo() {
        let before = look(&rest)?;
        let reviewed = judge(rest.position(), turn, before, later);
        later = Later {
            scale,
            seat: reviewed.seat,
            score: reviewed.before.score().unwrap_or_default(),
        };
        chances.push(later.chances_of_first());
        turns.push(reviewed);
    }
    turns.reverse();
    chances.reverse();
    let loser = match result {
        GameResult::Won(winner) => Some(!winner),
        GameResult::Drawn => None,
        GameResult::Open => clearly_behind(&chances),
    };
    Some(Review {
        variant: game.variant(),
        turning_point: loser.and_then(|loser| turning_point(&turns, &chances, loser)),
        turns,
        chances,
        last,
        outcome,
    })
}

/// What has been found out about the position after a turn.
#[derive(Clone, Copy)]
struct Later {
    /// By which it is told what scores mean.
    scale: Scale,
    /// Who is to play there.
    seat: Seat,
    /// The score from that player's view.
    score: Score,
}

impl Later {
    fn chances_of_first(self) -> Chances {
        let chances = Chances::of(self.score, self.scale);
        match self.seat {
            Seat::First => chances,
            Seat::Second => chances.turned(),
        }
    }

    /// The score as a player saw it a turn earlier: forced ends are a ply further away.
    fn seen_by(self, seat: Seat) -> Score {
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

fn judge<R: Rules>(position: &R, turn: Turn, before: Findings, later: Later) -> ReviewedTurn {
    let seat = position.seat();
    let score = later.seen_by(seat);
    let is_forced = position.count() == 1;
    let is_best = before.best() == Some(turn);
    let chances = |score| Chances::of(score, later.scale);
    let best = chances(before.score().unwrap_or(score));
    let loss = if is_best || is_forced {
        0.0
    } else {
        best.loss_to(chances(score))
    };
    let others_lose = before
        .lines
        .get(1)
        .map_or(0.0, |second| best.loss_to(chances(second.score)));
    let is_only = is_best && !is_forced && others_lose >= Mark::Only.threshold();
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

/// Who is behind at the end of a game without a result.
fn clearly_behind(chances: &[Chances]) -> Option<Seat> {
    const CLEARLY: f64 = 0.25;
    match chances.last() {
        Some(last) if last.0 <= CLEARLY => Some(Seat::First),
        Some(last) if last.turned().0 <= CLEARLY => Some(Seat::Second),
        _ => None,
    }
}

/// The index of the turn after which a player was behind for good; where the player was behind from
/// the start, of the turn that lost the most.
fn turning_point(turns: &[ReviewedTurn], chances: &[Chances], loser: Seat) -> Option<usize> {
    let is_behind = |chances: &Chances| {
        let own = match loser {
            Seat::First => *chances,
            Seat::Second => chances.turned(),
        };
        own.0 < BEHIND
    };
    let behind_since = chances.len() - chances.iter().rev().take_while(|c| is_behind(c)).count();
    if behind_since > 0 {
        return (behind_since <= turns.len()).then(|| behind_since - 1);
    }
    let own = turns
        .iter()
        .enumerate()
        .filter(|(_, turn)| turn.seat == loser);
    own.max_by(|(_, one), (_, other)| one.loss.total_cmp(&other.loss))
        .map(|(index, _)| index)
}
