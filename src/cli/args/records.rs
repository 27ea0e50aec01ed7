//! The options for recorded games and for drawings of their positions.

use std::path::{Path, PathBuf};

use crate::board::Color;
use crate::cli::Error;
use crate::cli::files::{read_record_file, read_stdin};
use crate::cli::notation::Notation;
use crate::cli::option_values::color;
use crate::record::text_of;

/// A file of games.
#[derive(Clone, Debug, Default, clap::Args)]
pub(in crate::cli) struct RecordFile {
    /// Read games from this file instead of turns from the command line; - for standard input
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) file: Option<PathBuf>,
}

/// A position of a game.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(in crate::cli) struct Ply {
    /// Take only the position after N turns; if the game is shorter, the last one
    #[arg(long, value_name = "N")]
    pub(in crate::cli) ply: Option<usize>,
}

/// How turns are written.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(in crate::cli) struct NotationOption {
    /// The notation of turns [default: protocol]
    #[arg(long, value_enum)]
    pub(in crate::cli) notation: Option<Notation>,
}

/// The side from which a board is seen.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(in crate::cli) struct Bottom {
    /// The colour at the bottom of the board
    #[arg(long, value_name = "COLOUR", default_value = "white", value_parser = color)]
    pub(in crate::cli) bottom: Color,
}

/// The text of a file.
#[derive(Clone, Debug)]
pub(in crate::cli) struct NamedText {
    /// The name of the file, for errors.
    pub(in crate::cli) name: String,
    /// The contents.
    pub(in crate::cli) text: String,
}

impl RecordFile {
    /// The text of the file, made from its bytes by [`text_of`]; `None` if the command line names
    /// no file.
    ///
    /// # Errors
    ///
    /// If the file, or standard input, cannot be read.
    pub(in crate::cli) fn read(&self) -> Result<Option<NamedText>, Error> {
        let Some(path) = self.file.as_deref() else {
            return Ok(None);
        };
        let (name, text) = if path == Path::new("-") {
            let text = text_of(&read_stdin()?).into_owned();
            ("standard input".to_owned(), text)
        } else {
            (path.display().to_string(), read_record_file(path)?)
        };
        Ok(Some(NamedText { name, text }))
    }
}
