//! The games of a match as PGN.

use std::time::Duration;

use crate::play::entry::Entry;
use crate::record::{Comment, EngineComment, Record, RecordedTurn, Tags};
use crate::rules::Seat;
use crate::tournament::event::Event;
use crate::tournament::schedule::Plan;

/// The record of a game of a match. The tag `White` has the settings of player 1, the tag `Black`
/// those of player 2, whatever their colours. A turn has a comment with score, depth and time if
/// the player reported both score and depth.
#[must_use]
pub fn match_record(event: &Event, plan: &Plan, entry: &Entry) -> Record {
    let turns = entry.turns.iter().map(|played| {
        let thought = played.thought;
        let comment = thought.score.zip(thought.depth).and_then(|(score, depth)| {
            // Two runs of a reproducible event must give equal records, but their times differ.
            let millis = if event.is_reproducible() {
                0
            } else {
                played.millis
            };
            let time = Duration::from_millis(millis);
            Comment::new(&EngineComment { score, depth, time }.to_string())
        });
        RecordedTurn {
            comment,
            ..played.turn.into()
        }
    });
    Record {
        game: entry.variant,
        start: entry.start,
        tags: tags(event, plan, entry),
        preface: None,
        turns: turns.collect(),
        result: entry.result,
    }
}

fn tags(event: &Event, plan: &Plan, entry: &Entry) -> Tags {
    let settings = |seat: Seat| {
        let spec = event.engines.get(plan.engine(seat))?;
        spec.in_process.as_ref().map(ToString::to_string)
    };
    let [white, black] = [Seat::First, Seat::Second].map(|seat| settings(seat).unwrap_or_default());
    let round = format!("{}.{}", plan.encounter + 1, plan.side() + 1);
    let mut tags = Tags::default();
    for (name, value) in [
        ("Event", &event.name),
        ("Round", &round),
        ("White", &white),
        ("Black", &black),
        ("Termination", &entry.ending),
    ] {
        tags.set(name, value);
    }
    tags
}
