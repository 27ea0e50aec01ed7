//! `reviver convert`: game records from one notation to the other.

use std::io::{Write, stdout};

use super::{Error, analyse::Sources, notation::Notation};
use crate::record::{Record, ReplayError};

/// Write game records in another notation: the game's own words, or that of the protocol
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    reviver convert game.pgn\n  \
    reviver convert --to protocol letter.txt")]
pub(super) struct Args {
    /// Files with game records in either notation; - and no file at all are standard input
    files: Vec<String>,
    /// The notation to write
    #[arg(long, value_enum, default_value_t = Notation::Native)]
    to: Notation,
}

impl Args {
    /// Prints the records. What cannot be read is told on standard error, and the next game is
    /// taken.
    pub(super) fn run(self) -> Result<(), Error> {
        let mut sources = Sources::default();
        let files = match self.files.as_slice() {
            [] => &["-".to_owned()][..],
            files => files,
        };
        for name in files {
            for (place, record) in sources.games(name)? {
                match self.convert(&record) {
                    Ok(text) => write!(stdout(), "{text}")?,
                    Err(error) => sources.complain(&format!("{name}: {place}: {error}")),
                }
            }
        }
        sources.end()
    }

    fn convert(&self, record: &Record) -> Result<String, ReplayError> {
        match self.to {
            Notation::Protocol => Ok(record.to_string()),
            Notation::Native => record.to_native_text(),
        }
    }
}
