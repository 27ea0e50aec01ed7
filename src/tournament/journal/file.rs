//! A journal: a file of JSON lines that survives a crash. The first line, the head, says what the
//! file is about. Each other line is an entry. Every line that this module writes has a checksum.
//!
//! Every line is synced to the disk before the program goes on. If the program or the computer
//! crashes during a write, the last line may be torn, that is, incomplete. A torn line is removed
//! when the journal is opened for writing again. If the file system has locks, only one [`Journal`]
//! at a time has the file open.

use std::marker::PhantomData;
use std::path::Path;

use serde::Serialize;

use super::contents::{Contents, LineReader, whole_lines};
use super::error::{DamagedLines, JournalError, in_file};
use crate::files::checksum::{VerifiedLine, object_with_checksum};
use crate::files::{AppendFile, Existing, Output, OutputError};

/// Reads a journal, even while another program writes it. `open` checks the first line and returns
/// the [`LineReader`] for the other lines. A torn last line is ignored.
///
/// # Errors
///
/// If the journal cannot be read, the first line is damaged, or `open` returns an error.
pub fn read<R: LineReader>(
    path: &Path,
    open: impl FnOnce(VerifiedLine<'_>) -> Result<R, String>,
) -> Result<Contents<R>, JournalError> {
    let bytes = std::fs::read(path).map_err(in_file(path))?;
    Contents::of(&bytes, open).map_err(foreign(path))
}

fn foreign(path: &Path) -> impl Fn(String) -> JournalError + use<'_> {
    |why| JournalError::Foreign {
        path: path.to_owned(),
        why,
    }
}

/// The text of a journal with `head` as its first line.
///
/// # Errors
///
/// If a line cannot be written as JSON.
pub fn text<E: Serialize>(head: &impl Serialize, entries: &[E]) -> Result<String, JournalError> {
    let mut text = line(head).map_err(JournalError::Json)?;
    for entry in entries {
        text.push_str(&line(entry).map_err(JournalError::Json)?);
    }
    Ok(text)
}

fn line(value: &impl Serialize) -> serde_json::Result<String> {
    Ok(object_with_checksum(&serde_json::to_string(value)?) + "\n")
}

/// A journal to which entries are appended. If the file system has locks, the file is locked: no
/// other program can open it as a `Journal`.
#[derive(Debug)]
pub struct Journal<E> {
    file: AppendFile,
    entries: PhantomData<fn(&E)>,
}

impl<E: Serialize> Journal<E> {
    /// Creates a journal with `head` as its first line.
    ///
    /// # Errors
    ///
    /// If the file exists already or cannot be written.
    pub fn create(path: &Path, head: &impl Serialize) -> Result<Self, JournalError> {
        let mut journal = Self::of(AppendFile::create(path)?);
        journal.write(head)?;
        Ok(journal)
    }

