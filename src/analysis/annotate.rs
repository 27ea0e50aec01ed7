//! A reviewed game as a game record with comments.

use super::{Mark, Review, ReviewedTurn};
use crate::record::{Comment, EngineComment, Record, score_label};
use crate::rules::Seat;

/// The maximum number of turns of a line in a comment.
const MAX_LINE_TURNS: usize = 6;

/// The record with the review in its comments. Each turn gets its score, and the depth and time of
/// the analysis of the position before the turn. A marked turn also gets its mark. With the marks
/// `?!`, `?` and `??`, the comment also gives the lost winning chances and the better line.
///
/// The tag `WhiteAccuracy` holds the accuracy of the first player, `BlackAccuracy` that of the
/// second. A player who never had a choice of turns gets no tag. If the rules have ended the game,
/// their result replaces the recorded one. The comment before the first turn names the
/// [turning point](Review::turning_point), if there is one. In each comment, the text of the review
/// comes first and the old text follows.
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
        match review.summary(seat).accuracy {
            Some(accuracy) => record.tags.set(tag, &format!("{accuracy:.1}")),
            None => record.tags.remove(tag),
        }
    }
    if let Some(turn) = review
        .turning_point
        .and_then(|index| review.turns.get(index))
    {
        let text = format!("Turning point: {}", numbered_turn(turn));
        record.preface = comment(&text, record.preface.as_ref());
    }
    for (recorded, reviewed) in record.turns.iter_mut().zip(&review.turns) {
        recorded.comment = comment(&comment_text(reviewed), recorded.comment.as_ref());
    }
    record
}

fn comment(text: &str, earlier: Option<&Comment>) -> Option<Comment> {
    let earlier = earlier.map_or("", Comment::text);
    Comment::new(&format!("{text} {earlier}"))
}

/// A turn with its number, as in `12. e6e5` and `12... e3e4`.
pub(super) fn numbered_turn(reviewed: &ReviewedTurn) -> String {
    let dots = reviewed.side.fold_wb(".", "...");
    format!("{}{dots} {}", reviewed.number, reviewed.turn)
}

/// The comment on a turn: `+0.35/12 1.500s ? mistake, lowers the winning chances by 12.3 percentage
/// points; better: e6e5 e3e4 (+1.20)`.
fn comment_text(reviewed: &ReviewedTurn) -> String {
    let engine = EngineComment {
        score: reviewed.score,
        depth: reviewed.before.depth,
        time: reviewed.before.time,
    };
    let mut text = engine.to_string();
    let Some(mark) = reviewed.mark else {
        return text;
    };
    text += &format!(" {} {}", mark.sign(), mark.word());
    match reviewed.before.lines.first() {
        Some(best) if mark != Mark::Only => {
            let line: Vec<String> = best
                .turns
                .iter()
                .take(MAX_LINE_TURNS)
                .map(ToString::to_string)
                .collect();
            text += &format!(
                ", lowers the winning chances by {:.1} percentage points; better: {} ({})",
                100.0 * reviewed.loss,
                line.join(" "),
                score_label(best.score)
            );
        }
        _ => {}
    }
    text
}
