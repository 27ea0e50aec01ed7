//! The journals of a run of SPSA. The first line of a journal has the *terms* of the run: what its
//! results depend on. Each other line has the results of a pair of games.
//!
//! A run can be divided into shards, which play different pairs and share a folder. Each shard
//! appends to its own journal and reads the others.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use super::pair::PlayedPair;
use super::terms::Terms;
use crate::files::checksum::VerifiedLine;
use crate::tournament::folder::ExistingJournal;
use crate::tournament::journal::{
    Contents, DamagedLine, Journal, JournalError, LineReader, journal_name, read_contents,
};
use crate::tournament::schedule::Shard;

/// How the journals in a folder are opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JournalOptions {
    /// The shard to which new pairs belong.
    pub shard: Shard,
    /// What to do if the journal of this shard exists.
    pub existing: ExistingJournal,
}

/// The journals of a run.
#[derive(Debug)]
pub struct PairJournals {
    own: Journal<PlayedPair>,
    own_path: PathBuf,
    folder: PathBuf,
    terms: Terms,
    reader: PairReader,
    /// The known pairs by their numbers, each with the journal that has it.
    pairs: BTreeMap<u64, (PlayedPair, Arc<Path>)>,
    dropped: Vec<DamagedLine>,
    /// The damaged lines of each journal of the other shards.
    damaged: BTreeMap<PathBuf, Vec<DamagedLine>>,
}

/// Reads lines with pairs of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PairReader {
    /// The number of pairs in the whole run.
    all_pairs: u64,
}

impl LineReader for PairReader {
    type Entry = PlayedPair;

    fn read(&self, line: &str) -> Result<PlayedPair, String> {
        let pair: PlayedPair = serde_json::from_str(line).map_err(|error| error.to_string())?;
        if pair.pair >= self.all_pairs {
            return Err(format!(
                "there is no pair {}: the run has {} pairs, and their numbers begin at 0",
                pair.pair, self.all_pairs
            ));
        }
        if !pair.is_possible() {
            return Err("a game gives 0, 1 or 2 half points".to_owned());
        }
        Ok(pair)
    }

    fn games(&self, pair: &PlayedPair) -> RangeInclusive<usize> {
        let first = usize::try_from(2 * pair.pair + 1).unwrap_or(usize::MAX);
        first..=first.saturating_add(1)
    }
}

impl PairJournals {
    /// Opens the journals in `folder`. The first line of each must be `terms`. Creates the folder
    /// and the journal of this shard if they do not exist.
    ///
    /// # Errors
    ///
    /// This function fails in each of these cases:
    ///
    /// - `options.existing` is [`ExistingJournal::Refuse`], and the journal of this shard exists.
    /// - `options.existing` is [`ExistingJournal::Refuse`], the run has one shard, and the folder
    ///   has another journal.
    /// - A journal has other terms, or its first line is damaged.
    /// - The journal of this shard has damaged lines, and `options.existing` is
    ///   `Resume(DamagedLines::Refuse)`.
    /// - Another program is writing the journal of this shard.
    /// - Two journals have different results of the same pair.
    /// - A file cannot be read or written.
    pub fn open(
        folder: &Path,
        terms: Terms,
        options: JournalOptions,
    ) -> Result<Self, JournalError> {
        fs::create_dir_all(folder).map_err(in_folder(folder))?;
        let own_path = folder.join(journal_name(options.shard));
        let is_new_whole = options.existing == ExistingJournal::Refuse && !options.shard.is_part();
        if is_new_whole && let Some(path) = other_journals(folder, &own_path)?.pop() {
            return Err(JournalError::Exists(path));
        }
        let reader = PairReader {
            all_pairs: terms.settings().all_pairs(),
        };
        // The other journals are read first. If one of them has other terms, no new journal is
        // created.
        let mut known = Vec::new();
        for path in other_journals(folder, &own_path)? {
            let contents = read_pairs(&path, &terms, reader)?;
            known.push((path, contents.entries));
        }
        let (own, entries, dropped) = match options.existing {
            ExistingJournal::Refuse => {
                let journal = Journal::create(&own_path, &terms)?;
                (journal, Vec::new(), Vec::new())
            }
            ExistingJournal::Resume(damaged) => {
                let open = |line: VerifiedLine<'_>| terms.check(line).map(|()| reader);
                let (journal, contents) = Journal::resume(&own_path, &terms, damaged, open)?;
                (journal, contents.entries, contents.damaged)
            }
        };
        let mut journals = Self {
            own,
            own_path,
            folder: folder.to_owned(),
            terms,
            reader,
            pairs: BTreeMap::new(),
            dropped,
            damaged: BTreeMap::new(),
        };
        let own_path = journals.own_path.clone();
        for (path, pairs) in known.into_iter().chain([(own_path, entries)]) {
            journals.add(&path, pairs)?;
        }
        Ok(journals)
    }

