//! The turns of Smolowitz's game (rules 3.1).
//!
//! [`Smolowitz::generate_possible`] asks for points 1 and 2, and [`Smolowitz::generate_legal`] adds
//! point 3, that the other side can answer.
//!
//! Point 2 costs little where it cannot change. An un-move of a piece other than a pawn leads to a
//! square that is connected with the one it left, so that it is traced as before; only what is
//! un-captured behind it, pawns, and whatever locks a square need a look.

use std::ops::ControlFlow;

use super::Smolowitz;
use super::cages::{Army, Cages, Room, locked};
use super::pawns::PawnStructure;
use super::possible::{caged, pawn_structure};
use crate::board::{
    Act, Bitboard, Color, Pending, Role, Roles, Square, TurnSet, Wing, attacks, row,
};
use crate::rules::Rules;
use crate::rules::reviving::turns::demanded_turns;
use crate::rules::reviving::unmove::{
    KingSight, Retreat, can_un_castle, retreat_of, retreats, un_en_passants,
};
use crate::rules::validate::EDGES;

/// The kinds other than pawns, those first that most often have an un-move which nothing forbids.
pub(super) const OFFICERS: [Role; 5] = [
    Role::Knight,
    Role::Queen,
    Role::Bishop,
    Role::Rook,
    Role::King,
];

/// What point 2 needs to know of the position before the turn.
struct Before {
    structure: PawnStructure,
    /// No pawn needs a capture. Then none does after a straight un-move either.
    on_own_files: bool,
    /// The kinds of the other side that are in reserve.
    reserve: Roles,
    /// Where a piece of the other side would not be in a cage.
    room: Room,
    /// The pawns once a piece of the other side has come back, if they allow it.
    pawns: Option<PawnStructure>,
    /// Squares where these certainly allow a pawn.
    uncontested: Bitboard,
}

impl Before {
    fn new(smolowitz: &Smolowitz) -> Self {
        let setup = &smolowitz.setup;
        let placement = &setup.placement;
        let (side, structure) = (setup.side, pawn_structure(placement));
        let mut before = Self {
            structure,
            on_own_files: structure.all_on_own_files(),
            reserve: placement.reserve().roles(!side),
            room: Room::Nothing,
            pawns: None,
            uncontested: Bitboard::EMPTY,
        };
        if !before.reserve.is_empty() {
            let army = Army::of(placement, !side);
            let locked = locked(placement, setup.castling);
            before.room = Cages::with(locked, |cages| cages.room(!side, &army));
            before.pawns = with_revival(structure, side);
            before.uncontested = structure.uncontested(side);
        }
        before
    }

    /// The kinds of the other side's reserve that may stand on `square`: pawns not on rank 1 and 8.
    #[inline]
    fn revivable(&self, square: Square) -> Roles {
        if EDGES.contains(square) {
            self.reserve.without(Roles::PAWN)
        } else {
            self.reserve
        }
    }
}

/// The pawns once a piece of the other side has come back behind an un-move of `side`, if they allow
/// it.
fn with_revival(structure: PawnStructure, side: Color) -> Option<PawnStructure> {
    structure
        .after_revival(side)
        .filter(|after| after.is_possible())
}

impl Smolowitz {
    /// How the own pieces bear on the enemy king.
    pub(super) fn sight(&self) -> Option<KingSight> {
        let (placement, side) = (&self.setup.placement, self.setup.side);
        Some(KingSight::new(placement, side, placement.king(!side)?))
    }

    /// The turns that satisfy points 1 and 2. The position must not be decided.
    pub(super) fn generate_possible<B>(
        &self,
        sight: &KingSight,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let placement = &self.setup.placement;
        let side = self.setup.side;
        if let Pending::At(_) = self.setup.pending {
            return match demanded_turns(&self.setup) {
                Some(set) => self.demanded(sight, set, sink),
                None => ControlFlow::Continue(()),
            };
        }
        if !self.switches.possible {
            return self.generate_unrestricted(sight, sink);
        }
        let mut before = None;
        let frozen = self.setup.castling.squares();
        let unpromotes = placement.reserve().count(side, Role::Pawn) > 0;
        retreats(placement, side, sight, frozen, unpromotes, |retreat| {
            // Where a check leaves hardly any turn, there may be nothing to ask.
            let before = before.get_or_insert_with(|| Before::new(self));
            if retreat.is_pawn() {
                self.pawn_turns(&retreat, before, sink)
            } else {
                self.officer_turns(&retreat, before, sink)
            }
        })?;
        for wing in Wing::ALL {
            if can_un_castle(placement, self.setup.castling, side, wing) {
                let home = Bitboard::from_square(Wing::king_home(side));
                self.each_possible(TurnSet::steps(wing.king_castled(side), home), sink)?;
            }
        }
        self.en_passant_turns(sink)
    }

