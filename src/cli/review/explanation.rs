//! The sentences below a review: what its numbers and its turning point mean.

use crate::analysis::Review;
use crate::search::Score;

/// Explains how forced wins are written in a review.
const FORCED_WINS: &str = "+M8 means that the player who played the turn wins by force in 8 turns, including this one; \
                           -M8 means that the opponent wins by force in 8 turns.";

/// Explains the accuracy of a player.
const ACCURACY: &str = "The accuracy of a player is 100 if no turn loses winning chances; the more the turns lose, \
                        the lower it is.";

/// Explains the turning point of a review.
const TURNING_POINT: &str = "The turning point is the turn after which the loser stayed behind until the end. If \
                             the loser was always behind, it is the turn by which the loser lost the most \
                             winning chances.";

/// Explains the accuracy. Explains forced wins and the turning point if the review has them.
pub(in crate::cli) fn explanation(review: &Review) -> String {
    let is_forced = |score: Score| score.forced_turns().is_some();
    let has_forced_wins = review.turns.iter().any(|turn| {
        let best = turn.before.lines.first();
        is_forced(turn.score) || best.is_some_and(|line| is_forced(line.score))
    });
    let texts = [
        Some(ACCURACY),
        has_forced_wins.then_some(FORCED_WINS),
        review.turning_point.map(|_| TURNING_POINT),
    ];
    let texts: Vec<&str> = texts.into_iter().flatten().collect();
    texts.join(" ")
}
