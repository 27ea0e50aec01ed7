//! Why a line is not a command.

use thiserror::Error;

/// Why a line is not a command.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CommandError {
    /// The first word is not the name of a command.
    #[error("unknown command '{0}'; help lists all commands")]
    Unknown(String),
    /// The words after the command do not have the right form.
    #[error("{command}: {expected}")]
    Form {
        /// The command.
        command: &'static str,
        /// What would be right.
        expected: &'static str,
    },
    /// One or more words after the command are wrong.
    #[error("{command}: '{word}' is not {expected}")]
    Word {
        /// The command.
        command: &'static str,
        /// The wrong word or words.
        word: String,
        /// What would be right.
        expected: &'static str,
    },
}
