//! Plays the missing games of a comparison and writes them to journals.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::measure::{Row, RowGames};
use super::plan::{Comparison, EventSetup};
use super::report::Report;
use crate::games::Game;
use crate::play::entry::Entry;
use crate::play::shortage::Shortage;
use crate::tournament::journal::{self, DamagedLines, Header, Journal, JournalError, take_names};
use crate::tournament::openings::{FirstPositions, placed};
use crate::tournament::results::Standing;
use crate::tournament::runner::{EventRun, KnownGame, Listener, RunOptions, StopSignals};
use crate::tournament::schedule::{Plan, schedule};
use crate::tournament::{EngineSource, FinishedGame};

/// Why games cannot be compared.
#[derive(Debug, Error)]
pub enum CompareError {
    /// A journal cannot be read, written or resumed.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The machine lacks memory or threads.
    #[error(transparent)]
    Shortage(#[from] Shortage),
    /// A journal belongs to another comparison.
    #[error("{}: these games belong to another comparison; choose another folder with --out", .0.display())]
    OtherComparison(PathBuf),
    /// The folder cannot be read or written.
    #[error("{}: {source}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
}

/// The two events (schedules of games) of a comparison. They differ in the players' strengths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Strengths {
    /// Both players are equally strong.
    Even,
    /// A stronger player meets a weaker one.
    Uneven,
}

impl Strengths {
    const ALL: [Strengths; 2] = [Strengths::Even, Strengths::Uneven];

    const fn name(self) -> &'static str {
        match self {
            Strengths::Even => "even",
            Strengths::Uneven => "uneven",
        }
    }
}

/// The played games of each event. The key of a game is its number.
pub type PlayedGames = BTreeMap<Strengths, BTreeMap<usize, Entry>>;

/// An event with its schedule and its first positions.
struct PreparedEvent {
    strengths: Strengths,
    setup: EventSetup,
    plans: Vec<Plan>,
    starts: FirstPositions,
}

