//! Plays an event and writes its files to a folder: a journal, and a file for each fault of an
//! engine. The event can be resumed from the journal.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::engines::EngineSource;
use super::event::Event;
use super::fault_files;
use super::game::FinishedGame;
use super::inspect::{InspectionError, inspect};
use super::journal::{
    self, DamagedLines, GAME_IS_PLAYED_AGAIN, Header, Journal, JournalError, journal_name,
};
use super::observer::Observer;
use super::openings::{FirstPositions, FirstPositionsError};
use super::reproducer::Reproducer;
use super::results::Standing;
use super::runner::{EventRun, Listener, RunOptions, StopSignals};
use super::schedule::{Plan, Shard, schedule};
use super::shards::{SharedTest, SharedTestError, Stop};
use super::workers::thread_count;
use crate::files::{Existing, OutputError};
use crate::play::entry::Entry;
use crate::play::shortage::Shortage;
use crate::players::process::{Launcher, Manager, reserve_files};

/// Where and how an event is played. These options do not change the schedule or the settings of
/// the games.
#[derive(Clone, Debug)]
pub struct FolderOptions {
    /// The folder for all files.
    pub folder: PathBuf,
    /// What to do if the journal exists.
    pub journal: ExistingJournal,
    /// The program that kills the engines when this program ends ([`Launcher::new`]).
    pub guard: Option<PathBuf>,
    /// How the games are played.
    pub run: RunOptions,
}

/// What to do if the journal exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExistingJournal {
    /// Do not play the event.
    Refuse,
    /// Continue the event from the journal.
    Resume(DamagedLines),
}

/// The state of an event after a run.
#[derive(Clone, PartialEq, Debug)]
pub struct EventOutcome {
    /// The event, with the digest of its first positions.
    pub event: Event,
    /// Its schedule.
    pub plans: Vec<Plan>,
    /// The games of this shard that have been played.
    pub entries: Vec<Entry>,
    /// The number of games of this shard that are still to be played.
    pub missing: usize,
}

/// Why an event cannot be played.
#[derive(Debug, Error)]
pub enum FolderError {
    /// The first positions cannot be read.
    #[error(transparent)]
    FirstPositions(#[from] FirstPositionsError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// There is a journal, but the options do not allow resuming it.
    #[error("{0} exists already; resume it with --resume, or choose another folder with --out")]
    Exists(PathBuf),
    /// The folder cannot be made.
    #[error("{path}: {source}")]
    File {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The event is new, but the folder already has files of faults.
    #[error("{0} exists already; choose another folder with --out")]
    Foreign(PathBuf),
    /// The file of a fault cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// An engine cannot play the event.
    #[error(transparent)]
    Engine(InspectionError),
    /// The computer lacks something, such as memory or open files. The event can be resumed later.
    #[error(transparent)]
    Shortage(#[from] Shortage),
}

impl From<InspectionError> for FolderError {
    fn from(error: InspectionError) -> Self {
        match error {
            InspectionError::Shortage(shortage) => FolderError::Shortage(shortage),
            error => FolderError::Engine(error),
        }
    }
}

fn in_file(path: &Path) -> impl Fn(io::Error) -> FolderError + use<'_> {
    |source| FolderError::File {
        path: path.to_owned(),
        source,
    }
}

/// Plays the games of this shard that are not in its journal.
///
/// # Errors
///
/// If the event cannot go on. Games that are in the journal by then stay there.
pub fn run(
    mut event: Event,
    options: &FolderOptions,
    signals: &StopSignals,
    observer: &mut dyn Observer,
) -> Result<EventOutcome, FolderError> {
    let shard = options.run.shard;
    take_names(&mut event, &options.folder, shard);
    let starts = FirstPositions::prepare(&mut event)?;
    let event = event;
    let plans = schedule(&event);
    let path = journal_path(options)?;
    note_few_positions(&event, &starts, observer);
    let mut shared = SharedTest::new(&options.folder, &event, &plans, shard);
    let stop = look(&mut shared, observer, SharedTest::begin);
    let needed = needed(&plans, stop.as_ref());
    let scheduled = needed.iter().filter(|plan| shard.holds(plan)).count();

    let launcher = launcher(options, scheduled)?;
    let manager = Manager {
        launcher: &launcher,
        halt: &signals.abandon,
        drain: &signals.drain,
    };
    inspect(&event, manager, observer)?;

    let header = Header::new(&event, shard);
    let opened = OpenedJournal::open(options.journal, &path, &header, &starts)?;
    opened.notes.iter().for_each(|note| observer.note(note));
    let process = |spec| EngineSource::Process(spec, &launcher);
    let engines: Vec<_> = event.engines.iter().map(process).collect();
    let run = EventRun {
        event: &event,
        plans: needed,
        starts: &starts,
        engines: &engines,
        options: &options.run,
        signals,
    };
    let listener = FolderListener {
        event: &event,
        folder: &options.folder,
        journal: opened.journal,
        entries: opened.entries,
        last_game: needed.len(),
        observer,
        // If the SPRT over all shards has ended already, it need not be watched.
        shared: shared.filter(|_| stop.is_none()),
        stop,
    };
    let (entries, missing) = listener.play(&run, scheduled)?;
    Ok(EventOutcome {
        event,
        plans,
        entries,
        missing,
    })
}

/// Gives the variants the names that the journals of the event in `folder` have for them. If the
/// journals have different names for a variant, the name in the journal of this shard is used.
fn take_names(event: &mut Event, folder: &Path, shard: Shard) {
    let others = shard.all().filter(|other| *other != shard);
    for shard in others.chain([shard]) {
        journal::take_names(&folder.join(journal_name(shard)), &mut event.variants);
    }
}

/// The path of the journal of this shard. Creates the folder.
fn journal_path(options: &FolderOptions) -> Result<PathBuf, FolderError> {
    let folder = &options.folder;
    fs::create_dir_all(folder).map_err(in_file(folder))?;
    let path = folder.join(journal_name(options.run.shard));
    if options.journal == ExistingJournal::Refuse && path.exists() {
        return Err(FolderError::Exists(path));
    }
    // A shard skips this check: the other shards may have written fault files to the same folder.
    if !path.exists()
        && !options.run.shard.is_part()
        && let Some(faults) = fault_files::foreign(folder)
    {
        return Err(FolderError::Foreign(faults));
    }
    Ok(path)
}

/// The games that count. If the SPRT over all shards has ended, the games after its end do not.
fn needed<'a>(plans: &'a [Plan], stop: Option<&Stop>) -> &'a [Plan] {
    let counted = stop.and_then(|stop| plans.get(..stop.last_game));
    counted.unwrap_or(plans)
}

