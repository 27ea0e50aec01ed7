//! What the threads of one search share.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

use super::claim::{Claim, SolveLimits};
use super::table::{NodeValue, ProofTable};
use crate::board::Key;

/// What the threads of one search share.
pub(super) struct SharedSearch<'a> {
    pub(super) table: &'a ProofTable,
    pub(super) claim: Claim,
    limits: SolveLimits<'a>,
    /// Nodes of all searches of the solver so far. Each thread adds its nodes from time to time.
    nodes: AtomicU64,
    /// The number of threads that search.
    threads: AtomicUsize,
    /// Whether a limit is reached.
    limit_reached: AtomicBool,
    /// The value of the root (a win or no win), set by the first thread that settles the root.
    settled: OnceLock<NodeValue>,
    /// `None` if there is only one thread.
    active: Option<ActiveNodes>,
}

impl<'a> SharedSearch<'a> {
    /// A new search for a proof of `claim`, in one thread. `nodes` counts the nodes of all earlier
    /// searches of the solver.
    pub(super) fn new(
        table: &'a ProofTable,
        claim: Claim,
        limits: SolveLimits<'a>,
        nodes: u64,
    ) -> Self {
        Self {
            table,
            claim,
            limits,
            nodes: AtomicU64::new(nodes),
            threads: AtomicUsize::new(1),
            limit_reached: AtomicBool::new(false),
            settled: OnceLock::new(),
            active: None,
        }
    }

    /// The same search, made ready for this many threads. The further threads are counted when they
    /// start ([`add_thread`](Self::add_thread)).
    pub(super) fn in_threads(self, threads: usize) -> Self {
        Self {
            active: (threads > 1).then(ActiveNodes::default),
            ..self
        }
    }

    /// Nodes of all searches so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The number of threads that search.
    pub(super) fn threads(&self) -> usize {
        self.threads.load(Ordering::Relaxed)
    }

    /// Counts a thread that was started.
    pub(super) fn add_thread(&self) {
        self.threads.fetch_add(1, Ordering::Relaxed);
    }

    /// Adds nodes of a thread.
    pub(super) fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Stops all threads if a limit is reached.
    pub(super) fn check_limits(&self) {
        let SolveLimits {
            nodes,
            deadline,
            stop,
        } = self.limits;
        if stop.load(Ordering::Relaxed)
            || nodes.is_some_and(|nodes| self.nodes() >= nodes)
            || deadline.is_some_and(|deadline| Instant::now() >= deadline)
        {
            self.limit_reached.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the threads must stop: a limit is reached, or one of them has settled the root.
    pub(super) fn is_stopped(&self) -> bool {
        self.limit_reached.load(Ordering::Relaxed) || self.settled.get().is_some()
    }

    /// Stores a value of the root as the result. Does nothing if the value is not settled.
    pub(super) fn set_result(&self, value: NodeValue) {
        if value.numbers().is_settled() {
            // If another thread was faster, its value stays the result.
            let _ = self.settled.set(value);
        }
    }

    /// The value of the root, if a thread has settled it.
    pub(super) fn result(&self) -> Option<NodeValue> {
        self.settled.get().copied()
    }

    /// The table's value for a position with this many turns left. Another thread may have stored
    /// it. `None` if the table has no value, or if there is only one thread.
    pub(super) fn found_by_others(&self, key: Key, turns: u8) -> Option<NodeValue> {
        self.active.as_ref()?;
        self.table.probe(key, turns)
    }

    /// Like [`found_by_others`](Self::found_by_others), but `None` if the value is not settled.
    pub(super) fn settled_by_others(&self, key: Key, turns: u8) -> Option<NodeValue> {
        let found = self.found_by_others(key, turns);
        found.filter(|value| value.numbers().is_settled())
    }

    /// The number of threads that search below a position.
    pub(super) fn threads_below(&self, key: Key) -> u32 {
        let count = |active: &ActiveNodes| active.counter(key).load(Ordering::Relaxed);
        self.active.as_ref().map_or(0, count)
    }

    /// A thread begins to search below a position.
    pub(super) fn enter(&self, key: Key) {
        if let Some(active) = &self.active {
            active.counter(key).fetch_add(1, Ordering::Relaxed);
        }
    }

    /// A thread no longer searches below a position.
    pub(super) fn leave(&self, key: Key) {
        if let Some(active) = &self.active {
            active.counter(key).fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// The number of threads that search below each position. Positions may share a counter.
struct ActiveNodes(Vec<AtomicU32>);

impl Default for ActiveNodes {
    fn default() -> Self {
        Self((0..Self::COUNTERS).map(|_| AtomicU32::new(0)).collect())
    }
}

impl ActiveNodes {
    const COUNTERS: usize = 1 << 12;

    fn counter(&self, key: Key) -> &AtomicU32 {
        &self.0[key as usize % Self::COUNTERS]
    }
}
