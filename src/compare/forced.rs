//! Finds wins that a player can force from the start position.

use std::sync::atomic::AtomicBool;

use serde::Serialize;

use crate::games::{Game, TypedGame, Visitor};
use crate::rules::Rules;
use crate::solve::{Claim, SolveLimits, SolveResult, Solver};

/// The longest forced win that is searched for, in turns of the winner.
const MAX_WIN_TURNS: u8 = 3;

/// The node limit of a search for a win of one player in a given number of turns.
const MAX_NODES: u64 = 10_000;

/// The number of start positions that are searched if the start is random.
const RANDOM_STARTS: u64 = 8;

/// Size of the solver's table in MiB.
const TABLE_MIB: usize = 16;

/// A win that a player can force from the start position. If the start is random, a `ForcedWin`
/// combines the wins from all searched start positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ForcedWin {
    /// Whether the player who plays the first turn wins; `None` if the winner depends on the start
    /// position.
    pub first_player: Option<bool>,
    /// The winner needs at most this many own turns.
    pub turns: u8,
    /// The number of start positions that were searched: 1 if the start is not random.
    pub starts: u64,
}

impl ForcedWin {
    /// Combines two wins. The result covers the start positions of both wins.
    fn and(self, other: Self) -> Self {
        Self {
            first_player: self
                .first_player
                .filter(|_| self.first_player == other.first_player),
            turns: self.turns.max(other.turns),
            starts: self.starts + other.starts,
        }
    }

    /// Whether the game is a dud: from every searched start position, the winner needs at most one
    /// turn. Different start positions may have different winners.
    #[must_use]
    pub const fn is_dud(self) -> bool {
        self.turns <= 1
    }
}

/// A win that a player can force within `MAX_WIN_TURNS` turns from the start position; `None` if
/// the search finds none. If the start is random, each of `RANDOM_STARTS` start positions must have
/// a win.
pub(super) fn forced_win(game: &'static Game) -> Option<ForcedWin> {
    game.dispatch(FindWin)
}

struct FindWin;

impl Visitor for FindWin {
    type Output = Option<ForcedWin>;

    fn visit<R: Rules>(self, game: TypedGame<R>) -> Option<ForcedWin> {
        let starts = if game.has_random_start() {
            RANDOM_STARTS
        } else {
            1
        };
        let mut of_all: Option<ForcedWin> = None;
        for seed in 0..starts {
            let win = find_win(&game.start_position(seed))?;
            of_all = Some(of_all.map_or(win, |others| others.and(win)));
        }
        of_all
    }
}

fn find_win<R: Rules>(start: &R) -> Option<ForcedWin> {
    let stop = AtomicBool::new(false);
    let mut solver = Solver::new(TABLE_MIB);
    for turns in 1..=MAX_WIN_TURNS {
        for winner in [start.seat(), !start.seat()] {
            let limits = SolveLimits {
                nodes: Some(solver.nodes() + MAX_NODES),
                deadline: None,
                stop: &stop,
            };
            let claim = Claim { winner, turns };
            if let SolveResult::Won { turns, .. } = solver.solve(start, claim, limits, &mut |_| {})
            {
                return Some(ForcedWin {
                    first_player: Some(winner == start.seat()),
                    turns,
                    starts: 1,
                });
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_winner_is_none_if_it_depends_on_the_random_start() {
        let win = |first_player, turns| ForcedWin {
            first_player: Some(first_player),
            turns,
            starts: 1,
        };
        let same = win(false, 1).and(win(false, 3)).and(win(false, 2));
        assert_eq!((same.first_player, same.turns), (Some(false), 3));
        let both = win(true, 1).and(win(false, 3)).and(win(true, 1));
        assert_eq!((both.first_player, both.turns, both.starts), (None, 3, 3));
    }
}
