//! Point 3 of rules 3.1: the other side can answer.
//!
//! Hardly any turn has to be played to see that. Where the own king is out of check, one free step
//! of a piece that stands in no line with it is an answer; where it is in check, the checkers tell.

use std::ops::ControlFlow;

use super::Smolowitz;
use super::generate::{OFFICERS, pawns_of};
use super::pawns::PawnStructure;
use super::possible::pawn_structure;
use crate::board::{
    Act, Bitboard, Color, Placement, Role, Roles, Setup, Square, Turn, TurnSet, Wing, attacks, row,
};
use crate::rules::Rules;
use crate::rules::own_check::Harmless;
use crate::rules::unmove::{KingSight, pawn_straight, retreats};

impl Smolowitz {
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
        let answers = Answers::on(free_steps(&self.setup, king));
        let structure = pawn_structure(placement);
        let Some(sight) = self.sight() else {
            return ControlFlow::Continue(());
        };
        self.generate_possible(&sight, &mut |set| {
            if set.act == Act::UnEnPassant {
                // Its answer has been looked at.
                return sink(set);
            }
            if set.from == king {
                return self.king_turns(set, sink);
            }
            let harmless = Harmless::of(&danger, placement, &set);
            if harmless.all(set) {
                return self.answered(set, answers, sink);
            }
            for part in harmless
                .parts(set)
                .into_iter()
                .filter(|part| !part.is_empty())
            {
                self.answered(part, answers, sink)?;
            }
            let [revived, opening] = harmless.rest(set);
            for role in revived.roles.iter().flatten() {
                let part = TurnSet {
                    roles: Roles::of(role),
                    ..revived
                };
                let revived = (set.from, role);
                let withdrawals = Answers::by_withdrawal(&self.setup, &danger, &structure, revived);
                self.answered(part, withdrawals, sink)?;
            }
            self.each_answerable(opening, sink)
        })
    }

    /// Passes on the turns of a set that leave one of `answers`, and asks point 3 of the others.
    fn answered<B>(
        &self,
        set: TurnSet,
        answers: Answers,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let sure = set.targets & answers.survive;
        if sure == set.targets {
            return sink(set);
        }
        if sure.any() {
            sink(TurnSet {
                targets: sure,
                ..set
            })?;
        }
        self.each_answerable(
            TurnSet {
                targets: set.targets & !sure,
                ..set
            },
            sink,
        )
    }

    /// Point 3 for turns of the king, to which the answers differ from target to target.
    fn king_turns<B>(
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
        let (side, left) = (self.setup.side, step.from);
        let of = |roles| TurnSet { roles, ..step };
        let mut placement = self.setup.placement;
        placement.shift(Role::King.of(side), left, to);
        let open = KingSight::new(&placement, !side, to);
        let calm = step.roles.without(checking);
        if self.has_quiet_answer(&placement, &open, left) {
            if !calm.is_empty() {
                sink(of(calm))?;
            }
        } else {
            let quiet = calm.and(Roles::NONE);
            if !quiet.is_empty() && self.may_be_answered(&placement, &open, left) {
                self.each_answerable(of(quiet), sink)?;
            }
            let revived = calm.without(Roles::NONE);
            if !revived.is_empty() {
                // A knight beside the king stands for any piece that does not attack it from there.
                placement.put(Role::Knight.of(!side), left);
                let filled = KingSight::new(&placement, !side, to);
                if self.has_quiet_answer(&placement, &filled, left) {
                    sink(of(revived))?;
                } else if self.may_be_answered(&placement, &filled, left) {
                    self.each_answerable(of(revived), sink)?;
                }
            }
        }
        // A second checker can only be shut out by the one that stands beside the king.
        let shut_out = |checker| attacks::between(to, checker).contains(left);
        let others: Bitboard = open
            .checkers()
            .into_iter()
            .filter(|&c| !shut_out(c))
            .collect();
        if others.is_empty() || open.shields(others).any() || self.has_odd_answers() {
            self.each_answerable(of(checking), sink)?;
        }
        ControlFlow::Continue(())
    }

    /// Whether the other side certainly has an un-move that leaves its square empty and does not
    /// need the square `left`: it stays legal whatever is un-captured there, unless that attacks
    /// the king which `danger` looks at.
    fn has_quiet_answer(&self, placement: &Placement, danger: &KingSight, left: Square) -> bool {
        let taken = placement.occupied().with(left);
        let able = placement.of(danger.attacker()) & !self.setup.castling.squares();
        let movers = danger.relieving(able).without(left);
        OFFICERS.into_iter().any(|role| {
            (movers & placement.all(role)).into_iter().any(|from| {
                let steps = single_steps(role, from) & !taken;
                steps.any() && steps.intersects(danger.safe_targets(placement, from, role).open)
            })
        })
    }

    /// Whether it is worth trying if the other side can answer: some piece besides the one on `left`
    /// has an un-move that takes the king out of check, or that one need not do it alone.
    fn may_be_answered(&self, placement: &Placement, danger: &KingSight, left: Square) -> bool {
        let enemy = danger.attacker();
        let frozen = self.setup.castling.squares().with(left);
        let unpromotes = placement.reserve().count(enemy, Role::Pawn) > 0;
        let newcomer = placement.of(enemy) & Bitboard::from_square(left);
        danger.relieving(newcomer).any()
            || self.has_odd_answers()
            || retreats(placement, enemy, danger, frozen, unpromotes, |_| {
                ControlFlow::Break(())
            })
            .is_break()
    }

    /// Whether the other side may have answers that the lines to the king do not tell of:
    /// un-castling, en passant, or none to give because the turn ends the game.
    fn has_odd_answers(&self) -> bool {
        let (placement, enemy) = (&self.setup.placement, !self.setup.side);
        let reserve = placement.reserve();
        let castled = |wing: Wing| placement.king(enemy) == Some(wing.king_castled(enemy));
        let sixth = placement.pieces(enemy, Role::Pawn) & row(enemy, 6);
        (sixth.any() && reserve.count(!enemy, Role::Pawn) > 0)
            || Wing::ALL.into_iter().any(castled)
            || reserve.total(Color::White) + reserve.total(Color::Black) <= 1
    }

    /// Asks point 3 of each turn of a set.
    #[inline(never)]
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