    /// Opens or creates a journal to append to it, and returns its contents. If the journal has a
    /// complete first line, `open` checks this line and returns the [`LineReader`] for the other
    /// lines. Otherwise `head` is written as the first line.
    ///
    /// # Errors
    ///
    /// If the first line is damaged, or `open` returns an error. Also if another line is damaged
    /// and `damaged` is [`DamagedLines::Refuse`]. In these cases the file is unchanged.
    ///
    /// Also if another program is writing the journal, if the path leads to a symbolic link, a
    /// folder, a pipe or a device, or if the file cannot be read or written.
    pub fn resume<R: LineReader<Entry = E>>(
        path: &Path,
        head: &impl Serialize,
        damaged: DamagedLines,
        open: impl FnOnce(VerifiedLine<'_>) -> Result<R, String>,
    ) -> Result<(Self, Contents<R>), JournalError> {
        let (file, bytes) = AppendFile::open_or_create(path)?;
        let mut journal = Self::of(file);
        let contents = Contents::of(&bytes, open).map_err(foreign(path))?;
        let contents = contents.accepted(damaged, path)?;
        if !contents.damaged.is_empty() {
            Output::write(path, Existing::Replace, contents.sound_lines(&bytes))?;
            journal = Self::of(AppendFile::open(path)?.0);
        } else if contents.is_torn {
            let (lines, _) = whole_lines(&bytes);
            let whole: usize = lines.iter().map(|line| line.len()).sum();
            journal.file.truncate(whole as u64)?;
        }
        if contents.reader.is_none() {
            journal.write(head)?;
        }
        Ok((journal, contents))
    }

    /// Replaces the journal by one with `head` as its first line and these entries. The new journal
    /// is synced under another name and then renamed, so after a crash the old or the new journal
    /// is there.
    ///
    /// # Errors
    ///
    /// If the new journal cannot be written or opened.
    pub(super) fn replaced_by(
        self,
        head: &impl Serialize,
        entries: &[E],
    ) -> Result<Self, JournalError> {
        let path = self.file.path();
        Output::write(path, Existing::Replace, text(head, entries)?)?;
        Ok(Self::of(AppendFile::open(path)?.0))
    }

    const fn of(file: AppendFile) -> Self {
        Self {
            file,
            entries: PhantomData,
        }
    }

    /// Appends an entry. If the result is `Ok`, the entry is on the disk.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn append(&mut self, entry: &E) -> Result<(), JournalError> {
        self.write(entry)
    }

    fn write(&mut self, value: &impl Serialize) -> Result<(), JournalError> {
        let line = line(value).map_err(JournalError::Json)?;
        Ok(self.file.append_synced(line.as_bytes())?)
    }
}

