//! How a turn of Ssehc may begin, and what that means for the un-moves behind it.
//!
//! What is un-captured at the head of a turn hardly matters to the un-moves of the other pieces, so
//! all kinds that bear alike on the enemy king share an [`Opening`], and pieces that do not come near
//! the vacated square share it with the turns that un-capture nothing.

use std::ops::ControlFlow;

use super::Ssehc;
use crate::board::{Bitboard, Pending, Role, Roles, Square, TurnSet, Wing, attacks, back, row};
use crate::rules::reviving::unmove::{Ground, KingSight, Retreat};

/// The un-captures with which a turn may begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heads {
    /// Whether the turn may begin without one.
    pub(super) may_be_none: bool,
    /// The vacated square.
    pub(super) square: Square,
    /// The kinds that may be placed there.
    pub(super) roles: Roles,
}

/// Turns that satisfy points 1 and 2, and may leave the own king in check.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain {
    /// The turns.
    pub(super) turns: TurnSet,
    /// Those of the targets after which the opponent may go without an un-capture.
    pub(super) unforced: Bitboard,
    /// Whether a piece of the opponent can come to the vacated square.
    pub(super) revives: bool,
}

/// Whoever wants to hear of the turns that satisfy points 1 and 2.
pub(super) trait Listener<B> {
    /// Turns that leave the own king out of check.
    fn take(&mut self, turns: TurnSet) -> ControlFlow<B>;
    /// Turns that may leave it in check.
    fn look_at(&mut self, plain: Plain) -> ControlFlow<B>;
}

/// A way to begin the turn, for un-captures after which the other pieces have the same un-moves.
#[derive(Clone, Copy)]
pub(super) struct Opening<'a> {
    /// The board; a piece just un-captured is on it as a piece only if it bears on the enemy king,
    /// else as an occupied square.
    pub(super) ground: Ground<'a>,
    /// What is un-captured.
    pub(super) roles: Roles,
    /// Where it is un-captured.
    pub(super) head: Option<Square>,
    /// What all openings of a turn have in common.
    pub(super) common: &'a Common,
}

/// What all openings of a turn have in common.
pub(super) struct Common {
    /// The squares to which a piece of the opponent can come once they are vacated.
    pub(super) fillable: Bitboard,
    /// The squares of pieces whose un-moves may leave the own king in check.
    pub(super) watched: Bitboard,
}

impl Opening<'_> {
    /// The un-moves of a piece other than a pawn.
    #[inline(always)]
    fn officer<B>(
        &self,
        from: Square,
        role: Role,
        listener: &mut impl Listener<B>,
    ) -> ControlFlow<B> {
        if self.roles.is_empty() {
            return ControlFlow::Continue(());
        }
        match self.ground.officer(from, role) {
            Some(retreat) => self.emit(&retreat, self.roles, listener),
            None => ControlFlow::Continue(()),
        }
    }

    /// The steps of a piece whose un-moves need not be looked at.
    #[inline(always)]
    fn take<B>(
        &self,
        from: Square,
        targets: Bitboard,
        listener: &mut impl Listener<B>,
    ) -> ControlFlow<B> {
        if targets.is_empty() {
            return ControlFlow::Continue(());
        }
        listener.take(TurnSet {
            roles: self.roles,
            head: self.head,
            ..TurnSet::steps(from, targets)
        })
    }

    /// Those of a retreat that leave the opponent able to be out of check and to do what it is forced
    /// to, after an un-capture of any of `roles`.
    #[inline(always)]
    pub(super) fn emit<B>(
        &self,
        retreat: &Retreat,
        roles: Roles,
        listener: &mut impl Listener<B>,
    ) -> ControlFlow<B> {
        let revives = self.common.fillable.contains(retreat.from);
        let targets = match (revives, retreat.is_pawn()) {
            (false, _) => retreat.quiet,
            (true, true) => retreat.quiet | retreat.reviving,
            (true, false) => retreat.reviving,
        };
        if targets.is_empty() {
            return ControlFlow::Continue(());
        }
        let turns = TurnSet {
            act: retreat.act,
            from: retreat.from,
            targets,
            roles,
            head: self.head,
        };
        if !self.common.watched.contains(retreat.from) {
            return listener.take(turns);
        }
        listener.look_at(Plain {
            turns,
            unforced: retreat.quiet,
            revives,
        })
    }
}