/// Answers of the other side that hardly any turn can take away: single steps of pieces, legal as
/// long as nothing stands on their target.
#[derive(Clone, Copy)]
struct Answers {
    /// The targets of own un-moves after which one of them is certainly legal.
    survive: Bitboard,
}

impl Answers {
    /// The turns that leave an answer on one of `steps` free.
    #[inline]
    fn on(steps: Bitboard) -> Self {
        let survive = match steps.single_square() {
            Some(square) => !Bitboard::from_square(square),
            None if steps.is_empty() => Bitboard::EMPTY,
            None => Bitboard::FULL,
        };
        Self { survive }
    }

    /// Answers to the un-capture of a piece that checks the own king: it goes away again. Of the
    /// pawns of `structure`, those before the turn, none has captured.
    fn by_withdrawal(
        setup: &Setup,
        danger: &KingSight,
        structure: &PawnStructure,
        (from, role): (Square, Role),
    ) -> Self {
        let (placement, enemy) = (&setup.placement, !setup.side);
        let safe = danger.safe_targets(placement, from, role);
        let occupied = placement.occupied();
        if role != Role::Pawn {
            return Self::on(single_steps(role, from) & !occupied & safe.open);
        }
        let mut after = *structure;
        pawns_of(&mut after, enemy).add(from);
        let step = pawn_straight(enemy, from, occupied) & !row(enemy, 2);
        // Without a capture among the pawns, one more straight un-move asks for none.
        Self::on(if after.all_on_own_files() {
            step & safe.open
        } else {
            Bitboard::EMPTY
        })
    }
}

/// Single steps of pieces of the other side that have nothing to do with the lines to `king`, to
/// squares that no turn with the king on that square takes or needs: all of one piece, or more.
fn free_steps(setup: &Setup, king: Square) -> Bitboard {
    let (placement, enemy) = (&setup.placement, !setup.side);
    let occupied = placement.occupied().with(king);
    let lines = attacks::queen_attacks(king, Bitboard::EMPTY);
    let able = placement.of(enemy) & !setup.castling.squares() & !lines;
    let mut steps = Bitboard::EMPTY;
    for role in OFFICERS {
        let attacking = attacks::attacks(king, role.of(enemy), Bitboard::EMPTY);
        for from in able & placement.all(role) {
            steps |= single_steps(role, from) & !occupied & !attacking;
            if steps.more_than_one() {
                return steps;
            }
        }
    }
    steps
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

/// The squares that a piece other than a pawn reaches without passing over another.
#[inline]
fn single_steps(role: Role, from: Square) -> Bitboard {
    match role {
        Role::Knight => attacks::knight_attacks(from),
        Role::Bishop => attacks::king_attacks(from) & attacks::bishop_attacks(from, Bitboard::FULL),
        Role::Rook => attacks::king_attacks(from) & attacks::rook_attacks(from, Bitboard::FULL),
        _ => attacks::king_attacks(from),
    }
}
