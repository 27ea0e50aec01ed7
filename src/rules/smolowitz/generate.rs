//! The turns of the Smolowitz family that satisfy points 1 and 2 of [`super`].
//! [`Smolowitz::generate_legal`] adds point 3.
//!
//! Only un-captures, pawn un-moves, un-promotions and un-castling need a test for point 2. After
//! any other un-move, the piece can be traced to the same home squares as before. `cages` explains
//! *traced*, and the *locked* squares that some functions below mention.

use std::ops::ControlFlow;

use super::Smolowitz;
use super::cages::{Cages, Room, locked};
use super::context::{PawnsAfterRevival, PossibleContext, RevivableRoles};
use crate::board::{Act, Bitboard, Pending, Role, Roles, Square, TurnSet, Wing, attacks, row};
use crate::rules::Rules;
use crate::rules::reviving::turns::{demanded_un_double_step, revivable};
use crate::rules::reviving::unmove::{
    CheckInfo, UnMoveBoard, UnMoves, can_un_castle, un_en_passants,
};

/// The kinds other than pawns. The kinds that most often have a legal un-move come first.
pub(super) const NON_PAWNS: [Role; 5] = [
    Role::Knight,
    Role::Queen,
    Role::Bishop,
    Role::Rook,
    Role::King,
];

impl Smolowitz {
    /// The turns that satisfy points 1 and 2. The position must have no immediate outcome.
    pub(super) fn generate_possible<B>(
        &self,
        attack: &CheckInfo,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let placement = &self.setup.placement;
        let side = self.setup.side;
        if let Pending::At(_) = self.setup.pending {
            return match demanded_un_double_step(&self.setup) {
                Some(set) => self.demanded_turn(attack, set, sink),
                None => ControlFlow::Continue(()),
            };
        }
        if !self.switches.possible {
            return self.generate_unrestricted(attack, sink);
        }
        let mut context = None;
        let frozen = self.setup.castling.squares();
        UnMoveBoard::new(placement, side, attack).each_piece(frozen, |un_moves| {
            // If the enemy king is in check, there are often no turns at all, so the context is
            // computed only when needed.
            let context = context.get_or_insert_with(|| PossibleContext::new(self));
            if un_moves.is_pawn() {
                self.pawn_turns(&un_moves, context, sink)
            } else {
                self.non_pawn_turns(&un_moves, context, sink)
            }
        })?;
        for wing in Wing::ALL {
            if can_un_castle(placement, self.setup.castling, side, wing) {
                let home = Bitboard::from_square(Wing::king_home(side));
                self.test_each_for_possible(TurnSet::moves(wing.king_castled(side), home), sink)?;
            }
        }
        self.en_passant_turns(sink)
    }

    /// Whether there is a turn that satisfies points 1 and 2.
    pub(super) fn has_possible_turn(&self) -> bool {
        let attack = CheckInfo::on_king_of(&self.setup.placement, !self.setup.side);
        attack.is_some_and(|attack| {
            self.has_quiet_non_pawn_turn(&attack)
                || self
                    .generate_possible(&attack, &mut |set| {
                        if set.is_empty() {
                            ControlFlow::Continue(())
                        } else {
                            ControlFlow::Break(())
                        }
                    })
                    .is_break()
        })
    }

    /// Whether a piece other than a pawn has an un-move that un-captures nothing and satisfies
    /// point 1. Such a turn always satisfies point 2.
    fn has_quiet_non_pawn_turn(&self, attack: &CheckInfo) -> bool {
        if self.setup.pending != Pending::Nothing {
            return false;
        }
        let placement = &self.setup.placement;
        let side = self.setup.side;
        let movers =
            attack.able_to_resolve(placement.by_color(side) & !self.setup.castling.squares());
        NON_PAWNS.into_iter().any(|role| {
            (movers & placement.by_role(role)).into_iter().any(|from| {
                UnMoveBoard::new(placement, side, attack)
                    .non_pawn(from, role)
                    .is_some_and(|un_moves| un_moves.quiet.any())
            })
        })
    }

    /// The demanded un-double-step, if it satisfies points 1 and 2.
    fn demanded_turn<B>(
        &self,
        attack: &CheckInfo,
        set: TurnSet,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let safe = attack.safe_targets(&self.setup.placement, set.from, Role::Pawn);
        if set.targets.intersects(safe.empty) {
            return self.test_each_for_possible(set, sink);
        }
        ControlFlow::Continue(())
    }

