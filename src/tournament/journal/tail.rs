//! Reads a journal while it is written.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::contents::{ChecksumRule, LineReader, verified, whole_lines};
use super::error::{JournalError, in_file};
use super::header::{GameReader, Header, header};
use crate::files::checksum::verify_object;
use crate::files::is_regular;
use crate::play::entry::Entry;

/// A journal that is read while it is written, and how much of it has been read.
#[derive(Debug)]
pub struct Tail {
    path: PathBuf,
    wanted: Header,
    read_bytes: u64,
    /// The last line that has been read.
    last_line: Vec<u8>,
    reader: Option<GameReader<'static>>,
    /// Whether the lines after the first must have checksums.
    rule: ChecksumRule,
    /// The games in the lines that have been read.
    games: BTreeSet<usize>,
}

impl Tail {
    /// The journal at `path`, which need not exist yet. `wanted` gives the event and the shard.
    #[must_use]
    pub fn new(path: &Path, wanted: Header) -> Self {
        Self {
            path: path.to_owned(),
            wanted,
            read_bytes: 0,
            last_line: Vec::new(),
            reader: None,
            rule: ChecksumRule::Required,
            games: BTreeSet::new(),
        }
    }

    /// The games in the sound lines that were added since the last call. Leaves out a game that
    /// occurs in several of the added lines, or in a line read by an earlier call. The journal may
    /// be of an event with fewer or more rounds
    /// ([`longer`](crate::tournament::event::Event::longer)); games that the wanted event does not
    /// have are left out. A journal of another event or shard, or of an unknown version, gives no
    /// games.
    ///
    /// If the writer has dropped damaged lines or added rounds, the last line that was read may no
    /// longer be at its place. Then the journal is read again from its beginning, and all its games
    /// are returned.
    ///
    /// # Errors
    ///
    /// If the file exists but cannot be read. The result is empty if there is no file, or if the
    /// path leads to something that is not a file, for example to a pipe.
    pub fn read(&mut self) -> Result<Vec<Entry>, JournalError> {
        let bytes = self.new_bytes().map_err(in_file(&self.path))?;
        let (lines, _) = whole_lines(&bytes);
        let mut lines = lines.into_iter();
        if self.reader.is_none() {
            let Some(first) = lines.next() else {
                return Ok(Vec::new());
            };
            let Some(rule) = self.rule_after(first) else {
                return Ok(Vec::new());
            };
            self.rule = rule;
            self.reader = Some(GameReader::new(self.wanted.clone(), None));
            self.note_read(first);
        }
        let mut entries = Vec::new();
        for line in lines {
            self.note_read(line);
            let entry = self.reader.as_ref().and_then(|reader| {
                let text = verified(line, self.rule).ok()?;
                reader.read(text).ok()
            });
            entries.extend(entry);
        }
        Ok(self.single(entries))
    }

    /// The entries whose game occurs only once in `entries`, and in no line read before.
    fn single(&mut self, mut entries: Vec<Entry>) -> Vec<Entry> {
        let mut lines_of: BTreeMap<usize, usize> = BTreeMap::new();
        for entry in &entries {
            *lines_of.entry(entry.game).or_default() += 1;
        }
        entries.retain(|entry| {
            lines_of.get(&entry.game) == Some(&1) && !self.games.contains(&entry.game)
        });
        self.games.extend(lines_of.into_keys());
        entries
    }

    /// Whether the lines after this first line must have checksums; `None` if the line is damaged,
    /// of another event or shard, or of an unknown version.
    fn rule_after(&self, first: &[u8]) -> Option<ChecksumRule> {
        let text = std::str::from_utf8(first).ok()?.trim_end();
        let first = verify_object(text).ok()?;
        let found = header(first).ok()?;
        let is_wanted = found.shard == self.wanted.shard
            && found.event.longer(self.wanted.event.clone()).is_some();
        is_wanted.then_some(ChecksumRule::after(first))
    }

    fn new_bytes(&mut self) -> std::io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        // A pipe is not opened, because opening it would wait for a writer.
        if !is_regular(&self.path)? {
            return Ok(bytes);
        }
        let mut file = File::open(&self.path)?;
        let last_line = self.last_line.len();
        file.seek(SeekFrom::Start(self.read_bytes - last_line as u64))?;
        file.read_to_end(&mut bytes)?;
        if bytes.starts_with(&self.last_line) {
            return Ok(bytes.split_off(last_line));
        }
        self.read_bytes = 0;
        self.last_line.clear();
        self.reader = None;
        self.games.clear();
        bytes.clear();
        file.rewind()?;
        file.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn note_read(&mut self, line: &[u8]) {
        self.read_bytes += line.len() as u64;
        self.last_line = line.to_vec();
    }
}
