//! The arguments of `reviver solve`.

use std::path::{Path, PathBuf};

use super::origin::Origin;
use super::run::Limits;
use super::table::Table;
use crate::cli::Error;
use crate::cli::args::{self, Force, Hash, Movetime, Nodes, Resume, Start, Threads, WinTurns};
use crate::cli::files::refuse_input;
use crate::files::{Existing, Output, OutputError};
use crate::games::Game;
use crate::rules::Seat;
use crate::solve::{MAX_TURNS, WinQuery};

/// Default size of the proof table in MiB.
const HASH: usize = 256;

/// Find out who can force a win, in how many turns and how
///
/// Searches for a forced win of each player in one turn, then in two, and so on. A win that is
/// found is certain: it holds against every defence. --proof writes a proof of the win to a file.
/// `reviver verify` can check this file. Ctrl-C stops the search.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("threads", args::default(1)),
    mut_arg("hash", args::default(HASH)),
    mut_arg("turns", |arg| {
        let range = 0..=i64::from(MAX_TURNS);
        args::default_value(MAX_TURNS)(arg).value_parser(clap::value_parser!(u8).range(range))
    }),
    mut_arg("resume", |resume| resume.requires("kept")),
    group(clap::ArgGroup::new("kept").args(["checkpoint", "table"])),
    after_help = "Examples:\n  reviver solve unplay --proof unplay.proof\n  \
                  reviver solve unachess --winner mover --turns 4 \
                  --fen '8/8/8/2B1b3/1Q2k3/R7/8/8[KRNNPPPPPPPPqrrbbnnpppppppp] b - - 0 4'\n  \
                  reviver solve ssehc --nodes 1000000 --checkpoint ssehc.checkpoint --resume\n  \
                  reviver solve unplay-random --table table.tsv --nodes 1000000 --resume\n  \
                  reviver solve unachess --table table.tsv --winner other --turns 12 --at-once --after \
                  Q@,K@,K@"
)]
pub(in crate::cli) struct Args {
    /// The game
    #[arg(value_name = "GAME", value_parser = args::game())]
    pub(super) game: &'static Game,
    #[command(flatten)]
    pub(super) start: Start,
    #[command(flatten)]
    pub(super) win: WinTurns,
    /// The player whose forced win is searched for: the player to play, the other player, or both
    #[arg(long, value_enum, default_value_t = Winner::Both)]
    pub(super) winner: Winner,
    /// Search at once for a win in at most --turns turns; by default, shorter wins are searched for
    /// first
    #[arg(long, requires = "turns")]
    pub(super) at_once: bool,
    #[command(flatten)]
    pub(super) movetime: Movetime,
    #[command(flatten)]
    pub(super) nodes: Nodes,
    #[command(flatten)]
    pub(super) threads: Threads,
    #[command(flatten)]
    pub(super) hash: Hash,
    /// Write the proof to this file
    #[arg(long, value_name = "FILE")]
    pub(super) proof: Option<PathBuf>,
    /// Keep the state of the search in this file, so that --resume can continue the search.
    /// Positions in which the search has excluded a win are not stored: a resumed search searches
    /// them again
    #[arg(long, value_name = "FILE")]
    pub(super) checkpoint: Option<PathBuf>,
    /// Solve every start position of the game and write a line for each to this file. If Ctrl-C
    /// stops the run, the exit code is 75, and --resume continues the run. With --resume, a
    /// position is skipped if the file has its winner, or if the file says that --winner has no win
    /// within --turns turns. It is also skipped if the search in its line had the same --winner and
    /// --at-once, and the same or greater --turns and --nodes. A search with another --winner or
    /// --at-once replaces the search in the line
    #[arg(long, value_name = "FILE", conflicts_with = "proof")]
    pub(super) table: Option<PathBuf>,
    /// With --table, find out whether the player of --winner wins if the game begins with turns of
    /// these kinds. The kind of a turn is the beginning of its text: Q@,K@,K@ means a queen drop,
    /// then two king drops. A bar separates alternatives, as in Q@|N@. At a ply of the player, one
    /// winning turn of the kind is enough. The turn that won most recently at this ply, in another
    /// sequence of turns, is tried first, then the alternatives in their order. At a ply of the
    /// opponent, the player must win after every turn of the kind
    #[arg(long, value_name = "TURNS", value_delimiter = ',', requires_all = ["table", "winner"])]
    pub(super) after: Vec<String>,
    #[command(flatten)]
    pub(super) resume: Resume,
    #[command(flatten)]
    pub(super) force: Force,
}

/// The player who is to win.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(super) enum Winner {
    /// The player to play
    Mover,
    /// The other player
    Other,
    /// Either player
    Both,
}

impl Args {
    /// Size of the proof table in MiB.
    pub(super) fn mebibytes(&self) -> usize {
        self.hash.hash.unwrap_or(HASH)
    }

    /// The number of threads that share each search.
    pub(super) fn threads(&self) -> usize {
        self.threads.threads.unwrap_or(1)
    }

    /// The limits of the search of one position.
    pub(super) fn limits(&self) -> Limits {
        Limits {
            nodes: self.nodes.nodes,
            time: self.movetime.movetime.map(|span| span.0),
        }
    }

    /// Opens the table in this file. With --resume, continues the table if the file exists.
    /// Otherwise creates a new table.
    pub(super) fn open_table(&self, path: &Path, origin: &Origin<'_>) -> Result<Table, Error> {
        self.check_file(path)?;
        if self.resume.resume && path.exists() {
            Table::resume(path, origin)
        } else {
            Table::create(path, self.force.existing(), origin)
        }
    }

    /// Refuses a file that cannot be written. A file that exists needs --resume or --force.
    pub(super) fn check_file(&self, path: &Path) -> Result<(), Error> {
        refuse_input(path, [])?;
        let existing = if self.resume.resume {
            Existing::Replace
        } else {
            self.force.existing()
        };
        match Output::check(path, existing) {
            Err(OutputError::Exists(path)) => Err(Error::Failed(format!(
                "{} exists already: --resume continues with it, --force replaces it",
                path.display()
            ))),
            checked => Ok(checked?),
        }
    }

    /// What to find out about a position. `mover` is the player to play.
    pub(super) fn question(&self, mover: Seat) -> WinQuery {
        WinQuery {
            winners: match self.winner {
                Winner::Mover => vec![mover],
                Winner::Other => vec![!mover],
                Winner::Both => vec![mover, !mover],
            },
            turns: self.win.turns,
            at_once: self.at_once,
        }
    }
}
