//! What has been played so far, in a file that outlives the program: lines of JSON, the first of
//! which says of what it is the journal and every other one what has been played.
//!
//! A line is written whole and handed to the disk before anything else happens. A last line that is
//! not whole is what a program or a machine leaves that died while it wrote; it is taken off when the
//! journal is opened again. One program at a time writes it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

/// Why a journal cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// There is one already.
    #[error("{0} is there already")]
    Exists(PathBuf),
    /// Somebody else is writing it.
    #[error("{0}: another program is writing it")]
    Busy(PathBuf),
    /// A line is not what stands in such a journal.
    #[error("{path}: line {line}: {problem}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// It has no first line.
    #[error("{0}: the first line, which says of what it is the journal, is missing")]
    NoHead(PathBuf),
    /// It is the journal of something else.
    #[error("{path}: {why}")]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What differs, and what to do about it.
        why: String,
    },
}

fn in_file(path: &Path) -> impl Fn(io::Error) -> JournalError + use<'_> {
    |source| JournalError::File {
        path: path.to_owned(),
        source,
    }
}

/// What a journal holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contents<E> {
    /// Its first line, once that is whole.
    pub head: Option<String>,
    /// What has been played, in the order in which it ended.
    pub entries: Vec<E>,
    /// Whether a torn line stands at the end.
    pub is_torn: bool,
    /// Bytes of whole lines.
    whole: u64,
}

impl<E: DeserializeOwned> Contents<E> {
    /// Reads a journal, which somebody may be writing.
    ///
    /// # Errors
    ///
    /// When it cannot be read. Names the line that is wrong; the last one may be, since then it is
    /// torn and left out.
    pub fn read(path: &Path) -> Result<Self, JournalError> {
        Self::of(path, &std::fs::read(path).map_err(in_file(path))?)
    }

    fn of(path: &Path, bytes: &[u8]) -> Result<Self, JournalError> {
        let mut contents = Self {
            head: None,
            entries: Vec::new(),
            is_torn: false,
            whole: 0,
        };
        let lines = bytes.split_inclusive(|&byte| byte == b'\n');
        for (text, line) in lines.zip(1..) {
            let read = if !text.ends_with(b"\n") {
                Err("it breaks off".to_owned())
            } else if line == 1 {
                contents.head = Some(String::from_utf8_lossy(text).trim_end().to_owned());
                Ok(())
            } else {
                serde_json::from_slice(text)
                    .map(|entry| contents.entries.push(entry))
                    .map_err(|error| error.to_string())
            };
            let end = contents.whole + text.len() as u64;
            match read {
                Ok(()) => contents.whole = end,
                Err(_) if end == bytes.len() as u64 => contents.is_torn = true,
                Err(problem) => {
                    let path = path.to_owned();
                    return Err(JournalError::Line {
                        path,
                        line,
                        problem,
                    });
                }
            }
        }
        Ok(contents)
    }
}

/// A journal to which entries are added, by nobody else.
#[derive(Debug)]
pub struct Journal<E> {
    file: File,
    path: PathBuf,
    entries: PhantomData<fn(&E)>,
}

impl<E: Serialize + DeserializeOwned> Journal<E> {
    /// Begins a journal.
    ///
    /// # Errors
    ///
    /// When there is one already, or it cannot be written.
    pub fn create(path: &Path, head: &impl Serialize) -> Result<Self, JournalError> {
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create_new(true).open(path);
        let file = file.map_err(|source| match source.kind() {
            io::ErrorKind::AlreadyExists => JournalError::Exists(path.to_owned()),
            _ => in_file(path)(source),
        })?;
        let mut journal = Self::locked(path, file)?;
        journal.begin(head)?;
        Ok(journal)
    }

    /// Goes on with a journal, or begins it where there is none, and tells what it holds. `fits`
    /// says why a first line that was found is another one than `head`.
    ///
    /// # Errors
    ///
    /// When it is of something else, or cannot be read or written. Then it is left as it is.
    pub fn resume(
        path: &Path,
        head: &impl Serialize,
        fits: impl FnOnce(&str) -> Result<(), String>,
    ) -> Result<(Self, Contents<E>), JournalError> {
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut journal = Self::locked(path, options.open(path).map_err(in_file(path))?)?;
        let mut bytes = Vec::new();
        let read = journal.file.read_to_end(&mut bytes);
        read.map_err(in_file(path))?;
        let contents = Contents::of(path, &bytes)?;
        if let Some(found) = &contents.head {
            fits(found).map_err(|why| {
                let path = path.to_owned();
                JournalError::Foreign { path, why }
            })?;
        }
        let file = &mut journal.file;
        file.set_len(contents.whole).map_err(in_file(path))?;
        file.seek(SeekFrom::End(0)).map_err(in_file(path))?;
        if contents.head.is_none() {
            journal.begin(head)?;
        }
        Ok((journal, contents))
    }