/// The launcher of engines for `games` games. Raises the limit of open files if it is too low.
fn launcher(options: &FolderOptions, games: usize) -> Result<Launcher, Shortage> {
    reserve_files(thread_count(options.run.concurrency).min(games))?;
    Launcher::new(options.guard.clone())
        .map_err(|error| Shortage::from_error("engines cannot be guarded", &error))
}

/// A way to look whether the SPRT over all shards has ended.
type Look<'a> = fn(&mut SharedTest<'a>) -> Result<Option<Stop>, SharedTestError>;

/// How the SPRT over all shards ended; `None` if it has not ended. After an error, the user is
/// warned and the SPRT is no longer watched.
fn look<'a>(
    shared: &mut Option<SharedTest<'a>>,
    observer: &mut dyn Observer,
    how: Look<'a>,
) -> Option<Stop> {
    how(shared.as_mut()?).unwrap_or_else(|error| {
        observer.note(&format!(
            "{error}; the SPRT over all shards no longer stops this shard, so all its games are played."
        ));
        *shared = None;
        None
    })
}

/// Warns of variants with fewer first positions than rounds.
fn note_few_positions(event: &Event, starts: &FirstPositions, observer: &mut dyn Observer) {
    for variant in event.variants.iter().map(|name| name.game) {
        if let Some(warning) = starts.few_openings_warning(variant, event.rounds) {
            observer.note(&warning);
        }
    }
}

/// An open journal, and its contents when it was opened.
struct OpenedJournal {
    journal: Journal<Entry>,
    entries: Vec<Entry>,
    /// What to tell the user about dropped lines (damaged lines, and an incomplete last line), and
    /// about added rounds.
    notes: Vec<String>,
}

impl OpenedJournal {
    fn open(
        existing: ExistingJournal,
        path: &Path,
        header: &Header,
        starts: &FirstPositions,
    ) -> Result<Self, JournalError> {
        match existing {
            ExistingJournal::Refuse => Self::create(path, header),
            ExistingJournal::Resume(damaged) => Self::resume(path, header, starts, damaged),
        }
    }

