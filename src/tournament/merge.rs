//! Merges journals of an event, such as those of its shards.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::event::Event;
use super::fault_files;
use super::journal::{self, Header, JournalError, journal_name};
use super::results::Results;
use super::schedule::{Plan, Shard, schedule};
use crate::files::{Existing, Output, OutputError, folder_of};
use crate::play::entry::Entry;

/// Why journals cannot be merged.
#[derive(Debug, Error)]
pub enum MergeError {
    /// A journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A game is in two journals, or a journal with games is named twice.
    #[error(
        "{path}: a journal that is named earlier also has game {game}; name each journal once, and do not name two journals that have the same game"
    )]
    Twice {
        /// The second journal.
        path: PathBuf,
        /// The game.
        game: usize,
    },
    /// The journals belong to different events.
    #[error("{0} and {1} are of different events")]
    Different(PathBuf, PathBuf),
    /// Games are missing.
    #[error("{count} of {total} games are missing: {which}")]
    Missing {
        /// The number of missing games.
        count: usize,
        /// The number of games in the schedule.
        total: usize,
        /// The numbers of the missing games, as text.
        which: String,
    },
    /// The folder already has a journal or fault files (the lines to and from an engine that
    /// committed a fault).
    #[error("{0} exists already; choose another folder with --out")]
    Exists(PathBuf),
    /// There is no journal.
    #[error("there is no journal to merge")]
    NoJournal,
    /// The folder cannot be made.
    #[error("{path}: {source}")]
    File {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The journal cannot be written, or a fault file cannot be read or written.
    #[error(transparent)]
    Output(#[from] OutputError),
}

/// Whether games may be missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Completeness {
    /// All games must be there, unless the SPRT has ended.
    Whole,
    /// Games may be missing.
    Partial,
}

/// An event whose journals were merged.
#[derive(Clone, PartialEq, Debug)]
pub struct Merged {
    /// The event.
    pub event: Event,
    /// Its schedule.
    pub plans: Vec<Plan>,
    /// The games, in the order of the schedule.
    pub entries: Vec<Entry>,
}

/// Merges journals into one journal in the folder `into`, with the games in the order of the
/// schedule. If the journals differ in their number of rounds, the event has the largest number.
/// Games may be missing if the SPRT of the event has already ended, or with
/// [`Completeness::Partial`].
///
/// # Errors
///
/// * There is no journal.
/// * A journal cannot be read, or has damaged lines or no first line.
/// * The journals belong to different events.
/// * A game occurs in two journals, or a journal with games is named twice.
/// * A game is missing although all games must be there.
/// * The folder `into` already has a journal of the whole event.
/// * The folder `into` has a fault file that is not a copy of a fault file of `journals`. (An
///   interrupted merge leaves such copies.) This is not checked if one of `journals` is in `into`.
/// * The folder cannot be made, or a file cannot be read or written.
pub fn merge(
    journals: &[PathBuf],
    into: &Path,
    completeness: Completeness,
) -> Result<Merged, MergeError> {
    let mut event: Option<(PathBuf, Event)> = None;
    let mut entries: BTreeMap<usize, Entry> = BTreeMap::new();
    for path in journals {
        let (found, games) = journal::read_event(path)?;
        event = Some(match event {
            None => (path.clone(), found),
            Some((first, known)) => match known.longer(found) {
                Some(event) => (first, event),
                None => return Err(MergeError::Different(first, path.clone())),
            },
        });
        for entry in games {
            let game = entry.game;
            if entries.insert(game, entry).is_some() {
                let path = path.clone();
                return Err(MergeError::Twice { path, game });
            }
        }
    }
    let Some((_, event)) = event else {
        return Err(MergeError::NoJournal);
    };
    let plans = schedule(&event);
    let entries: Vec<Entry> = entries.into_values().collect();
    let decided = Results::of(&event, &plans, &entries).is_decided();
    if completeness == Completeness::Whole && !decided {
        check_complete(&plans, &entries)?;
    }
    let path = into.join(journal_name(Shard::WHOLE));
    if fs::symlink_metadata(&path).is_ok() {
        return Err(MergeError::Exists(path));
    }
    let is_into = |folder: &Path| folder.canonicalize().ok() == into.canonicalize().ok();
    let folders: Vec<&Path> = journals.iter().map(|path| folder_of(path)).collect();
    let has_journal = into.exists() && folders.iter().any(|folder| is_into(folder));
    if !has_journal && let Some(faults) = fault_files::unrelated(into, &folders, &entries) {
        return Err(MergeError::Exists(faults));
    }
    fs::create_dir_all(into).map_err(|source| MergeError::File {
        path: into.to_owned(),
        source,
    })?;
    for folder in folders.into_iter().filter(|folder| !is_into(folder)) {
        fault_files::copy(folder, into, &entries)?;
    }
    // Write the journal last and in one piece, so that an interrupted merge leaves no truncated
    // journal.
    let text = journal::text(&Header::new(&event, Shard::WHOLE), &entries)?;
    Output::write(&path, Existing::Keep, text)?;
    Ok(Merged {
        event,
        plans,
        entries,
    })
}

fn check_complete(plans: &[Plan], entries: &[Entry]) -> Result<(), MergeError> {
    let mut played = entries.iter().map(|entry| entry.game).peekable();
    let mut missing: Vec<usize> = Vec::new();
    for plan in plans {
        if played.next_if_eq(&plan.game).is_none() {
            missing.push(plan.game);
        }
    }
    if missing.is_empty() {
        return Ok(());
    }
    Err(MergeError::Missing {
        count: missing.len(),
        total: plans.len(),
        which: ranges(&missing),
    })
}

/// Numbers as ranges, as in `1-3, 7`. After ten ranges `...` stands for the rest.
fn ranges(numbers: &[usize]) -> String {
    const MOST: usize = 10;
    let runs: Vec<&[usize]> = numbers.chunk_by(|one, next| one + 1 == *next).collect();
    let mut words: Vec<String> = runs
        .iter()
        .take(MOST)
        .filter_map(|run| match run {
            [one] => Some(one.to_string()),
            [first, .., last] => Some(format!("{first}-{last}")),
            [] => None,
        })
        .collect();
    if runs.len() > MOST {
        words.push("...".to_owned());
    }
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_ranges() {
        assert_eq!(ranges(&[1, 2, 3, 7, 9, 10]), "1-3, 7, 9-10");
        let even: Vec<usize> = (0..15).map(|number| 2 * number).collect();
        assert!(ranges(&even).ends_with("18, ..."));
    }
}
