//! `reviver perft`: counts the legal turn sequences of a length.

use std::io::{IsTerminal, Write, stderr, stdout};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::{Error, note, start::Start, start::variant};
use crate::board::Turn;
use crate::games::{Game, TypedGame, Visitor};
use crate::rules::{Rules, perft};

/// Count the legal turn sequences of a length, the oracle of every rule
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: reviver perft ssehc 3 --divide")]
pub(super) struct Args {
    /// The game
    #[arg(value_parser = variant())]
    variant: &'static Game,
    /// Plies
    depth: u32,
    #[command(flatten)]
    start: Start,
    /// Print the count behind each first turn, sorted by its text
    #[arg(long)]
    divide: bool,
    /// Threads to count with; 0 takes as many as the machine has
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
}

impl Args {
    /// Counts and prints.
    pub(super) fn run(self) -> Result<(), Error> {
        self.variant.dispatch(self)
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

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Self::Output {
        let position: R = self.start.position(variant)?;
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads)
            .build()
            .map_err(|error| Error::Failed(format!("--threads {}: {error}", self.threads)))?;
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

/// The count behind each turn of `position`, sorted by text; `depth` is at least 1.
fn divide<R: Rules>(position: &R, depth: u32) -> Vec<(String, u64)> {
    let turns = position.turns();
    let progress = Progress::new(turns.len());
    let mut counts: Vec<(String, u64)> = turns
        .as_slice()
        .into_par_iter()
        .map(|&turn: &Turn| {
            let count = split(&position.play(turn), depth - 1);
            progress.one_more();
            (turn.to_string(), count)
        })
        .collect();
    progress.clear();
    counts.sort_unstable();
    counts
}

/// Perft over all threads: trees of more than two plies are split at their turns.
fn split<R: Rules>(position: &R, depth: u32) -> u64 {
    if depth <= 2 {
        return perft(position, depth);
    }
    position
        .turns()
        .as_slice()
        .into_par_iter()
        .map(|&turn| split(&position.play(turn), depth - 1))
        .sum()
}

/// How many of the first turns are done, shown where a person looks on.
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

    fn one_more(&self) {
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
