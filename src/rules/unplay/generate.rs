//! The turns of the Unplay games (rules 4, points 1 to 5).

use std::ops::ControlFlow;

use super::Unplay;
use super::structure::Structure;
use crate::board::{Act, Bitboard, Pending, Placement, Role, Roles, Turn, TurnSet, Wing, attacks};
use crate::rules::Rules;
use crate::rules::reviving::own_check::KeepsKingSafe;
use crate::rules::reviving::placing;
use crate::rules::reviving::turns::{demanded_turns, revivable};
use crate::rules::reviving::unmove::{KingSight, Retreat, can_un_castle, retreats, un_en_passants};

impl Unplay {
    /// The turns that satisfy points 1 to 4. The position must not be decided.
    pub(super) fn generate_plain<B>(
        &self,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let placement = &self.setup.placement;
        let side = self.setup.side;
        if self.places_king() {
            return sink(placing::turns(&self.setup));
        }
        let Some(enemy_king) = placement.king(!side) else {
            return ControlFlow::Continue(());
        };
        let sight = KingSight::new(placement, side, enemy_king);
        if let Pending::At(_) = self.setup.pending {
            return match demanded_turns(&self.setup) {
                Some(set) if leaves_enemy_king_safe(placement, &sight, set) => sink(set),
                _ => ControlFlow::Continue(()),
            };
        }
        let structure = Structure::new(placement, side, &self.switches);
        let frozen = self.setup.castling.squares();
        let unpromotes = placement.reserve().count(side, Role::Pawn) > 0;
        retreats(placement, side, &sight, frozen, unpromotes, |retreat| {
            if retreat.is_pawn() {
                self.pawn_turns(&retreat, &structure, sink)
            } else {
                self.officer_turns(&retreat, &structure, sink)
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
    pub(super) fn has_plain_turn(&self) -> bool {
        self.generate_plain(&mut |set| {
            if set.is_empty() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })
        .is_break()
    }

    fn officer_turns<B>(
        &self,
        retreat: &Retreat,
        structure: &Structure,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let revivable = revivable(&self.setup, retreat.from);
        let roles = structure.roles_behind_officer(revivable, retreat.from);
        let set = |targets, roles| TurnSet {
            roles,
            ..TurnSet::moves(retreat.from, targets)
        };
        if retreat.quiet == retreat.reviving {
            return sink(set(retreat.quiet, roles.or(Roles::NONE)));
        }
        if !roles.is_empty() {
            sink(set(retreat.reviving, roles))?;
        }
        if retreat.quiet.any() {
            sink(set(retreat.quiet, Roles::NONE))
        } else {
            ControlFlow::Continue(())
        }
    }

    fn pawn_turns<B>(
        &self,
        retreat: &Retreat,
        structure: &Structure,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let set = |targets, roles| TurnSet {
            act: retreat.act,
            roles,
            ..TurnSet::moves(retreat.from, targets)
        };
        // A pawn that goes straight stays alone on its file, unless it has only just appeared.
        let appears = retreat.act == Act::UnPromotion;
        if retreat.quiet.any() && !(appears && structure.pawn_files.contains(retreat.from)) {
            sink(set(retreat.quiet, Roles::NONE))?;
        }
        let diagonal = retreat.reviving & !structure.pawn_files;
        let revivable = revivable(&self.setup, retreat.from);
        let roles = structure.roles_behind_pawn(revivable, retreat.from);
        if diagonal.is_empty() || roles.is_empty() {
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
            if !structure
                .behind_pawn(capture.from)
                .contains(capture.revived)
                || structure.pawn_files.contains(capture.to)
            {
                continue;
            }
            // Point 4: with the pawn gone on to its row 2, the own king must not be attacked.
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

    /// The turns that satisfy points 1 to 5.
    pub(super) fn generate_removable<B>(
        &self,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let placement = &self.setup.placement;
        let Some(king) = placement.king(self.setup.side) else {
            return self.generate_plain(sink);
        };
        let danger = KingSight::new(placement, !self.setup.side, king);
        self.generate_plain(&mut |set| {
            let safe = KeepsKingSafe::of(&danger, placement, &set);
            for part in safe.parts(set) {
                if !part.is_empty() {
                    sink(part)?;
                }
            }
            let doubtful = safe.rest(set);
            for part in doubtful {
                for turn in part.turns().filter(|&turn| self.own_check_removable(turn)) {
                    sink(TurnSet::only(turn))?;
                }
            }
            ControlFlow::Continue(())
        })
    }

    /// Point 5: after `turn` the own king is not attacked, or the game is over, or the other side
    /// has a turn that satisfies points 1 to 4.
    pub(super) fn own_check_removable(&self, turn: Turn) -> bool {
        let after = self.play(turn);
        !after.setup.placement.king_attacked(self.setup.side)
            || after.immediate_outcome().is_some()
            || after.has_plain_turn()
    }
}

/// Point 1 for a step of a pawn that nothing is un-captured behind.
fn leaves_enemy_king_safe(placement: &Placement, sight: &KingSight, set: TurnSet) -> bool {
    let safe = sight.safe_targets(placement, set.from, Role::Pawn);
    !(set.targets & safe.open).is_empty()
}
