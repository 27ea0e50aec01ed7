//! The options that several subcommands share. Each option is declared once, in a struct for
//! `#[command(flatten)]`, so that the option has the same name, the same meaning and the same form everywhere.
//!
//! A default that belongs to one subcommand is a constant in the file of the subcommand; [`default`] writes
//! it into the help. `options.md` beside this file lists all shared options; a test keeps it equal to the
//! declarations.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use clap::builder::{RangedI64ValueParser, RangedU64ValueParser};
use clap::{Arg, ValueEnum};

use super::Error;
use super::option_values::{clock, movetime};
use crate::files::Existing;
use crate::games::{Game, TypedGame};
use crate::notation::native::email;
use crate::play::duration::{Span, TimeControl};
use crate::protocol::option::{HASH, THREADS};
use crate::rules::Rules;
use crate::search::{Limits, Options, TimeLimit};
use crate::tournament::journal::DamagedLines;

pub(super) use super::option_values::{color, game, whole_number};

/// The default seed.
const SEED: u64 = 0;

/// Time for each search.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(super) struct Movetime {
    /// Time for each search
    #[arg(long, value_name = "TIME", value_parser = movetime)]
    pub(super) movetime: Option<Span>,
}

/// A clock for each player.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(super) struct Clock {
    /// Each player's time for the game, and an increment for each turn: 10s+0.1s
    #[arg(long, value_name = "TIME+TIME", value_parser = clock)]
    pub(super) time: Option<TimeControl>,
}

/// Nodes for each search.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(super) struct Nodes {
    /// Nodes for each search
    #[arg(long, value_name = "N", value_parser = whole_number(1..=u64::MAX))]
    pub(super) nodes: Option<u64>,
}

/// Depth of each search.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(super) struct Depth {
    /// Depth of each search in plies
    #[arg(long, value_name = "N", value_parser = whole_number(1..=u32::MAX))]
    pub(super) depth: Option<u32>,
}

/// Threads of each search.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(super) struct Threads {
    /// Threads that share each search
    #[arg(long, value_name = "N", value_parser = RangedI64ValueParser::<usize>::new().range(THREADS.range()))]
    pub(super) threads: Option<usize>,
}

/// Games at a time.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(super) struct Concurrency {
    /// Games at a time [default: one for each core, or for every two cores in timed games]
    #[arg(long, short = 'j', value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub(super) concurrency: Option<usize>,
}

/// Size of the table that a search fills.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(super) struct Hash {
    /// Size of the transposition table, or of the solver's proof table, in MiB
    #[arg(long, value_name = "MIB", value_parser = RangedI64ValueParser::<usize>::new().range(HASH.range()))]
    pub(super) hash: Option<usize>,
}

/// Seed of the random numbers.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(super) struct Seed {
    #[arg(long, value_name = "N", help = format!("Seed of all random choices [default: {SEED}]"))]
    pub(super) seed: Option<u64>,
}

/// Where the result goes.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct Out {
    /// Where the result goes: a file, or the folder of an event
    #[arg(long, value_name = "PATH")]
    pub(super) out: Option<PathBuf>,
}

/// Whether to continue an earlier run.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(super) struct Resume {
    /// Continue an earlier run of the same command
    #[arg(long)]
    pub(super) resume: bool,
}

/// Whether to play the games of damaged lines again.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(super) struct DropDamaged {
    /// With --resume, drop the damaged lines of the journal and play their games again
    #[arg(long, requires = "resume")]
    pub(super) drop_damaged: bool,
}

/// Whether files that exist already may be replaced.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(super) struct Force {
    /// Replace files that exist already
    #[arg(long)]
    pub(super) force: bool,
}

/// The form of the output.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(super) struct Json {
    /// Print JSON, one object a line, instead of text
    #[arg(long)]
    pub(super) json: bool,
}

/// How boards look in the terminal.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(super) struct Look {
    /// How pieces are written [default: unicode where the terminal can show it]
    #[arg(long, value_enum, value_name = "PIECES")]
    pub(super) pieces: Option<Pieces>,
    /// Draw boards in few lines, without a legend [default: only in small terminals]
    #[arg(long)]
    pub(super) compact: bool,
}

/// How pieces are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Pieces {
    /// As letters: KQRBNP are White's, kqrbnp Black's
    Letters,
    /// As chess symbols
    Unicode,
}

/// The position where a game starts.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct Fen {
    /// Start from this position: six fields in quotes, or a diagram with reserves as protocol.md shows
    /// it
    #[arg(long, value_name = "FEN", allow_hyphen_values = true)]
    pub(super) fen: Option<String>,
}

/// Files of users' games.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct GameFiles {
    /// A file that defines a game. You may then leave out GAME, or write the name that the file gives to the
    /// game
    #[arg(id = "game-files", long = "game", value_name = "FILE", global = true)]
    pub(super) paths: Vec<PathBuf>,
}

/// Several games.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct Games {
    /// A game; repeat the option for several
    #[arg(long, value_name = "GAME", value_parser = game())]
    pub(super) variant: Vec<&'static Game>,
}

