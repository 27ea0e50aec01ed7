//! `reviver perft`: counts the legal sequences of turns of a given length.

use std::io::{IsTerminal, Write, stderr, stdout};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::args::{self, Start, Threads};
use super::{Error, note};
use crate::board::Turn;
use crate::games::{Game, TypedGame, Visitor};
use crate::rules::{MAX_PERFT_DEPTH, Rules, perft};
use crate::search::STACK_SIZE;

/// Perft splits the tree at the first ply, and at up to this many plies after it. It counts the
/// subtrees in parallel, each on one thread.
const SPLIT_PLIES: u32 = 4;

/// Count the legal sequences of turns of a given length, to test rules
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("threads", args::default("all cores")),
    after_help = "Example: reviver perft ssehc 3 --divide"
)]
pub(super) struct Args {
    /// The game
    #[arg(value_name = "GAME", value_parser = args::game())]
    game: &'static Game,
    /// The length in plies
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_PERFT_DEPTH)))]
    depth: u32,
    #[command(flatten)]
    start: Start,
    /// Also print the count for each first turn, sorted by text
    #[arg(long)]
    divide: bool,
    #[command(flatten)]
    threads: Threads,
}

impl Args {
    /// Counts and prints.
    pub(super) fn run(self) -> Result<(), Error> {
        self.game.dispatch(self)
    }

    fn print(&self, counts: &[(String, u64)], total: u64) -> Result<(), Error> {
        let mut out = stdout().lock();
        if self.divide {
            for (turn, count) in counts {
                writeln!(out, "{turn}: {count}")?;
            }
        }
        writeln!(out, "Nodes searched: {total}")?;
        Ok(())
    }
}

impl Visitor for Args {
    type Output = Result<(), Error>;

    fn visit<R: Rules>(self, game: TypedGame<R>) -> Self::Output {
        let position: R = self.start.position(game)?;
        // With 0, rayon starts one thread for each core.
        let threads = self.threads.threads.unwrap_or(0);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .stack_size(STACK_SIZE)
            .build()
            .map_err(|error| Error::Failed(format!("--threads: {error}")))?;
        let started = Instant::now();
        let (counts, total) = if self.depth == 0 {
            (Vec::new(), 1)
        } else {
            let counts = pool.install(|| divide(&position, self.depth));
            let total = counts.iter().map(|(_, count)| count).sum();
            (counts, total)
        };
        let seconds = started.elapsed().as_secs_f64();
        self.print(&counts, total)?;
        let speed = total as f64 / seconds.max(1e-9);
        note(&format!("{seconds:.3} s, {speed:.0} nodes/s"));
        Ok(())
    }
}

/// The count for each turn of `position`, sorted by text. `depth` is at least 1.
fn divide<R: Rules>(position: &R, depth: u32) -> Vec<(String, u64)> {
    let turns = position.turns();
    let progress = Progress::new(turns.len());
    let mut counts: Vec<(String, u64)> = turns
        .as_slice()
        .into_par_iter()
        .map(|&turn: &Turn| {
            let count = split(&position.play(turn), depth - 1, SPLIT_PLIES);
            progress.add_one();
            (turn.to_string(), count)
        })
        .collect();
    progress.clear();
    counts.sort_unstable();
    counts
}

/// Perft on all threads. Splits the tree at each of the first `plies` plies, and counts the
/// subtrees in parallel. A subtree of depth 2 or less is not split.
fn split<R: Rules>(position: &R, depth: u32, plies: u32) -> u64 {
    if depth <= 2 || plies == 0 {
        return perft(position, depth);
    }
    position
        .turns()
        .as_slice()
        .into_par_iter()
        .map(|&turn| split(&position.play(turn), depth - 1, plies - 1))
        .sum()
}

/// Counts the finished root moves. If standard error is a terminal, shows their number there.
struct Progress {
    done: AtomicUsize,
    all: usize,
    shown: bool,
}

impl Progress {
    fn new(all: usize) -> Self {
        Self {
            done: AtomicUsize::new(0),
            all,
            shown: stderr().is_terminal(),
        }
    }

    fn add_one(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if self.shown {
            let _ = write!(stderr(), "\r{done} of {} turns", self.all);
        }
    }

    fn clear(&self) {
        if self.shown {
            let _ = write!(stderr(), "\r\x1b[K");
        }
    }
}