    /// The damaged lines that were removed from the journal of this shard.
    #[must_use]
    pub fn dropped(&self) -> &[DamagedLine] {
        &self.dropped
    }

    /// The damaged lines in the journals of the other shards, each with its journal, as found by
    /// the latest [`PairJournals::refresh`]. Only the shard whose journal has a damaged line can
    /// play the pair of this line again.
    pub fn damaged(&self) -> impl Iterator<Item = (&Path, &DamagedLine)> {
        let journals = self.damaged.iter();
        journals.flat_map(|(path, lines)| lines.iter().map(|line| (path.as_path(), line)))
    }

    /// The journal of this shard.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.own_path
    }

    /// The number of known pairs: those that this shard has appended or read.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.pairs.len() as u64
    }

    /// Whether no pairs are known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// The pair with this number; `None` if it is not known.
    #[must_use]
    pub fn get(&self, pair: u64) -> Option<PlayedPair> {
        self.pairs.get(&pair).map(|(pair, _)| *pair)
    }

    /// Appends a pair. If the result is `Ok`, the pair is on the disk.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn append(&mut self, pair: PlayedPair) -> Result<(), JournalError> {
        self.own.append(&pair)?;
        let path = Arc::from(self.own_path.as_path());
        self.pairs.insert(pair.pair, (pair, path));
        Ok(())
    }

    /// Reads the journals of the other shards again. Damaged lines in them are skipped, and kept
    /// for [`PairJournals::damaged`].
    ///
    /// # Errors
    ///
    /// This function fails in each of these cases:
    ///
    /// - A journal cannot be read.
    /// - A journal has other terms, or its first line is damaged.
    /// - Two journals have different results of the same pair.
    pub fn refresh(&mut self) -> Result<(), JournalError> {
        for path in other_journals(&self.folder, &self.own_path)? {
            let contents = read_pairs(&path, &self.terms, self.reader)?;
            self.add(&path, contents.entries)?;
            self.damaged.insert(path, contents.damaged);
        }
        Ok(())
    }

    /// Adds the pairs that a journal has.
    fn add(&mut self, path: &Path, pairs: Vec<PlayedPair>) -> Result<(), JournalError> {
        let journal: Arc<Path> = Arc::from(path);
        for pair in pairs {
            let known = self.pairs.insert(pair.pair, (pair, Arc::clone(&journal)));
            let Some((_, other)) = known.filter(|(known, _)| *known != pair) else {
                continue;
            };
            return Err(JournalError::Foreign {
                path: path.to_owned(),
                why: format!(
                    "its result of pair {} differs from that in {}, perhaps because different programs \
                     played it; delete one of the two journals",
                    pair.pair,
                    other.display()
                ),
            });
        }
        Ok(())
    }
}

/// The contents of the journal of another shard.
fn read_pairs(
    path: &Path,
    terms: &Terms,
    reader: PairReader,
) -> Result<Contents<PairReader>, JournalError> {
    let open = |line: VerifiedLine<'_>| terms.check(line).map(|()| reader);
    read_contents(path, open)
}

/// The journals in a folder, apart from `own`.
fn other_journals(folder: &Path, own: &Path) -> Result<Vec<PathBuf>, JournalError> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(in_folder(folder))? {
        let path = entry.map_err(in_folder(folder))?.path();
        let name = path.file_name().map(|name| name.to_string_lossy());
        let is_journal =
            name.is_some_and(|name| name.starts_with("journal") && name.ends_with(".jsonl"));
        // A pipe is left out, because opening it would wait for its writer.
        if is_journal && path != own && path.is_file() {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Makes the error for a folder that cannot be created or read.
fn in_folder(folder: &Path) -> impl Fn(io::Error) -> JournalError + use<'_> {
    |source| JournalError::File {
        path: folder.to_owned(),
        source,
    }
}
