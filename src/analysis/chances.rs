//! Winning chances, the accuracy of a turn, and annotation marks.

use crate::eval::Scale;
use crate::search::Score;

/// Winning chances as the expected result: 1 for a win, 1/2 for a draw, 0 for a loss.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Chances(pub f64);

impl Chances {
    /// The winning chances of a player with this score, against an equally strong opponent.
    #[must_use]
    pub fn of(score: Score, scale: Scale) -> Self {
        match score.forced_plies() {
            Some(_) if score > Score::DRAW => Self(1.0),
            Some(_) => Self(0.0),
            None => Self(scale.expected_result(score.0)),
        }
    }

    /// The chances of the other player.
    #[must_use]
    pub fn of_opponent(self) -> Self {
        Self(1.0 - self.0)
    }

    /// The chances in percent.
    #[must_use]
    pub fn percent(self) -> f64 {
        100.0 * self.0
    }

    /// The loss, from 0 to 1, when the chances change to `after`; 0 if they rise.
    #[must_use]
    pub fn loss_to(self, after: Chances) -> f64 {
        (self.0 - after.0).max(0.0)
    }
}

/// The accuracy of a turn, from 0 to 100. `loss` is the loss of winning chances, from 0 to 1. The
/// formula is that of Lichess (lichess.org/page/accuracy).
#[must_use]
pub fn accuracy(loss: f64) -> f64 {
    (103.1668 * (-4.354 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

/// The annotation mark of a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// `!`: it is the best turn, and every other turn would have been a mistake.
    Only,
    /// `?!`: the winning chances fall by 5 percentage points or more.
    Inaccuracy,
    /// `?`: the winning chances fall by 10 percentage points or more.
    Mistake,
    /// `??`: the winning chances fall by 20 percentage points or more.
    Blunder,
}

impl Mark {
    /// All marks.
    pub const ALL: [Mark; 4] = [Mark::Only, Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// The smallest loss of winning chances for the mark. For [`Mark::Only`], every other turn must
    /// lose at least this much.
    #[must_use]
    pub const fn threshold(self) -> f64 {
        match self {
            Mark::Inaccuracy => 0.05,
            Mark::Mistake | Mark::Only => 0.10,
            Mark::Blunder => 0.20,
        }
    }

    /// The mark as a sign.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Only => "!",
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// The words for several turns with the mark, as in `only moves`.
    #[must_use]
    pub const fn plural(self) -> &'static str {
        match self {
            Mark::Only => "only moves",
            Mark::Inaccuracy => "inaccuracies",
            Mark::Mistake => "mistakes",
            Mark::Blunder => "blunders",
        }
    }

    /// The mark in words.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Mark::Only => "only move",
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }

    /// The mark of a turn with this loss of winning chances (0 to 1); `None` below 0.05.
    #[must_use]
    pub fn of_loss(loss: f64) -> Option<Self> {
        [Mark::Blunder, Mark::Mistake, Mark::Inaccuracy]
            .into_iter()
            .find(|mark| loss >= mark.threshold())
    }
}
