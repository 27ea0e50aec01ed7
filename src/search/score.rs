//! Scores: centipawns, or the distance to a forced end.

use std::fmt;
use std::ops::{Add, Neg, Sub};

use crate::eval::{self, Scale};
use crate::rules::{Outcome, Rules, Seat};

/// A score from the view of the player to play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Score(pub i32);

/// The limit of the search depth in plies. The ply of every node is smaller than this limit.
pub const MAX_PLY: i32 = 240;

impl fmt::Display for Score {
    /// Writes `cp` and centipawns, or `mate` and [`Score::forced_turns`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.forced_turns() {
            Some(turns) => write!(f, "mate {turns}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}

impl Score {
    /// Neither player is better.
    pub const DRAW: Score = Score(0);
    /// Greater than any other score.
    pub const INFINITE: Score = Score(32_000);
    /// The player to play has won: the game is over in this position.
    pub const WIN: Score = Score(31_000);
    /// The smallest absolute value of a score that means a forced end.
    pub const FORCED: Score = Score(31_000 - MAX_PLY);
    /// A win by repetition or fifty moves, in games in which these are not draws. It is better than
    /// any evaluation. It is not a forced end, for two reasons. The same position, reached by other
    /// turns, may be no repetition. And the search counts some second occurrences as a repetition.
    pub const PATH_DEPENDENT_WIN: Score = Score(25_000);

    /// The score of a game that ends at `ply`, from the view of `seat`.
    #[must_use]
    pub fn of_outcome(outcome: Outcome, seat: Seat, ply: usize) -> Self {
        Self::of_winner(outcome.winner, seat, Self::WIN - ply as i32)
    }

    /// The score of a root position in which the game is over.
    pub(super) fn of_decided<R: Rules>(position: &R) -> Self {
        let outcome = position.outcome();
        outcome.map_or(Self::DRAW, |outcome| {
            Self::of_outcome(outcome, position.seat(), 0)
        })
    }

    /// The score of a game that ends at `ply` by repetition or fifty moves, from the view of
    /// `seat`.
    #[must_use]
    pub(super) fn of_path_dependent_outcome(outcome: Outcome, seat: Seat, ply: usize) -> Self {
        Self::of_winner(outcome.winner, seat, Self::PATH_DEPENDENT_WIN - ply as i32)
    }

    fn of_winner(winner: Option<Seat>, seat: Seat, win: Score) -> Self {
        match winner {
            None => Self::DRAW,
            Some(winner) if winner == seat => win,
            Some(_) => -win,
        }
    }

    /// Whether the score is a forced end.
    #[inline]
    #[must_use]
    pub const fn is_forced(self) -> bool {
        self.0.abs() >= Self::FORCED.0
    }

    /// Whether the score is a forced loss.
    #[inline]
    #[must_use]
    pub const fn is_lost(self) -> bool {
        self.0 <= -Self::FORCED.0
    }

    /// Whether the score is a forced loss, or a loss by repetition or fifty moves.
    #[inline]
    #[must_use]
    pub(super) const fn is_decided_loss(self) -> bool {
        self.is_lost() || (self.0 < 0 && self.is_path_dependent())
    }

    /// Whether the score is a win or a loss by repetition or fifty moves. Such a score depends
    /// on the path from the root, so the transposition table must not store it.
    #[inline]
    #[must_use]
    pub const fn is_path_dependent(self) -> bool {
        let size = self.0.abs();
        size > Self::PATH_DEPENDENT_WIN.0 - MAX_PLY && size <= Self::PATH_DEPENDENT_WIN.0
    }

    /// Whether the score is a forced end, or a win or a loss by repetition or fifty moves. All
    /// other scores are evaluations, or 0 for a draw.
    #[inline]
    #[must_use]
    pub const fn is_win_or_loss(self) -> bool {
        self.is_forced() || self.is_path_dependent()
    }

    /// Plies to the forced end, positive if the player to play wins; `None` for other scores.
    #[must_use]
    pub const fn forced_plies(self) -> Option<i32> {
        if self.0 >= Self::FORCED.0 {
            Some(Self::WIN.0 - self.0)
        } else if self.0 <= -Self::FORCED.0 {
            Some(-Self::WIN.0 - self.0)
        } else {
            None
        }
    }

    /// Turns of the player to play until the forced end (`score mate` in UCI): half of the plies,
    /// rounded up. The true number may differ if a player plays twice in a row before the end.
    /// Negative if the player to play loses. 0 if the player to play has already lost, 1 if already
    /// won. `None` for other scores.
    #[must_use]
    pub const fn forced_turns(self) -> Option<i32> {
        match self.forced_plies() {
            Some(0) if self.0 > 0 => Some(1),
            Some(plies) if self.0 > 0 => Some((plies + 1) / 2),
            Some(plies) => Some((plies - 1) / 2),
            None => None,
        }
    }

    /// The score as it is reported. `scale`, the scale of the weights, converts an evaluation. The
    /// score of an end of the game stays as it is.
    #[must_use]
    pub fn reported(self, scale: Scale) -> Self {
        if self.is_win_or_loss() {
            self
        } else {
            Self(scale.reported(self.0).clamp(-eval::LIMIT, eval::LIMIT))
        }
    }

    /// The score as the transposition table stores it. It then counts the distance to a forced end
    /// from the position at `ply`, not from the root.
    #[inline]
    #[must_use]
    pub(super) const fn to_table(self, ply: usize) -> i16 {
        let adjusted = if self.0 >= Self::FORCED.0 {
            self.0 + ply as i32
        } else if self.0 <= -Self::FORCED.0 {
            self.0 - ply as i32
        } else {
            self.0
        };
        adjusted as i16
    }

    /// Converts a stored score back for a position at `ply`.
    #[inline]
    #[must_use]
    pub(super) const fn from_table(stored: i16, ply: usize) -> Self {
        let stored = stored as i32;
        Self(if stored >= Self::FORCED.0 {
            stored - ply as i32
        } else if stored <= -Self::FORCED.0 {
            stored + ply as i32
        } else {
            stored
        })
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;
    #[inline]
    fn add(self, other: i32) -> Score {
        Score(self.0 + other)
    }
}

impl Sub<i32> for Score {
    type Output = Score;
    #[inline]
    fn sub(self, other: i32) -> Score {
        Score(self.0 - other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forced_ends_are_counted_in_own_turns() {
        let turns = |score: i32| Score(score).forced_turns();
        assert_eq!(turns(Score::WIN.0 - 1), Some(1));
        assert_eq!(turns(Score::WIN.0 - 3), Some(2));
        assert_eq!(turns(-Score::WIN.0), Some(0));
        assert_eq!(turns(Score::WIN.0), Some(1));
        assert_eq!(turns(-Score::WIN.0 + 1), Some(-1));
        assert_eq!(turns(-Score::WIN.0 + 2), Some(-1));
        assert_eq!(turns(-Score::WIN.0 + 4), Some(-2));
        assert_eq!(turns(500), None);
    }

    #[test]
    fn forced_ends_keep_their_distance_in_the_table() {
        for score in [Score::WIN - 9, -Score::WIN + 8, Score(17), Score(-20_000)] {
            let stored = score.to_table(5);
            assert_eq!(Score::from_table(stored, 5), score);
        }
        let win = Score::WIN - 9;
        assert_eq!(Score::from_table(win.to_table(5), 2), Score::WIN - 6);
        let loss = -Score::WIN + 8;
        assert_eq!(Score::from_table(loss.to_table(5), 2), -Score::WIN + 5);
    }

    #[test]
    fn path_dependent_wins_are_neither_evaluations_nor_forced_ends() {
        for ply in [0, 1, 239] {
            let score = Score::PATH_DEPENDENT_WIN - ply;
            assert!(score.is_path_dependent() && (-score).is_path_dependent());
            assert!(!score.is_forced());
        }
        assert!(!Score(crate::eval::LIMIT).is_path_dependent());
        assert!(!Score::FORCED.is_path_dependent());
    }
}