    fn locked(path: &Path, file: File) -> Result<Self, JournalError> {
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::Busy(path.to_owned())),
            // Some file systems have no locks, and those that use them take care by themselves.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(source)) => return Err(in_file(path)(source)),
        }
        Ok(Self {
            file,
            path: path.to_owned(),
            entries: PhantomData,
        })
    }

    /// Adds an entry. When this comes back the disk has it, and it cannot be lost any more.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn append(&mut self, entry: &E) -> Result<(), JournalError> {
        self.write(entry)
    }

    /// Writes the first line, and makes the name of the new file last, too.
    fn begin(&mut self, head: &impl Serialize) -> Result<(), JournalError> {
        self.write(head)?;
        let folder = self.path.parent();
        let folder = folder.filter(|path| !path.as_os_str().is_empty());
        // Where folders cannot be opened, there is nothing to sync.
        if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
            let _ = folder.sync_all();
        }
        Ok(())
    }

    fn write(&mut self, value: &impl Serialize) -> Result<(), JournalError> {
        let written = serde_json::to_string(value)
            .map_err(io::Error::from)
            .and_then(|line| {
                self.file.write_all((line + "\n").as_bytes())?;
                self.file.sync_data()
            });
        written.map_err(in_file(&self.path))
    }
}

/// Says why the terms found at the head of a journal are others than these.
///
/// # Errors
///
/// When they are.
pub fn same_terms(found: &str, terms: &impl Serialize) -> Result<(), String> {
    let expected = serde_json::to_string(terms).map_err(|error| error.to_string())?;
    if found == expected {
        return Ok(());
    }
    Err(format!(
        "this journal is of other terms: {found} instead of {expected}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TERMS: &str = "a match";

    fn resume(path: &Path, terms: &str) -> Result<(Journal<u32>, Contents<u32>), JournalError> {
        Journal::resume(path, &terms, |found| same_terms(found, &terms))
    }

    fn open(path: &Path) -> (Journal<u32>, Vec<u32>) {
        let (journal, contents) = resume(path, TERMS).expect("a journal");
        (journal, contents.entries)
    }

    #[test]
    fn entries_outlive_the_program_and_a_torn_line_does_not() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let path = folder.path().join("journal");
        let (mut journal, entries) = open(&path);
        assert!(entries.is_empty());
        for entry in [7, 11, 13] {
            journal.append(&entry).expect("written");
        }
        drop(journal);
        let whole = std::fs::read(&path).expect("a file");
        // Cut anywhere, as by a power failure, it holds what was whole, and goes on from there. A
        // file system may leave zeros, too, where it had made room for what was never written.
        for (length, rest) in
            (0..=whole.len()).flat_map(|length| [(length, ""), (length, "\0\0\n")])
        {
            let lines = whole[..length]
                .iter()
                .filter(|&&byte| byte == b'\n')
                .count();
            if lines == 0 && !rest.is_empty() {
                continue;
            }
            std::fs::write(&path, [&whole[..length], rest.as_bytes()].concat()).expect("written");
            let torn = !rest.is_empty() || !(length == 0 || whole[length - 1] == b'\n');
            let (mut journal, contents) = resume(&path, TERMS).expect("a journal");
            let entries = &[7, 11, 13][..lines.saturating_sub(1)];
            assert_eq!(
                (&contents.entries[..], contents.is_torn),
                (entries, torn),
                "{length}"
            );
            journal.append(&99).expect("written");
            drop(journal);
            assert_eq!(open(&path).1.last(), Some(&99), "{length}");
        }
    }

    #[test]
    fn another_journal_is_refused_in_words_and_left_alone() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let path = folder.path().join("journal");
        open(&path).0.append(&1).expect("written");
        let text = std::fs::read(&path).expect("a file");
        let error = resume(&path, "a tournament").expect_err("other terms");
        assert!(
            error.to_string().ends_with(
                "this journal is of other terms: \"a match\" instead of \"a tournament\""
            )
        );
        assert_eq!(std::fs::read(&path).expect("a file"), text);
        let error = Journal::<u32>::create(&path, &TERMS).expect_err("a journal");
        assert!(matches!(error, JournalError::Exists(_)), "{error}");
        std::fs::write(&path, "\"a match\"\n1\nx\n2\n").expect("written");
        let error = resume(&path, TERMS).expect_err("no entry");
        assert!(error.to_string().contains("journal: line 3: "), "{error}");
    }

    #[test]
    fn one_program_at_a_time_writes_a_journal() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let path = folder.path().join("journal");
        let (journal, _) = open(&path);
        let error = resume(&path, TERMS).expect_err("it is being written");
        assert!(matches!(error, JournalError::Busy(_)), "{error}");
        drop(journal);
        open(&path);
    }
}