impl From<OutputError> for JournalError {
    fn from(error: OutputError) -> Self {
        match error {
            OutputError::Busy(path) => JournalError::Busy(path),
            OutputError::Exists(path) => JournalError::Exists(path),
            error => JournalError::Output(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::RangeInclusive;

    use serde::Deserialize;

    use super::*;

    #[derive(Serialize)]
    struct Head {
        about: &'static str,
    }

    const MATCH: Head = Head { about: "a match" };

    #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
    struct Number {
        game: usize,
    }

    #[derive(Debug)]
    struct Numbers;

    impl LineReader for Numbers {
        type Entry = Number;

        fn read(&self, line: &str) -> Result<Number, String> {
            serde_json::from_str(line).map_err(|error| error.to_string())
        }

        fn games(&self, entry: &Number) -> RangeInclusive<usize> {
            entry.game..=entry.game
        }
    }

    type Opened = (Journal<Number>, Contents<Numbers>);

    fn resume(path: &Path, about: &str, damaged: DamagedLines) -> Result<Opened, JournalError> {
        Journal::resume(path, &MATCH, damaged, |found| {
            if found.text().contains(about) {
                return Ok(Numbers);
            }
            Err(format!("it is about {}", found.text()))
        })
    }

    fn games(contents: &Contents<Numbers>) -> Vec<usize> {
        contents.entries.iter().map(|entry| entry.game).collect()
    }

    fn open(path: &Path) -> (Journal<Number>, Vec<usize>) {
        let (journal, contents) = resume(path, "a match", DamagedLines::Refuse).expect("a journal");
        (journal, games(&contents))
    }

    /// Writes a journal with three games, and returns its bytes.
    fn three_games(path: &Path) -> Vec<u8> {
        let (mut journal, entries) = open(path);
        assert!(entries.is_empty());
        for game in [7, 11, 13] {
            journal.append(&Number { game }).expect("written");
        }
        drop(journal);
        std::fs::read(path).expect("a file")
    }

    #[test]
    fn a_crash_loses_only_a_torn_line() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let path = folder.path().join("journal");
        let whole = three_games(&path);
        // A power failure may cut the file anywhere, and may leave bytes with the value 0 after the
        // cut. The file can always be resumed from its complete lines.
        for (length, rest) in
            (0..=whole.len()).flat_map(|length| [(length, ""), (length, "\0\0\n")])
        {
            let lines = whole[..length]
                .iter()
                .filter(|&&byte| byte == b'\n')
                .count();
            std::fs::write(&path, [&whole[..length], rest.as_bytes()].concat()).expect("written");
            let torn = !rest.is_empty() || !(length == 0 || whole[length - 1] == b'\n');
            let resumed = resume(&path, "a match", DamagedLines::Refuse);
            let (mut journal, contents) = resumed.expect("a journal");
            let entries = &[7, 11, 13][..lines.saturating_sub(1)];
            assert_eq!(games(&contents), entries, "{length}");
            assert_eq!(contents.is_torn, torn, "{length}");
            let notes = contents.notes(&path, "It is lost.").concat();
            assert_eq!(notes.contains("It is lost."), torn && lines > 0, "{notes}");
            assert_eq!(notes.contains("first line"), torn && lines == 0, "{notes}");
            journal.append(&Number { game: 99 }).expect("written");
            drop(journal);
            assert_eq!(open(&path).1, [entries, &[99]].concat(), "{length}");
        }
    }

    #[test]
    fn another_journal_is_refused_and_unchanged() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let path = folder.path().join("journal");
        let text = three_games(&path);
        let refused = resume(&path, "a tournament", DamagedLines::Drop);
        let error = refused.expect_err("another head").to_string();
        assert!(
            error.contains("it is about {\"about\":\"a match\""),
            "{error}"
        );
        assert_eq!(std::fs::read(&path).expect("a file"), text);
        let created = Journal::<Number>::create(&path, &MATCH);
        let error = created.expect_err("the file exists");
        assert!(matches!(error, JournalError::Exists(_)), "{error}");
    }

    #[test]
    fn a_damaged_line_is_reported_or_dropped() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let path = folder.path().join("journal");
        let whole = String::from_utf8(three_games(&path)).expect("UTF-8");
        for (from, to, problem) in [
            ("{\"game\":11", "{\"game\":10", "its checksum is"),
            ("\"crc32\":\"", "\"crc33\":\"", "it has no checksum"),
        ] {
            let at = whole.find("{\"game\":11").expect("a line");
            let (before, after) = whole.split_at(at);
            let text = before.to_owned() + &after.replacen(from, to, 1);
            std::fs::write(&path, &text).expect("written");
            let refused = resume(&path, "a match", DamagedLines::Refuse);
            let error = refused.expect_err("damaged").to_string();
            assert!(error.contains("journal: line 3: "), "{error}");
            assert!(error.contains(problem), "{error}");
            assert_eq!(std::fs::read_to_string(&path).expect("a file"), text);
            let dropped = resume(&path, "a match", DamagedLines::Drop);
            let (journal, contents) = dropped.expect("a journal");
            assert_eq!(games(&contents), [7, 13]);
            assert_eq!(contents.damaged.len(), 1);
            drop(journal);
            assert_eq!(open(&path).1, [7, 13]);
        }
    }

    #[test]
    fn both_lines_of_a_repeated_game_are_treated_as_damaged() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let path = folder.path().join("journal");
        let whole = String::from_utf8(three_games(&path)).expect("UTF-8");
        let last = whole.lines().last().expect("a line");
        std::fs::write(&path, format!("{whole}{last}\n")).expect("written");
        let error = resume(&path, "a match", DamagedLines::Refuse).expect_err("damaged");
        let problem = "line 4: the journal has game 13 more than once (lines 4, 5); line 5: the journal has game 13";
        assert!(error.to_string().contains(problem), "{error}");
        let dropped = resume(&path, "a match", DamagedLines::Drop);
        assert_eq!(games(&dropped.expect("a journal").1), [7, 11]);
    }

    #[test]
    fn one_program_at_a_time_writes_a_journal() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let path = folder.path().join("journal");
        let (journal, _) = open(&path);
        let busy = resume(&path, "a match", DamagedLines::Refuse);
        let error = busy.expect_err("it is being written");
        assert!(matches!(error, JournalError::Busy(_)), "{error}");
        drop(journal);
        open(&path);
    }
}
