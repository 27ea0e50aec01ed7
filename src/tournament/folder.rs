//! An event and its files in a folder: the journal, from which it can be resumed, and a file for each
//! fault.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::engines::EngineSource;
use super::event::Event;
use super::game::FinishedGame;
use super::inspect::{InspectionError, inspect};
use super::journal::{self, GameError, Header, Journal, JournalError};
use super::observer::Observer;
use super::openings::{FirstPositions, FirstPositionsError};
use super::results::Standing;
use super::runner::{EventRun, Listener, RunOptions, StopSignals};
use super::schedule::{Plan, Shard, schedule};
use crate::play::entry::Entry;

/// Where and how an event is played. Its games do not depend on it.
#[derive(Clone, Debug)]
pub struct FolderOptions {
    /// The folder for all files.
    pub folder: PathBuf,
    /// Whether to resume from a journal that exists.
    pub resume: bool,
    /// How the games are played.
    pub run: RunOptions,
}

/// The state of an event after a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// The event, with the digest of its first positions.
    pub event: Event,
    /// Its schedule.
    pub plans: Vec<Plan>,
    /// The games that have been played.
    pub entries: Vec<Entry>,
    /// Games of this part that are still to be played.
    pub missing: usize,
    /// Whether the last line of the journal was torn.
    pub was_torn: bool,
}

/// Why an event cannot be played.
#[derive(Debug, Error)]
pub enum FolderError {
    /// There are no first positions.
    #[error(transparent)]
    FirstPositions(#[from] FirstPositionsError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A game in the journal does not belong there.
    #[error(transparent)]
    Game(#[from] GameError),
    /// There is a journal, and it is not to be resumed.
    #[error("{0} exists already; resume it with --resume, or choose another folder with --out")]
    Exists(PathBuf),
    /// The folder or a file in it cannot be written.
    #[error("{path}: {source}")]
    File {
        /// Its name.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// An engine cannot play the event.
    #[error(transparent)]
    Engine(#[from] InspectionError),
    /// A game in the journal started at another position.
    #[error("{path}: game {game} does not start at the position of the schedule")]
    OtherStart {
        /// The journal.
        path: PathBuf,
        /// The game.
        game: usize,
    },
}

/// The name of the journal of a part.
#[must_use]
pub fn journal_name(shard: Shard) -> String {
    if shard.is_part() {
        format!("journal-{}.jsonl", shard.to_string().replace('/', "-of-"))
    } else {
        "journal.jsonl".to_owned()
    }
}

fn in_file(path: &Path) -> impl Fn(io::Error) -> FolderError + use<'_> {
    |source| FolderError::File {
        path: path.to_owned(),
        source,
    }
}

/// Plays what is missing.
///
/// # Errors
///
/// If the event cannot be played. Games that were played until then are in the journal.
pub fn run(
    mut event: Event,
    options: &FolderOptions,
    signals: &StopSignals,
    observer: &mut dyn Observer,
) -> Result<Outcome, FolderError> {
    let starts = FirstPositions::prepare(&mut event)?;
    let event = event;
    let plans = schedule(&event);
    let folder = &options.folder;
    fs::create_dir_all(folder).map_err(in_file(folder))?;
    let shard = options.run.shard;
    let path = folder.join(journal_name(shard));
    if !options.resume && path.exists() {
        return Err(FolderError::Exists(path));
    }
    for variant in event.variants.iter().map(|name| name.0) {
        if let Some(warning) = starts.shortage(variant, event.rounds) {
            observer.note(&warning);
        }
    }
    inspect(&event, &signals.abandon, observer)?;
    let (journal, entries, was_torn) = open(&path, &Header::new(&event, shard), options.resume)?;
    journal::check(&path, &entries, &event, &plans)?;
    for entry in &entries {
        if starts.start(entry.variant, entry.round) != entry.start {
            let game = entry.game;
            return Err(FolderError::OtherStart { path, game });
        }
    }
    let engines: Vec<EngineSource<'_>> = event.engines.iter().map(EngineSource::Process).collect();
    let run = EventRun {
        event: &event,
        plans: &plans,
        starts: &starts,
        engines: &engines,
        options: &options.run,
        signals,
    };
    let scheduled = plans.iter().filter(|plan| shard.holds(plan)).count();
    let known: BTreeMap<_, _> = entries
        .iter()
        .map(|entry| (entry.game, entry.clone().into()))
        .collect();
    let mut keeper = Keeper {
        event: &event,
        folder,
        journal,
        entries,
        observer,
    };
    keeper.observer.begin(scheduled, keeper.entries.len());
    let standing = run.play(known, &mut keeper);
    keeper.observer.end();
    let is_decided = standing?.is_decided();
    let entries = keeper.entries;
    Ok(Outcome {
        missing: if is_decided {
            0
        } else {
            scheduled - entries.len()
        },
        event,
        plans,
        entries,
        was_torn,
    })
}

fn open(
    path: &Path,
    header: &Header,
    resume: bool,
) -> Result<(Journal<Entry>, Vec<Entry>, bool), JournalError> {
    if resume {
        journal::resume(path, header)
    } else {
        Ok((Journal::create(path, header)?, Vec::new(), false))
    }
}

/// Keeps every game in the files of the event.
struct Keeper<'a> {
    event: &'a Event,
    folder: &'a Path,
    journal: Journal<Entry>,
    entries: Vec<Entry>,
    observer: &'a mut dyn Observer,
}

impl Listener for Keeper<'_> {
    type Error = FolderError;

    fn finished(&mut self, game: &FinishedGame) -> Result<(), FolderError> {
        // The journal comes last, so that every file that it names exists.
        if let Some(reproducer) = &game.reproducer {
            let path = self.folder.join(&reproducer.name);
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder).map_err(in_file(folder))?;
            }
            fs::write(&path, &reproducer.text).map_err(in_file(&path))?;
        }
        self.journal.append(&game.entry)?;
        self.entries.push(game.entry.clone());
        Ok(())
    }

    fn progressed(&mut self, standing: &Standing) {
        self.observer.show(self.event, standing, self.entries.len());
    }

    fn stopping(&mut self) {
        self.observer
            .note("Stopping: games under way are played to their end.");
    }
}