    /// Whether there is a turn that satisfies points 1 and 2.
    pub(super) fn has_possible_turn(&self) -> bool {
        self.sight().is_some_and(|sight| {
            self.has_quiet_officer_turn(&sight)
                || self
                    .generate_possible(&sight, &mut |set| {
                        if set.is_empty() {
                            ControlFlow::Continue(())
                        } else {
                            ControlFlow::Break(())
                        }
                    })
                    .is_break()
        })
    }

    /// Whether some piece other than a pawn has an un-move that leaves its square empty: point 2
    /// has nothing to say about these.
    fn has_quiet_officer_turn(&self, sight: &KingSight) -> bool {
        if self.setup.pending != Pending::Nothing {
            return false;
        }
        let placement = &self.setup.placement;
        let side = self.setup.side;
        let movers = sight.relieving(placement.of(side) & !self.setup.castling.squares());
        OFFICERS.into_iter().any(|role| {
            (movers & placement.all(role)).into_iter().any(|from| {
                retreat_of(placement, side, sight, (from, role))
                    .is_some_and(|retreat| retreat.quiet.any())
            })
        })
    }

    /// The un-double-step that is demanded, as far as points 1 and 2 go.
    fn demanded<B>(
        &self,
        sight: &KingSight,
        set: TurnSet,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let safe = sight.safe_targets(&self.setup.placement, set.from, Role::Pawn);
        if set.targets.intersects(safe.open) {
            return self.each_possible(set, sink);
        }
        ControlFlow::Continue(())
    }

