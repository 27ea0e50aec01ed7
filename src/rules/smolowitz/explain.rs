//! Why a turn is forbidden, in words.

use super::Smolowitz;
use super::possible::refutation;
use crate::board::{Pending, Turn};
use crate::rules::explain::{reviving_unmove, side_name};
use crate::rules::{Forbidden, Rules};

impl Smolowitz {
    /// The rule that a turn which is not legal breaks.
    pub(super) fn reason(&self, turn: Turn) -> Forbidden {
        if self.decided().is_some() {
            return Forbidden::new(
                "the end of the game",
                "the game is over: all sixteen are home",
            );
        }
        if let Err(forbidden) = reviving_unmove(&self.setup, turn) {
            return forbidden;
        }
        let after = self.play(turn);
        if let Some(impossible) = refutation(&after.setup.placement, after.setup.castling) {
            let reason = format!("the position would not be possible: {}", impossible.words());
            return Forbidden::new("possible positions", reason);
        }
        let other = side_name(after.setup.side);
        if let Pending::At(passed) = after.setup.pending {
            let reason = format!("{other} could not un-double-step over {passed}");
            return Forbidden::new("en passant in reverse", reason);
        }
        if after.setup.placement.king_attacked(self.setup.side) {
            let side = side_name(self.setup.side);
            let reason = format!("{side} would be in a kcehc that {other} cannot take back");
            return Forbidden::new("kcehc", reason);
        }
        Forbidden::new("an answer", format!("{other} would have no un-move"))
    }
}
