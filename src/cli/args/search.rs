//! The options for the limits, the threads and the memory of a search.

use clap::builder::RangedI64ValueParser;

use super::default;
use crate::cli::option_values::{clock, movetime, whole_number};
use crate::games::Game;
use crate::play::duration::{Span, TimeControl};
use crate::protocol::option::{HASH, THREADS};
use crate::search::{Limits, Options, TimeLimit};

/// Time for each search.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(in crate::cli) struct Movetime {
    /// Time for each search
    #[arg(long, value_name = "TIME", value_parser = movetime)]
    pub(in crate::cli) movetime: Option<Span>,
}

/// A clock for each engine.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(in crate::cli) struct Clock {
    /// Each engine's time for the game, and an increment for each turn: 10s+0.1s
    #[arg(long, value_name = "TIME+TIME", value_parser = clock)]
    pub(in crate::cli) time: Option<TimeControl>,
}

/// Nodes for each search.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(in crate::cli) struct Nodes {
    /// Nodes for each search
    #[arg(long, value_name = "N", value_parser = whole_number(1..=u64::MAX))]
    pub(in crate::cli) nodes: Option<u64>,
}

/// Depth of each search.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(in crate::cli) struct Depth {
    /// Depth of each search in plies
    #[arg(long, value_name = "N", value_parser = whole_number(1..=u32::MAX))]
    pub(in crate::cli) depth: Option<u32>,
}

/// Threads of each search.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(in crate::cli) struct Threads {
    /// Threads that share each search
    #[arg(long, value_name = "N", value_parser = RangedI64ValueParser::<usize>::new().range(THREADS.range()))]
    pub(in crate::cli) threads: Option<usize>,
}

/// Size of the table that a search fills.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(in crate::cli) struct Hash {
    /// Size of the transposition table, or of the solver's proof table, in MiB
    #[arg(long, value_name = "MIB", value_parser = RangedI64ValueParser::<usize>::new().range(HASH.range()))]
    pub(in crate::cli) hash: Option<usize>,
}

/// How long a proven win may take.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(in crate::cli) struct WinTurns {
    /// Search only for wins in at most N turns of the winner
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8))]
    pub(in crate::cli) turns: u8,
}

/// The limits of a search. The search stops at the first limit that it reaches.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(in crate::cli) struct SearchLimits {
    #[command(flatten)]
    pub(in crate::cli) movetime: Movetime,
    #[command(flatten)]
    pub(in crate::cli) nodes: Nodes,
    #[command(flatten)]
    pub(in crate::cli) depth: Depth,
}

/// The threads and the memory of a search.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[command(
    mut_arg("threads", default(THREADS.default)),
    mut_arg("hash", default(HASH.default))
)]
pub(in crate::cli) struct SearchResources {
    #[command(flatten)]
    pub(in crate::cli) threads: Threads,
    #[command(flatten)]
    pub(in crate::cli) hash: Hash,
}

impl SearchLimits {
    /// The limits of a search. If the command line gives no limit, the search takes the time
    /// `default`.
    pub(in crate::cli) fn limits(&self, default: Span) -> Limits {
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
    /// The size of the transposition table in MiB.
    pub(in crate::cli) fn hash(&self) -> usize {
        self.hash.hash.unwrap_or(HASH.default as usize)
    }

    /// The number of search threads.
    pub(in crate::cli) fn threads(&self) -> usize {
        self.threads.threads.unwrap_or(THREADS.default as usize)
    }

    /// The search options of a game, with these threads and this memory.
    pub(in crate::cli) fn options(&self, game: &'static Game) -> Options {
        Options {
            hash: self.hash(),
            threads: self.threads(),
            ..game.search_options()
        }
    }
}
