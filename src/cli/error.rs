//! What can go wrong on the command line, and the exit code that tells it.

use std::io;

use thiserror::Error;

use crate::notation::{PositionError, TurnError};
use crate::rules::Refusal;

/// Why a subcommand gave up: one line for a person.
#[derive(Debug, Error)]
pub enum Error {
    /// The arguments are well formed, but do not make sense.
    #[error("{0}")]
    Usage(String),
    /// A position that is none.
    #[error("--fen: {0}")]
    Position(#[from] PositionError),
    /// A move that is none.
    #[error(transparent)]
    Turn(#[from] TurnError),
    /// A file that cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// Its name.
        path: String,
        /// What the system says.
        source: io::Error,
    },
    /// Standard input or output has failed.
    #[error("standard input or output: {0}")]
    Stdio(#[from] io::Error),
    /// What was asked for is not done yet, and can be gone on with.
    #[error("{0}")]
    Unfinished(String),
    /// Anything else that failed while running.
    #[error("{0}")]
    Failed(String),
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Error::Position(refusal.into())
    }
}

/// How the program ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// As asked.
    Success = 0,
    /// Something failed.
    Failure = 1,
    /// The command line was wrong.
    Usage = 2,
    /// There is more to do, and it can be gone on with: the `EX_TEMPFAIL` of `sysexits.h`.
    Unfinished = 75,
}

impl Error {
    /// The exit code for it. A reader that has hung up, as `head` does, is no failure.
    #[must_use]
    pub fn exit(&self) -> Exit {
        match self {
            Error::Usage(_) | Error::Position(_) | Error::Turn(_) => Exit::Usage,
            Error::Stdio(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Success,
            Error::Unfinished(_) => Exit::Unfinished,
            Error::File { .. } | Error::Stdio(_) | Error::Failed(_) => Exit::Failure,
        }
    }
}
