//! The search: alpha-beta over turns, generic over the rules. It knows no game, prints nothing and
//! never looks at a colour when it means a player.

pub mod limits;
pub mod report;
pub mod score;

use std::sync::atomic::{AtomicBool, Ordering};

pub use limits::{Limits, TimeLimit};
pub use report::{Best, Bound, Info, Report};
pub use score::Score;

use crate::board::Key;
use crate::eval::Weights;
use crate::rules::Rules;

/// The strings that reach into a running search from other threads.
#[derive(Debug, Default)]
pub struct Control {
    stopped: AtomicBool,
    ponder_hit: AtomicBool,
}

impl Control {
    /// Ends the search soon.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether the search has been told to end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// The expected turn has been played: from now on the clock runs.
    pub fn ponder_hit(&self) {
        self.ponder_hit.store(true, Ordering::Relaxed);
    }

    /// Whether the expected turn has been played.
    #[must_use]
    pub fn is_ponder_hit(&self) -> bool {
        self.ponder_hit.load(Ordering::Relaxed)
    }
}

/// How strong the search may be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Strength {
    /// As strong as it can.
    Full,
    /// A level from 0 (a beginner) to 20 (full strength); fractions lie in between.
    Level(f32),
}

/// Settings of a search that outlive a single turn.
#[derive(Clone, Debug)]
pub struct Options {
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// Threads on one table.
    pub threads: usize,
    /// Lines to report.
    pub multipv: usize,
    /// Time kept back for what lies between engine and referee.
    pub overhead: std::time::Duration,
    /// How strong to play.
    pub strength: Strength,
    /// Seed of whatever chance there is (weakened play only).
    pub seed: u64,
    /// Weights of the evaluation.
    pub weights: Weights,
}

/// A search with its transposition table and histories, for one game.
#[derive(Debug)]
pub struct Search<R> {
    options: Options,
    rules: std::marker::PhantomData<R>,
}

impl<R: Rules> Search<R> {
    /// A search with fresh tables.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self {
            options,
            rules: std::marker::PhantomData,
        }
    }

    /// The settings.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Changes settings; the table is made anew only where its size changes.
    pub fn set_options(&mut self, options: Options) {
        self.options = options;
    }

    /// Forgets everything learned: a new game.
    pub fn clear(&mut self) {}

    /// Searches `position` and returns the best turn. `history` holds the keys of the game so far,
    /// oldest first, the position's own key last. Blocks until a limit is reached or `control` says
    /// stop; `listen` hears of the progress on the calling thread.
    pub fn go(
        &mut self,
        position: &R,
        _history: &[Key],
        _limits: &Limits,
        _control: &Control,
        _listen: &mut dyn FnMut(Report),
    ) -> Best {
        Best {
            turn: position.turns().first().copied(),
            ..Best::default()
        }
    }
}
