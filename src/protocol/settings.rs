//! The values of the engine's options. [`super::option`] declares the names of the options, and
//! which values are allowed.

use std::num::NonZero;
use std::thread;
use std::time::Duration;

use crate::games::Game;
use crate::search::{Options, Strength};

/// The values of all options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The game.
    pub game: &'static Game,
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// Search threads.
    pub threads: usize,
    /// Lines of analysis to report.
    pub multipv: usize,
    /// Time reserved on every turn for the delay between engine and clock.
    pub overhead: Duration,
    /// Whether scores come with the probabilities of win, draw and loss.
    pub show_wdl: bool,
    /// Whether every search is an analysis, at full strength and without contempt.
    pub analyse: bool,
    /// The skill level. It has no effect if `elo` sets the strength.
    pub skill: u8,
    /// Whether `elo` sets the strength instead of `skill`. No effect in a game without ratings.
    pub limit_strength: bool,
    /// The rating at which the engine plays if `limit_strength` is on.
    pub elo: i64,
    /// Contempt in percent ([`Options::contempt`]); `None` for the contempt of the game.
    pub contempt: Option<i32>,
    /// Whether the network of the game is used.
    pub use_network: bool,
    /// Whether the engine plays turns from the game's book, without a search.
    pub own_book: bool,
    /// Seed of the errors that the engine makes below full strength.
    pub seed: u64,
    /// Seed that selects one of the start positions, in a game with several.
    pub start_seed: u64,
    /// The file to which all lines received and sent are appended.
    pub log_file: Option<String>,
}

impl Settings {
    /// Settings for a game, with every number 0 and every yes-or-no option off.
    /// [`super::option::defaults`] replaces them with the defaults.
    pub(super) const fn zero(game: &'static Game) -> Self {
        Self {
            game,
            hash: 0,
            threads: 0,
            multipv: 0,
            overhead: Duration::ZERO,
            show_wdl: false,
            analyse: false,
            skill: 0,
            limit_strength: false,
            elo: 0,
            contempt: None,
            use_network: false,
            own_book: false,
            seed: 0,
            start_seed: 0,
            log_file: None,
        }
    }

    /// The threads of a search: [`Settings::threads`], but at most one for each processor that the
    /// program may use. With more threads, the search would check its clock too late.
    #[must_use]
    pub fn used_threads(&self) -> usize {
        let processors = thread::available_parallelism().map_or(usize::MAX, NonZero::get);
        self.threads.min(processors)
    }

    fn strength(&self) -> Strength {
        let level = if self.limit_strength && self.game.has_ratings() {
            self.game.level_of(self.elo)
        } else {
            f32::from(self.skill)
        };
        if self.analyse {
            Strength::Full
        } else {
            Strength::of_level(level)
        }
    }

    /// The options of a search with these settings.
    #[must_use]
    pub fn search_options(&self) -> Options {
        let options = self.game.search_options();
        Options {
            hash: self.hash,
            threads: self.used_threads(),
            multipv: self.multipv,
            overhead: self.overhead,
            strength: self.strength(),
            seed: self.seed,
            network: options.network.filter(|_| self.use_network),
            contempt: match self.contempt {
                _ if self.analyse => 0,
                Some(contempt) => contempt,
                None => self.game.contempt(),
            },
            ..options
        }
    }
}
