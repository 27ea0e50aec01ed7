//! The turns of the Unplay family. The points that a turn must satisfy are listed in [`super`].

use std::ops::ControlFlow;

use super::Unplay;
use super::structure::Structure;
use crate::board::{Act, Bitboard, Pending, Placement, Role, Roles, TurnSet, Wing, attacks};
use crate::rules::reviving::placing;
use crate::rules::reviving::turns::demanded_un_double_step;
use crate::rules::reviving::unmove::{
    CheckInfo, UnMoveBoard, UnMoves, can_un_castle, un_en_passants,
};

impl Unplay {
    /// The turns that satisfy points 1 to 4. Whether the game is over is not checked.
    pub(super) fn generate_semi_legal<B>(
        &self,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let placement = &self.setup.placement;
        let side = self.setup.side;
        if placing::places_king(&self.setup) {
            return sink(placing::turns(&self.setup));
        }
        let Some(attack) = CheckInfo::on_king_of(placement, !side) else {
            return ControlFlow::Continue(());
        };
        if let Pending::At(_) = self.setup.pending {
            return match demanded_un_double_step(&self.setup) {
                Some(set) if leaves_enemy_king_safe(placement, &attack, set) => sink(set),
                _ => ControlFlow::Continue(()),
            };
        }
        let structure = Structure::new(placement, side, &self.switches);
        let frozen = self.setup.castling.squares();
        UnMoveBoard::new(placement, side, &attack).each_piece(frozen, |un_moves| {
            if un_moves.is_pawn() {
                self.pawn_turns(&un_moves, &structure, sink)
            } else {
                self.non_pawn_turns(&un_moves, &structure, sink)
            }
        })?;
        for wing in Wing::ALL {
            if can_un_castle(placement, self.setup.castling, side, wing) {
                let home = Bitboard::from_square(Wing::king_home(side));
                sink(TurnSet::moves(wing.king_castled(side), home))?;
            }
        }
        self.en_passant_turns(&structure, sink)
    }

    /// Whether there is a turn that satisfies points 1 to 4.
    pub(super) fn has_semi_legal_turn(&self) -> bool {
        self.generate_semi_legal(&mut |set| {
            if set.is_empty() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })
        .is_break()
    }

    fn non_pawn_turns<B>(
        &self,
        un_moves: &UnMoves,
        structure: &Structure,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let roles = structure.roles_after_non_pawn(un_moves.from);
        let set = |targets, roles| TurnSet {
            roles,
            ..TurnSet::moves(un_moves.from, targets)
        };
        if un_moves.quiet == un_moves.reviving {
            return sink(set(un_moves.quiet, roles.or(Roles::NONE)));
        }
        if !roles.is_empty() {
            sink(set(un_moves.reviving, roles))?;
        }
        if un_moves.quiet.any() {
            sink(set(un_moves.quiet, Roles::NONE))
        } else {
            ControlFlow::Continue(())
        }
    }

    fn pawn_turns<B>(
        &self,
        un_moves: &UnMoves,
        structure: &Structure,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let set = |targets, roles| TurnSet {
            act: un_moves.act,
            roles,
            ..TurnSet::moves(un_moves.from, targets)
        };
        // `pawn_files` are the files on which the player may not have another pawn. A straight
        // un-promotion adds a pawn to its file. A straight pawn un-move does not.
        let adds_pawn = un_moves.act == Act::UnPromotion;
        if un_moves.quiet.any() && !(adds_pawn && structure.pawn_files.contains(un_moves.from)) {
            sink(set(un_moves.quiet, Roles::NONE))?;
        }
        let diagonal = un_moves.reviving & !structure.pawn_files;
        if diagonal.is_empty() {
            return ControlFlow::Continue(());
        }
        let roles = structure.roles_after_pawn(un_moves.from);
        if roles.is_empty() {
            return ControlFlow::Continue(());
        }
        sink(set(diagonal, roles))
    }

    fn en_passant_turns<B>(
        &self,
        structure: &Structure,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let placement = &self.setup.placement;
        let side = self.setup.side;
        if placement.reserve().count(!side, Role::Pawn) == 0 {
            return ControlFlow::Continue(());
        }
        for capture in un_en_passants(placement, side) {
            if !structure.after_pawn(capture.from).contains(capture.revived)
                || structure.pawn_files.contains(capture.to)
            {
                continue;
            }
            // Point 4: the opponent's next turn un-double-steps the un-captured pawn to `origin`.
            // By point 1, that turn may not leave the king of `side` attacked.
            let after = placement.occupied().without(capture.from).with(capture.to);
            let after = after.with(capture.origin);
            let safe = placement.king(side).is_none_or(|king| {
                placement.attackers(king, !side, after).is_empty()
                    && !attacks::pawn_attacks(side, king).contains(capture.origin)
            });
            if safe {
                sink(TurnSet {
                    act: Act::UnEnPassant,
                    ..TurnSet::moves(capture.from, Bitboard::from_square(capture.to))
                })?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Whether a pawn un-move without an un-capture satisfies point 1.
fn leaves_enemy_king_safe(placement: &Placement, attack: &CheckInfo, set: TurnSet) -> bool {
    let safe = attack.safe_targets(placement, set.from, Role::Pawn);
    !(set.targets & safe.empty).is_empty()
}