/// Where a game starts.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct Start {
    #[command(flatten)]
    pub(super) fen: Fen,
    #[command(flatten)]
    pub(super) seed: Seed,
}

/// The limits of a search. The search stops at the first limit that it reaches.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(super) struct SearchLimits {
    #[command(flatten)]
    pub(super) movetime: Movetime,
    #[command(flatten)]
    pub(super) nodes: Nodes,
    #[command(flatten)]
    pub(super) depth: Depth,
}

/// The threads and the memory of a search.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[command(
    mut_arg("threads", default(THREADS.default)),
    mut_arg("hash", default(HASH.default))
)]
pub(super) struct SearchResources {
    #[command(flatten)]
    pub(super) threads: Threads,
    #[command(flatten)]
    pub(super) hash: Hash,
}

/// The form of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OutputFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
}

impl Seed {
    /// The seed, by default 0.
    pub(super) fn value(self) -> u64 {
        self.seed.unwrap_or(SEED)
    }
}

impl DropDamaged {
    /// What to do with damaged lines of the journal.
    pub(super) const fn damaged_lines(self) -> DamagedLines {
        if self.drop_damaged {
            DamagedLines::Drop
        } else {
            DamagedLines::Refuse
        }
    }
}

impl Json {
    /// The form of the output.
    pub(super) const fn format(self) -> OutputFormat {
        if self.json {
            OutputFormat::Json
        } else {
            OutputFormat::Text
        }
    }
}

impl Force {
    /// What to do with files that exist already.
    pub(super) const fn existing(self) -> Existing {
        if self.force {
            Existing::Replace
        } else {
            Existing::Keep
        }
    }
}

impl Out {
    /// The path, for subcommands that require it.
    ///
    /// # Errors
    ///
    /// If it is missing.
    pub(super) fn required(&self) -> Result<&Path, Error> {
        let missing = || Error::Usage("--out PATH is missing".to_owned());
        self.out.as_deref().ok_or_else(missing)
    }
}

impl Start {
    /// Whether the command line has a position or a seed.
    pub(super) const fn is_given(&self) -> bool {
        self.fen.fen.is_some() || self.seed.seed.is_some()
    }

    /// The position where the game starts.
    ///
    /// # Errors
    ///
    /// If the position is malformed, or not possible in the game.
    pub(super) fn position<R: Rules>(&self, game: TypedGame<R>) -> Result<R, Error> {
        match self.fen.fen.as_deref() {
            None | Some("startpos") => Ok(game.position(game.start(self.seed.value()))?),
            Some(diagram) if diagram.trim().contains('\n') => {
                let setup = email::read(diagram);
                let setup = setup.map_err(|error| Error::Usage(format!("--fen: {error}")))?;
                Ok(game.position(setup)?)
            }
            Some(fen) => Ok(game.read(fen)?),
        }
    }
}

impl SearchLimits {
    /// The limits of a search. If the command line gives no limit, the search takes the time `default`.
    pub(super) fn limits(&self, default: Span) -> Limits {
        let (nodes, depth) = (self.nodes.nodes, self.depth.depth);
        let default = (nodes.is_none() && depth.is_none()).then_some(default);
        let time = self.movetime.movetime.or(default).map(|span| span.0);
        Limits {
            depth,
            nodes,
            time: time.map_or(TimeLimit::Unlimited, TimeLimit::Fixed),
            ..Limits::default()
        }
    }
}

impl SearchResources {
    /// The options of a search in a game, with these resources.
    pub(super) fn options(&self, game: &'static Game) -> Options {
        Options {
            hash: self.hash.hash.unwrap_or(HASH.default as usize),
            threads: self.threads.threads.unwrap_or(THREADS.default as usize),
            ..game.search_options()
        }
    }
}

/// Returns a function for `mut_arg` that writes a default at the end of an argument's help. If the help has a
/// default already, the function replaces it.
pub(super) fn default(value: impl ToString) -> impl FnOnce(Arg) -> Arg {
    let value = value.to_string();
    move |argument| {
        let help = argument.get_help().map(ToString::to_string);
        let help = help.unwrap_or_default();
        let help = help.split(" [default: ").next().unwrap_or_default();
        let text = format!("{help} [default: {value}]");
        argument.help(text)
    }
}

/// As [`default`], for a limit that is used only if the command line gives no other limit.
pub(super) fn default_limit(limit: impl ToString) -> impl FnOnce(Arg) -> Arg {
    default(format!(
        "{}, unless there is another limit",
        limit.to_string()
    ))
}

/// The allowed numbers of random plies, from `min` to `max`.
///
/// # Errors
///
/// If `min` is greater than `max`.
pub(super) fn random_plies(min: usize, max: usize) -> Result<RangeInclusive<usize>, Error> {
    if min > max {
        return Err(Error::Usage(format!(
            "--min-random-plies {min} is more than --max-random-plies {max}"
        )));
    }
    Ok(min..=max)
}
