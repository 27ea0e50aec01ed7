//! Why a turn is illegal.

use super::Smolowitz;
use crate::board::{Pending, Turn};
use crate::rules::reviving::explain::check_reviving_un_move;
use crate::rules::reviving::placing;
use crate::rules::{Illegality, Rules, side_name};

impl Smolowitz {
    /// The rule that an illegal turn breaks.
    pub(super) fn explain_illegality(&self, turn: Turn) -> Illegality {
        if self.immediate_outcome().is_some() {
            return Illegality::new(
                "the end of the game",
                "the game is over: all sixteen pieces of a colour are home",
            );
        }
        if placing::places_king(&self.setup) {
            return placing::illegality(&self.setup, turn);
        }
        if let Err(illegality) = check_reviving_un_move(&self.setup, turn) {
            return illegality;
        }
        let after = self.play(turn);
        if let Some(impossible) = after.impossibility() {
            let reason = format!("the position would not be possible: {}", impossible.words());
            return Illegality::new("possible positions", reason);
        }
        let other = side_name(after.setup.side);
        if let Pending::At(passed) = after.setup.pending {
            let reason = format!("{other} could not un-double-step over {passed}");
            return Illegality::new("en passant in reverse", reason);
        }
        if after.setup.placement.king_attacked(self.setup.side) {
            let side = side_name(self.setup.side);
            let reason =
                format!("{side} would be in a check (kcehc) that {other} cannot take back");
            return Illegality::new("kcehc", reason);
        }
        Illegality::new(
            "an answer",
            format!("{other} could not answer with any un-move"),
        )
    }
}
