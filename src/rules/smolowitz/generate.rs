//! The turns of Smolowitz's game (rules 3.1).
//!
//! Two layers: [`Smolowitz::generate_possible`] asks for points 1 and 2, and
//! [`Smolowitz::generate_legal`] adds point 3, that the other side can answer.
//!
//! Point 2 costs little where it cannot change. An un-move of a piece other than a pawn leads to a
//! square that is connected with the one it left, so that it is traced as before; only what is
//! un-captured behind it, pawns, and whatever locks a square need a look.

use std::ops::ControlFlow;

use super::Smolowitz;
use super::cages::{Army, Cages, locked};
use super::pawns::PawnStructure;
use super::possible::{caged, pawn_structure};
use crate::board::{
    Act, Bitboard, Color, Pending, Placement, Role, Roles, Square, Turn, TurnSet, Wing, attacks,
    row,
};
use crate::rules::Rules;
use crate::rules::own_check::Harmless;
use crate::rules::revival::{demanded_turns, play, revivable};
use crate::rules::unmove::{KingSight, Retreat, can_un_castle, retreats, un_en_passants};

/// What point 2 needs to know of the position before the turn.
struct Before {
    structure: PawnStructure,
    cages: Cages,
    /// The side whose pieces are un-captured.
    enemy: Army,
    /// Whether the pawns of the side to play can do with one capture less.
    spare_capture: bool,
}

impl Before {
    fn new(smolowitz: &Smolowitz) -> Self {
        let setup = &smolowitz.setup;
        let placement = &setup.placement;
        let locked = locked(placement, setup.castling);
        let structure = pawn_structure(placement);
        let spare_capture = spend(structure, setup.side).is_some_and(PawnStructure::is_possible);
        Self {
            structure,

            cages: Cages::of(locked),
            enemy: Army::of(placement, !setup.side),
            spare_capture,
        }
    }
}

/// One piece of the other side has come back: `color` has one capture less to explain its pawns.
fn spend(mut structure: PawnStructure, color: Color) -> Option<PawnStructure> {
    let captures = match color {
        Color::White => &mut structure.white_captures,
        Color::Black => &mut structure.black_captures,
    };
    *captures = captures.checked_sub(1)?;
    Some(structure)
}

fn pawns_of(structure: &mut PawnStructure, color: Color) -> &mut Bitboard {
    match color {
        Color::White => &mut structure.white,
        Color::Black => &mut structure.black,
    }
}