/// The ways to begin a turn between which a piece may have to be told apart.
#[derive(Clone, Copy)]
pub(super) struct Openings<'a> {
    /// One way.
    pub(super) one: &'a Opening<'a>,
    /// Another.
    pub(super) other: &'a Opening<'a>,
    /// Both at once.
    pub(super) either: &'a Opening<'a>,
    /// The pieces for which they are two.
    pub(super) apart: Bitboard,
}

impl Openings<'_> {
    /// The squares of pieces that nothing hinders: they stand in no line to a king, nor near the
    /// vacated square.
    pub(super) fn unhindered(&self) -> Bitboard {
        let opening = self.either;
        let sight = opening.ground.sight();
        if opening.roles.is_empty() || sight.checkers().any() {
            return Bitboard::EMPTY;
        }
        !(self.apart | opening.common.watched | sight.blockers())
    }

    /// The un-moves of those of `pieces` that are of one kind, pawns apart. It is inlined once a
    /// kind, so that what depends on the kind alone is not asked for each piece.
    #[inline(always)]
    pub(super) fn officers<B>(
        &self,
        pieces: Bitboard,
        unhindered: Bitboard,
        role: Role,
        listener: &mut impl Listener<B>,
    ) -> ControlFlow<B> {
        let officers = pieces & self.one.ground.placement().all(role);
        for from in officers & unhindered {
            let targets = self.either.ground.unhindered(from, role);
            self.either.take(from, targets, listener)?;
        }
        for from in officers & !unhindered {
            if self.apart.contains(from) {
                self.one.officer(from, role, listener)?;
                self.other.officer(from, role, listener)?;
            } else {
                self.either.officer(from, role, listener)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a piece on the board attacks the enemy king in one of the ways.
    #[inline]
    pub(super) fn checking(&self) -> bool {
        let checkers = |opening: &Opening<'_>| opening.ground.sight().checkers();
        (checkers(self.one) | checkers(self.other)).any()
    }

    /// The un-moves of those of `pieces` that are pawns, un-promotions apart.
    #[inline(always)]
    pub(super) fn pawns<B>(
        &self,
        pieces: Bitboard,
        unhindered: Bitboard,
        listener: &mut impl Listener<B>,
    ) -> ControlFlow<B> {
        let pawns = pieces & self.one.ground.placement().all(Role::Pawn);
        for from in pawns & unhindered {
            let uncaptures = self.either.common.fillable.contains(from);
            let targets = self.either.ground.unhindered_pawn(from, uncaptures);
            self.either.take(from, targets, listener)?;
        }
        for from in pawns & !unhindered {
            self.each(from, |opening| match opening.ground.pawn(from) {
                Some(retreat) => opening.emit(&retreat, opening.roles, listener),
                None => ControlFlow::Continue(()),
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Calls `visit` for each way in which `from` is to be looked at.
    #[inline]
    pub(super) fn each<B>(
        &self,
        from: Square,
        mut visit: impl FnMut(&Opening<'_>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if !self.apart.contains(from) {
            return visit(self.either);
        }
        for opening in [self.one, self.other] {
            if !opening.roles.is_empty() {
                visit(opening)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Kinds of piece on the vacated square, by what they mean for the enemy king.
pub(super) struct Bearing {
    /// Nothing, whichever other piece un-moves.
    pub(super) idle: Roles,
    /// An attack along a line.
    pub(super) attacking: Roles,
    /// An attack along a line, once a single own piece has left it.
    pub(super) ambushing: Roles,
    /// That piece, where it is one.
    pub(super) ambush: Bitboard,
    /// Whether it matters to the king that something stands there.
    pub(super) aligned: bool,
}

impl Ssehc {
    /// The un-captures with which the turn may begin, un-en-passant apart.
    pub(super) fn heads(&self) -> Heads {
        let placement = &self.setup.placement;
        let side = self.setup.side;
        let checkers = match placement.king(side) {
            Some(king) => placement.attackers(king, !side, placement.occupied()),
            None => Bitboard::EMPTY,
        };
        self.heads_against(checkers)
    }

    /// The same, if these are the pieces that attack the own king.
    pub(super) fn heads_against(&self, checkers: Bitboard) -> Heads {
        let placement = &self.setup.placement;
        let side = self.setup.side;
        let forced = matches!(self.setup.pending, Pending::Must(_));
        let nothing = Heads {
            may_be_none: !forced && checkers.is_empty(),
            square: Square::A1,
            roles: Roles::EMPTY,
        };
        let (Some(square), Some(king)) = (self.vacated(), placement.king(side)) else {
            return nothing;
        };
        let shields = |checker| attacks::between(king, checker).contains(square);
        if !checkers.into_iter().all(shields) {
            return nothing;
        }
        Heads {
            square,
            roles: self.placeable(side, square),
            ..nothing
        }
    }

    /// Sorts the kinds that may come by how they bear on the enemy king. Those that attack it with
    /// a jump are left out: only their own un-move takes the king out of check.
    pub(super) fn bearing(&self, heads: Heads, sight: &KingSight) -> Bearing {
        let side = self.setup.side;
        let square = heads.square;
        let placement = &self.setup.placement;
        let enemy_king = sight.king();
        let mut jumpers = Roles::EMPTY;
        if attacks::knight_attacks(enemy_king).contains(square) {
            jumpers = jumpers.or(Roles::of(Role::Knight));
        }
        if attacks::pawn_attacks(!side, enemy_king).contains(square) {
            jumpers = jumpers.or(Roles::PAWN);
        }
        let aligned = sight.minds(square);
        let between = attacks::between(enemy_king, square) & placement.occupied();
        let sliders = if aligned {
            sliders_along(enemy_king, square)
        } else {
            Roles::EMPTY
        };
        let own = between.is_subset(placement.of(side));
        let (attacking, ambushing) = match (between.is_empty(), own) {
            (true, _) => (sliders, Roles::EMPTY),
            (false, true) => (Roles::EMPTY, sliders),
            (false, false) => (Roles::EMPTY, Roles::EMPTY),
        };
        let bearing = jumpers.or(attacking).or(ambushing);
        Bearing {
            idle: heads.roles.without(bearing),
            attacking: heads.roles.and(attacking),
            ambushing: heads.roles.and(ambushing),
            ambush: between,
            aligned,
        }
    }

    /// The own pieces to which it makes a difference that something stands on the vacated square,
    /// while none of their side attacks the enemy king.
    pub(super) fn apart(&self, bare: &Opening<'_>, filled: &Opening<'_>, heads: Heads) -> Bitboard {
        let placement = &self.setup.placement;
        let (before, after) = (bare.ground.sight(), filled.ground.sight());
        let mut apart = self.near(heads.square);
        if before.minds(heads.square) {
            apart |= before.blockers() | after.blockers();
            for role in sliders_along(before.king(), heads.square).iter().flatten() {
                apart |= placement.all(role);
            }
        }
        apart
    }

    /// The own pieces that can go to `square`, which is empty, or past it; the king where it can
    /// un-castle.
    fn near(&self, square: Square) -> Bitboard {
        let placement = &self.setup.placement;
        let side = self.setup.side;
        let target = Bitboard::from_square(square);
        let before = back(!side, target);
        let pawns = before | back(!side, before) | attacks::pawn_attacks(side, square);
        let reaching =
            placement.attackers(square, side, placement.occupied()) & !placement.all(Role::Pawn);
        let un_promoting = row(side, 8) & pawns;
        reaching
            | (placement.of(side)
                & ((placement.all(Role::Pawn) & pawns)
                    | un_promoting
                    | (placement.all(Role::King) & castled(side))))
    }

    /// The un-moves of a piece of one kind that has just come.
    #[inline(always)]
    pub(super) fn newcomer<B>(
        &self,
        filled: &Opening<'_>,
        (square, role): (Square, Role),
        possible: Roles,
        listener: &mut impl Listener<B>,
    ) -> ControlFlow<B> {
        if !possible.contains(Some(role)) {
            return ControlFlow::Continue(());
        }
        let retreat = match role {
            Role::Pawn => filled.ground.pawn(square),
            _ => filled.ground.officer(square, role),
        };
        match retreat {
            Some(retreat) => filled.emit(&retreat, Roles::of(role), listener),
            None => ControlFlow::Continue(()),
        }
    }
}

/// The sliders that go along the line of two squares that are in line.
fn sliders_along(from: Square, to: Square) -> Roles {
    let straight = from.file() == to.file() || from.rank() == to.rank();
    let role = if straight { Role::Rook } else { Role::Bishop };
    Roles::of(Role::Queen).or(Roles::of(role))
}

/// The squares of a king that has castled.
pub(super) fn castled(side: crate::board::Color) -> Bitboard {
    Wing::ALL
        .into_iter()
        .map(|wing| wing.king_castled(side))
        .collect()
}
