//! The journal of an event: a header that describes the event, and a line for each game.
//!
//! The journal is the truth about the event, and reports are made from it. A game that is not in it is
//! played again.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::file::{Contents, Journal, JournalError};
use crate::play::duration::TimeControl;
use crate::play::entry::Entry;
use crate::tournament::event::Event;
use crate::tournament::schedule::{Plan, Shard};

/// The version of the format. In version 1 clocks stood without units, in seconds.
const VERSION: u32 = 2;

/// The first line of a journal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format.
    pub journal: u32,
    /// The version of the program that created the journal.
    pub reviver: String,
    /// The digest of the event.
    pub hash: String,
    /// The part of the event.
    pub shard: Shard,
    /// The event.
    pub event: Event,
}

impl Header {
    /// The header for a part of an event.
    #[must_use]
    pub fn new(event: &Event, shard: Shard) -> Self {
        Self {
            journal: VERSION,
            reviver: env!("CARGO_PKG_VERSION").to_owned(),
            hash: event.hash(),
            shard,
            event: event.clone(),
        }
    }
}

/// Why a game does not belong in a journal.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GameError {
    /// A game occurs twice.
    #[error("{path}: game {game} is there twice")]
    Twice {
        /// The journal.
        path: PathBuf,
        /// The game.
        game: usize,
    },
    /// A game is not in the schedule.
    #[error("{path}: game {game} is not the one in the schedule")]
    NotScheduled {
        /// The journal.
        path: PathBuf,
        /// The game.
        game: usize,
    },
}

/// Reads a journal and its header.
///
/// # Errors
///
/// If it cannot be read or is not the journal of an event.
pub fn read(path: &Path) -> Result<(Header, Vec<Entry>), JournalError> {
    let contents = Contents::read(path)?;
    let Some(head) = contents.head else {
        return Err(JournalError::NoHead(path.to_owned()));
    };
    let header = header(&head).map_err(|why| {
        let path = path.to_owned();
        JournalError::Foreign { path, why }
    })?;
    Ok((header, contents.entries))
}

pub(super) fn header(line: &str) -> Result<Header, String> {
    let read = || -> serde_json::Result<Header> {
        let mut header: serde_json::Value = serde_json::from_str(line)?;
        if header.get("journal") == Some(&1.into()) {
            add_units(&mut header);
        }
        serde_json::from_value(header)
    };
    read().map_err(|error| format!("line 1 does not describe an event: {error}"))
}

/// Adds the units that the clocks of a header of version 1 lack.
fn add_units(header: &mut serde_json::Value) {
    let engines = header.pointer_mut("/event/engines");
    let engines = engines.and_then(|engines| engines.as_array_mut());
    for engine in engines.into_iter().flatten() {
        if let Some(time) = engine.pointer_mut("/limits/time")
            && let Some(text) = time.as_str()
            && let Ok(control) = TimeControl::from_bare_seconds(text)
        {
            *time = control.to_string().into();
        }
    }
}

/// Opens the journal of an event to append to it, or creates it. Returns its games, and whether a torn
/// last line was dropped.
///
/// # Errors
///
/// If it is the journal of another event, or cannot be read or written.
pub fn resume(
    path: &Path,
    wanted: &Header,
) -> Result<(Journal<Entry>, Vec<Entry>, bool), JournalError> {
    let fits = |line: &str| same_event(&header(line)?, wanted);
    let (journal, contents) = Journal::resume(path, wanted, fits)?;
    Ok((journal, contents.entries, contents.is_torn))
}

fn same_event(found: &Header, wanted: &Header) -> Result<(), String> {
    let differs = |what: &str, advice: &str| {
        Err(format!(
            "this is the journal of another event: {what}; {advice}"
        ))
    };
    let begin_anew = "choose another folder with --out, or restore the old configuration";
    if !(1..=VERSION).contains(&found.journal) {
        return differs(
            "it was written by another version of this program",
            begin_anew,
        );
    }
    if found.event != wanted.event {
        return differs("the configuration has changed since", begin_anew);
    }
    if found.shard != wanted.shard {
        return differs("it is another shard", "give --shard as before");
    }
    Ok(())
}

/// Checks that every entry is a game of the schedule, and that none occurs twice.
///
/// # Errors
///
/// Names the first wrong game.
pub fn check(
    path: &Path,
    entries: &[Entry],
    event: &Event,
    plans: &[Plan],
) -> Result<(), GameError> {
    let mut seen = BTreeSet::new();
    let name = |engine: usize| event.engines.get(engine).map(|engine| engine.name.as_str());
    for entry in entries {
        let game = entry.game;
        if !seen.insert(game) {
            let path = path.to_owned();
            return Err(GameError::Twice { path, game });
        }
        let plan = game.checked_sub(1).and_then(|index| plans.get(index));
        let fits = plan.is_some_and(|plan| {
            plan.variant == entry.variant
                && plan.round == entry.round
                && name(plan.first) == Some(&entry.first)
                && name(plan.second) == Some(&entry.second)
        });
        if !fits {
            let path = path.to_owned();
            return Err(GameError::NotScheduled { path, game });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::config::Config;

    #[test]
    fn the_clocks_of_version_1_are_read_in_seconds() {
        let config = "variants = \"ssehc\"\nlimits = { time = \"40/10s+0.1s\" }\n\
                      [[engine]]\nname = \"a\"\n[[engine]]\nname = \"b\"\n";
        let config = Config::parse(config).expect("a configuration");
        let wanted = Header::new(&config.event().expect("an event"), Shard::WHOLE);
        let line = serde_json::to_string(&wanted).expect("JSON");
        let old = line
            .replace("\"journal\":2", "\"journal\":1")
            .replace("40/10s+0.1s", "40/10+0.1")
            .replace(&wanted.hash, "0123456789abcdef0123456789abcdef");
        assert_ne!(line, old);
        let found = header(&old).expect("an old header");
        assert_eq!(found.event, wanted.event);
        assert_eq!(same_event(&found, &wanted), Ok(()));
        assert!(header(&line.replace("40/10s+0.1s", "40/10+0.1")).is_err());
    }
}
