//! What has been played so far, in a file that outlives the program: lines of JSON, the first of
//! which tells the terms and every other one a result.
//!
//! A line is written whole and handed to the disk before anything else happens. A line without its
//! end is what a program leaves that died while it wrote; it is taken off when the file is opened
//! again.

use std::fs::{File, OpenOptions};
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
        path: String,
        /// What the system says.
        source: io::Error,
    },
    /// A line is not what stands in such a journal.
    #[error("{path}: line {line}: {problem}")]
    Line {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// It is the journal of something else.
    #[error("{path}: this journal is of other terms: {found} instead of {expected}")]
    Terms {
        /// The file.
        path: String,
        /// What it says.
        found: String,
        /// What it would have to say.
        expected: String,
    },
}

/// A journal to which entries are added.
#[derive(Debug)]
pub struct Journal<E> {
    file: File,
    path: PathBuf,
    entries: PhantomData<fn(&E)>,
}

impl<E: Serialize + DeserializeOwned> Journal<E> {
    /// Opens a journal of these terms, which is made where there is none, and reads what it holds.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or written, is no journal, or is one of other terms.
    pub fn open<T: Serialize>(path: &Path, terms: &T) -> Result<(Self, Vec<E>), JournalError> {
        let in_file = |source| JournalError::File {
            path: path.display().to_string(),
            source,
        };
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(in_file)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(in_file)?;
        let whole = text
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |at| at + 1);
        text.truncate(whole);
        let mut journal = Self {
            file,
            path: path.to_owned(),
            entries: PhantomData,
        };
        let entries = journal.read(&text, &line_of(terms).map_err(in_file)?)?;
        let file = &mut journal.file;
        file.set_len(whole as u64).map_err(in_file)?;
        file.seek(SeekFrom::End(0)).map_err(in_file)?;
        if whole == 0 {
            journal.write(terms)?;
        }
        Ok((journal, entries))
    }

    fn read(&self, text: &[u8], terms: &str) -> Result<Vec<E>, JournalError> {
        let path = || self.path.display().to_string();
        let mut lines = text.split_inclusive(|&byte| byte == b'\n').zip(1..);
        if let Some((first, _)) = lines.next()
            && first != terms.as_bytes()
        {
            return Err(JournalError::Terms {
                path: path(),
                found: String::from_utf8_lossy(first).trim().to_owned(),
                expected: terms.trim().to_owned(),
            });
        }
        lines
            .map(|(bytes, line)| {
                serde_json::from_slice(bytes).map_err(|error| JournalError::Line {
                    path: path(),
                    line,
                    problem: error.to_string(),
                })
            })
            .collect()
    }

    /// Adds an entry, and comes back when the disk has it.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn append(&mut self, entry: &E) -> Result<(), JournalError> {
        self.write(entry)
    }

    fn write<T: Serialize>(&mut self, value: &T) -> Result<(), JournalError> {
        let written = line_of(value).and_then(|line| {
            self.file.write_all(line.as_bytes())?;
            self.file.sync_data()
        });
        written.map_err(|source| JournalError::File {
            path: self.path.display().to_string(),
            source,
        })
    }
}

fn line_of<T: Serialize>(value: &T) -> io::Result<String> {
    Ok(serde_json::to_string(value)? + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TERMS: &str = "a match";

    fn open(path: &Path) -> (Journal<u32>, Vec<u32>) {
        Journal::open(path, &TERMS).expect("a journal")
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
        // Cut anywhere, as by a power failure, it holds what was whole, and goes on from there.
        for length in 0..=whole.len() {
            std::fs::write(&path, &whole[..length]).expect("written");
            let lines = whole[..length]
                .iter()
                .filter(|&&byte| byte == b'\n')
                .count();
            let (mut journal, entries) = open(&path);
            assert_eq!(entries, &[7, 11, 13][..lines.saturating_sub(1)], "{length}");
            journal.append(&99).expect("written");
            assert_eq!(open(&path).1.last(), Some(&99), "{length}");
        }
    }

    #[test]
    fn another_journal_is_refused_in_words() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let path = folder.path().join("journal");
        open(&path).0.append(&1).expect("written");
        let error = Journal::<u32>::open(&path, &"a tournament").expect_err("other terms");
        assert!(
            error.to_string().ends_with(
                "this journal is of other terms: \"a match\" instead of \"a tournament\""
            )
        );
        std::fs::write(&path, "\"a match\"\n1\nx\n2\n").expect("written");
        let error = Journal::<u32>::open(&path, &TERMS).expect_err("no entry");
        assert!(error.to_string().contains("journal: line 3: "), "{error}");
    }
}
