//! Why a turn is forbidden, in words.

use super::Ssehc;
use crate::board::Turn;
use crate::rules::Forbidden;

impl Ssehc {
    /// The rule that a turn which is not legal breaks.
    pub(super) fn reason(&self, _turn: Turn) -> Forbidden {
        Forbidden::new("a turn", "it is not a legal turn here")
    }
}
