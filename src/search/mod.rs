//! The search: alpha-beta over turns, generic over the rules. It knows no game, prints nothing and
//! never looks at a colour when it means a player.

pub mod clock;
mod exchange;
mod history;
mod levels;
pub mod limits;
mod node;
pub mod params;
mod picker;
mod pool;
mod quiesce;
mod reduction;
pub mod report;
mod root;
pub mod score;
mod selective;
mod strength;
mod table;
mod window;
mod worker;

use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub use levels::{LevelCurve, LevelCurveError};
pub use limits::{Limits, TimeLimit};
pub use params::Params;
pub use report::{Best, Bound, Info, Report};
pub use score::Score;

use reduction::Reductions;
use table::Table;
use worker::Memory;

use crate::board::Key;
use crate::eval::{Contempt, Network, Weights};
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

impl Strength {
    /// The level of full strength.
    pub const FULL_LEVEL: f32 = 20.0;
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
    /// How much levels below full strength search, and how large their errors are.
    pub levels: LevelCurve,
    /// Seed of whatever chance there is (weakened play only).
    pub seed: u64,
    /// Weights of the evaluation.
    pub weights: Weights,
    /// The network beside them.
    pub network: Option<Arc<Network>>,
    /// How far ahead of what the board shows the player to play thinks itself, because it expects to
    /// outplay the other: in percent of the spread of the game's chances to win
    /// ([`Scale::spread`](crate::eval::Scale::spread)). Nothing where proofs are asked for, or
    /// analysis without end, nor by weights that do not say what a lead is worth
    /// ([`Weights::weigh_leads`]).
    pub contempt: i32,
    /// The numbers of the search.
    pub params: Params,
}

impl Options {
    /// The contempt of a player in games (`benches/experiments.md` says what it wins).
    pub const CONTEMPT: i32 = 50;

    /// The contempt of a player whose opponent is known to be far weaker. Between equals it costs
    /// more than it wins.
    pub const CONTEMPT_FOR_WEAK: i32 = 100;

    /// The contempts that there are.
    pub const CONTEMPTS: RangeInclusive<i32> = -500..=500;

    /// Whether positions are evaluated alike. Weakened play misjudges them by level and seed.
    fn judges_like(&self, other: &Self) -> bool {
        self.weights == other.weights
            && self.network == other.network
            && self.strength == other.strength
            && (self.strength == Strength::Full || self.seed == other.seed)
    }
}

impl Default for Options {
    /// Full strength on one thread with a small table (16 MiB), no time kept back, no contempt, and an
    /// evaluation by which nothing is worth anything: games have weights of their own.
    fn default() -> Self {
        Self {
            hash: 16,
            threads: 1,
            multipv: 1,
            overhead: std::time::Duration::ZERO,
            strength: Strength::Full,
            levels: LevelCurve::default(),
            seed: 0,
            weights: Weights::ZERO,
            network: None,
            contempt: 0,
            params: Params::default(),
        }
    }
}

/// A search with its transposition table and histories, for one game.
#[derive(Debug)]
pub struct Search<R> {
    options: Options,
    reductions: Reductions,
    table: Table,
    /// What the scores in the table count on.
    contempt: Contempt,
    memories: Vec<Memory>,
    rules: PhantomData<R>,
}

impl<R: Rules> Search<R> {
    /// A search with fresh tables.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self {
            table: Table::new(options.hash),
            reductions: Reductions::new(&options.params),
            options,
            contempt: Contempt::NONE,
            memories: Vec::new(),
            rules: PhantomData,
        }
    }

    /// The settings.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Changes settings; the table is made anew only where its size changes, and emptied only where
    /// positions are judged otherwise from now on.
    pub fn set_options(&mut self, options: Options) {
        if options.hash != self.options.hash {
            // The old one goes first, so that never both are there.
            self.table = Table::new(1);
            self.table = Table::new(options.hash);
        } else if !options.judges_like(&self.options) {
            self.table.clear();
        }
        self.reductions = Reductions::new(&options.params);
        self.options = options;
    }

    /// Forgets everything learned: a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        for memory in &mut self.memories {
            memory.history.clear();
        }
    }

    /// Searches `position` and returns the best turn. `history` holds the keys of the game so far,
    /// oldest first, the position's own key last. Blocks until a limit is reached or `control` says
    /// stop; `listen` hears of the progress on the calling thread.
    ///
    /// Scores are told by the scale of the weights ([`Score::told`]).
    ///
    /// A turn is returned wherever there is one, however small the limits. With one thread and no
    /// limit of time, the same searches since [`Search::clear`] have the same results.
    pub fn go(
        &mut self,
        position: &R,
        history: &[Key],
        limits: &Limits,
        control: &Control,
        listen: &mut dyn FnMut(Report),
    ) -> Best {
        let scale = self.options.weights.scale;
        let best = self.search(position, history, limits, control, &mut |report| {
            listen(report.told(scale));
        });
        Best {
            score: best.score.told(scale),
            ..best
        }
    }
}
