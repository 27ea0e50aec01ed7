//! The final points of games, as a part of their results.
//!
//! In a variant that counts points, many games are drawn or won narrowly. The points at the end of
//! such a game say how near each player was to a win.

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::scored_game::ScoredGame;
use crate::games::{Game, TypedGame, Visitor};
use crate::rules::Rules;

/// How final points count.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct PointShare {
    /// The share of the points in the result, from 0 to 1.
    share: f64,
    /// A lead of this many points counts as a result of 0.73: the logistic function of 1.
    spread: f64,
}

impl PointShare {
    /// The share and the spread for the results of `games`. The spread is the root mean square of
    /// the leads at the end of these games. If all leads are 0, as in variants without points, the
    /// share becomes 0.
    pub(super) fn new(share: f64, variant: &'static Game, games: &[&ScoredGame]) -> Self {
        if share == 0.0 {
            return Self { share, spread: 1.0 };
        }
        let squares = games
            .par_iter()
            .map(|game| variant.dispatch(Lead(game)).pow(2));
        let spread = (squares.sum::<i64>() as f64 / games.len().max(1) as f64).sqrt();
        match spread > 0.0 {
            true => Self { share, spread },
            false => Self {
                share: 0.0,
                spread: 1.0,
            },
        }
    }

    /// The result of the first player, from 0 to 1, in a game that ended in the position `last`.
    /// `half_points` is the result without the final points: 2 for a win, 1 for a draw, 0 for a
    /// loss.
    pub(super) fn result<R: Rules>(self, last: &R, half_points: u8) -> f64 {
        let result = f64::from(half_points) / 2.0;
        let of_points = 1.0 / (1.0 + (-lead(last) as f64 / self.spread).exp());
        self.share * of_points + (1.0 - self.share) * result
    }
}

/// The points of the first player less those of the second. White's points count for the first
/// player, even if this player holds Black until the players switch colours.
/// [`Rules::judged`] counts in the same way. The lead is 0 in variants without points, and in
/// variants that compare something else at the end.
fn lead<R: Rules>(position: &R) -> i64 {
    if position.scoring().is_none() || !position.points_decide() {
        return 0;
    }
    let points = position.points();
    i64::from(points.white) - i64::from(points.black)
}

/// Computes the lead at the end of a game.
struct Lead<'a>(&'a ScoredGame);

impl Visitor for Lead<'_> {
    type Output = i64;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> i64 {
        // This cannot fail: every game was replayed when it was read.
        let start = variant.position(self.0.start);
        let play = |position: R, &(turn, _): &_| position.play(turn);
        let last = start.map(|start| self.0.turns.iter().fold(start, play));
        last.map_or(0, |last| lead(&last))
    }
}
