//! Duds: games that are decided before they begin.

use std::sync::atomic::AtomicBool;

use serde::Serialize;

use crate::games::{Game, TypedGame, Visitor};
use crate::rules::Rules;
use crate::solve::{Claim, SolveLimits, SolveResult, Solver};

/// The most turns of a forced win that is looked for.
const MOST_TURNS: u8 = 3;

/// Nodes of the solver for each start.
const NODES: u64 = 10_000;

/// Starts that are searched if the start is drawn at random.
const RANDOM_STARTS: u64 = 8;

/// Size of the solver's table in MiB.
const MEBIBYTES: usize = 16;

/// A win that a player can force from the start position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Forced {
    /// Whether the player who plays the first turn wins.
    pub first_player: bool,
    /// The most turns of the winner.
    pub turns: u8,
}

impl Forced {
    /// Whether the first turn decides the game.
    #[must_use]
    pub const fn is_dud(self) -> bool {
        self.turns <= 1
    }
}

/// The win that a player can force within a few turns from the start position, as far as a small search
/// finds one. If the start is drawn at random, a win must be found from each of a few starts; the
/// longest of them is returned.
pub(super) fn forced(game: &'static Game) -> Option<Forced> {
    game.dispatch(FindWin)
}

struct FindWin;

impl Visitor for FindWin {
    type Output = Option<Forced>;

    fn visit<R: Rules>(self, game: TypedGame<R>) -> Option<Forced> {
        let starts = if game.has_random_start() {
            RANDOM_STARTS
        } else {
            1
        };
        let mut longest: Option<Forced> = None;
        for seed in 0..starts {
            let win = find_win(&game.first_position(seed))?;
            longest = longest
                .filter(|longest| longest.turns >= win.turns)
                .or(Some(win));
        }
        longest
    }
}

fn find_win<R: Rules>(start: &R) -> Option<Forced> {
    let stop = AtomicBool::new(false);
    let mut solver = Solver::new(MEBIBYTES);
    for turns in 1..=MOST_TURNS {
        for winner in [start.seat(), !start.seat()] {
            let limits = SolveLimits {
                nodes: Some(NODES),
                deadline: None,
                stop: &stop,
            };
            let claim = Claim { winner, turns };
            if let SolveResult::Won { turns, .. } = solver.solve(start, claim, limits, &mut |_| {})
            {
                return Some(Forced {
                    first_player: winner == start.seat(),
                    turns,
                });
            }
        }
    }
    None
}
