//! What an engine thought of its turn, as a comment.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::search::Score;

/// What an engine thought of the turn that it played: `+0.35/12 1.500s`, or `-M3/9 0.020s` where it
/// saw its defeat in three turns. Scores are in hundredths of a point, from its own view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The score.
    pub score: Score,
    /// Plies of the last finished iteration.
    pub depth: u32,
    /// Time used.
    pub time: Duration,
}

/// A comment that is no [`Thought`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("an engine's comment has the form +0.35/12 1.500s")]
pub struct ThoughtError;

impl fmt::Display for Thought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (score, time) = (score_text(self.score), self.time);
        let (seconds, millis) = (time.as_secs(), time.subsec_millis());
        write!(f, "{score}/{} {seconds}.{millis:03}s", self.depth)
    }
}

/// A score as people write it: `+0.35` in points, `-M3` for a defeat in three turns.
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

impl FromStr for Thought {
    type Err = ThoughtError;

    /// Reads what [`Thought`] prints, at the head of a comment. Of a forced end it says in how many
    /// turns it comes, so the score is that of the shortest such line.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        read(text).ok_or(ThoughtError)
    }
}

fn read(text: &str) -> Option<Thought> {
    let mut words = text.split_ascii_whitespace();
    let (score, depth) = words.next()?.split_once('/')?;
    let time = words.next()?.strip_suffix('s')?;
    let size = score.strip_prefix(['+', '-'])?;
    let positive = match size.strip_prefix('M') {
        Some(turns) => {
            let plies = 2 * i32::try_from(number(turns)?).ok()?;
            Score::WIN.0.checked_sub(if score.starts_with('+') {
                plies.checked_sub(1)?
            } else {
                plies
            })?
        }
        None => i32::try_from(decimal(size, 2)?).ok()?,
    };
    Some(Thought {
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

/// A number with exactly `places` decimals, in units of the last one.
fn decimal(text: &str, places: u32) -> Option<u64> {
    let (whole, fraction) = text.split_once('.')?;
    if fraction.len() != places as usize {
        return None;
    }
    number(whole)?
        .checked_mul(10_u64.pow(places))?
        .checked_add(number(fraction)?)
}
