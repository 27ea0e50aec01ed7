//! Games in the form of PGN.

use std::fmt::Write;
use std::time::Duration;

use crate::board::Turn;
use crate::games::{TypedGame, Visitor};
use crate::notation::position;
use crate::play::entry::{Entry, Thought};
use crate::play::limits::PlayerLimits;
use crate::play::score::ReportedScore;
use crate::record::forward::forward_game;
use crate::record::pgn;
use crate::record::{Comment, EngineComment, Record, RecordedTurn, Tags, score_text};
use crate::rules::Rules;
use crate::search::Score;
use crate::tournament::event::Event;

/// The game records, with an empty line between them.
pub(super) fn games(event: &Event, entries: &[&Entry]) -> String {
    let mut text = String::new();
    for entry in entries {
        if let Some(record) = record(event, entry) {
            let _ = writeln!(text, "{record}");
        }
    }
    text
}

/// The forward games of the games that are played in reverse and have one.
pub(super) fn forward(event: &Event, entries: &[&Entry]) -> String {
    let mut text = String::new();
    let reverse = entries.iter().filter(|entry| entry.variant.0.is_reverse());
    for entry in reverse {
        if let Some(game) = entry.variant.0.dispatch(Forward(event, entry)) {
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
    let controls = [&entry.first, &entry.second]
        .map(|engine| limits(event, engine).map_or_else(String::new, PlayerLimits::to_string));
    match controls {
        [first, second] if first == second => tags.set("TimeControl", &first),
        [first, second] => {
            tags.set("WhiteTimeControl", &first);
            tags.set("BlackTimeControl", &second);
        }
    }
    tags
}

fn record(event: &Event, entry: &Entry) -> Option<Record> {
    let variant = entry.variant.0;
    let turns = entry.turns.iter().enumerate().map(|(index, text)| {
        let thought = entry.thoughts.get(index).copied().unwrap_or_default();
        let millis = entry.timing.turns.get(index).copied().unwrap_or_default();
        Some(RecordedTurn {
            turn: text.parse().ok()?,
            comment: comment(thought, (!event.is_reproducible()).then_some(millis)),
        })
    });
    Some(Record {
        variant,
        start: position::parse(variant.form(), &entry.start).ok()?,
        tags: tags(event, entry),
        preface: None,
        turns: turns.collect::<Option<_>>()?,
        result: entry.result,
    })
}

/// What an engine thought of its turn: score, depth and time, or nodes where time is no part of the
/// game.
fn comment(thought: Thought, millis: Option<u64>) -> Option<Comment> {
    let score = score(thought.score?);
    let depth = thought.depth.unwrap_or_default();
    let text = match (millis, thought.nodes) {
        (Some(millis), _) => EngineComment {
            score,
            depth,
            time: Duration::from_millis(millis),
        }
        .to_string(),
        (None, Some(nodes)) => format!("{}/{depth} {nodes}n", score_text(score)),
        (None, None) => format!("{}/{depth}", score_text(score)),
    };
    Comment::new(&text)
}

fn score(told: ReportedScore) -> Score {
    match told {
        ReportedScore::Centipawns(score) => Score(score),
        ReportedScore::Mate(turns) if turns > 0 => Score::WIN - (2 * turns - 1),
        ReportedScore::Mate(turns) => -(Score::WIN + 2 * turns),
    }
}

/// The forward game of an entry, if there is one.
struct Forward<'a>(&'a Event, &'a Entry);

impl Visitor for Forward<'_> {
    type Output = Option<String>;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Option<String> {
        let Forward(event, entry) = self;
        let start: R = variant.read(&entry.start).ok()?;
        let turns: Option<Vec<Turn>> = entry.turns.iter().map(|text| text.parse().ok()).collect();
        let game = forward_game(&start, &turns?).ok()?;
        let tags = tags(event, entry);
        let tags: Vec<(&str, &str)> = tags.iter().collect();
        Some(pgn::write(&game, &tags))
    }
}
