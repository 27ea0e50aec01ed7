//! The errors of the subcommands, and their exit codes.

use std::io;

use thiserror::Error;

use crate::files::{OutputError, reason};
use crate::notation::PositionError;
use crate::play::shortage::Shortage;
use crate::protocol::shortage::EX_TEMPFAIL;
use crate::rules::IllegalPosition;
use crate::tournament::folder::FolderError;
use crate::tournament::journal::JournalError;

/// Why a subcommand failed, in one line for people.
#[derive(Debug, Error)]
pub enum Error {
    /// The arguments are wrong, or do not go together.
    #[error("{0}")]
    Usage(String),
    /// The position of `--fen` is malformed, or not possible in the game.
    #[error("--fen: {0}")]
    Position(#[from] PositionError),
    /// The system cannot read, write or create a file or a folder.
    #[error("{path}: {}", reason(source))]
    File {
        /// Its name.
        path: String,
        /// The error of the system.
        source: io::Error,
    },
    /// A result is not written to its file, for example because the file exists already.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// Standard input or output has failed.
    #[error("standard input or output: {}", reason(.0))]
    Stdio(#[from] io::Error),
    /// The work is not finished. A later run can finish it. The text says how.
    #[error("{0}")]
    Unfinished(String),
    /// Any other failure.
    #[error("{0}")]
    Failed(String),
}

impl From<Shortage> for Error {
    fn from(shortage: Shortage) -> Self {
        Error::Unfinished(shortage.to_string())
    }
}

impl From<FolderError> for Error {
    fn from(error: FolderError) -> Self {
        match error {
            FolderError::Shortage(shortage) => shortage.into(),
            FolderError::Engine(error) => Error::Usage(error.to_string()),
            FolderError::Journal(error) => error.into(),
            error => Error::Failed(error.to_string()),
        }
    }
}

/// The error of a command that has `--drop-damaged`. If the journal has damaged lines, the text
/// advises this option.
impl From<JournalError> for Error {
    fn from(error: JournalError) -> Self {
        Error::Failed(match error {
            JournalError::Damaged { .. } => format!(
                "{error}; --resume --drop-damaged plays the games of the damaged lines again"
            ),
            error => error.to_string(),
        })
    }
}

impl Error {
    /// The error of a command that reads a journal and plays no games.
    pub(super) fn of_journal_to_read(error: &JournalError) -> Self {
        Error::Failed(match error {
            JournalError::Damaged { .. } => format!(
                "{error}; the command that wrote the journal plays the games of the damaged lines \
                 again with --resume --drop-damaged"
            ),
            error => error.to_string(),
        })
    }

    /// The error of a command that cannot find the path of this program.
    pub(super) fn of_program_path(error: &io::Error) -> Self {
        Error::Failed(format!(
            "the path of this program cannot be found: {}",
            reason(error)
        ))
    }

    /// The error of a command that has no `--force`. If a file exists already, the text advises
    /// another folder.
    pub(super) fn of_folder(error: OutputError) -> Self {
        match error {
            OutputError::Exists(path) => Error::Failed(format!(
                "{} exists already; choose another folder with --out",
                path.display()
            )),
            error => error.into(),
        }
    }
}

impl From<IllegalPosition> for Error {
    fn from(error: IllegalPosition) -> Self {
        Error::Position(error.into())
    }
}

/// The exit codes of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i32)]
pub enum Exit {
    /// Everything is done, or the reader of the output has closed the pipe.
    Success = 0,
    /// Something failed.
    Failure = 1,
    /// The command line was wrong.
    Usage = 2,
    /// The work is not finished, and a later run can finish it.
    Unfinished = EX_TEMPFAIL,
}

impl Error {
    /// The exit code of this error. If the reader of the output closes the pipe, as `head` does,
    /// the code is [`Exit::Success`].
    #[must_use]
    pub fn exit(&self) -> Exit {
        match self {
            Error::Usage(_) | Error::Position(_) => Exit::Usage,
            Error::Stdio(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Success,
            Error::Unfinished(_) => Exit::Unfinished,
            Error::File { .. } | Error::Output(_) | Error::Stdio(_) | Error::Failed(_) => {
                Exit::Failure
            }
        }
    }
}
