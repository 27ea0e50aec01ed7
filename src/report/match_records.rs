//! The games of a match as PGN.

use super::records::{comment, set_time_controls};
use crate::play::entry::Entry;
use crate::record::{Record, RecordedTurn, Tags};
use crate::rules::Seat;
use crate::tournament::event::Event;
use crate::tournament::schedule::Plan;

/// The record of a game of a match. The tag `White` has the settings of player 1, the tag `Black`
/// those of player 2, whatever their colours. The comments have the same form as in the record of a
/// tournament game.
#[must_use]
pub fn match_record(event: &Event, plan: &Plan, entry: &Entry) -> Record {
    let turns = entry.turns.iter().map(|played| RecordedTurn {
        comment: comment(event, played),
        ..played.turn.into()
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
    let engines = [Seat::First, Seat::Second].map(|seat| event.engines.get(plan.engine(seat)));
    let [white, black] = engines.map(|engine| {
        let own = engine.and_then(|engine| engine.in_process.as_ref());
        own.map_or_else(String::new, ToString::to_string)
    });
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
    set_time_controls(&mut tags, engines.map(|engine| Some(&engine?.limits)));
    tags
}
