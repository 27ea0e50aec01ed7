//! When a win by fifty moves counts, in games in which the side to play then loses.

use crate::rules::draw::FIFTY_MOVES;
use crate::rules::switches::DrawMeaning;
use crate::rules::{DrawCause, Rules, Seat, Switches};

/// The plies after which a position can occur for the third time.
const THIRD_OCCURRENCE: u16 = 8;

/// Whether the winner wins if fifty moves run out on the opponent.
///
/// Players who wait for the clock may repeat positions, and a third occurrence ends the game before the
/// clock does. So such a win counts only if the clock of the root leaves no time for a third occurrence,
/// and only until the clock is set back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ClockWin {
    /// It is a win.
    Counts,
    /// It is not.
    Ignored,
}

/// Whether a forced win from this position may end by fifty moves that run out on the opponent. That
/// needs a game in which the side to play then loses, and a clock that leaves no time for a repetition.
#[must_use]
pub fn counts_clock_wins<R: Rules>(position: &R) -> bool {
    let setup = position.setup();
    position.switches().common().fifty_moves == DrawMeaning::Loses
        && setup.halfmove + THIRD_OCCURRENCE > FIFTY_MOVES
}

impl ClockWin {
    /// Whether such a win counts from this root.
    pub(super) fn from_root<R: Rules>(root: &R) -> Self {
        if counts_clock_wins(root) {
            ClockWin::Counts
        } else {
            ClockWin::Ignored
        }
    }

    /// The same after a turn.
    pub(super) fn after<R: Rules>(self, before: &R, after: &R) -> Self {
        if after.setup().halfmove > before.setup().halfmove {
            self
        } else {
            ClockWin::Ignored
        }
    }

    /// The winner if fifty moves end the game here. A draw has none, and what the points say does not
    /// count as a forced win.
    pub(super) fn winner<R: Rules>(self, position: &R) -> Option<Seat> {
        match self {
            ClockWin::Counts => position.outcome_on(DrawCause::FiftyMoves).winner,
            ClockWin::Ignored => None,
        }
    }
}