impl Smolowitz {
    /// The turns that satisfy points 1 and 2. The position must not be decided.
    fn generate_possible<B>(
        &self,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let placement = &self.setup.placement;
        let side = self.setup.side;
        let Some(enemy_king) = placement.king(!side) else {
            return ControlFlow::Continue(());
        };
        let sight = KingSight::new(placement, side, enemy_king);
        if let Pending::At(_) = self.setup.pending {
            return match demanded_turns(&self.setup) {
                Some(set) => self.demanded(&sight, set, sink),
                None => ControlFlow::Continue(()),
            };
        }
        let before = Before::new(self);
        let frozen = self.setup.castling.squares();
        let unpromotes = placement.reserve().count(side, Role::Pawn) > 0;
        retreats(placement, side, &sight, frozen, unpromotes, |retreat| {
            if retreat.is_pawn() {
                self.pawn_turns(&retreat, &before, sink)
            } else {
                self.officer_turns(&retreat, &before, sink)
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
        self.generate_possible(&mut |set| {
            if set.is_empty() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })
        .is_break()
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
    fn each_possible<B>(
        &self,
        set: TurnSet,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for turn in set.turns() {
            let after = play(&self.setup, turn);
            if super::possible::refutation(&after.placement, after.castling).is_none() {
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
        let behind =
            self.roles_behind(retreat.from, before, before.structure, before.spare_capture);
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
        if behind.locking.is_empty() {
            return ControlFlow::Continue(());
        }
        self.each_possible(set(retreat.reviving, behind.locking), sink)
    }

    /// The kinds that may be un-captured on `from`, where the own pawns are those of `structure`
    /// (with the captures as before the turn), and `spare` says whether these can do with one
    /// capture less.
    fn roles_behind(
        &self,
        from: Square,
        before: &Before,
        structure: PawnStructure,
        spare: bool,
    ) -> Behind {
        let side = self.setup.side;
        let mut behind = Behind {
            free: Roles::EMPTY,
            locking: Roles::EMPTY,
        };
        for role in revivable(&self.setup, from).iter().flatten() {
            if self.locks(from, role) {
                behind.locking = behind.locking.or(Roles::of(role));
                continue;
            }
            let pawns = if role == Role::Pawn {
                spend(structure, side).is_some_and(|mut after| {
                    pawns_of(&mut after, !side).add(from);
                    after.is_possible()
                })
            } else {
                spare
            };
            if pawns && before.cages.fit(!side, &before.enemy.with(role, from)) {
                behind.free = behind.free.or(Roles::of(role));
            }
        }
        behind
    }

    /// Whether a piece un-captured there may lock a square.
    fn locks(&self, square: Square, role: Role) -> bool {
        let enemy = !self.setup.side;
        match role {
            Role::Pawn => row(enemy, 2).contains(square),
            Role::Bishop => {
                let fronts = attacks::pawn_attacks(enemy, square);
                row(enemy, 1).contains(square)
                    && fronts.is_subset(self.setup.placement.pieces(enemy, Role::Pawn))
            }
            _ => false,
        }
    }

    fn pawn_turns<B>(
        &self,
        retreat: &Retreat,
        before: &Before,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let side = self.setup.side;
        let set = |targets, roles| TurnSet {
            act: retreat.act,
            roles,
            ..TurnSet::steps(retreat.from, targets)
        };
        for to in retreat.quiet | retreat.reviving {
            let target = Bitboard::from_square(to);
            let straight = retreat.quiet.contains(to);
            let mut structure = before.structure;
            let pawns = pawns_of(&mut structure, side);
            pawns.discard(retreat.from);
            pawns.add(to);
            if row(side, 2).contains(to) {
                // The pawn locks its square, and perhaps a bishop's.
                let roles = if straight {
                    Roles::NONE
                } else {
                    revivable(&self.setup, retreat.from)
                };
                if !straight || structure.is_possible() {
                    self.each_uncaged(set(target, roles), straight, sink)?;
                }
                continue;
            }
            if retreat.act == Act::UnPromotion && !self.fits_un_promoted(retreat.from, before) {
                continue;
            }
            if straight {
                if structure.is_possible() {
                    sink(set(target, Roles::NONE))?;
                }
                continue;
            }
            let spare = spend(structure, side).is_some_and(PawnStructure::is_possible);
            let behind = self.roles_behind(retreat.from, before, structure, spare);
            if !behind.free.is_empty() {
                sink(set(target, behind.free))?;
            }
            if !behind.locking.is_empty() {
                self.each_possible(set(target, behind.locking), sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Turns of a pawn to its row 2; `pawns_fit` says that the pawn captures are known to suffice.
    fn each_uncaged<B>(
        &self,
        set: TurnSet,
        pawns_fit: bool,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if !pawns_fit {
            return self.each_possible(set, sink);
        }
        for turn in set.turns() {
            let mut placement = self.setup.placement;
            placement.shift(Role::Pawn.of(self.setup.side), turn.from(), turn.to());
            if caged(&placement, locked(&placement, self.setup.castling)).is_none() {
                sink(TurnSet::only(turn))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the own side still fits its cages with the piece on `from` turned into a pawn.
    fn fits_un_promoted(&self, from: Square, before: &Before) -> bool {
        let side = self.setup.side;
        let army = Army::of(&self.setup.placement, side);
        let left = |pieces: Bitboard| pieces.without(from);
        let army = Army {
            king: army.king,
            queens: left(army.queens),
            rooks: left(army.rooks),
            bishops: left(army.bishops),
            pawns: army.pawns + 1,
        };
        before.cages.fit(side, &army)
    }

    fn en_passant_turns<B>(
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

    /// The turns that satisfy points 1 to 3. The position must not be decided.
    pub(super) fn generate_legal<B>(
        &self,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let placement = &self.setup.placement;
        let Some(king) = placement.king(self.setup.side) else {
            return ControlFlow::Continue(());
        };
        let danger = KingSight::new(placement, !self.setup.side, king);
        let replies = Replies::find(
            placement,
            self.setup.castling.squares(),
            self.setup.side,
            &danger,
        );
        self.generate_possible(&mut |set| {
            if set.act == Act::UnEnPassant {
                // Its answer has been looked at.
                return sink(set);
            }
            let harmless = Harmless::of(&danger, placement, &set);
            for part in harmless
                .parts(set)
                .into_iter()
                .filter(|part| !part.is_empty())
            {
                let sure = part.targets & replies.survive;
                if sure.any() {
                    sink(TurnSet {
                        targets: sure,
                        ..part
                    })?;
                }
                self.each_answerable(
                    TurnSet {
                        targets: part.targets & !sure,
                        ..part
                    },
                    sink,
                )?;
            }
            for part in harmless.rest(set) {
                self.each_answerable(part, sink)?;
            }
            ControlFlow::Continue(())
        })
    }

    /// Asks point 3 of each turn of a set.
    fn each_answerable<B>(
        &self,
        set: TurnSet,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for turn in set.turns() {
            if self.leaves_an_answer(turn) {
                sink(TurnSet::only(turn))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Point 3: the other side has a turn that satisfies points 1 and 2, or the game is over.
    pub(super) fn leaves_an_answer(&self, turn: Turn) -> bool {
        let after = self.play(turn);
        after.decided().is_some() || after.has_possible_turn()
    }
}

/// Which kinds may be un-captured behind an un-move.
struct Behind {
    /// Those that satisfy point 2 whatever the target.
    free: Roles,
    /// Those that lock a square, for which the target matters.
    locking: Roles,
}

/// Answers of the other side that hardly any turn can take away: short steps of pieces that have
/// nothing to do with the lines to the own king.
struct Replies {
    /// Targets of own un-moves (king apart) after which one of them is certainly legal.
    survive: Bitboard,
}

impl Replies {
    fn find(placement: &Placement, frozen: Bitboard, side: Color, danger: &KingSight) -> Self {
        let king = danger.king();
        let lines = attacks::queen_attacks(king, Bitboard::EMPTY);
        let occupied = placement.occupied();
        let mut first = Bitboard::EMPTY;
        for from in placement.of(!side) & !placement.all(Role::Pawn) & !frozen & !lines {
            let Some(role) = placement.role_at(from) else {
                continue;
            };
            let near = match role {
                Role::Knight => Bitboard::FULL,
                _ => attacks::king_attacks(from),
            };
            let steps = attacks::attacks(from, role.of(!side), occupied)
                & near
                & !occupied
                & !attacks::attacks(king, role.of(!side), Bitboard::EMPTY);
            first |= steps;
            if first.more_than_one() {
                // Whatever square a turn occupies, another of these steps stays free.
                return Self {
                    survive: Bitboard::FULL,
                };
            }
        }
        let survive = if first.any() { !first } else { Bitboard::EMPTY };
        Self { survive }
    }
}