    /// Plays each turn of a set and passes on those that satisfy point 2. This is slow, so only
    /// rare kinds of turns are tested in this way.
    #[inline(never)]
    pub(super) fn test_each_for_possible<B>(
        &self,
        set: TurnSet,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for turn in set.turns() {
            if self.play(turn).impossibility().is_none() {
                sink(TurnSet::only(turn))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn non_pawn_turns<B>(
        &self,
        un_moves: &UnMoves,
        context: &PossibleContext,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let set = |targets, roles| TurnSet {
            roles,
            ..TurnSet::moves(un_moves.from, targets)
        };
        let revivable = self.revivable_roles(un_moves.from, context, context.room, context.pawns);
        if un_moves.quiet == un_moves.reviving {
            sink(set(un_moves.quiet, revivable.free.or(Roles::NONE)))?;
        } else {
            if !revivable.free.is_empty() {
                sink(set(un_moves.reviving, revivable.free))?;
            }
            if un_moves.quiet.any() {
                sink(set(un_moves.quiet, Roles::NONE))?;
            }
        }
        for role in revivable.locking.iter().flatten() {
            let targets = self.uncaged_targets(un_moves, context, role);
            if targets.any() {
                sink(set(targets, Roles::of(role)))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The targets of `un_moves` that satisfy point 2 if the turn un-captures a piece of the kind
    /// `role`. That piece may lock the vacated square and so cage other pieces. The piece that
    /// un-moves is not a pawn.
    fn uncaged_targets(
        &self,
        un_moves: &UnMoves,
        context: &PossibleContext,
        role: Role,
    ) -> Bitboard {
        let side = self.setup.side;
        let (from, piece) = (un_moves.from, role.of(!side));
        let pawns_fit = context.pawns.structure.is_some_and(|structure| {
            role != Role::Pawn
                || context.pawns.uncontested.contains(from)
                || structure.with(!side, from).is_possible()
        });
        let Some(mover) = self.setup.placement.role_at(from).filter(|_| pawns_fit) else {
            return Bitboard::EMPTY;
        };
        let mut placement = self.setup.placement;
        placement.remove(mover.of(side), from);
        placement.put(piece, from);
        let enemy = context.enemy.with(role, from);
        let own = context.own.without(from);
        Cages::with(locked(&placement, self.setup.castling), |cages| {
            if !cages.fits(!side, &enemy) {
                return Bitboard::EMPTY;
            }
            let may_be_promoted = mover != Role::King;
            if may_be_promoted && cages.spare(side, &own).is_some_and(|spare| spare > 0) {
                return un_moves.reviving;
            }
            let fits = |&to: &Square| cages.fits(side, &own.with(mover, to));
            un_moves.reviving.into_iter().filter(fits).collect()
        })
    }

    /// The kinds that may be un-captured on `from`. `pawns` are the pawns after the turn, except a
    /// pawn that the turn un-captures. `room` says where one more enemy piece [fits](Cages::fits).
    pub(super) fn revivable_roles(
        &self,
        from: Square,
        context: &PossibleContext,
        room: Room,
        pawns: PawnsAfterRevival,
    ) -> RevivableRoles {
        let enemy = !self.setup.side;
        let reserve = revivable(context.reserve, from);
        let locking = reserve.and(self.locking_on(from));
        let mut free = Roles::EMPTY;
        if let Some(structure) = pawns.structure {
            free = reserve.without(locking).and(room.roles_on(from));
            let needs_test = free.contains(Some(Role::Pawn)) && !pawns.uncontested.contains(from);
            if needs_test && !structure.with(enemy, from).is_possible() {
                free = free.without(Roles::PAWN);
            }
        }
        RevivableRoles { free, locking }
    }

    /// The kinds that may lock a square when they are un-captured on it.
    #[inline]
    fn locking_on(&self, square: Square) -> Roles {
        let enemy = !self.setup.side;
        if row(enemy, 2).contains(square) {
            return Roles::PAWN;
        }
        let fronts = attacks::pawn_attacks(enemy, square);
        let is_walled_in = row(enemy, 1).contains(square)
            && fronts.is_subset(self.setup.placement.pieces(enemy, Role::Pawn));
        if is_walled_in {
            Roles::of(Role::Bishop)
        } else {
            Roles::EMPTY
        }
    }

    pub(super) fn en_passant_turns<B>(
        &self,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let placement = &self.setup.placement;
        let side = self.setup.side;
        if placement.reserve().count(!side, Role::Pawn) == 0 {
            return ControlFlow::Continue(());
        }
        for capture in un_en_passants(placement, side) {
            let set = TurnSet {
                act: Act::UnEnPassant,
                ..TurnSet::moves(capture.from, Bitboard::from_square(capture.to))
            };
            self.test_each_for_possible(set, &mut |set| {
                // The opponent must answer with the un-double-step, which must satisfy all points.
                let is_legal = set.turns().all(|turn| self.play(turn).has_turn());
                if is_legal {
                    sink(set)
                } else {
                    ControlFlow::Continue(())
                }
            })?;
        }
        ControlFlow::Continue(())
    }
}
