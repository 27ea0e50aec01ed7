//! The shortest forced win, found by allowing one more turn at a time.

use super::MAX_TURNS;
use super::claim::{Claim, SolveLimits, SolveProgress};
use super::solver::{SolveResult, Solver};
use crate::board::Turn;
use crate::rules::{Rules, Seat};

/// A question about the forced wins of a position.
#[derive(Clone, Debug)]
pub struct WinQuery {
    /// The players who may be the winner.
    pub winners: Vec<Seat>,
    /// Search for wins in which the winner plays at most this many turns.
    pub turns: u8,
    /// Do not search for shorter wins first. The win that is found may not be the shortest.
    pub at_once: bool,
}

/// A forced win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Win {
    /// The player who wins.
    pub winner: Seat,
    /// The player wins within this many own turns.
    pub turns: u8,
    /// Whether it is known that this player has no win in fewer turns.
    pub is_shortest: bool,
    /// The first turn, if the winner is to play.
    pub first: Option<Turn>,
}

/// What is known about the forced wins of a position. Some wins do not count, see
/// [`Solver::solve`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WinBounds {
    /// The forced win, if one was found.
    pub win: Option<Win>,
    /// The first player has no win within this number of turns; `None` if nothing is known.
    pub no_win_for_first: Option<u8>,
    /// The second player has no win within this number of turns; `None` if nothing is known.
    pub no_win_for_second: Option<u8>,
}

impl WinBounds {
    /// The number of turns within which a player has no win; `None` if nothing is known.
    #[must_use]
    pub const fn no_win(&self, seat: Seat) -> Option<u8> {
        match seat {
            Seat::First => self.no_win_for_first,
            Seat::Second => self.no_win_for_second,
        }
    }

    fn set_no_win(&mut self, seat: Seat, turns: u8) {
        match seat {
            Seat::First => self.no_win_for_first = Some(turns),
            Seat::Second => self.no_win_for_second = Some(turns),
        }
    }
}

impl Solver {
    /// Searches for the shortest forced win of any player in [`WinQuery::winners`].
    pub fn shortest<R: Rules>(
        &mut self,
        position: &R,
        query: &WinQuery,
        limits: SolveLimits<'_>,
        listen: &mut dyn FnMut(SolveProgress),
    ) -> WinBounds {
        let mut bounds = WinBounds::default();
        let most = query.turns.min(MAX_TURNS);
        let least = if query.at_once { most } else { 0 };
        for turns in least..=most {
            for &winner in &query.winners {
                let claim = Claim { winner, turns };
                match self.solve(position, claim, limits, listen) {
                    SolveResult::Won { turns, first } => {
                        let is_shortest = turns == 0 || bounds.no_win(winner) >= Some(turns - 1);
                        bounds.win = Some(Win {
                            winner,
                            turns,
                            is_shortest,
                            first,
                        });
                        return bounds;
                    }
                    SolveResult::NotWon => bounds.set_no_win(winner, turns),
                    SolveResult::Open => return bounds,
                }
            }
        }
        bounds
    }
}
