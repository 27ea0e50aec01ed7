//! What the lines of a journal hold, and which of them are damaged. The last line is *torn* if it
//! is incomplete. A line is *sound* if it is neither damaged nor torn.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::Path;

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::error::{DamagedLine, DamagedLines, JournalError};
use crate::files::checksum::{self, VerifiedLine};

/// The argument `consequence` of [`Contents::notes`] if a journal is resumed.
pub const GAME_IS_PLAYED_AGAIN: &str = "The line was dropped, and its game is played again.";

/// Reads each line of a journal except the first line.
pub trait LineReader: Sync {
    /// What a line holds.
    type Entry: Send;

    /// Reads a line and checks it by the rules.
    ///
    /// # Errors
    ///
    /// If the line is damaged or breaks the rules. The error says what is wrong with it.
    fn read(&self, line: &str) -> Result<Self::Entry, String>;

    /// The numbers of the games in the entry of a line. No game may occur in two lines.
    fn games(&self, entry: &Self::Entry) -> RangeInclusive<usize>;
}

/// The contents of a journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contents<R: LineReader> {
    /// The reader, made from the first line; `None` if the journal has no complete line.
    pub reader: Option<R>,
    /// The entries of all sound lines.
    pub entries: Vec<R::Entry>,
    /// The damaged lines. A torn line is not among them.
    pub damaged: Vec<DamagedLine>,
    /// Whether the last line is torn.
    pub is_torn: bool,
}

impl<R: LineReader> Contents<R> {
    /// Reads the text of a journal. `open` makes the reader from the first line.
    ///
    /// # Errors
    ///
    /// If the first line is damaged, or `open` returns an error.
    pub(super) fn of(
        bytes: &[u8],
        open: impl FnOnce(VerifiedLine<'_>) -> Result<R, String>,
    ) -> Result<Self, String> {
        let (lines, is_torn) = whole_lines(bytes);
        let mut contents = Self {
            reader: None,
            entries: Vec::new(),
            damaged: Vec::new(),
            is_torn,
        };
        let Some((first, rest)) = lines.split_first() else {
            return Ok(contents);
        };
        let first = text(first)
            .and_then(|text| checksum::verify_object(text).map_err(|error| error.to_string()))
            .map_err(|problem| format!("line 1: {problem}"))?;
        let reader = open(first)?;
        let rule = ChecksumRule::after(first);
        let read: Vec<Result<R::Entry, String>> = rest
            .par_iter()
            .map(|bytes| reader.read(verified(bytes, rule)?))
            .collect();
        let mut entries = Vec::with_capacity(read.len());
        for (read, line) in read.into_iter().zip(2..) {
            match read {
                Ok(entry) => entries.push((line, entry)),
                Err(problem) => contents.damaged.push(DamagedLine { line, problem }),
            }
        }
        contents.keep_single(&reader, entries);
        contents.reader = Some(reader);
        Ok(contents)
    }

    /// Keeps the entries whose games occur in only one line. If a game occurs in several lines, all
    /// these lines count as damaged, because nothing shows which line is right.
    fn keep_single(&mut self, reader: &R, entries: Vec<(usize, R::Entry)>) {
        let mut lines_of: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (line, entry) in &entries {
            for game in reader.games(entry) {
                lines_of.entry(game).or_default().push(*line);
            }
        }
        lines_of.retain(|_, lines| lines.len() > 1);
        for (line, entry) in entries {
            let repeated = reader
                .games(&entry)
                .find_map(|game| Some((game, lines_of.get(&game)?)));
            let Some((game, lines)) = repeated else {
                self.entries.push(entry);
                continue;
            };
            let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
            let lines = lines.join(", ");
            let problem = format!("the journal has game {game} more than once (lines {lines})");
            self.damaged.push(DamagedLine { line, problem });
        }
        self.damaged.sort_by_key(|damaged| damaged.line);
    }

    /// Returns the contents unchanged. An error names the journal `path`.
    ///
    /// # Errors
    ///
    /// If there are damaged lines and `damaged` is [`DamagedLines::Refuse`].
    pub fn accepted(self, damaged: DamagedLines, path: &Path) -> Result<Self, JournalError> {
        if damaged == DamagedLines::Drop || self.damaged.is_empty() {
            return Ok(self);
        }
        Err(JournalError::Damaged {
            path: path.to_owned(),
            lines: self.damaged,
        })
    }

    /// Messages for the user: one for each damaged or torn line of the journal `path`. The sentence
    /// `consequence` says what becomes of the line.
    pub fn notes(&self, path: &Path, consequence: &str) -> Vec<String> {
        let path = path.display();
        let damaged = self.damaged.iter();
        let mut notes: Vec<String> = damaged
            .map(|line| format!("{path}: {line}. {consequence}"))
            .collect();
        if self.is_torn && self.reader.is_none() {
            notes.push(format!(
                "{path}: the first line is incomplete, so the journal has no games."
            ));
        } else if self.is_torn {
            notes.push(format!(
                "{path}: the last line is incomplete. {consequence}"
            ));
        }
        notes
    }

    /// The text without the damaged and torn lines.
    pub(super) fn sound_lines(&self, bytes: &[u8]) -> Vec<u8> {
        let (lines, _) = whole_lines(bytes);
        let is_damaged = |line| self.damaged.iter().any(|damaged| damaged.line == line);
        let sound = lines.iter().zip(1..).filter(|(_, line)| !is_damaged(*line));
        sound.flat_map(|(bytes, _)| bytes.iter().copied()).collect()
    }
}

/// The complete lines with their line feeds, and whether the last line is torn.
///
/// After a crash of the program, the last line may lack its line feed. After a crash of the
/// computer, it may also contain zero bytes.
pub(super) fn whole_lines(bytes: &[u8]) -> (Vec<&[u8]>, bool) {
    let mut lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
    let is_torn = lines
        .last()
        .is_some_and(|line| !line.ends_with(b"\n") || line.contains(&0));
    if is_torn {
        lines.pop();
    }
    (lines, is_torn)
}

fn text(bytes: &[u8]) -> Result<&str, String> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.trim_end()),
        Err(_) => Err("the line is damaged: it is not UTF-8".to_owned()),
    }
}

/// Whether a line must have a checksum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ChecksumRule {
    Required,
    /// Old journals have lines without checksums.
    Optional,
}

impl ChecksumRule {
    /// The rule for the lines after the first line. If the first line has a checksum, they must
    /// have one too.
    pub(super) const fn after(first: VerifiedLine<'_>) -> Self {
        match first {
            VerifiedLine::Checked(_) => Self::Required,
            VerifiedLine::Unchecked(_) => Self::Optional,
        }
    }
}

/// The JSON object of a line.
///
/// # Errors
///
/// If the line is not UTF-8, its checksum is wrong, or a required checksum is missing.
pub(super) fn verified(bytes: &[u8], rule: ChecksumRule) -> Result<&str, String> {
    match checksum::verify_object(text(bytes)?) {
        Ok(VerifiedLine::Unchecked(_)) if rule == ChecksumRule::Required => {
            Err("the line is damaged: it has no checksum, although line 1 has one".to_owned())
        }
        Ok(line) => Ok(line.text()),
        Err(error) => Err(error.to_string()),
    }
}
