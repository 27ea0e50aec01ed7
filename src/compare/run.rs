//! Plays the missing games of a comparison and writes them to journals.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::measure::Row;
use super::plan::{Comparison, Contest};
use super::report::Report;
use crate::games::Game;
use crate::play::entry::Entry;
use crate::play::shortage::Shortage;
use crate::tournament::journal::{self, DamagedLines, Header, Journal, JournalError};
use crate::tournament::openings::{FirstPositions, placed};
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
        let placed = placed(&contest.event, comparison.settings.nodes);
        let starts = FirstPositions::listed(&mut contest.event, &placed);
        Ok(Self {
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

/// Plays the games that are not in `known`, and returns the report on all games. `progress` gets the
/// number of finished games and the number of all games. If `folder` is given, its journals are
/// resumed.
///
/// # Errors
///
/// If a journal cannot be read or written or belongs to another comparison, if the first positions
/// cannot be prepared, or if the machine lacks memory or threads.
pub fn play(
    comparison: &Comparison,
    (folder, mut known): (Option<&Path>, Known),
    (options, signals): (&RunOptions, &StopSignals),
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Report, CompareError> {
    let games = comparison.playable();
    let parts = Part::ALL
        .into_iter()
        .map(|part| Ok((part, Ready::new(comparison, part, &games)?)))
        .collect::<Result<Vec<_>, CompareError>>()?;
    let all = parts.iter().map(|(_, ready)| ready.plans.len()).sum();
    let mut done: usize = known.values().map(BTreeMap::len).sum();
    for (part, ready) in &parts {
        let header = Header::new(&ready.contest.event, options.shard);
        let journal = match folder {
            Some(folder) => {
                let path = folder.join(journal_name(*part, options));
                let (journal, contents) =
                    journal::resume(&path, &header, &ready.starts, DamagedLines::Refuse)?;
                let games = known.entry(*part).or_default();
                games.extend(
                    contents
                        .entries
                        .into_iter()
                        .map(|entry| (entry.game, entry)),
                );
                Some(journal)
            }
            None => None,
        };
        let mine = known.entry(*part).or_default();
        let mut keeper = Keeper {
            journal,
            played: Vec::new(),
            done: &mut done,
            all,
            progress: &mut *progress,
        };
        let before = mine
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
            options,
            signals,
        };
        run.play(before, &mut keeper)?;
        let played = keeper.played;
        mine.extend(played.into_iter().map(|entry| (entry.game, entry)));
    }
    let is_complete = known.values().map(BTreeMap::len).sum::<usize>() == all;
    let rows = comparison.rows().map(|(game, forced)| {
        let of = |part: Part| -> Vec<&Entry> {
            let entries = known.get(&part).into_iter().flat_map(BTreeMap::values);
            entries.filter(|entry| entry.variant == game).collect()
        };
        let stronger = format!("{} nodes", comparison.settings.nodes);
        Row::of(
            (game, forced),
            &of(Part::Even),
            &of(Part::Uneven),
            &stronger,
        )
    });
    Ok(Report::new(comparison, rows.collect(), is_complete))
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

struct Keeper<'a> {
    journal: Option<Journal<Entry>>,
    played: Vec<Entry>,
    done: &'a mut usize,
    all: usize,
    progress: &'a mut dyn FnMut(usize, usize),
}

impl Listener for Keeper<'_> {
    type Error = CompareError;

    fn finished(&mut self, game: &FinishedGame) -> Result<(), CompareError> {
        if let Some(journal) = &mut self.journal {
            journal.append(&game.entry)?;
        }
        self.played.push(game.entry.clone());
        *self.done += 1;
        Ok(())
    }

    fn progressed(&mut self, _: &Standing) {
        (self.progress)(*self.done, self.all);
    }
}