    /// Asks point 2 of each turn of a set by playing it: for what is too rare to be clever about.
    #[inline(never)]
    fn each_possible<B>(
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

    fn officer_turns<B>(
        &self,
        retreat: &Retreat,
        before: &Before,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let set = |targets, roles| TurnSet {
            roles,
            ..TurnSet::steps(retreat.from, targets)
        };
        let pawns = (before.pawns, before.uncontested);
        let behind = self.roles_behind(retreat.from, before, before.room, pawns);
        if retreat.quiet == retreat.reviving {
            sink(set(retreat.quiet, behind.free.or(Roles::NONE)))?;
        } else {
            if !behind.free.is_empty() {
                sink(set(retreat.reviving, behind.free))?;
            }
            if retreat.quiet.any() {
                sink(set(retreat.quiet, Roles::NONE))?;
            }
        }
        for role in behind.locking.iter().flatten() {
            let targets = self.uncaged_behind(retreat, before, role);
            if targets.any() {
                sink(set(targets, Roles::of(role)))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The targets of an officer that may leave a piece behind which locks a square: for those the
    /// cages are others than before.
    fn uncaged_behind(&self, retreat: &Retreat, before: &Before, role: Role) -> Bitboard {
        let side = self.setup.side;
        let (from, piece) = (retreat.from, role.of(!side));
        let pawns_fit = before.pawns.is_some_and(|pawns| {
            role != Role::Pawn
                || before.uncontested.contains(from)
                || pawns.with(!side, from).is_possible()
        });
        let Some(mover) = self.setup.placement.role_at(from).filter(|_| pawns_fit) else {
            return Bitboard::EMPTY;
        };
        let mut placement = self.setup.placement;
        placement.take(mover.of(side), from);
        placement.put(piece, from);
        let enemy = Army::of(&placement, !side);
        let own = Army::of(&placement, side);
        Cages::with(locked(&placement, self.setup.castling), |cages| {
            if !cages.fit(!side, &enemy) {
                return Bitboard::EMPTY;
            }
            let may_be_promoted = mover != Role::King;
            if may_be_promoted && cages.spare(side, &own).is_some_and(|spare| spare > 0) {
                return retreat.reviving;
            }
            let fits = |&to: &Square| cages.fit(side, &own.with(mover, to));
            retreat.reviving.into_iter().filter(fits).collect()
        })
    }

    /// The kinds that may be un-captured on `from`: there is `room` for them there, and `pawns` allow
    /// it, those after the un-capture of a piece. On `certain` squares they allow a pawn.
    fn roles_behind(
        &self,
        from: Square,
        before: &Before,
        room: Room,
        (pawns, certain): (Option<PawnStructure>, Bitboard),
    ) -> Behind {
        let enemy = !self.setup.side;
        let revivable = before.revivable(from);
        let locking = revivable.and(self.locking_on(from));
        let mut free = Roles::EMPTY;
        if let Some(pawns) = pawns {
            free = revivable.without(locking).and(room.roles_on(from));
            let doubtful = free.contains(Some(Role::Pawn)) && !certain.contains(from);
            if doubtful && !pawns.with(enemy, from).is_possible() {
                free = free.without(Roles::PAWN);
            }
        }
        Behind { free, locking }
    }

    /// The kinds that may lock a square when they are un-captured there.
    #[inline]
    fn locking_on(&self, square: Square) -> Roles {
        let enemy = !self.setup.side;
        if row(enemy, 2).contains(square) {
            return Roles::PAWN;
        }
        let fronts = attacks::pawn_attacks(enemy, square);
        let shut_in = row(enemy, 1).contains(square)
            && fronts.is_subset(self.setup.placement.pieces(enemy, Role::Pawn));
        if shut_in {
            Roles::of(Role::Bishop)
        } else {
            Roles::EMPTY
        }
    }

    fn pawn_turns<B>(
        &self,
        retreat: &Retreat,
        before: &Before,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let un_promotes = retreat.act == Act::UnPromotion;
        if un_promotes && !self.fits_un_promoted(retreat.from) {
            return ControlFlow::Continue(());
        }
        let sure = before.on_own_files && !un_promotes;
        for to in retreat.quiet {
            if sure || self.moved_pawn(retreat.from, to, before).is_possible() {
                self.straight_pawn_turn(retreat, to, sink)?;
            }
        }
        if before.revivable(retreat.from).is_empty() {
            return ControlFlow::Continue(());
        }
        for to in retreat.reviving {
            self.diagonal_pawn_turns(retreat, to, before, sink)?;
        }
        ControlFlow::Continue(())
    }

    /// The pawns once an own one has gone (or appeared) from `from` to `to`.
    fn moved_pawn(&self, from: Square, to: Square, before: &Before) -> PawnStructure {
        let side = self.setup.side;
        before.structure.without(side, from).with(side, to)
    }

    /// A straight un-move for which the pawn captures suffice.
    fn straight_pawn_turn<B>(
        &self,
        retreat: &Retreat,
        to: Square,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let side = self.setup.side;
        if row(side, 2).contains(to) {
            // The pawn locks its square, and perhaps a bishop's.
            let mut placement = self.setup.placement;
            placement.shift(Role::Pawn.of(side), retreat.from, to);
            if caged(&placement, locked(&placement, self.setup.castling)).is_some() {
                return ControlFlow::Continue(());
            }
        }
        let target = Bitboard::from_square(to);
        sink(TurnSet {
            act: retreat.act,
            ..TurnSet::steps(retreat.from, target)
        })
    }

    fn diagonal_pawn_turns<B>(
        &self,
        retreat: &Retreat,
        to: Square,
        before: &Before,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let side = self.setup.side;
        let set = |roles| TurnSet {
            act: retreat.act,
            roles,
            ..TurnSet::steps(retreat.from, Bitboard::from_square(to))
        };
        let room = if row(side, 2).contains(to) {
            self.room_beside(retreat.from, to)
        } else {
            before.room
        };
        let structure = self.moved_pawn(retreat.from, to, before);
        let pawns = (with_revival(structure, side), structure.uncontested(side));
        let behind = self.roles_behind(retreat.from, before, room, pawns);
        if !behind.free.is_empty() {
            sink(set(behind.free))?;
        }
        if behind.locking.is_empty() {
            return ControlFlow::Continue(());
        }
        self.each_possible(set(behind.locking), sink)
    }

    /// Where a piece of the other side would not be in a cage once an own pawn has gone home and locks
    /// its square; nowhere if that shuts an own piece in.
    fn room_beside(&self, from: Square, home: Square) -> Room {
        let side = self.setup.side;
        let mut placement = self.setup.placement;
        placement.shift(Role::Pawn.of(side), from, home);
        Cages::with(locked(&placement, self.setup.castling), |cages| {
            if cages.fit(side, &Army::of(&placement, side)) {
                cages.room(!side, &Army::of(&placement, !side))
            } else {
                Room::Nothing
            }
        })
    }

    /// Whether the own side still fits its cages with the piece on `from` turned into a pawn.
    fn fits_un_promoted(&self, from: Square) -> bool {
        let side = self.setup.side;
        let army = Army::of(&self.setup.placement, side);
        let army = army.without(from).with(Role::Pawn, from);
        let locked = locked(&self.setup.placement, self.setup.castling);
        Cages::with(locked, |cages| cages.fit(side, &army))
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
                ..TurnSet::steps(capture.from, Bitboard::from_square(capture.to))
            };
            self.each_possible(set, &mut |set| {
                // Rules 1.2: the un-double-step must be legal by every point of the game.
                let answerable = set.turns().all(|turn| self.play(turn).has_turn());
                if answerable {
                    sink(set)
                } else {
                    ControlFlow::Continue(())
                }
            })?;
        }
        ControlFlow::Continue(())
    }
}

/// Which kinds may be un-captured behind an un-move.
struct Behind {
    /// Those that satisfy point 2 whatever the target.
    free: Roles,
    /// Those that lock a square, for which the target matters.
    locking: Roles,
}
