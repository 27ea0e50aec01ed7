//! What a score means for the result, and how bad an error is.

use crate::eval::Scale;
use crate::rules::Outcome;
use crate::rules::Seat;
use crate::search::Score;

/// Winning chances: the expected result, 1 for a win, 1/2 for a draw.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Chances(pub f64);

impl Chances {
    /// Neither player is better.
    pub const EVEN: Chances = Chances(0.5);

    /// The chances that go with a score as it is told, between equals: a draw counts half.
    #[must_use]
    pub fn of(score: Score, scale: Scale) -> Self {
        match score.forced_plies() {
            Some(_) if score > Score::DRAW => Self(1.0),
            Some(_) => Self(0.0),
            None => {
                let [win, loss] = [score.0, -score.0].map(|told| scale.win_probability(told));
                Self((1.0 + win - loss) / 2.0)
            }
        }
    }

    /// The chances of a player when the game has ended so.
    #[must_use]
    pub fn of_outcome(outcome: Outcome, seat: Seat) -> Self {
        match outcome.winner {
            None => Self::EVEN,
            Some(winner) if winner == seat => Self(1.0),
            Some(_) => Self(0.0),
        }
    }

    /// Those of the other player.
    #[must_use]
    pub fn turned(self) -> Self {
        Self(1.0 - self.0)
    }

    /// As a percentage.
    #[must_use]
    pub fn percent(self) -> f64 {
        100.0 * self.0
    }

    /// How much is lost where the chances are only `after`: 0 to 1.
    #[must_use]
    pub fn loss_to(self, after: Chances) -> f64 {
        (self.0 - after.0).max(0.0)
    }
}

/// How accurate a turn is that loses so much of the winning chances, from 0 to 100. The curve is the
/// one that Lichess has published for its games (lichess.org/page/accuracy).
#[must_use]
pub fn accuracy(loss: f64) -> f64 {
    (103.1668 * (-4.354 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

/// What is to be said about a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// `!`: every other turn would have been a mistake.
    Only,
    /// `?!`: it loses 5 % or more of the winning chances.
    Inaccuracy,
    /// `?`: 10 % or more.
    Mistake,
    /// `??`: 20 % or more.
    Blunder,
}

impl Mark {
    /// All of them.
    pub const ALL: [Mark; 4] = [Mark::Only, Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// The least that a mark for an error, or the other turns at an only move, lose.
    #[must_use]
    pub const fn threshold(self) -> f64 {
        match self {
            Mark::Inaccuracy => 0.05,
            Mark::Mistake | Mark::Only => 0.10,
            Mark::Blunder => 0.20,
        }
    }

    /// The sign for it.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Only => "!",
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Mark::Only => "only move",
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }

    /// The mark for an error that loses so much.
    #[must_use]
    pub fn of_loss(loss: f64) -> Option<Self> {
        [Mark::Blunder, Mark::Mistake, Mark::Inaccuracy]
            .into_iter()
            .find(|mark| loss >= mark.threshold())
    }
}
