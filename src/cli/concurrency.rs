//! How many games a subcommand plays at a time.

use std::thread::available_parallelism;

use super::args::Concurrency;
use super::note;
use crate::plural::counted;

/// What limits the search for each turn of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pace {
    /// Time: games that run at the same time slow each other down.
    Timed,
    /// Nodes or depth: the speed does not matter.
    Fixed,
}

impl Concurrency {
    /// The number of games to play at a time: the option, else `configured`, else the default. The
    /// default is one game for each core, or for every two cores if the games are timed.
    pub(super) fn games(self, configured: Option<usize>, pace: Pace) -> usize {
        let cores = available_parallelism().map_or(1, usize::from);
        let default = match pace {
            Pace::Timed => (cores / 2).max(1),
            Pace::Fixed => cores,
        };
        self.concurrency.or(configured).unwrap_or(default)
    }
}

/// Warns if `games` games at a time, with `threads` threads each, have more threads than the
/// machine has cores.
pub(super) fn warn_if_crowded(games: usize, threads: usize, pace: Pace) {
    let cores = available_parallelism().map_or(1, usize::from);
    if games.saturating_mul(threads) <= cores {
        return;
    }
    let (each, need) = if games == 1 {
        ("", "needs")
    } else {
        (" each", "need")
    };
    let meaning = match pace {
        Pace::Timed => "engines that wait for a core may lose on time",
        Pace::Fixed => "more threads than cores save no time",
    };
    note(&format!(
        "{} at a time with {}{each} {need} {}, but this machine has {}: {meaning}.",
        counted(games, "game"),
        counted(threads, "thread"),
        counted(games.saturating_mul(threads), "core"),
        counted(cores, "core"),
    ));
}
