//! Plays the missing games of a comparison and writes them to journals.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::measure::Row;
use super::plan::{Comparison, EventSetup};
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

/// The two events of a comparison.
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

/// The games of each event that have been played, by number.
pub type PlayedGames = BTreeMap<Strengths, BTreeMap<usize, Entry>>;

/// An event with its schedule and its first positions.
struct PreparedEvent {
    setup: EventSetup,
    plans: Vec<Plan>,
    starts: FirstPositions,
}

impl PreparedEvent {
    fn new(
        comparison: &Comparison,
        strengths: Strengths,
        games: &[&'static Game],
    ) -> Result<Self, CompareError> {
        let mut setup = match strengths {
            Strengths::Even => comparison.even(games),
            Strengths::Uneven => comparison.uneven(games),
        };
        let starts = FirstPositions::prepare(&mut setup.event)?;
        Ok(Self {
            plans: schedule(&setup.event),
            setup,
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
pub fn read_known(comparison: &Comparison, folder: &Path) -> Result<PlayedGames, CompareError> {
    let playable = comparison.playable();
    let mut played_games = PlayedGames::new();
    for strengths in Strengths::ALL {
        let event = PreparedEvent::new(comparison, strengths, &playable)?
            .setup
            .event;
        for path in journals(folder, strengths)? {
            let (reader, entries) = journal::read_sound(&path)?;
            if reader.header.event != event {
                return Err(CompareError::OtherComparison(path));
            }
            let games = played_games.entry(strengths).or_default();
            games.extend(entries.into_iter().map(|entry| (entry.game, entry)));
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
        if name.is_some_and(fits) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Plays the games that are not in `played_games`, and returns the report on all games. `progress`
/// gets the number of finished games and the number of all games. If `folder` is given, its
/// journals are resumed.
///
/// # Errors
///
/// If a journal cannot be read or written or belongs to another comparison, if the first positions
/// cannot be prepared, or if the machine lacks memory or threads.
pub fn play(
    comparison: &Comparison,
    (folder, mut played_games): (Option<&Path>, PlayedGames),
    (options, signals): (&RunOptions, &StopSignals),
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Report, CompareError> {
    let games = comparison.playable();
    let events = Strengths::ALL
        .into_iter()
        .map(|strengths| {
            Ok((
                strengths,
                PreparedEvent::new(comparison, strengths, &games)?,
            ))
        })
        .collect::<Result<Vec<_>, CompareError>>()?;
    let all = events
        .iter()
        .map(|(_, prepared)| prepared.plans.len())
        .sum();
    let mut done: usize = played_games.values().map(BTreeMap::len).sum();
    for (strengths, prepared) in &events {
        let header = Header::new(&prepared.setup.event, options.shard);
        let journal = match folder {
            Some(folder) => {
                let path = folder.join(journal_name(*strengths, options));
                let (journal, contents) =
                    journal::resume(&path, &header, &prepared.starts, DamagedLines::Refuse)?;
                let games = played_games.entry(*strengths).or_default();
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
        let played = played_games.entry(*strengths).or_default();
        let mut listener = JournalListener {
            journal,
            played: Vec::new(),
            done: &mut done,
            all,
            progress: &mut *progress,
        };
        let earlier = played
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
            options,
            signals,
        };
        run.play(earlier, &mut listener)?;
        let new_games = listener.played;
        played.extend(new_games.into_iter().map(|entry| (entry.game, entry)));
    }
    let is_complete = played_games.values().map(BTreeMap::len).sum::<usize>() == all;
    let rows = comparison.rows().map(|(game, forced)| {
        let games_of = |strengths: Strengths| -> Vec<&Entry> {
            let entries = played_games
                .get(&strengths)
                .into_iter()
                .flat_map(BTreeMap::values);
            entries.filter(|entry| entry.variant == game).collect()
        };
        let stronger = format!("{} nodes", comparison.settings.nodes);
        Row::of(
            (game, forced),
            &games_of(Strengths::Even),
            &games_of(Strengths::Uneven),
            &stronger,
        )
    });
    Ok(Report::new(comparison, rows.collect(), is_complete))
}

/// The file name of the journal of an event. It contains the shard if there are several shards.
fn journal_name(strengths: Strengths, options: &RunOptions) -> String {
    if options.shard.is_part() {
        let [number, of] = options.shard.numbers();
        format!("{}-{number}-of-{of}.jsonl", strengths.name())
    } else {
        format!("{}.jsonl", strengths.name())
    }
}

struct JournalListener<'a> {
    journal: Option<Journal<Entry>>,
    played: Vec<Entry>,
    done: &'a mut usize,
    all: usize,
    progress: &'a mut dyn FnMut(usize, usize),
}

impl Listener for JournalListener<'_> {
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
