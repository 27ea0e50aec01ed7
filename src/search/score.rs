//! Scores: centipawns, or the distance to a forced end.

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
            Some(plies) => Some(plies / 2),
            None => None,
        }
    }
}
