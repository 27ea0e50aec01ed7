//! What all threads of a search share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::control::Control;
use super::params::Params;
use super::reduction::Reductions;
use super::skill::EvalNoise;
use super::stopwatch::Stopwatch;
use super::table::TranspositionTable;
use super::time_manager::TimeManager;
use crate::eval::{Contempt, Network, Weights};

/// What all threads of a search share.
#[derive(Debug)]
pub(super) struct Shared<'a> {
    /// The transposition table.
    pub(super) table: &'a TranspositionTable,
    /// The search parameters.
    pub(super) params: &'a Params,
    /// The weights of the evaluation.
    pub(super) weights: &'a Weights,
    /// The neural network, if any. Its output is added to the weighted sum.
    pub(super) network: Option<&'a Network>,
    /// The contempt of the player at the root.
    pub(super) contempt: Contempt,
    /// How much late turns are reduced.
    pub(super) reductions: &'a Reductions,
    /// Signals from outside the search: stop, and ponder hit.
    pub(super) control: &'a Control,
    /// The evaluation errors of a skill level; `None` at full strength.
    pub(super) eval_noise: Option<EvalNoise>,
    /// Node limit for all threads together.
    pub(super) node_limit: Option<u64>,
    /// The time for this turn.
    pub(super) clock: Option<TimeManager>,
    /// Whether the clock starts only at [`Control::ponder_hit`].
    pub(super) ponder: bool,
    /// Measures the time since the start of the search.
    pub(super) stopwatch: Stopwatch,
    /// Set when the search ends for any reason.
    pub(super) stopped: AtomicBool,
    /// Nodes of all threads, as far as the threads have published them.
    pub(super) nodes: AtomicU64,
}

impl Shared<'_> {
    /// Tells all threads to stop.
    pub(super) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether the threads must stop.
    #[must_use]
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed) || self.control.is_stopped()
    }

    /// Nodes of all threads, as far as they have been published. At most the node limit: at the
    /// limit, a thread adds a node and takes it back.
    #[must_use]
    pub(super) fn published_nodes(&self) -> u64 {
        let nodes = self.nodes.load(Ordering::Relaxed);
        self.node_limit.map_or(nodes, |limit| nodes.min(limit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_nodes_do_not_exceed_the_node_limit() {
        let params = Params::default();
        let published = |node_limit| {
            let shared = Shared {
                table: &TranspositionTable::new(1),
                params: &params,
                weights: &Weights::ZERO,
                network: None,
                contempt: Contempt::NONE,
                reductions: &Reductions::new(&params),
                control: &Control::default(),
                eval_noise: None,
                node_limit,
                clock: None,
                ponder: false,
                stopwatch: Stopwatch::start(),
                stopped: AtomicBool::new(false),
                nodes: AtomicU64::new(61),
            };
            shared.published_nodes()
        };
        assert_eq!([Some(60), Some(61), None].map(published), [60, 61, 61]);
    }
}
