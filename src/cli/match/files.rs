//! What a match leaves behind: its journal, from which it goes on, and its games.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use super::Args;
use crate::cli::Error;
use crate::players::setting::Setting;
use crate::record::Reader;
use crate::tournament::contest::{Contest, Counted, Pair, Standing};
use crate::tournament::digest::fingerprint;
use crate::tournament::journal::{Journal, JournalError, same_terms};

/// The files of a match.
pub(super) struct Files {
    journal: Option<Journal<Pair>>,
    records: Option<(String, File)>,
}

/// What a journal says about its match: all that the games follow from. How many there are does not
/// belong to it, so that a match can be made longer.
#[derive(Serialize)]
struct Terms {
    version: &'static str,
    players: [String; 2],
    budgets: [String; 2],
    openings: Vec<(&'static str, usize, String)>,
    weights: String,
    seed: u64,
}

impl Terms {
    fn of(contest: &Contest) -> Self {
        let openings = contest.openings.iter().map(|(variant, openings)| {
            let texts = openings.iter().map(ToString::to_string);
            (variant.name(), openings.len(), fingerprint(texts))
        });
        let players = &contest.players;
        let weights = contest.openings.iter().flat_map(|(variant, _)| {
            let of = |player: &Setting| player.evaluation(variant).collect::<Vec<_>>();
            players.iter().flat_map(of)
        });
        Self {
            version: env!("CARGO_PKG_VERSION"),
            players: players.each_ref().map(ToString::to_string),
            budgets: players.each_ref().map(|player| player.budget.to_string()),
            openings: openings.collect(),
            weights: fingerprint(weights),
            seed: contest.seed,
        }
    }
}

impl From<JournalError> for Error {
    fn from(error: JournalError) -> Self {
        Error::Failed(error.to_string())
    }
}

impl Files {
    /// Opens what is asked for, and counts what has been played already.
    pub(super) fn open(args: &Args, contest: &Contest) -> Result<(Self, Standing), Error> {
        let mut standing = Standing::default();
        let mut journal = None;
        if let Some(path) = &args.journal {
            let terms = Terms::of(contest);
            let fits = |found: &str| same_terms(found, &terms);
            let (opened, contents) = Journal::<Pair>::resume(path, &terms, fits)?;
            for (pair, expected) in contents.entries.iter().zip(0..) {
                if pair.number != expected {
                    return Err(Error::Failed(format!(
                        "{}: pair {} stands where pair {expected} belongs",
                        path.display(),
                        pair.number
                    )));
                }
                contest.count(&mut standing, pair);
            }
            journal = Some(opened);
        }
        let games = standing.total.games.total() as usize;
        let records = args
            .records
            .as_deref()
            .map(|path| open_records(path, games));
        let records = records.transpose()?;
        Ok((Self { journal, records }, standing))
    }

    /// Keeps a pair. The games come first, so that no pair is in the journal without them.
    pub(super) fn keep(&mut self, counted: &Counted) -> Result<(), Error> {
        if let Some((path, file)) = &mut self.records {
            for record in &counted.records {
                file.write_all(record.to_string().as_bytes())
                    .map_err(|source| Error::File {
                        path: path.clone(),
                        source,
                    })?;
            }
        }
        if let Some(journal) = &mut self.journal {
            journal.append(&counted.pair)?;
        }
        Ok(())
    }
}

/// A file of games that holds the first `games` of those that it held.
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
                "{name}: {count} games stand here, but {games} in the journal"
            )));
        }
    }
    let mut file = File::create(path).map_err(in_file)?;
    file.write_all(kept.as_bytes()).map_err(in_file)?;
    Ok((name, file))
}
