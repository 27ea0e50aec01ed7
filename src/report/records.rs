//! The games of an event as PGN.

use std::fmt::Write;
use std::time::Duration;

use crate::games::{TypedGame, Visitor};
use crate::play::entry::{Entry, EntryTurn};
use crate::play::limits::PlayerLimits;
use crate::record::forward::forward_game;
use crate::record::pgn;
use crate::record::{Comment, EngineComment, Record, RecordedTurn, Tags, score_text};
use crate::rules::Rules;
use crate::tournament::event::Event;

/// The game records, separated by empty lines.
pub(super) fn games(event: &Event, entries: &[&Entry]) -> String {
    let mut text = String::new();
    for entry in entries {
        let _ = writeln!(text, "{}", record(event, entry));
    }
    text
}

/// The forward games as PGN. A forward game is a reverse game read from the last turn to the first,
/// as a chess game. A game that has no forward game is skipped.
pub(super) fn forward(event: &Event, entries: &[&Entry]) -> String {
    let mut text = String::new();
    let reverse = entries.iter().filter(|entry| entry.variant.is_reverse());
    for entry in reverse {
        if let Some(game) = entry.variant.dispatch(Forward(event, entry)) {
            let _ = writeln!(text, "{game}");
        }
    }
    text
}

fn limits<'a>(event: &'a Event, engine: &str) -> Option<&'a PlayerLimits> {
    let spec = event.engines.iter().find(|spec| spec.name == engine)?;
    Some(&spec.limits)
}

fn tags(event: &Event, entry: &Entry) -> Tags {
    let mut tags = Tags::default();
    tags.set("Event", &event.name);
    if !event.is_reproducible() {
        let date = entry.timing.began.get(..10).unwrap_or_default();
        tags.set("Date", &date.replace('-', "."));
    }
    tags.set("Round", &entry.round.to_string());
    tags.set("White", &entry.first);
    tags.set("Black", &entry.second);
    tags.set("Game", &entry.game.to_string());
    tags.set("Termination", &entry.ending);
    if let Some(fault) = &entry.fault {
        tags.set("Fault", &format!("{}: {}", fault.engine, fault.detail));
    }
    let limits = [&entry.first, &entry.second].map(|engine| limits(event, engine));
    set_time_controls(&mut tags, limits);
    tags
}

/// Sets the tags with the limits of the two players.
pub(super) fn set_time_controls(tags: &mut Tags, limits: [Option<&PlayerLimits>; 2]) {
    match limits.map(|limits| limits.map_or_else(String::new, PlayerLimits::to_string)) {
        [first, second] if first == second => tags.set("TimeControl", &first),
        [first, second] => {
            tags.set("WhiteTimeControl", &first);
            tags.set("BlackTimeControl", &second);
        }
    }
}

/// The record of a game.
#[must_use]
pub fn record(event: &Event, entry: &Entry) -> Record {
    let turns = entry.turns.iter().map(|played| RecordedTurn {
        comment: comment(event, played),
        ..played.turn.into()
    });
    Record {
        game: entry.variant,
        start: entry.start,
        tags: tags(event, entry),
        preface: None,
        turns: turns.collect(),
        result: entry.result,
    }
}

/// A comment on a turn: the reported score, the reported depth (by default 0), and the time that
/// the turn took. A reproducible event has no time limits, and its records must be the same in every
/// run. There the comment has the reported number of nodes, if any, instead of the time. `None` if
/// the engine reported no score.
pub(super) fn comment(event: &Event, played: &EntryTurn) -> Option<Comment> {
    let score = played.thought.score?;
    let depth = played.thought.depth.unwrap_or_default();
    let text = match played.thought.nodes {
        _ if !event.is_reproducible() => EngineComment {
            score,
            depth,
            time: Duration::from_millis(played.millis),
        }
        .to_string(),
        Some(nodes) => format!("{}/{depth} {nodes}n", score_text(score)),
        None => format!("{}/{depth}", score_text(score)),
    };
    Comment::new(&text)
}

/// Writes the forward game of an entry as PGN; `None` if there is none.
struct Forward<'a>(&'a Event, &'a Entry);

impl Visitor for Forward<'_> {
    type Output = Option<String>;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Option<String> {
        let Forward(event, entry) = self;
        let start = variant.position(entry.start).ok()?;
        let turns: Vec<_> = entry.turns.iter().map(|played| played.turn).collect();
        let game = forward_game(&start, &turns).ok()?;
        let tags = tags(event, entry);
        let tags: Vec<(&str, &str)> = tags.iter().collect();
        Some(pgn::write(&game, &tags))
    }
}
