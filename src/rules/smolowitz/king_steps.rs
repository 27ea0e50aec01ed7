//! Tests turns of the king by point 3 of [`super`]: after the turn, the opponent has an *answer*, a
//! turn that satisfies all other points.
//!
//! A king may step into check, and a piece that is un-captured on the vacated square may attack the
//! king at once. In both cases an answer must end the check, because point 1 holds for answers too.
//! Usually the code finds an answer, or shows that there is none, without playing the turn.

use std::ops::ControlFlow;

use super::Smolowitz;
use super::free_steps::{Step, free_step};
use super::possible::pawn_structure;
use crate::board::{
    Bitboard, Color, Placement, Role, RoleOn, Roles, Square, TurnSet, attacks, row,
};
use crate::rules::reviving::unmove::{CheckInfo, pawn_diagonal, pawn_straight, reach};

impl Smolowitz {
    /// Filters turns of the king by point 3. Each target is tested separately, because the
    /// opponent's answers depend on the target.
    pub(super) fn king_turns<B>(
        &self,
        set: TurnSet,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut known = None;
        for to in set.targets {
            let part = TurnSet {
                targets: Bitboard::from_square(to),
                ..set
            };
            if set.from.distance(to) > 1 {
                self.test_each_for_answer(part, sink)?;
            } else {
                self.king_step(part, to, &mut known, sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Filters the turns of `step` by point 3. All move the king to `to`; they differ in the
    /// un-captured piece.
    ///
    /// `known` is a *free step* ([`super::free_steps`]): an un-move of the opponent that is an
    /// answer if the king is not in check. Before the call, it is a free step for an earlier target
    /// of the king, or `None`. If the king is not attacked on `to`, `known` becomes a free step for
    /// the king on `to`, or `None` if there is none.
    fn king_step<B>(
        &self,
        step: TurnSet,
        to: Square,
        known: &mut Option<Step>,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (placement, side) = (&self.setup.placement, self.setup.side);
        let lifted = placement.occupied().without(step.from);
        let checking = step.roles.and(roles_checking_beside(side, to, step.from));
        let of = |roles| TurnSet { roles, ..step };
        if placement.attackers(to, !side, lifted).any() {
            return self.king_step_into_check(step, to, checking, sink);
        }
        *known = known
            .filter(|step| step.stays_free(to))
            .or_else(|| free_step(&self.setup, to));
        let mut sure = Roles::EMPTY;
        if known.is_some() {
            sure = step.roles.without(checking);
        }
        for role in checking.without(Roles::PAWN).iter().flatten() {
            // The un-captured piece gives check from the square that the king has left. Any un-move
            // of this piece to a square from which it gives no check is an answer.
            let targets = reach(role, step.from, lifted.with(to));
            let attacking = reach(role, to, lifted);
            if !(targets & !lifted & !attacking).without(to).is_empty() {
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

    /// Filters the turns of `step` by point 3. All move the king to `to`. [`Self::king_step`] calls
    /// this function in two cases: the king would be attacked on `to` if the vacated square stayed
    /// empty, or no answer to these turns has been found. An un-captured piece of a kind in
    /// `checking` attacks the king.
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
        placement.move_piece(Role::King.of(side), step.from, to);
        let open = CheckInfo::new(&placement, !side, to);
        let others = step.roles.without(checking);
        if !others.is_empty() {
            self.king_step_without_revived_checker(of(others), &placement, &open, sink)?;
        }
        for role in step.roles.and(checking).iter().flatten() {
            let part = of(Roles::of(role));
            let checker = RoleOn {
                role,
                square: step.from,
            };
            match self.revived_checker_can_go(&placement, &open, checker) {
                Some(true) => sink(part)?,
                Some(false) => {}
                None => self.test_each_for_answer(part, sink)?,
            }
        }
        ControlFlow::Continue(())
    }

    /// Filters the turns of `step` by point 3. Each un-captures no piece, or a piece that does not
    /// attack the king. `placement` is the board after the king's step, with the vacated square
    /// empty. `open` is the attack on the king on this board.
    fn king_step_without_revived_checker<B>(
        &self,
        step: TurnSet,
        placement: &Placement,
        open: &CheckInfo,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let vacated = step.from;
        let of = |roles| TurnSet { roles, ..step };
        if self.has_quiet_answer(placement, open, vacated) {
            return sink(step);
        }
        let sure = self.roles_leaving_pawn_answer(step.roles, placement, open, vacated);
        if !sure.is_empty() {
            sink(of(sure))?;
        }
        let quiet = step.roles.and(Roles::NONE).without(sure);
        if !quiet.is_empty() && self.may_be_answered(placement, open, vacated, Roles::EMPTY) {
            self.test_each_for_answer(of(quiet), sink)?;
        }
        let revived = step.roles.without(Roles::NONE).without(sure);
        if revived.is_empty() {
            return ControlFlow::Continue(());
        }
        let (filled, attack) = self.filled(placement, open, vacated);
        if self.has_quiet_answer(&filled, &attack, vacated) {
            sink(of(revived))
        } else if self.may_be_answered(&filled, &attack, vacated, revived) {
            self.test_each_for_answer(of(revived), sink)
        } else {
            ControlFlow::Continue(())
        }
    }

    /// The kinds in `roles` whose un-capture on `vacated` certainly leaves an answer: an un-move of
    /// the pawn that gives check. "No piece" counts as a kind. The result is empty if no pawn
    /// gives check, or if there are other checkers.
    fn roles_leaving_pawn_answer(
        &self,
        roles: Roles,
        placement: &Placement,
        open: &CheckInfo,
        vacated: Square,
    ) -> Roles {
        let pawns = open.checkers() & placement.by_role(Role::Pawn);
        let Some(pawn) = pawns.single_square().filter(|_| pawns == open.checkers()) else {
            return Roles::EMPTY;
        };
        let (enemy, taken) = (open.attacker(), placement.occupied().with(vacated));
        let safe = open.safe_targets(placement, pawn, Role::Pawn);
        let straight = pawn_straight(enemy, pawn, taken) & safe.empty;
        let diagonal = pawn_diagonal(enemy, pawn, taken) & safe.filled;
        let others = pawn_structure(placement).without(enemy, pawn);
        let can_go = |others| self.pawn_can_go(straight, diagonal, others);
        // Pawns and bishops are left out, because they can make the position impossible (point 2).
        // A pawn changes the pawn structure. A bishop may be locked on its home square.
        let roles_that_always_fit = roles
            .and(Roles::QUEEN_TO_KNIGHT)
            .without(Roles::of(Role::Bishop));
        let mut sure = Roles::EMPTY;
        if roles.contains(None) && can_go(Some(others)) {
            sure = Roles::NONE;
        }
        if !roles_that_always_fit.is_empty() && can_go(others.after_revival(!enemy)) {
            sure = sure.or(roles_that_always_fit);
        }
        sure
    }

    /// The board with an enemy knight on `vacated`, next to the king. A knight attacks no adjacent
    /// square, so it represents every piece that does not attack the king from there.
    fn filled(
        &self,
        placement: &Placement,
        open: &CheckInfo,
        vacated: Square,
    ) -> (Placement, CheckInfo) {
        let mut filled = *placement;
        filled.put(Role::Knight.of(open.attacker()), vacated);
        let attack = CheckInfo::new(&filled, open.attacker(), open.king());
        (filled, attack)
    }

    /// Whether the opponent has an answer if `checker` is un-captured next to the king and gives
    /// check. The check cannot be blocked, so `checker` must un-move. `None` if the turn has to be
    /// played to find out.
    fn revived_checker_can_go(
        &self,
        placement: &Placement,
        open: &CheckInfo,
        checker: RoleOn,
    ) -> Option<bool> {
        let RoleOn {
            role,
            square: vacated,
        } = checker;
        let (enemy, occupied) = (open.attacker(), placement.occupied());
        // If the checker un-moves and un-captures a piece on `vacated`, that piece blocks the lines
        // through `vacated`.
        let blocked = |checker| attacks::between(open.king(), checker).contains(vacated);
        let others: Bitboard = open
            .checkers()
            .into_iter()
            .filter(|&c| !blocked(c))
            .collect();
        // The squares on which the checker, after its un-move, blocks all other attacks on the king:
        // `safe` if it un-captures nothing, `safe_if_filled` if it un-captures a piece on `vacated`.
        let (safe, safe_if_filled) = (
            open.blocking_squares(open.checkers()),
            open.blocking_squares(others),
        );
        let may_go = if role == Role::Pawn {
            // From the squares to which the pawn can go, it does not attack the king.
            let straight = pawn_straight(enemy, vacated, occupied);
            let diagonal = pawn_diagonal(enemy, vacated, occupied);
            let pawns = pawn_structure(placement).after_revival(!enemy);
            if self.pawn_can_go(straight & safe, diagonal & safe_if_filled, pawns) {
                return Some(true);
            }
            (straight | diagonal).intersects(safe_if_filled)
        } else {
            let targets = reach(role, vacated, occupied) & !occupied;
            if !(targets & safe & !open.check_squares(role)).is_empty() {
                return Some(true);
            }
            targets.intersects(safe_if_filled)
        };
        let un_promotes = row(enemy, 8).contains(vacated);
        let filled = || self.filled(placement, open, vacated).0;
        if may_go || un_promotes || self.has_special_answers(&filled(), vacated, Roles::of(role)) {
            None
        } else {
            Some(false)
        }
    }
}

/// The kinds of piece that attack `side`'s king on `king` from the neighbouring square `beside`.
fn roles_checking_beside(side: Color, king: Square, beside: Square) -> Roles {
    let straight = king.file() == beside.file() || king.rank() == beside.rank();
    let slider = if straight { Role::Rook } else { Role::Bishop };
    let roles = Roles::of(Role::Queen).or(Roles::of(slider));
    if attacks::pawn_attacks(side, king).contains(beside) {
        roles.or(Roles::PAWN)
    } else {
        roles
    }
}
