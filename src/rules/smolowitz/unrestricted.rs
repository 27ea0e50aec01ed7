//! The turns of games with the switch `possible = false`. Point 2 of [`super`] does not apply
//! there: positions need not be possible in chess.

use std::ops::ControlFlow;

use super::Smolowitz;
use crate::board::{Bitboard, Roles, TurnSet, Wing};
use crate::rules::reviving::turns::revivable;
use crate::rules::reviving::unmove::{CheckInfo, UnMoveBoard, UnMoves, can_un_castle};

impl Smolowitz {
    /// The turns that satisfy point 1 of [`super`]: they do not attack the enemy king.
    /// The pending field must be empty: the caller handles a demanded un-double-step.
    pub(super) fn generate_unrestricted<B>(
        &self,
        attack: &CheckInfo,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (placement, side) = (&self.setup.placement, self.setup.side);
        let frozen = self.setup.castling.squares();
        UnMoveBoard::new(placement, side, attack)
            .each_piece(frozen, |un_moves| self.unrestricted_turns(&un_moves, sink))?;
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
        un_moves: &UnMoves,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let set = |targets, roles| TurnSet {
            act: un_moves.act,
            roles,
            ..TurnSet::moves(un_moves.from, targets)
        };
        let reserve = self.setup.placement.reserve();
        let roles = revivable(reserve.roles(!self.setup.side), un_moves.from);
        if !roles.is_empty() && un_moves.reviving.any() {
            sink(set(un_moves.reviving, roles))?;
        }
        if un_moves.quiet.any() {
            sink(set(un_moves.quiet, Roles::NONE))?;
        }
        ControlFlow::Continue(())
    }
}
