//! `reviver convert`: game records from one notation to the other.

use std::io::{Read, Write, stdin, stdout};

use super::forward::read_file;
use super::{Error, notation::Notation, note};
use crate::record::{Reader, Record};

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
    /// Prints the records. What cannot be read is told on standard error, and the next file is
    /// taken.
    pub(super) fn run(self) -> Result<(), Error> {
        let mut wrong = 0;
        let files = match self.files.as_slice() {
            [] => &["-".to_owned()][..],
            files => files,
        };
        for name in files {
            let text = match read(name) {
                Ok(text) => text,
                Err(error) => {
                    note(&error.to_string());
                    wrong += 1;
                    continue;
                }
            };
            for (index, record) in Reader::new(&text).enumerate() {
                let written = record.map_err(|error| error.to_string());
                let written = written.and_then(|record| {
                    let converted = self.convert(&record);
                    converted.map_err(|error| format!("game {}: {error}", index + 1))
                });
                match written {
                    Ok(text) => write!(stdout(), "{text}")?,
                    Err(problem) => {
                        note(&format!("{name}: {problem}"));
                        wrong += 1;
                    }
                }
            }
        }
        match wrong {
            0 => Ok(()),
            1 => Err(Error::Failed("one input could not be converted".to_owned())),
            _ => Err(Error::Failed(format!(
                "{wrong} inputs could not be converted"
            ))),
        }
    }

    fn convert(&self, record: &Record) -> Result<String, String> {
        match self.to {
            Notation::Protocol => Ok(record.to_string()),
            Notation::Native => record.in_native_words().map_err(|error| error.to_string()),
        }
    }
}

fn read(name: &str) -> Result<String, Error> {
    if name != "-" {
        return read_file(name);
    }
    let mut text = String::new();
    stdin().lock().read_to_string(&mut text)?;
    Ok(text)
}
