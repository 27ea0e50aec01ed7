//! The comment of an engine on a turn that it has played or reviewed: score, depth and time.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::search::{MAX_PLY, Score};

/// An engine's comment on a turn, such as `+0.35/12 1.500s`: score in pawns, depth and time. In
/// `-M3/9 0.020s` the player of the turn loses by force in three turns. The score is from this
/// player's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineComment {
    /// The score.
    pub score: Score,
    /// The depth in plies. This program reports the depth of the last finished iteration.
    pub depth: u32,
    /// The time that the turn took. In a review, it is the time of the search. In the records of a
    /// reproducible match, it is 0.
    pub time: Duration,
}

/// A text that is not an [`EngineComment`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("an engine's comment has the form +0.35/12 1.500s")]
pub struct EngineCommentError;

impl fmt::Display for EngineComment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (score, time) = (score_text(self.score), self.time);
        let (seconds, millis) = (time.as_secs(), time.subsec_millis());
        write!(f, "{score}/{} {seconds}.{millis:03}s", self.depth)
    }
}

/// A score as people write it: `+0.35` pawns, or `-M3` for a forced loss in three turns.
#[must_use]
pub fn score_text(score: Score) -> String {
    let sign = if score.0 < 0 { '-' } else { '+' };
    match score.forced_turns() {
        Some(turns) => format!("{sign}M{}", turns.abs()),
        None => {
            let size = score.0.unsigned_abs();
            format!("{sign}{}.{:02}", size / 100, size % 100)
        }
    }
}

/// A score in a report for people. For a win or loss by repetition or fifty moves: `win` or `loss`.
/// For other scores: [`score_text`].
#[must_use]
pub fn score_label(score: Score) -> String {
    if !score.is_path_dependent() {
        return score_text(score);
    }
    let word = if score > Score::DRAW { "win" } else { "loss" };
    word.to_owned()
}

impl FromStr for EngineComment {
    type Err = EngineCommentError;

    /// Reads the start of a comment; more text may follow. The turns to a forced win or loss are
    /// converted to plies. The conversion assumes that the winner plays the last turn.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        read(text).ok_or(EngineCommentError)
    }
}

fn read(text: &str) -> Option<EngineComment> {
    let mut words = text.split_ascii_whitespace();
    let (score, depth) = words.next()?.split_once('/')?;
    let time = words.next()?.strip_suffix('s')?;
    let size = score.strip_prefix(['+', '-'])?;
    let positive = match size.strip_prefix('M') {
        Some(turns) => {
            let plies = i32::try_from(number(turns)?).ok()?.checked_mul(2)?;
            let winner_plays_last = i32::from(score.starts_with('+'));
            let plies = plies - winner_plays_last;
            // `-M0` (already lost) gives 0 plies. `+M0` gives -1 and is refused.
            (0..=MAX_PLY)
                .contains(&plies)
                .then_some(Score::WIN.0 - plies)?
        }
        // Refuses a score in pawns that is so large that it would be a forced win or loss.
        None => i32::try_from(decimal(size, 2)?)
            .ok()
            .filter(|&size| !Score(size).is_forced())?,
    };
    Some(EngineComment {
        score: Score(if score.starts_with('-') {
            -positive
        } else {
            positive
        }),
        depth: u32::try_from(number(depth)?).ok()?,
        time: Duration::from_millis(decimal(time, 3)?),
    })
}

fn number(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits { text.parse().ok() } else { None }
}

/// Reads a number with exactly `places` decimals, in units of the last decimal: `1.50` gives 150.
fn decimal(text: &str, places: u32) -> Option<u64> {
    let (whole, fraction) = text.split_once('.')?;
    if fraction.len() != places as usize {
        return None;
    }
    number(whole)?
        .checked_mul(10_u64.pow(places))?
        .checked_add(number(fraction)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_label_of_an_end_by_repetition_or_fifty_moves_is_win_or_loss() {
        for (score, label) in [
            (Score(35), "+0.35"),
            (Score::WIN - 5, "+M3"),
            (Score::PATH_DEPENDENT_WIN - 1, "win"),
            (-(Score::PATH_DEPENDENT_WIN - 1), "loss"),
        ] {
            assert_eq!(score_label(score), label);
        }
    }

    #[test]
    fn a_score_in_pawns_that_means_a_forced_end_is_refused() {
        let score = |text: &str| read(&format!("{text}/1 0.000s")).map(|comment| comment.score);
        for known in [Score(35), -(Score::PATH_DEPENDENT_WIN - 1)] {
            assert_eq!(score(&score_text(known)), Some(known));
        }
        let longest = Score::WIN - MAX_PLY;
        let in_pawns = |score: Score| format!("{}.{:02}", score.0 / 100, score.0 % 100);
        for size in [longest, longest + 1, Score::WIN, Score(40_000)].map(in_pawns) {
            for text in [format!("+{size}"), format!("-{size}")] {
                assert_eq!(score(&text), None, "{text}");
            }
        }
        let largest = in_pawns(longest - 1);
        assert_eq!(score(&format!("+{largest}")), Some(longest - 1));
    }
}
