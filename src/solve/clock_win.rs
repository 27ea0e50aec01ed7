//! In some games, when the fifty-move rule ends the game, the side to play loses and the opponent
//! wins. This module decides when the solver counts such a win.

use crate::rules::draw::FIFTY_MOVES;
use crate::rules::switches::DrawMeaning;
use crate::rules::{DrawCause, Rules, Seat, Switches};

/// The smallest number of plies from the first occurrence of a position to the third.
pub const THIRD_OCCURRENCE: u16 = 8;

/// Whether the solver counts a win by the fifty-move rule.
///
/// The solver ignores repetition, but the third occurrence of a position could end the game earlier
/// than the fifty-move rule. So this win counts only if the halfmove clock of the root leaves no
/// time for a third occurrence. After a turn that resets the clock, there is time again, so this
/// win no longer counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ClockWin {
    /// A win by the fifty-move rule counts.
    Counts,
    /// A win by the fifty-move rule does not count.
    Ignored,
}

/// Whether the solver counts wins by the fifty-move rule in a search from this position. It does if
/// the game has such wins (the side to play loses when the rule ends the game), and if the halfmove
/// clock leaves no time for a third occurrence of a position.
#[must_use]
pub fn counts_clock_wins<R: Rules>(position: &R) -> bool {
    let setup = position.setup();
    position.switches().common().fifty_moves == DrawMeaning::Loses
        && setup.halfmove.saturating_add(THIRD_OCCURRENCE) > FIFTY_MOVES
}

impl ClockWin {
    /// Whether a win by the fifty-move rule counts in a search from this root.
    pub(super) fn from_root<R: Rules>(root: &R) -> Self {
        if counts_clock_wins(root) {
            ClockWin::Counts
        } else {
            ClockWin::Ignored
        }
    }

    /// The value after a turn. If the turn resets the halfmove clock, a win by the fifty-move rule
    /// no longer counts.
    pub(super) fn after<R: Rules>(self, before: &R, after: &R) -> Self {
        if after.setup().halfmove > before.setup().halfmove {
            self
        } else {
            ClockWin::Ignored
        }
    }

    /// The player who wins if the fifty-move rule ends the game here; `None` if this win does not
    /// count.
    pub(super) fn winner<R: Rules>(self, position: &R) -> Option<Seat> {
        match self {
            ClockWin::Counts => position.outcome_on(DrawCause::FiftyMoves).winner,
            ClockWin::Ignored => None,
        }
    }
}
