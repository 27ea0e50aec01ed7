//! The arguments that say how hard to think, shared by the analysis of positions and of games.

use std::sync::Arc;
use std::time::Duration;

use crate::cli::interrupt;
use crate::cli::play::duration;
use crate::games::Game;

use crate::search::{Control, Limits, Options, TimeLimit};

/// How long to think when nothing is said about it.
const TIME: Duration = Duration::from_secs(1);

/// How hard to think about each position.
#[derive(Clone, Debug, clap::Args)]
pub(in crate::cli) struct Effort {
    /// Time for each position, as 2, 0.5, 500ms or 1m [default: 1, unless --nodes or --depth]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// Nodes for each position
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Plies to search each position
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Memory for positions seen, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
}

impl Effort {
    /// The limits of a search.
    pub(in crate::cli) fn limits(&self) -> Limits {
        let unlimited = self.nodes.is_none() && self.depth.is_none();
        let time = self.time.or(unlimited.then_some(TIME));
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: time.map_or(TimeLimit::Unlimited, TimeLimit::Fixed),
            ..Limits::default()
        }
    }

    /// The settings of a search with so many lines.
    pub(in crate::cli) fn options(&self, variant: &'static Game, lines: usize) -> Options {
        Options {
            hash: self.hash as usize,
            threads: usize::from(self.threads),
            multipv: lines,
            ..variant.search_options()
        }
    }

    /// The string that Ctrl-C pulls.
    pub(in crate::cli) fn control() -> Arc<Control> {
        let control = Arc::new(Control::default());
        interrupt::stops(&control);
        control
    }
}
