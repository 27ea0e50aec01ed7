//! The files of a match: the journal, and the game records. `--resume` reads the journal.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use crate::cli::Error;
use crate::cli::files::{check_folder, file_error, read_file};
use crate::cli::meter::Meter;
use crate::cli::note;
use crate::files::{Draft, Existing, Output};
use crate::play::entry::Entry;
use crate::record::Reader;
use crate::report::{GAMES, match_progress, match_record};
use crate::tournament::FinishedGame;
use crate::tournament::folder::FolderError;
use crate::tournament::journal::{
    DamagedLines, GAME_IS_PLAYED_AGAIN, Header, Journal, JournalError, MatchLine, journal_name,
    resume_match,
};
use crate::tournament::matches::Match;
use crate::tournament::results::Standing;
use crate::tournament::runner::{KnownGame, Listener};
use crate::tournament::schedule::Shard;

/// Where the journal of a match comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum JournalMode {
    /// A new journal.
    New,
    /// The journal of an earlier run. If there is none, a new journal.
    Resume(DamagedLines),
}

/// Writes the games of a match to its files, and shows the progress.
pub(super) struct MatchListener<'a> {
    contest: &'a Match,
    meter: Meter,
    journal: Option<Journal<MatchLine>>,
    records: Option<Draft>,
    /// The number of games in the journal at the start.
    known: usize,
    /// The number of games that have been counted (see [`Listener::counted`]), including the games
    /// of earlier runs.
    counted: usize,
}

impl<'a> MatchListener<'a> {
    /// Opens the journal and the file of games in `folder`. Also returns the games of the journal,
    /// by game number. Without a folder, the match has no files and the map is empty.
    pub(super) fn open(
        contest: &'a Match,
        folder: Option<&Path>,
        mode: JournalMode,
    ) -> Result<(Self, BTreeMap<usize, KnownGame>), Error> {
        let mut known = BTreeMap::new();
        let mut journal = None;
        if let Some(folder) = folder {
            check_folder(folder)?;
            std::fs::create_dir_all(folder).map_err(|error| file_error(folder, error))?;
            let path = folder.join(journal_name(Shard::WHOLE));
            if !path.exists() {
                // Without a journal, a file of games is not from this match: do not replace it.
                Output::check(folder.join(GAMES), Existing::Keep).map_err(Error::of_folder)?;
            }
            let (opened, lines) = open_journal(contest, &path, mode)?;
            for line in lines {
                add(&mut known, line);
            }
            journal = Some(opened);
        }
        // The first games of the journal have no turns if an earlier version of Reviver wrote them.
        // Their records are copied from the existing file of games to the new one. All other
        // records are written when their games are counted.
        let results_only = known.values().take_while(|game| game.entry.is_none());
        let copied = results_only.count();
        let records = folder.map(|folder| open_records(&folder.join(GAMES), copied, mode));
        let records = records.transpose()?;
        let pairs = |games: usize| games as u64 / 2;
        let listener = Self {
            contest,
            meter: Meter::new(pairs(known.len()), pairs(contest.plans().len()), "pairs"),
            known: known.len(),
            journal,
            records,
            counted: 0,
        };
        Ok((listener, known))
    }

    /// Removes the progress bar, and completes the file of games.
    pub(super) fn finish(self) -> Result<(), Error> {
        self.meter.finish();
        Ok(self.records.map_or(Ok(()), Draft::finish)?)
    }
}

fn open_journal(
    contest: &Match,
    path: &Path,
    mode: JournalMode,
) -> Result<(Journal<MatchLine>, Vec<MatchLine>), Error> {
    let header = Header::new(contest.event(), Shard::WHOLE);
    if let JournalMode::Resume(damaged) = mode {
        let (journal, contents) = resume_match(path, &header, damaged, contest.reader())?;
        for text in contents.notes(path, GAME_IS_PLAYED_AGAIN) {
            note(&text);
        }
        return Ok((journal, contents.entries));
    }
    match Journal::create(path, &header) {
        Ok(journal) => Ok((journal, Vec::new())),
        Err(JournalError::Exists(path)) => Err(FolderError::Exists(path).into()),
        Err(error) => Err(error.into()),
    }
}

/// Adds the games of a line of the journal.
fn add(known: &mut BTreeMap<usize, KnownGame>, line: MatchLine) {
    match line {
        MatchLine::Game(entry) => {
            known.insert(entry.game, (*entry).into());
        }
        MatchLine::Pair(pair) => {
            for (game, figures) in pair.games() {
                let entry = None;
                known.insert(game, KnownGame { figures, entry });
            }
        }
    }
}

impl Listener for MatchListener<'_> {
    type Error = Error;

    fn finished(&mut self, game: &FinishedGame) -> Result<(), Error> {
        if game.interruptions > 0 {
            self.meter.note(&format!(
                "game {} was played again, because this program was suspended during the game",
                game.entry.game
            ));
        }
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
        if let (Some(records), Some(entry), Some(plan)) = (&mut self.records, entry, plan) {
            let record = match_record(self.contest.event(), plan, &entry).to_string();
            let written = records.write_all(record.as_bytes());
            written.map_err(|error| file_error(records.path(), error))?;
        }
        if self.counted > self.known {
            let pairs = standing.tally().pairs.total();
            self.meter.set(pairs, || match_progress(standing));
        }
        Ok(())
    }
}

/// Begins the file of game records. The new file begins with the first `games` records of the
/// existing file at `path`, because the journal does not have the turns of these games.
fn open_records(path: &Path, games: usize, mode: JournalMode) -> Result<Draft, Error> {
    let existing = match mode {
        JournalMode::New => Existing::Keep,
        JournalMode::Resume(_) => Existing::Replace,
    };
    let mut draft = Draft::create(path, existing).map_err(Error::of_folder)?;
    if games == 0 {
        return Ok(draft);
    }
    let text = read_file(path)?;
    let mut count = 0;
    for record in Reader::new(&text).take(games) {
        let record =
            record.map_err(|error| Error::Failed(format!("{}: {error}", path.display())))?;
        let written = draft.write_all(record.to_string().as_bytes());
        written.map_err(|error| file_error(path, error))?;
        count += 1;
    }
    if count < games {
        return Err(Error::Failed(format!(
            "{}: there are {count} games here, but the journal has at least {games}",
            path.display()
        )));
    }
    Ok(draft)
}
