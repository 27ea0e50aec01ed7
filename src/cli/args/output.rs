//! The options for the form of the output.

use clap::ValueEnum;

/// The form of the output.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(in crate::cli) struct Json {
    /// Print JSON, one object a line, instead of text
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

/// How boards look in the terminal.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(in crate::cli) struct Look {
    /// How pieces are written [default: unicode where the terminal can show it]
    #[arg(long, value_enum, value_name = "PIECES")]
    pub(in crate::cli) pieces: Option<Pieces>,
    /// Draw boards in few lines, without a legend [default: only in small terminals]
    #[arg(long)]
    pub(in crate::cli) compact: bool,
}

/// How pieces are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum Pieces {
    /// As letters: KQRBNP are White's, kqrbnp Black's
    Letters,
    /// As chess symbols
    Unicode,
}

/// The form of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cli) enum OutputFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
}

impl Json {
    /// The form of the output.
    pub(in crate::cli) const fn format(self) -> OutputFormat {
        if self.json {
            OutputFormat::Json
        } else {
            OutputFormat::Text
        }
    }
}