impl PreparedEvent {
    /// An event with these games. `journals` are the journals of the event. If a journal has
    /// another name for a game, the event uses that name.
    fn new(
        comparison: &Comparison,
        strengths: Strengths,
        games: &[&'static Game],
        journals: &[PathBuf],
    ) -> Self {
        let mut setup = match strengths {
            Strengths::Even => comparison.even(games),
            Strengths::Uneven => comparison.uneven(games),
        };
        for path in journals {
            take_names(path, &mut setup.event.variants);
        }
        let placed = placed(&setup.event, comparison.settings.nodes);
        let starts = FirstPositions::listed(&mut setup.event, &placed);
        Self {
            strengths,
            plans: schedule(&setup.event),
            setup,
            starts,
        }
    }
}

/// The games in all journals in a folder. Each shard has its own journals. A torn (incomplete) last
/// line is reported to `note`, and its game counts as not played. With [`DamagedLines::Drop`], each
/// damaged line is also reported, and its game counts as not played. If the journals together have
/// all games of an event, its damaged lines are only reported, even with [`DamagedLines::Refuse`],
/// because a run cannot mend the journals of other shards.
///
/// # Errors
///
/// * If the folder or a journal cannot be read.
/// * If a journal belongs to another comparison.
/// * If a journal has damaged lines, `damaged` is [`DamagedLines::Refuse`], and a game is missing.
pub fn read_known(
    comparison: &Comparison,
    folder: &Path,
    damaged: DamagedLines,
    note: &mut dyn FnMut(String),
) -> Result<PlayedGames, CompareError> {
    let playable = comparison.playable();
    let mut played_games = PlayedGames::new();
    for strengths in Strengths::ALL {
        let paths = journals(folder, strengths)?;
        let prepared = PreparedEvent::new(comparison, strengths, &playable, &paths);
        let event = &prepared.setup.event;
        let mut read = Vec::new();
        for path in paths {
            let mut contents = journal::read_from(&path, &prepared.starts)?;
            let reader = contents.reader.as_ref();
            if reader.is_some_and(|reader| reader.header.event != *event) {
                return Err(CompareError::OtherComparison(path));
            }
            let games = played_games.entry(strengths).or_default();
            let entries = std::mem::take(&mut contents.entries);
            games.extend(entries.into_iter().map(|entry| (entry.game, entry)));
            read.push((path, contents));
        }
        let known = played_games.get(&strengths).map_or(0, BTreeMap::len);
        let (damaged, consequence) = if known < prepared.plans.len() {
            let consequence = "The line is ignored, and its game counts as not played.";
            (damaged, consequence)
        } else {
            let consequence = "The line is ignored: another line or journal has its game.";
            (DamagedLines::Drop, consequence)
        };
        for (path, contents) in read {
            let notes = contents.accepted(damaged, &path)?.notes(&path, consequence);
            notes.into_iter().for_each(&mut *note);
        }
    }
    Ok(played_games)
}

/// The journals of an event in a folder.
fn journals(folder: &Path, strengths: Strengths) -> Result<Vec<PathBuf>, CompareError> {
    let failed = |source| CompareError::Folder {
        path: folder.to_owned(),
        source,
    };
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        let fits = |name: String| {
            let rest = name.strip_prefix(strengths.name());
            rest.is_some_and(|rest| rest.starts_with(['.', '-']) && rest.ends_with(".jsonl"))
        };
        // A pipe is left out, because opening it would wait for its writer.
        if name.is_some_and(fits) && path.is_file() {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// A run of a comparison.
pub struct ComparisonRun<'a> {
    /// The folder whose journals are resumed; `None` to keep no journals.
    pub folder: Option<&'a Path>,
    /// The games that were played before this run. The run adds its own.
    pub known: PlayedGames,
    /// What happens to damaged lines of the journals.
    pub damaged: DamagedLines,
    /// How the games are played.
    pub options: &'a RunOptions,
    /// Requests to stop.
    pub signals: &'a StopSignals,
}

impl ComparisonRun<'_> {
    /// Plays the missing games of this shard, and returns the report on all known games. `progress`
    /// gets the number of known games and the number of games of all shards.
    ///
    /// # Errors
    ///
    /// * If a journal cannot be read or written, or belongs to another comparison.
    /// * If a journal has damaged lines and `damaged` is [`DamagedLines::Refuse`].
    /// * If the machine lacks memory or threads.
    pub fn play(
        mut self,
        comparison: &Comparison,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Report, CompareError> {
        let games = comparison.playable();
        let events = Strengths::ALL
            .into_iter()
            .map(|strengths| {
                let journals = self.folder.map(|folder| journals(folder, strengths));
                let journals = journals.transpose()?.unwrap_or_default();
                Ok(PreparedEvent::new(comparison, strengths, &games, &journals))
            })
            .collect::<Result<Vec<_>, CompareError>>()?;
        let all: usize = events.iter().map(|event| event.plans.len()).sum();
        let mut done: usize = self.known.values().map(BTreeMap::len).sum();
        for prepared in &events {
            self.play_event(prepared, &mut || {
                done += 1;
                progress(done, all);
            })?;
        }
        let missing = all.abs_diff(self.known.values().map(BTreeMap::len).sum());
        let rows = comparison
            .rows()
            .map(|(game, forced)| Row::of(game, forced, &self.played(game, comparison)));
        Ok(Report::new(comparison, rows.collect(), missing))
    }

    /// Plays the missing games of an event. Calls `progress` after each game.
    fn play_event(
        &mut self,
        prepared: &PreparedEvent,
        progress: &mut dyn FnMut(),
    ) -> Result<(), CompareError> {
        let journal = self.open_journal(prepared)?;
        let known = self.known.entry(prepared.strengths).or_default();
        let before = known
            .iter()
            .map(|(&number, entry)| (number, KnownGame::from(entry.clone())))
            .collect();
        let engines: Vec<EngineSource<'_>> = prepared
            .setup
            .players
            .iter()
            .map(EngineSource::InProcess)
            .collect();
        let run = EventRun {
            event: &prepared.setup.event,
            plans: &prepared.plans,
            starts: &prepared.starts,
            engines: &engines,
            options: self.options,
            signals: self.signals,
        };
        let mut sink = GameSink {
            journal,
            played: Vec::new(),
            progress,
        };
        run.play(before, &mut sink)?;
        known.extend(sink.played.into_iter().map(|entry| (entry.game, entry)));
        Ok(())
    }

    /// Opens the journal of an event and adds the games in it to the known games; `None` if the run
    /// keeps no journals.
    fn open_journal(
        &mut self,
        prepared: &PreparedEvent,
    ) -> Result<Option<Journal<Entry>>, CompareError> {
        let Some(folder) = self.folder else {
            return Ok(None);
        };
        let header = Header::new(&prepared.setup.event, self.options.shard);
        let path = folder.join(journal_name(prepared.strengths, self.options));
        let (journal, contents) = journal::resume(&path, &header, &prepared.starts, self.damaged)?;
        let known = self.known.entry(prepared.strengths).or_default();
        known.extend(
            contents
                .entries
                .into_iter()
                .map(|entry| (entry.game, entry)),
        );
        Ok(Some(journal))
    }

    /// The known games of a variant, for its row in the report.
    fn played(&self, game: &'static Game, comparison: &Comparison) -> RowGames<'_> {
        let of = |strengths: Strengths| -> Vec<&Entry> {
            let entries = self
                .known
                .get(&strengths)
                .into_iter()
                .flat_map(BTreeMap::values);
            entries.filter(|entry| entry.variant == game).collect()
        };
        RowGames {
            even: of(Strengths::Even),
            uneven: of(Strengths::Uneven),
            stronger: format!("{} nodes", comparison.settings.nodes),
        }
    }
}

/// The file name of the journal of an event: `even.jsonl`, or `even-1-of-2.jsonl` for a shard.
fn journal_name(strengths: Strengths, options: &RunOptions) -> String {
    if options.shard.is_part() {
        let [number, of] = options.shard.numbers();
        format!("{}-{number}-of-{of}.jsonl", strengths.name())
    } else {
        format!("{}.jsonl", strengths.name())
    }
}

/// Keeps the finished games of an event, and writes them to the journal if there is one.
struct GameSink<'a> {
    journal: Option<Journal<Entry>>,
    played: Vec<Entry>,
    /// Called after each game.
    progress: &'a mut dyn FnMut(),
}

impl Listener for GameSink<'_> {
    type Error = CompareError;

    fn finished(&mut self, game: &FinishedGame) -> Result<(), CompareError> {
        if let Some(journal) = &mut self.journal {
            journal.append(&game.entry)?;
        }
        self.played.push(game.entry.clone());
        Ok(())
    }

    fn progressed(&mut self, _: &Standing) {
        (self.progress)();
    }
}
