//! Plays the missing games of a comparison and writes them to journals.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::measure::{PlayedGames, Row};
use super::plan::{Comparison, Contest};
use super::report::Report;
use crate::games::Game;
use crate::play::entry::Entry;
use crate::play::shortage::Shortage;
use crate::tournament::journal::{self, DamagedLines, Header, Journal, JournalError};
use crate::tournament::openings::{FirstPositions, FirstPositionsError};
use crate::tournament::results::Standing;
use crate::tournament::runner::{EventRun, KnownGame, Listener, RunOptions, StopSignals};
use crate::tournament::schedule::{Plan, schedule};
use crate::tournament::{EngineSource, FinishedGame};

/// Why games cannot be compared.
#[derive(Debug, Error)]
pub enum CompareError {
    /// A journal cannot be read or written, or belongs to another comparison.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The machine lacks memory or threads.
    #[error(transparent)]
    Shortage(#[from] Shortage),
    /// The first positions of the games cannot be read or prepared.
    #[error(transparent)]
    Openings(#[from] FirstPositionsError),
    /// A journal belongs to another comparison.
    #[error("{}: these games belong to another comparison; choose another folder with --out", .0.display())]
    Other(PathBuf),
    /// The folder cannot be read or written.
    #[error("{}: {source}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
}

/// The two events of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Part {
    /// Both players are equally strong.
    Even,
    /// A stronger player meets a weaker one.
    Uneven,
}

impl Part {
    const ALL: [Part; 2] = [Part::Even, Part::Uneven];

    const fn name(self) -> &'static str {
        match self {
            Part::Even => "even",
            Part::Uneven => "uneven",
        }
    }
}

/// The games of each part that have been played, by number.
pub type Known = BTreeMap<Part, BTreeMap<usize, Entry>>;

/// A part with its schedule and its first positions.
struct Ready {
    part: Part,
    contest: Contest,
    plans: Vec<Plan>,
    starts: FirstPositions,
}

impl Ready {
    fn new(
        comparison: &Comparison,
        part: Part,
        games: &[&'static Game],
    ) -> Result<Self, CompareError> {
        let mut contest = match part {
            Part::Even => comparison.even(games),
            Part::Uneven => comparison.uneven(games),
        };
        let starts = FirstPositions::prepare(&mut contest.event)?;
        Ok(Self {
            part,
            plans: schedule(&contest.event),
            contest,
            starts,
        })
    }
}

/// The games in the journals of all shards in a folder.
///
/// # Errors
///
/// If the folder or a journal cannot be read, if a journal belongs to another comparison, or if
/// the first positions cannot be prepared.
pub fn read_known(comparison: &Comparison, folder: &Path) -> Result<Known, CompareError> {
    let playable = comparison.playable();
    let mut known = Known::new();
    for part in Part::ALL {
        let event = Ready::new(comparison, part, &playable)?.contest.event;
        for path in journals(folder, part)? {
            let (reader, entries) = journal::read_sound(&path)?;
            if reader.header.event != event {
                return Err(CompareError::Other(path));
            }
            let games = known.entry(part).or_default();
            games.extend(entries.into_iter().map(|entry| (entry.game, entry)));
        }
    }
    Ok(known)
}

/// The journals of a part in a folder.
fn journals(folder: &Path, part: Part) -> Result<Vec<PathBuf>, CompareError> {
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
            let rest = name.strip_prefix(part.name());
            rest.is_some_and(|rest| rest.starts_with(['.', '-']) && rest.ends_with(".jsonl"))
        };
        if name.is_some_and(fits) {
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
    /// The games that have been played.
    pub known: Known,
    /// How the games are played.
    pub options: &'a RunOptions,
    /// Requests to stop.
    pub signals: &'a StopSignals,
}

impl ComparisonRun<'_> {
    /// Plays the games that are not known, and returns the report on all games. `progress` gets the
    /// number of finished games and the number of all games.
    ///
    /// # Errors
    ///
    /// If a journal cannot be read or written or belongs to another comparison, if the first
    /// positions cannot be prepared, or if the machine lacks memory or threads.
    pub fn play(
        mut self,
        comparison: &Comparison,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Report, CompareError> {
        let games = comparison.playable();
        let parts = Part::ALL
            .into_iter()
            .map(|part| Ready::new(comparison, part, &games))
            .collect::<Result<Vec<_>, CompareError>>()?;
        let all: usize = parts.iter().map(|ready| ready.plans.len()).sum();
        let mut done: usize = self.known.values().map(BTreeMap::len).sum();
        for ready in &parts {
            self.play_part(ready, &mut || {
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

    /// Plays the missing games of a part. Calls `progress` after each game.
    fn play_part(&mut self, ready: &Ready, progress: &mut dyn FnMut()) -> Result<(), CompareError> {
        let journal = self.open_journal(ready)?;
        let known = self.known.entry(ready.part).or_default();
        let before = known
            .iter()
            .map(|(&number, entry)| (number, KnownGame::from(entry.clone())))
            .collect();
        let engines: Vec<EngineSource<'_>> = ready
            .contest
            .players
            .iter()
            .map(EngineSource::InProcess)
            .collect();
        let run = EventRun {
            event: &ready.contest.event,
            plans: &ready.plans,
            starts: &ready.starts,
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

    /// The journal of a part, if there is a folder. Its games are known afterwards.
    fn open_journal(&mut self, ready: &Ready) -> Result<Option<Journal<Entry>>, CompareError> {
        let Some(folder) = self.folder else {
            return Ok(None);
        };
        let header = Header::new(&ready.contest.event, self.options.shard);
        let path = folder.join(journal_name(ready.part, self.options));
        let (journal, contents) =
            journal::resume(&path, &header, &ready.starts, DamagedLines::Refuse)?;
        let known = self.known.entry(ready.part).or_default();
        known.extend(
            contents
                .entries
                .into_iter()
                .map(|entry| (entry.game, entry)),
        );
        Ok(Some(journal))
    }

    /// The known games of a row.
    fn played(&self, game: &'static Game, comparison: &Comparison) -> PlayedGames<'_> {
        let of = |part: Part| -> Vec<&Entry> {
            let entries = self.known.get(&part).into_iter().flat_map(BTreeMap::values);
            entries.filter(|entry| entry.variant == game).collect()
        };
        PlayedGames {
            even: of(Part::Even),
            uneven: of(Part::Uneven),
            stronger: format!("{} nodes", comparison.settings.nodes),
        }
    }
}

/// The file name of the journal of a part. It contains the shard if there are several shards.
fn journal_name(part: Part, options: &RunOptions) -> String {
    if options.shard.is_part() {
        let [number, of] = options.shard.numbers();
        format!("{}-{number}-of-{of}.jsonl", part.name())
    } else {
        format!("{}.jsonl", part.name())
    }
}

/// Keeps the games of a run, and writes them to a journal.
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
