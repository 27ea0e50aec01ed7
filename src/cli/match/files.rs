//! The files of a match: its journal, from which it can be resumed, and its games.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use crate::cli::Error;
use crate::cli::files::file_error;
use crate::cli::meter::Meter;
use crate::play::entry::Entry;
use crate::record::Reader;
use crate::report::{GAMES, match_progress, match_record};
use crate::tournament::FinishedGame;
use crate::tournament::folder::{FolderError, journal_name};
use crate::tournament::journal::{Header, Journal, JournalError, MatchLine, resume_match};
use crate::tournament::matches::Match;
use crate::tournament::results::Standing;
use crate::tournament::runner::{KnownGame, Listener};
use crate::tournament::schedule::Shard;

impl From<JournalError> for Error {
    fn from(error: JournalError) -> Self {
        Error::Failed(error.to_string())
    }
}

impl From<FolderError> for Error {
    fn from(error: FolderError) -> Self {
        Error::Failed(error.to_string())
    }
}

/// What to do if there is a journal already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Existing {
    /// Resume from it.
    Resume,
    /// Refuse to play.
    Refuse,
}

/// Keeps the games of a match, and shows its progress.
pub(super) struct Keeper<'a> {
    contest: &'a Match,
    meter: Meter,
    journal: Option<Journal<MatchLine>>,
    records: Option<(String, File)>,
    /// Games that were played before.
    known: usize,
    /// Games counted.
    counted: usize,
}

impl<'a> Keeper<'a> {
    /// Opens the files in a folder, if there is one, and returns the games that are in the journal.
    pub(super) fn open(
        contest: &'a Match,
        folder: Option<&Path>,
        existing: Existing,
    ) -> Result<(Self, BTreeMap<usize, KnownGame>), Error> {
        let mut known = BTreeMap::new();
        let mut journal = None;
        if let Some(folder) = folder {
            std::fs::create_dir_all(folder).map_err(|error| file_error(folder, error))?;
            let path = folder.join(journal_name(Shard::WHOLE));
            let (opened, lines) = open_journal(contest, &path, existing)?;
            for line in lines {
                add(&mut known, line).map_err(|game| {
                    Error::Failed(format!("{}: game {game} is there twice", path.display()))
                })?;
            }
            journal = Some(opened);
        }
        // The games of the others are written when they are counted.
        let lost = known.values().take_while(|game| game.entry.is_none());
        let lost = lost.count();
        let records = folder.map(|folder| open_records(&folder.join(GAMES), lost));
        let records = records.transpose()?;
        let pairs = |games: usize| games as u64 / 2;
        let keeper = Self {
            contest,
            meter: Meter::new(pairs(known.len()), pairs(contest.plans().len()), "pairs"),
            known: known.len(),
            journal,
            records,
            counted: 0,
        };
        Ok((keeper, known))
    }

    /// Ends the display of the progress.
    pub(super) fn finish(&self) {
        self.meter.finish();
    }
}

fn open_journal(
    contest: &Match,
    path: &Path,
    existing: Existing,
) -> Result<(Journal<MatchLine>, Vec<MatchLine>), Error> {
    let header = Header::new(contest.event(), Shard::WHOLE);
    if existing == Existing::Resume {
        return Ok(resume_match(path, &header)?);
    }
    match Journal::create(path, &header) {
        Ok(journal) => Ok((journal, Vec::new())),
        Err(JournalError::Exists(path)) => Err(FolderError::Exists(path).into()),
        Err(error) => Err(error.into()),
    }
}

/// Adds the games of a line.
fn add(known: &mut BTreeMap<usize, KnownGame>, line: MatchLine) -> Result<(), usize> {
    let mut insert = |game, value| match known.insert(game, value) {
        None => Ok(()),
        Some(_) => Err(game),
    };
    match line {
        MatchLine::Game(entry) => insert(entry.game, (*entry).into()),
        MatchLine::Pair(pair) => pair.games().try_for_each(|(game, figures)| {
            let entry = None;
            insert(game, KnownGame { figures, entry })
        }),
    }
}

impl Listener for Keeper<'_> {
    type Error = Error;

    fn finished(&mut self, game: &FinishedGame) -> Result<(), Error> {
        if let Some(fault) = &game.entry.fault {
            let number = game.entry.game;
            self.meter.note(&format!(
                "game {number}: {}: {}",
                fault.engine, fault.detail
            ));
        }
        if let Some(journal) = &mut self.journal {
            journal.append(&MatchLine::Game(Box::new(game.entry.clone())))?;
        }
        Ok(())
    }

    fn counted(&mut self, entry: Option<Entry>, standing: &Standing) -> Result<(), Error> {
        let plan = self.contest.plans().get(self.counted);
        self.counted += 1;
        if let (Some((path, file)), Some(entry), Some(plan)) = (&mut self.records, entry, plan) {
            let record = match_record(self.contest.event(), plan, &entry);
            file.write_all(record.to_string().as_bytes())
                .map_err(|source| Error::File {
                    path: path.clone(),
                    source,
                })?;
        }
        if self.counted > self.known {
            let pairs = standing.tally().pairs.total();
            self.meter.set(pairs, || match_progress(standing));
        }
        Ok(())
    }
}

/// A file of games that keeps the first `games` of those that it has. They are the games that an old
/// journal has only counted.
fn open_records(path: &Path, games: usize) -> Result<(String, File), Error> {
    let name = path.display().to_string();
    let in_file = |source: io::Error| Error::File {
        path: name.clone(),
        source,
    };
    let mut kept = String::new();
    if games > 0 {
        let text = std::fs::read_to_string(path).map_err(in_file)?;
        let mut count = 0;
        for record in Reader::new(&text).take(games) {
            let record = record.map_err(|error| Error::Failed(format!("{name}: {error}")))?;
            kept += &record.to_string();
            count += 1;
        }
        if count < games {
            return Err(Error::Failed(format!(
                "{name}: there are {count} games here, but {games} in the journal"
            )));
        }
    }
    let mut file = File::create(path).map_err(in_file)?;
    file.write_all(kept.as_bytes()).map_err(in_file)?;
    Ok((name, file))
}
