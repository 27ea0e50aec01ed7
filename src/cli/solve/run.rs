//! The solver of one run of the program. Ctrl-C stops the solver. Its progress is shown on standard
//! error if that is a terminal.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::{interrupt, note};
use crate::rules::Rules;
use crate::solve::{Claim, Proof, SolveLimits, SolveProgress, Solver, Win, WinBounds, WinQuery};

/// The limits of one search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Nodes; `None` for no limit.
    pub(super) nodes: Option<u64>,
    /// Time; `None` for no limit.
    pub(super) time: Option<Duration>,
}

/// A solver with a signal to stop and a line of progress.
pub(super) struct SolverRun {
    pub(super) solver: Solver,
    stop: Arc<AtomicBool>,
    display: RunDisplay,
}

/// Shows the progress of searches.
struct RunDisplay {
    bar: ProgressBar,
    /// The number of threads wanted for each search.
    threads: usize,
    /// Whether missing threads have been reported.
    threads_reported: bool,
}

impl SolverRun {
    /// A run with a proof table of `mebibytes` MiB. Each search has `threads` threads. The first
    /// Ctrl-C stops the run; a later Ctrl-C ends the program.
    pub(super) fn new(mebibytes: usize, threads: usize) -> Self {
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {prefix}{msg}") {
            bar.set_style(style);
        }
        Self {
            solver: Solver::new(mebibytes).with_threads(threads),
            stop: interrupt::flag(),
            display: RunDisplay {
                bar,
                threads,
                threads_reported: false,
            },
        }
    }

    /// Whether the run has been interrupted.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Nodes searched so far.
    pub(super) fn nodes(&self) -> u64 {
        self.solver.nodes()
    }

    /// Shows this text in the line of progress, to the left of the numbers of the search.
    pub(super) fn show(&self, text: String) {
        self.display.bar.set_prefix(text);
    }

    /// Searches within the limits for the shortest win or, with [`WinQuery::at_once`], for any win.
    pub(super) fn shortest<R: Rules>(
        &mut self,
        position: &R,
        question: &WinQuery,
        limits: Limits,
    ) -> WinBounds {
        let stop = Arc::clone(&self.stop);
        let nodes = limits
            .nodes
            .map(|nodes| self.solver.nodes().saturating_add(nodes));
        let effort = SolveLimits {
            nodes,
            deadline: limits
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            stop: &stop,
        };
        let display = &mut self.display;
        self.solver
            .shortest(position, question, effort, &mut |progress| {
                display.show(progress);
            })
    }

    /// The proof of a win. `None` if the run was interrupted, or if the win is wrong. Only a win
    /// that comes from a checkpoint file can be wrong.
    pub(super) fn proof<R: Rules>(&mut self, position: &R, win: Win) -> Option<Proof> {
        let claim = Claim {
            winner: win.winner,
            turns: win.turns,
        };
        let stop = Arc::clone(&self.stop);
        let effort = SolveLimits {
            nodes: None,
            deadline: None,
            stop: &stop,
        };
        let display = &mut self.display;
        self.solver.proof(position, claim, effort, &mut |progress| {
            display.note_missing_threads(progress);
        })
    }

    /// Clears the line of progress.
    pub(super) fn finish(&self) {
        self.display.bar.finish_and_clear();
    }
}

impl RunDisplay {
    fn show(&mut self, progress: SolveProgress) {
        self.note_missing_threads(progress);
        show_progress(&self.bar, progress);
    }

    /// Reports the first search that has fewer threads than wanted.
    fn note_missing_threads(&mut self, progress: SolveProgress) {
        if progress.threads < self.threads && !self.threads_reported {
            self.threads_reported = true;
            let (started, wanted) = (progress.threads, self.threads);
            self.bar.suspend(|| {
                note(&format!(
                    "Only {started} of {wanted} threads could be started; the search goes on with them."
                ));
            });
        }
    }
}

fn show_progress(bar: &ProgressBar, progress: SolveProgress) {
    let speed = progress.nodes as f64 / bar.elapsed().max(Duration::from_millis(1)).as_secs_f64();
    bar.set_message(format!(
        "player {} within {}: {} nodes, {:.0} k/s, proof {} disproof {}, table {} %",
        progress.claim.winner.number(),
        progress.claim.turns,
        progress.nodes,
        speed / 1000.0,
        progress.root.proof,
        progress.root.disproof,
        progress.fill / 10,
    ));
    bar.tick();
}
