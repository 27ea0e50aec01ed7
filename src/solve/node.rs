//! The nodes of the solver's search tree.

use super::claim::Claim;
use super::clock_win::ClockWin;
use crate::board::Key;
use crate::rules::draw::FIFTY_MOVES;
use crate::rules::{Rules, Seat};

/// A position in the tree, the turns left, and whether a win by the fifty-move rule counts.
pub(super) struct Node<'a, R> {
    pub(super) position: &'a R,
    /// The number of turns that the winner may still play.
    pub(super) turns: u8,
    pub(super) clock_win: ClockWin,
}

impl<R> Clone for Node<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Node<'_, R> {}

impl<R: Rules> Node<'_, R> {
    /// The node after a turn.
    pub(super) fn child<'a>(&self, position: &'a R, turns: u8) -> Node<'a, R> {
        Node {
            position,
            turns,
            clock_win: self.clock_win.after(self.position, position),
        }
    }

    /// The key of the node in the proof table. It combines the position, the winner of the claim
    /// and, if the fifty-move rule can end the game within the turns left, the halfmove clock and
    /// `clock_win`. It leaves out the number of turns left, because one table entry serves all
    /// numbers of turns.
    pub(super) fn key(&self, claim: Claim) -> Key {
        let winner_key = match claim.winner {
            Seat::First => 0,
            Seat::Second => 0x5bd1_e995_9d1b_0f47,
        };
        let clock = self.position.setup().halfmove;
        // An upper bound. The winner plays `turns` plies, and the loser one more, because it may
        // play first and last. 2 more plies are enough for a switch of colours, at which a player
        // plays twice in a row.
        let plies_left = 2 * u16::from(self.turns) + 3;
        let fifty_moves_possible = clock.saturating_add(plies_left) >= FIFTY_MOVES;
        let clock_key = if fifty_moves_possible {
            let counts = u64::from(self.clock_win == ClockWin::Counts) << 16;
            (counts + u64::from(clock) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        } else {
            0
        };
        self.position.key() ^ winner_key ^ clock_key
    }
}
