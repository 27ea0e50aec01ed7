//! The turns of games that do not ask whether a position is possible (rules 7, `possible = false`):
//! only point 1 of rules 3.1 is left.

use std::ops::ControlFlow;

use super::Smolowitz;
use crate::board::{Bitboard, Role, Roles, TurnSet, Wing};
use crate::rules::reviving::turns::revivable;
use crate::rules::reviving::unmove::{KingSight, Retreat, can_un_castle, retreats};

impl Smolowitz {
    /// The un-moves that satisfy point 1. Nothing is demanded by the pending field.
    pub(super) fn generate_unrestricted<B>(
        &self,
        sight: &KingSight,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (placement, side) = (&self.setup.placement, self.setup.side);
        let frozen = self.setup.castling.squares();
        let unpromotes = placement.reserve().count(side, Role::Pawn) > 0;
        retreats(placement, side, sight, frozen, unpromotes, |retreat| {
            self.unrestricted_turns(&retreat, sink)
        })?;
        for wing in Wing::ALL {
            if can_un_castle(placement, self.setup.castling, side, wing) {
                let home = Bitboard::from_square(Wing::king_home(side));
                sink(TurnSet::moves(wing.king_castled(side), home))?;
            }
        }
        self.en_passant_turns(sink)
    }

    fn unrestricted_turns<B>(
        &self,
        retreat: &Retreat,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let set = |targets, roles| TurnSet {
            act: retreat.act,
            roles,
            ..TurnSet::moves(retreat.from, targets)
        };
        let roles = revivable(&self.setup, retreat.from);
        if !roles.is_empty() && retreat.reviving.any() {
            sink(set(retreat.reviving, roles))?;
        }
        if retreat.quiet.any() {
            sink(set(retreat.quiet, Roles::NONE))?;
        }
        ControlFlow::Continue(())
    }
}
