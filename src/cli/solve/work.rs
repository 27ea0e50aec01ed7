//! A solver at work: it can be interrupted, and says how far it is where a person looks on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::interrupt;
use crate::rules::Rules;
use crate::solve::{Claim, Proof, SolveLimits, SolveProgress, Solver, WinBounds, WinQuery};

/// A solver, the signal to stop, and the line on standard error.
pub(in crate::cli) struct Work {
    pub(super) solver: Solver,
    stop: Arc<AtomicBool>,
    bar: ProgressBar,
}

impl Work {
    /// A solver with a table of so many MiB that Ctrl-C stops; a second Ctrl-C ends the program.
    pub(in crate::cli) fn new(mebibytes: usize) -> Self {
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {prefix}{msg}") {
            bar.set_style(style);
        }
        Self {
            solver: Solver::new(mebibytes),
            stop: interrupt::flag(),
            bar,
        }
    }

    /// Whether the person has asked to stop.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Nodes so far.
    pub(super) fn nodes(&self) -> u64 {
        self.solver.nodes()
    }

    /// Shows this in front of what the solver says.
    pub(super) fn show(&self, text: String) {
        self.bar.set_prefix(text);
    }

    /// The shortest win, as far as `nodes` more nodes and the time go.
    pub(super) fn shortest<R: Rules>(
        &mut self,
        position: &R,
        question: &WinQuery,
        nodes: Option<u64>,
        deadline: Option<Instant>,
    ) -> WinBounds {
        let stop = Arc::clone(&self.stop);
        let effort = SolveLimits {
            nodes: nodes.map(|nodes| self.solver.nodes().saturating_add(nodes)),
            deadline,
            stop: &stop,
        };
        let bar = self.bar.clone();
        self.solver
            .shortest(position, question, effort, &mut |progress| {
                tell(&bar, progress);
            })
    }

    /// The proof of a win; `None` when it was interrupted.
    pub(super) fn proof<R: Rules>(&mut self, position: &R, order: Claim) -> Option<Proof> {
        let stop = Arc::clone(&self.stop);
        let effort = SolveLimits {
            nodes: None,
            deadline: None,
            stop: &stop,
        };
        self.solver.proof(position, order, effort, &mut |_| {})
    }

    /// Takes the line on standard error away.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn tell(bar: &ProgressBar, progress: SolveProgress) {
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
