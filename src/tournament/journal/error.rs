//! Why a journal cannot be used.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// The maximum number of damaged lines that a message describes. Further lines are only counted.
const MAX_DESCRIBED: usize = 10;

/// Why a journal cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The file, or the folder of several journals, cannot be read.
    #[error("{path}: {source}")]
    File {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file cannot be opened for writing, or cannot be written.
    #[error(transparent)]
    Output(crate::files::OutputError),
    /// A line cannot be written as JSON.
    #[error("a line of the journal cannot be written: {0}")]
    Json(serde_json::Error),
    /// The file exists already.
    #[error("{0} exists already")]
    Exists(PathBuf),
    /// Another program is writing the file.
    #[error("{0}: another program is writing it")]
    Busy(PathBuf),
    /// Lines are damaged.
    #[error("{path}: {}", description(lines))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The lines.
        lines: Vec<DamagedLine>,
    },
    /// The file has no complete first line.
    #[error("{0}: the first line, which says what the file is about, is missing or incomplete")]
    NoFirstLine(PathBuf),
    /// The journal belongs to something else, for example to another event. Or its first line is
    /// damaged, or the journals in a folder contradict each other.
    #[error("{path}: {why}")]
    Foreign {
        /// The file or folder.
        path: PathBuf,
        /// What is wrong, and in some cases what to do about it.
        why: String,
    },
}

/// A damaged line of a journal. Its entry is not used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DamagedLine {
    /// Its number, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: String,
}

impl fmt::Display for DamagedLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

fn description(lines: &[DamagedLine]) -> String {
    let described = lines.iter().take(MAX_DESCRIBED);
    let mut parts: Vec<String> = described.map(ToString::to_string).collect();
    if lines.len() > MAX_DESCRIBED {
        parts.push(format!("and {} more", lines.len() - MAX_DESCRIBED));
    }
    parts.join("; ")
}

/// What to do with the damaged lines of a journal that is resumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DamagedLines {
    /// Refuse the journal and leave it unchanged.
    #[default]
    Refuse,
    /// Remove them, so that their games are played again.
    Drop,
}

pub(super) fn in_file(path: &Path) -> impl Fn(io::Error) -> JournalError + use<'_> {
    |source| JournalError::File {
        path: path.to_owned(),
        source,
    }
}
