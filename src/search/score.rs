//! Scores: centipawns, or the distance to a forced end.

use std::ops::{Add, Neg, Sub};

use crate::eval::{self, Scale};
use crate::rules::{Outcome, Seat};

/// A score from the view of the player to play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Score(pub i32);

/// Plies that a search may reach.
pub const MAX_PLY: i32 = 240;

impl Score {
    /// Neither player is better.
    pub const DRAW: Score = Score(0);
    /// Better than any score.
    pub const INFINITE: Score = Score(32_000);
    /// The game is won in this very position.
    pub const WIN: Score = Score(31_000);
    /// Scores of at least this size are forced ends.
    pub const FORCED: Score = Score(31_000 - MAX_PLY);
    /// A win that hangs on the way to the position, by repetition or fifty moves, where these do not
    /// draw. It is better than any evaluation, but no forced end: a repetition in the tree is only
    /// the second of three, and the same position reached on another way is no repetition at all.
    pub const BY_HISTORY: Score = Score(25_000);

    /// The score of a game that ends at `ply`, from the view of `seat`.
    #[must_use]
    pub fn of_end(outcome: Outcome, seat: Seat, ply: usize) -> Self {
        Self::of_winner(outcome.winner, seat, Self::WIN - ply as i32)
    }

    /// The score of a game that ends at `ply` by what came before, from the view of `seat`.
    #[must_use]
    pub fn of_end_by_history(outcome: Outcome, seat: Seat, ply: usize) -> Self {
        Self::of_winner(outcome.winner, seat, Self::BY_HISTORY - ply as i32)
    }

    fn of_winner(winner: Option<Seat>, seat: Seat, win: Score) -> Self {
        match winner {
            None => Self::DRAW,
            Some(winner) if winner == seat => win,
            Some(_) => -win,
        }
    }

    /// Whether the score tells of a forced end.
    #[inline]
    #[must_use]
    pub const fn is_forced(self) -> bool {
        self.0.abs() >= Self::FORCED.0
    }

    /// Whether the score tells of a forced end that is lost.
    #[inline]
    #[must_use]
    pub const fn is_lost(self) -> bool {
        self.0 <= -Self::FORCED.0
    }

    /// Whether the score is a win or a loss that hangs on the way to the position, so that it says
    /// nothing about the same position reached on another way.
    #[inline]
    #[must_use]
    pub const fn hangs_on_history(self) -> bool {
        let size = self.0.abs();
        size > Self::BY_HISTORY.0 - MAX_PLY && size <= Self::BY_HISTORY.0
    }

    /// Plies to the forced end, positive when the player to play wins; `None` for other scores.
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

    /// Own turns to the forced end (the `mate` of UCI), negative when the player to play loses.
    #[must_use]
    pub const fn forced_turns(self) -> Option<i32> {
        match self.forced_plies() {
            Some(plies) if self.0 > 0 => Some((plies + 1) / 2),
            Some(plies) => Some((plies - 1) / 2),
            None => None,
        }
    }

    /// The score as it is told: ends are what they are, evaluations go by the scale of the weights that
    /// they come from.
    #[must_use]
    pub fn told(self, scale: Scale) -> Self {
        if self.is_forced() || self.hangs_on_history() {
            self
        } else {
            Self(scale.told(self.0).clamp(-eval::LIMIT, eval::LIMIT))
        }
    }

    /// The score as the table keeps it: forced ends counted from the position at `ply`, not from the
    /// root.
    #[inline]
    #[must_use]
    pub const fn to_table(self, ply: usize) -> i16 {
        let adjusted = if self.0 >= Self::FORCED.0 {
            self.0 + ply as i32
        } else if self.0 <= -Self::FORCED.0 {
            self.0 - ply as i32
        } else {
            self.0
        };
        adjusted as i16
    }

    /// The score that the table keeps, as seen from a position at `ply`.
    #[inline]
    #[must_use]
    pub const fn from_table(kept: i16, ply: usize) -> Self {
        let kept = kept as i32;
        Self(if kept >= Self::FORCED.0 {
            kept - ply as i32
        } else if kept <= -Self::FORCED.0 {
            kept + ply as i32
        } else {
            kept
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
        assert_eq!(turns(-Score::WIN.0 + 1), Some(-1));
        assert_eq!(turns(-Score::WIN.0 + 2), Some(-1));
        assert_eq!(turns(-Score::WIN.0 + 4), Some(-2));
        assert_eq!(turns(500), None);
    }

    #[test]
    fn forced_ends_are_as_far_from_another_ply_as_they_are() {
        for score in [Score::WIN - 9, -Score::WIN + 8, Score(17), Score(-20_000)] {
            let kept = score.to_table(5);
            assert_eq!(Score::from_table(kept, 5), score);
        }
        let win = Score::WIN - 9;
        assert_eq!(Score::from_table(win.to_table(5), 2), Score::WIN - 6);
    }

    #[test]
    fn wins_by_history_are_neither_evaluations_nor_forced_ends() {
        for ply in [0, 1, 239] {
            let score = Score::BY_HISTORY - ply;
            assert!(score.hangs_on_history() && (-score).hangs_on_history());
            assert!(!score.is_forced());
        }
        assert!(!Score(crate::eval::LIMIT).hangs_on_history());
        assert!(!Score::FORCED.hangs_on_history());
    }
}
