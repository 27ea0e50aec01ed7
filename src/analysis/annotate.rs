//! A reviewed game as a game record with comments.

use super::{Mark, Review, ReviewedTurn};
use crate::record::{Comment, EngineComment, Record, score_text};
use crate::rules::Seat;

/// Turns of a line that are worth quoting.
const QUOTED: usize = 6;

/// The record with what the review has to say: at each turn its score, depth and time, the mark, what
/// it lost and what would have been better; in the tags how accurate the players were; before the
/// first turn where the game was decided. Remarks that were there before stay behind that.
#[must_use]
pub fn annotated(record: &Record, review: &Review) -> Record {
    let mut record = record.clone();
    record.tags.set("Annotator", "Reviver");
    if review.outcome.is_some() {
        record.result = review.outcome.into();
    }
    for (seat, tag) in [
        (Seat::First, "WhiteAccuracy"),
        (Seat::Second, "BlackAccuracy"),
    ] {
        if let Some(accuracy) = review.summary(seat).accuracy {
            record.tags.set(tag, &format!("{accuracy:.1}"));
        }
    }
    if let Some(turn) = review
        .turning_point
        .and_then(|index| review.turns.get(index))
    {
        let words = format!("Turning point: {}", name(turn));
        record.preface = remark(&words, record.preface.as_ref());
    }
    for (recorded, reviewed) in record.turns.iter_mut().zip(&review.turns) {
        recorded.comment = remark(&words(reviewed), recorded.comment.as_ref());
    }
    record
}

fn remark(words: &str, earlier: Option<&Comment>) -> Option<Comment> {
    let earlier = earlier.map_or("", Comment::text);
    Comment::new(&format!("{words} {earlier}"))
}

/// A turn with its number, as in `12. e6e5` and `12... e3e4`.
pub(super) fn name(reviewed: &ReviewedTurn) -> String {
    let dots = reviewed.side.fold_wb(".", "...");
    format!("{}{dots} {}", reviewed.number, reviewed.turn)
}

/// What is said about a turn: `+0.35/12 1.500s ? mistake, loses 12.3 %; better: e6e5 e3e4 (+1.20)`.
fn words(reviewed: &ReviewedTurn) -> String {
    let engine = EngineComment {
        score: reviewed.score,
        depth: reviewed.before.depth,
        time: reviewed.before.time,
    };
    let mut words = engine.to_string();
    let Some(mark) = reviewed.mark else {
        return words;
    };
    words += &format!(" {} {}", mark.sign(), mark.word());
    match reviewed.before.lines.first() {
        Some(best) if mark != Mark::Only => {
            let line: Vec<String> = best
                .turns
                .iter()
                .take(QUOTED)
                .map(ToString::to_string)
                .collect();
            words += &format!(
                ", loses {:.1} %; better: {} ({})",
                100.0 * reviewed.loss,
                line.join(" "),
                score_text(best.score)
            );
        }
        _ => {}
    }
    words
}
