//! The solver of one run of the program: Ctrl-C stops it, and it shows its progress on standard error
//! if that is a terminal.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::interrupt;
use crate::rules::Rules;
use crate::solve::{Claim, Proof, SolveLimits, SolveProgress, Solver, Win, WinBounds, WinQuery};

/// How much one search may take.
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
    bar: ProgressBar,
}

impl SolverRun {
    /// A run of this solver. The first Ctrl-C stops it; the second one ends the program.
    pub(super) fn new(solver: Solver) -> Self {
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {prefix}{msg}") {
            bar.set_style(style);
        }
        Self {
            solver,
            stop: interrupt::flag(),
            bar,
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

    /// Shows this text before the progress of the solver.
    pub(super) fn show(&self, text: String) {
        self.bar.set_prefix(text);
    }

    /// The shortest win that is found within the limits.
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
        let bar = self.bar.clone();
        self.solver
            .shortest(position, question, effort, &mut |progress| {
                show_progress(&bar, progress);
            })
    }

    /// The proof of a win; `None` if the run was interrupted, or if the win is wrong, as after a wrong
    /// checkpoint.
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
        self.solver.proof(position, claim, effort, &mut |_| {})
    }

    /// Clears the line of progress.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
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
