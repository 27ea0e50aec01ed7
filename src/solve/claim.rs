//! What a search is asked to prove, its limits and its progress.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::numbers::ProofNumbers;
use crate::rules::Seat;

/// What the solver tries to prove.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The player who wins.
    pub winner: Seat,
    /// The player wins within this many own turns.
    pub turns: u8,
}

/// The limits of a solver's search.
#[derive(Clone, Copy, Debug)]
pub struct SolveLimits<'a> {
    /// The search stops soon after this number of nodes; `None` for no limit. The number counts the
    /// nodes of all threads and of all searches since [`Solver::new`](super::Solver::new).
    pub nodes: Option<u64>,
    /// The time to stop; `None` for no limit.
    pub deadline: Option<Instant>,
    /// Another thread sets this to stop the search.
    pub stop: &'a AtomicBool,
}

/// The progress of a search.
#[derive(Clone, Copy, Debug)]
pub struct SolveProgress {
    /// What the solver tries to prove.
    pub claim: Claim,
    /// Nodes of all searches of the solver so far, in all threads.
    pub nodes: u64,
    /// The number of threads that search. If some cannot be started, it is smaller than asked for.
    pub threads: usize,
    /// The proof numbers of the root.
    pub root: ProofNumbers,
    /// How full the table is, in permille.
    pub fill: u32,
}