    fn create(path: &Path, header: &Header) -> Result<Self, JournalError> {
        Ok(Self {
            journal: Journal::create(path, header)?,
            entries: Vec::new(),
            notes: Vec::new(),
        })
    }

    fn resume(
        path: &Path,
        header: &Header,
        starts: &FirstPositions,
        damaged: DamagedLines,
    ) -> Result<Self, JournalError> {
        let (journal, contents) = journal::resume(path, header, starts, damaged)?;
        let mut notes = contents.notes(path, GAME_IS_PLAYED_AGAIN);
        let before = contents.reader.map(|reader| reader.header.event.rounds);
        let rounds = header.event.rounds;
        if let Some(before) = before.filter(|before| *before < rounds) {
            notes.push(format!(
                "{}: the event goes on with {rounds} instead of {before} rounds.",
                path.display()
            ));
        }
        Ok(Self {
            journal,
            notes,
            entries: contents.entries,
        })
    }
}

/// Writes every game to the files of the event.
struct FolderListener<'a> {
    event: &'a Event,
    folder: &'a Path,
    journal: Journal<Entry>,
    entries: Vec<Entry>,
    /// The number of the last game that counts ([`needed`]).
    last_game: usize,
    observer: &'a mut dyn Observer,
    /// The SPRT over all shards. `None` if the event has no SPRT or only one shard, if an error
    /// occurred, or if the SPRT ended before this run.
    shared: Option<SharedTest<'a>>,
    /// How the SPRT over all shards ended.
    stop: Option<Stop>,
}

impl<'a> FolderListener<'a> {
    /// Plays the missing games. Returns all played games, and how many are still missing.
    /// `scheduled` is the number of games of this shard that count ([`needed`]).
    fn play(
        mut self,
        run: &EventRun<'_>,
        scheduled: usize,
    ) -> Result<(Vec<Entry>, usize), FolderError> {
        let known: BTreeMap<_, _> = self
            .entries
            .iter()
            .map(|entry| (entry.game, entry.clone().into()))
            .collect();
        self.observer.begin(scheduled, self.number_played());
        let standing = run.play(known, &mut self);
        if standing.is_ok() && self.stop.is_none() {
            // `SharedTest::look` reads the journals only now and then, so it may have missed the
            // last games.
            self.look(SharedTest::look_now);
        }
        self.observer.end();
        let is_decided = standing?.is_decided() || self.was_stopped();
        if let Some(stop) = &self.stop {
            self.observer.note(&stop.note());
        }
        let missing = if is_decided {
            0
        } else {
            scheduled - self.number_played()
        };
        Ok((self.entries, missing))
    }

    /// Looks whether the SPRT over all shards has ended.
    fn look(&mut self, how: Look<'a>) {
        if self.shared.is_some() {
            self.stop = look(&mut self.shared, self.observer, how);
        }
    }

    /// Whether this run has found that the SPRT over all shards has ended. `false` if the end was
    /// known at the start of this run ([`SharedTest::begin`]). Such a run plays the games that
    /// count ([`needed`]) and are missing, for example because a damaged line was dropped.
    fn was_stopped(&self) -> bool {
        self.shared.is_some() && self.stop.is_some()
    }

    /// How many games that count have been played.
    fn number_played(&self) -> usize {
        let counts = |entry: &&Entry| entry.game <= self.last_game;
        self.entries.iter().filter(counts).count()
    }
}

impl Listener for FolderListener<'_> {
    type Error = FolderError;

    fn finished(&mut self, game: &FinishedGame) -> Result<(), FolderError> {
        // The fault file is written before the journal entry that names it.
        if let Some(Reproducer { name, text }) = &game.reproducer {
            fault_files::write(self.folder, name, text, Existing::Replace)?;
        }
        if game.interruptions > 0 {
            self.observer.note(&format!(
                "Game {} was played again, because this program was suspended during the game.",
                game.entry.game
            ));
        }
        self.journal.append(&game.entry)?;
        self.entries.push(game.entry.clone());
        Ok(())
    }

    fn progressed(&mut self, standing: &Standing) {
        let played = self.number_played();
        self.observer.show(self.event, standing, played);
    }

    fn is_over(&mut self) -> bool {
        self.look(SharedTest::look);
        self.was_stopped()
    }

    fn stopping(&mut self) {
        self.observer.note(
            "Stopping: no more games begin. Games under way may go on for the time of --grace.",
        );
    }
}
