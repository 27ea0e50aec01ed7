//! Point 3 of rules 3.1 for turns of the king: the other side can answer.
//!
//! A king may step into check, and beside a piece that is un-captured behind it and attacks it at
//! once; what attacks it then mostly tells by itself whether it can go away again.

use std::ops::ControlFlow;

use super::Smolowitz;
use super::answers::free_steps;
use super::possible::pawn_structure;
use crate::board::{Bitboard, Color, Placement, Role, Roles, Square, TurnSet, attacks, row};
use crate::rules::reviving::unmove::{KingSight, pawn_diagonal, pawn_straight};

impl Smolowitz {
    /// Point 3 for turns of the king, to which the answers differ from target to target.
    pub(super) fn king_turns<B>(
        &self,
        set: TurnSet,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for to in set.targets {
            let part = TurnSet {
                targets: Bitboard::from_square(to),
                ..set
            };
            if set.from.distance(to) > 1 {
                self.each_answerable(part, sink)?;
            } else {
                self.king_step(part, to, sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn king_step<B>(
        &self,
        step: TurnSet,
        to: Square,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (placement, side) = (&self.setup.placement, self.setup.side);
        let lifted = placement.occupied().without(step.from);
        let checking = step.roles.and(checking_beside(side, to, step.from));
        let of = |roles| TurnSet { roles, ..step };
        if placement.attackers(to, !side, lifted).any() {
            return self.king_step_into_check(step, to, checking, sink);
        }
        let mut sure = Roles::EMPTY;
        if free_steps(&self.setup, to).any() {
            sure = step.roles.without(checking);
        }
        for role in checking.without(Roles::PAWN).iter().flatten() {
            // It checks from the square that the king has left, and goes where it does not.
            let ways = attacks::attacks(step.from, role.of(!side), lifted.with(to));
            let attacking = attacks::attacks(to, role.of(!side), lifted);
            if !(ways & !lifted & !attacking).without(to).is_empty() {
                sure = sure.or(Roles::of(role));
            }
        }
        if !sure.is_empty() {
            sink(of(sure))?;
        }
        let rest = step.roles.without(sure);
        if rest.is_empty() {
            return ControlFlow::Continue(());
        }
        self.king_step_into_check(of(rest), to, checking.without(sure), sink)
    }

    /// The same where the own king can be attacked on `to`: certainly if one of `checking` is
    /// un-captured on the square that it left.
    fn king_step_into_check<B>(
        &self,
        step: TurnSet,
        to: Square,
        checking: Roles,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let side = self.setup.side;
        let of = |roles| TurnSet { roles, ..step };
        let mut placement = self.setup.placement;
        placement.shift(Role::King.of(side), step.from, to);
        let open = KingSight::new(&placement, !side, to);
        let calm = step.roles.without(checking);
        if !calm.is_empty() {
            self.calm_king_step(of(calm), &placement, &open, sink)?;
        }
        for role in step.roles.and(checking).iter().flatten() {
            let part = of(Roles::of(role));
            match self.withdraws(&placement, &open, (step.from, role)) {
                Some(true) => sink(part)?,
                Some(false) => {}
                None => self.each_answerable(part, sink)?,
            }
        }
        ControlFlow::Continue(())
    }

    /// The same where nothing is un-captured that attacks the king from the square it left.
    fn calm_king_step<B>(
        &self,
        step: TurnSet,
        placement: &Placement,
        open: &KingSight,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let left = step.from;
        let of = |roles| TurnSet { roles, ..step };
        if self.has_quiet_answer(placement, open, left) {
            return sink(step);
        }
        let sure = self.roles_left_to_pawn(step.roles, placement, open, left);
        if !sure.is_empty() {
            sink(of(sure))?;
        }
        let quiet = step.roles.and(Roles::NONE).without(sure);
        if !quiet.is_empty() && self.may_be_answered(placement, open, left, Roles::EMPTY) {
            self.each_answerable(of(quiet), sink)?;
        }
        let revived = step.roles.without(Roles::NONE).without(sure);
        if revived.is_empty() {
            return ControlFlow::Continue(());
        }
        let (filled, sight) = self.filled(placement, open, left);
        if self.has_quiet_answer(&filled, &sight, left) {
            sink(of(revived))
        } else if self.may_be_answered(&filled, &sight, left, revived) {
            self.each_answerable(of(revived), sink)
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Of the `roles` that may be un-captured on `left`, those with which the one pawn that attacks the
    /// king can certainly go away.
    fn roles_left_to_pawn(
        &self,
        roles: Roles,
        placement: &Placement,
        open: &KingSight,
        left: Square,
    ) -> Roles {
        let pawns = open.checkers() & placement.all(Role::Pawn);
        let Some(pawn) = pawns.single_square().filter(|_| pawns == open.checkers()) else {
            return Roles::EMPTY;
        };
        let (enemy, taken) = (open.attacker(), placement.occupied().with(left));
        let safe = open.safe_targets(placement, pawn, Role::Pawn);
        let straight = pawn_straight(enemy, pawn, taken) & safe.open;
        let diagonal = pawn_diagonal(enemy, pawn, taken) & safe.filled;
        let others = pawn_structure(placement).without(enemy, pawn);
        let goes = |others| self.pawn_goes(straight, diagonal, others);
        // A pawn that comes back is one more to ask of, and a bishop might lock its square.
        let officers = roles.and(Roles::OFFICERS).without(Roles::of(Role::Bishop));
        let mut sure = Roles::EMPTY;
        if roles.contains(None) && goes(Some(others)) {
            sure = Roles::NONE;
        }
        if !officers.is_empty() && goes(others.after_revival(!enemy)) {
            sure = sure.or(officers);
        }
        sure
    }

    /// The board once a piece of the other side stands on `left`: a knight beside the king stands for
    /// any that does not attack it from there.
    fn filled(
        &self,
        placement: &Placement,
        open: &KingSight,
        left: Square,
    ) -> (Placement, KingSight) {
        let mut filled = *placement;
        filled.put(Role::Knight.of(open.attacker()), left);
        let sight = KingSight::new(&filled, open.attacker(), open.king());
        (filled, sight)
    }

    /// Whether a piece that is un-captured on `left`, from where it attacks the king beside it, can
    /// go away again, as nothing else helps; `None` where that needs a closer look.
    fn withdraws(
        &self,
        placement: &Placement,
        open: &KingSight,
        (left, role): (Square, Role),
    ) -> Option<bool> {
        let (enemy, occupied) = (open.attacker(), placement.occupied());
        // Left behind, a piece would shut the lines that go through `left`.
        let shut_out = |checker| attacks::between(open.king(), checker).contains(left);
        let others: Bitboard = open
            .checkers()
            .into_iter()
            .filter(|&c| !shut_out(c))
            .collect();
        let (safe, shut) = (open.shields(open.checkers()), open.shields(others));
        let goes = if role == Role::Pawn {
            // Where it can go, it does not attack the king any more.
            let straight = pawn_straight(enemy, left, occupied);
            let diagonal = pawn_diagonal(enemy, left, occupied);
            let pawns = pawn_structure(placement).after_revival(!enemy);
            if self.pawn_goes(straight & safe, diagonal & shut, pawns) {
                return Some(true);
            }
            (straight | diagonal).intersects(shut)
        } else {
            let ways = attacks::attacks(left, role.of(enemy), occupied) & !occupied;
            if !(ways & safe & !open.attacked_from(role)).is_empty() {
                return Some(true);
            }
            ways.intersects(shut)
        };
        let un_promotes = row(enemy, 8).contains(left);
        let filled = || self.filled(placement, open, left).0;
        if goes || un_promotes || self.has_odd_answers(&filled(), left, Roles::of(role)) {
            None
        } else {
            Some(false)
        }
    }
}

/// The kinds of piece that attack `side`'s king on `king` from the square `beside` it.
fn checking_beside(side: Color, king: Square, beside: Square) -> Roles {
    let straight = king.file() == beside.file() || king.rank() == beside.rank();
    let slider = if straight { Role::Rook } else { Role::Bishop };
    let roles = Roles::of(Role::Queen).or(Roles::of(slider));
    if attacks::pawn_attacks(side, king).contains(beside) {
        roles.or(Roles::PAWN)
    } else {
        roles
    }
}
