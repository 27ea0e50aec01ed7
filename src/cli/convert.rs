//! `reviver convert`: rewrites game records in another notation.

use std::io::{Write, stdout};
use std::path::PathBuf;

use super::{Error, notation::Notation, sources::Sources};
use crate::record::{Record, ReplayError};

/// Rewrite game records in another notation: the game's own, or that of the protocol
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    reviver convert game.pgn\n  \
    reviver convert --to protocol letter.txt")]
pub(super) struct Args {
    /// Files of game records in either notation; - or no file for standard input
    files: Vec<PathBuf>,
    /// The notation to write
    #[arg(long, value_enum, default_value_t = Notation::Native)]
    to: Notation,
}

impl Args {
    /// Prints the records. Each game that cannot be read is reported on standard error.
    pub(super) fn run(self) -> Result<(), Error> {
        let mut sources = Sources::default();
        let files = match self.files.as_slice() {
            [] => &[PathBuf::from("-")][..],
            files => files,
        };
        for name in files {
            for (place, record) in sources.games(name)? {
                match self.convert(&record) {
                    Ok(text) => write!(stdout(), "{text}")?,
                    Err(error) => {
                        let name = name.display();
                        sources.complain(&format!("{name}: {place}: {error}"));
                    }
                }
            }
        }
        sources.fail_if_bad()
    }

    fn convert(&self, record: &Record) -> Result<String, ReplayError> {
        match self.to {
            Notation::Protocol => Ok(record.to_string()),
            Notation::Native => record.to_native_text(),
        }
    }
}
