//! The standings of a tournament while it is played.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use thiserror::Error;

use crate::play::entry::Entry;
use crate::questions::entry_value;
use crate::tournament::event::Event;
use crate::tournament::journal::{self, GameReader, JournalError};
use crate::tournament::results::Results;
use crate::tournament::schedule::schedule;

/// The maximum number of games in an answer. They are the games that began last.
const GAMES: usize = 40;

/// Why an event cannot be shown.
#[derive(Debug, Error)]
pub(super) enum EventError {
    /// The folder has no journal.
    #[error("{0}: there is no journal of a tournament in this folder")]
    NoJournal(PathBuf),
    /// The folder cannot be read.
    #[error("{path}: {source}")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A journal cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// An event that is being played or is over, read from its journals.
#[derive(Debug)]
pub(super) struct WatchedEvent {
    /// The event.
    pub(super) event: Event,
    /// Its games so far, journal by journal, in the order of the lines.
    pub(super) entries: Vec<Entry>,
    /// Its results so far.
    pub(super) results: Results,
}

/// Reads the event in a folder.
///
/// # Errors
///
/// If the folder cannot be read or has no journal. If a journal cannot be read or its first line is
/// damaged. If the first journal has no complete line.
pub(super) fn read(folder: &Path) -> Result<WatchedEvent, EventError> {
    let mut paths = journals(folder)?.into_iter();
    let Some(first) = paths.next() else {
        return Err(EventError::NoJournal(folder.to_owned()));
    };
    let contents = journal::read(&first)?;
    let Some(GameReader { header, .. }) = contents.reader else {
        return Err(JournalError::NoFirstLine(first).into());
    };
    let (mut event, mut entries) = (header.event, contents.entries);
    // Each shard of an event has a journal. Journals of other events are ignored. Damaged lines
    // after line 1 are ignored too.
    for path in paths {
        let part = journal::read(&path)?;
        let found = part.reader.map(|reader| reader.header.event);
        if let Some(longer) = found.and_then(|found| event.clone().longer(found)) {
            event = longer;
            entries.extend(part.entries);
        }
    }
    let mut seen = BTreeSet::new();
    entries.retain(|entry| seen.insert(entry.game));
    let results = Results::of(&event, &schedule(&event), &entries);
    Ok(WatchedEvent {
        event,
        entries,
        results,
    })
}

/// The event in a folder as JSON: its name, how many games are played and scheduled, its standings,
/// and the last games.
///
/// # Errors
///
/// Those of [`read`].
pub(super) fn standing(folder: &Path) -> Result<Value, EventError> {
    let WatchedEvent {
        entries, results, ..
    } = read(folder)?;
    let standings: Vec<Value> = results
        .ranking
        .iter()
        .map(|place| {
            json!({
                "name": place.engine,
                "points": place.score * place.tally.games.total() as f64,
                "games": place.tally.games.total(),
                "rating": place.rating,
            })
        })
        .collect();
    let mut latest: Vec<&Entry> = entries.iter().rev().collect();
    latest.sort_by(|one, other| other.timing.began.cmp(&one.timing.began));
    let games = latest.into_iter().take(GAMES).map(entry_value);
    let games: Vec<Value> = games.collect();
    Ok(json!({
        "name": results.event,
        "played": entries.len(),
        "total": results.scheduled,
        "standings": standings,
        "games": games,
    }))
}

/// The journals in a folder, sorted by name.
fn journals(folder: &Path) -> Result<Vec<PathBuf>, EventError> {
    let in_folder = |source| EventError::Folder {
        path: folder.to_owned(),
        source,
    };
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(in_folder)? {
        let path = entry.map_err(in_folder)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with("journal") && name.ends_with(".jsonl") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}
