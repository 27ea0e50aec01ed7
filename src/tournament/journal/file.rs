//! A file of JSON lines that survives a crash. The first line is a header; every other line is an entry.
//!
//! Every line is on the disk before anything else happens. If the program or the machine crashes while it
//! writes, the last line is torn; it is removed when the journal is opened again. Only one program at a
//! time writes a journal.

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
        /// Why.
        source: io::Error,
    },
    /// The file exists already.
    #[error("{0} exists already")]
    Exists(PathBuf),
    /// Another program is writing it.
    #[error("{0}: another program is writing it")]
    Busy(PathBuf),
    /// A line is not an entry.
    #[error("{path}: line {line}: {problem}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// It has no header.
    #[error("{0}: the first line, which describes the event, is missing")]
    NoHead(PathBuf),
    /// It is the journal of another event.
    #[error("{path}: {why}")]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is different, and what to do about it.
        why: String,
    },
}

fn in_file(path: &Path) -> impl Fn(io::Error) -> JournalError + use<'_> {
    |source| JournalError::File {
        path: path.to_owned(),
        source,
    }
}

/// The contents of a journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contents<E> {
    /// Its first line, if it is complete.
    pub head: Option<String>,
    /// The entries.
    pub entries: Vec<E>,
    /// Whether the last line is torn.
    pub is_torn: bool,
    /// Bytes of complete lines.
    whole: u64,
}

impl<E: DeserializeOwned> Contents<E> {
    /// Reads a journal, which another program may be writing. A torn last line is ignored.
    ///
    /// # Errors
    ///
    /// If it cannot be read. Names the line that is wrong.
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

/// A journal to which entries are appended. No other program can write it.
#[derive(Debug)]
pub struct Journal<E> {
    file: File,
    path: PathBuf,
    entries: PhantomData<fn(&E)>,
}

impl<E: Serialize + DeserializeOwned> Journal<E> {
    /// Creates a journal.
    ///
    /// # Errors
    ///
    /// If the file exists already or cannot be written.
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

    /// Opens a journal to append to it, or creates it, and returns its contents. `fits` checks the first
    /// line of a journal that exists.
    ///
    /// # Errors
    ///
    /// If the first line does not fit, or the file cannot be read or written. The file is unchanged then.
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
            // Some file systems have no locks. Their users must take care themselves.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(source)) => return Err(in_file(path)(source)),
        }
        Ok(Self {
            file,
            path: path.to_owned(),
            entries: PhantomData,
        })
    }

    /// Appends an entry. When this returns, the entry is on the disk.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn append(&mut self, entry: &E) -> Result<(), JournalError> {
        self.write(entry)
    }

    /// Writes the first line, and puts the name of the new file on the disk as well.
    fn begin(&mut self, head: &impl Serialize) -> Result<(), JournalError> {
        self.write(head)?;
        let folder = self.path.parent();
        let folder = folder.filter(|path| !path.as_os_str().is_empty());
        // If folders cannot be opened, there is nothing to sync.
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

#[cfg(test)]
mod tests {
    use super::*;

    const TERMS: &str = "a match";

    fn resume(path: &Path, terms: &str) -> Result<(Journal<u32>, Contents<u32>), JournalError> {
        Journal::resume(path, &terms, |found| {
            if found == serde_json::to_string(terms).expect("JSON") {
                return Ok(());
            }
            Err(format!("it is about {found}"))
        })
    }

    fn open(path: &Path) -> (Journal<u32>, Vec<u32>) {
        let (journal, contents) = resume(path, TERMS).expect("a journal");
        (journal, contents.entries)
    }

    #[test]
    fn entries_survive_a_crash_and_a_torn_line_is_dropped() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let path = folder.path().join("journal");
        let (mut journal, entries) = open(&path);
        assert!(entries.is_empty());
        for entry in [7, 11, 13] {
            journal.append(&entry).expect("written");
        }
        drop(journal);
        let whole = std::fs::read(&path).expect("a file");
        // Cut anywhere, as by a power failure, it has its complete lines and can be resumed. A file
        // system may also leave zeros where it had reserved room.
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
    fn another_journal_is_refused_and_unchanged() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let path = folder.path().join("journal");
        open(&path).0.append(&1).expect("written");
        let text = std::fs::read(&path).expect("a file");
        let error = resume(&path, "a tournament").expect_err("other terms");
        assert!(error.to_string().ends_with("it is about \"a match\""));
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
