//! Point 3 of rules 3.1: the other side can answer.
//!
//! Hardly any turn has to be played to see that. Where the own king is out of check, one free step
//! of a piece that stands in no line with it is an answer; where it is in check, the checkers tell.

use std::ops::ControlFlow;

use super::Smolowitz;
use super::cages::{Army, Cages, locked};
use super::generate::OFFICERS;
use super::pawns::PawnStructure;
use super::possible::pawn_structure;
use crate::board::{
    Act, Bitboard, Color, Placement, Role, Roles, Setup, Square, Turn, TurnSet, Wing, attacks,
    back, home::at_home, reserve::ARMY, row,
};
use crate::rules::Rules;
use crate::rules::reviving::own_check::KeepsKingSafe;
use crate::rules::reviving::unmove::{
    KingSight, pawn_diagonal, pawn_straight, retreats, un_en_passants,
};

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
            let harmless = KeepsKingSafe::of(&danger, placement, &set);
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
                if role == Role::Pawn && self.pawn_is_stuck(set.from) {
                    continue;
                }
                let part = TurnSet {
                    roles: Roles::of(role),
                    ..revived
                };
                self.answered(part, self.withdrawals(&danger, (set.from, role)), sink)?;
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

    /// Whether the other side certainly has an un-move that leaves its square empty and does not
    /// need the square `left`: it stays legal whatever is un-captured there, unless that attacks
    /// the king which `danger` looks at.
    pub(super) fn has_quiet_answer(
        &self,
        placement: &Placement,
        danger: &KingSight,
        left: Square,
    ) -> bool {
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
    pub(super) fn may_be_answered(
        &self,
        placement: &Placement,
        danger: &KingSight,
        left: Square,
        revived: Roles,
    ) -> bool {
        let enemy = danger.attacker();
        let frozen = self.setup.castling.squares().with(left);
        let unpromotes = placement.reserve().count(enemy, Role::Pawn) > 0;
        let newcomer = placement.of(enemy) & Bitboard::from_square(left);
        danger.relieving(newcomer).any()
            || self.has_odd_answers(placement, left, revived)
            || retreats(placement, enemy, danger, frozen, unpromotes, |_| {
                ControlFlow::Break(())
            })
            .is_break()
    }

    /// Whether a pawn of the other side certainly can go back to one of the squares `straight`, or to
    /// one of those `diagonal` behind it. `others` are all pawns but this one after the turn.
    pub(super) fn pawn_goes(
        &self,
        straight: Bitboard,
        diagonal: Bitboard,
        others: Option<PawnStructure>,
    ) -> bool {
        let (side, enemy) = (self.setup.side, !self.setup.side);
        let Some(others) = others else {
            return false;
        };
        // On its row 2 it would lock a square.
        let may_go = |others: PawnStructure, targets: Bitboard| {
            (targets & !row(enemy, 2))
                .into_iter()
                .any(|to| others.with(enemy, to).is_possible())
        };
        may_go(others, straight)
            || diagonal.any()
                && others
                    .after_revival(enemy)
                    .is_some_and(|others| may_go(others, diagonal))
                && self.has_room_for_officer(side)
    }

    /// Whether a piece other than a pawn can come back for `color` on any square.
    fn has_room_for_officer(&self, color: Color) -> bool {
        let placement = &self.setup.placement;
        let reserve = placement.reserve().roles(color);
        // A bishop might lock its square.
        let roles = Roles::OFFICERS.without(Roles::of(Role::Bishop));
        let spare = Cages::with(locked(placement, self.setup.castling), |cages| {
            cages.spare(color, &Army::of(placement, color))
        });
        !reserve.and(roles).is_empty() && spare.is_some_and(|spare| spare > 0)
    }

    /// Whether the other side may have answers that the lines to the king do not tell of, once the
    /// own king has left `left` and one of `revived` may stand there: un-castling, en passant, or
    /// none to give because the turn ends the game.
    pub(super) fn has_odd_answers(
        &self,
        placement: &Placement,
        left: Square,
        revived: Roles,
    ) -> bool {
        let (side, enemy) = (self.setup.side, !self.setup.side);
        let reserve = placement.reserve();
        let castled = |wing: Wing| {
            let mut rooks = placement.pieces(enemy, Role::Rook);
            if revived.contains(Some(Role::Rook)) {
                rooks.add(left);
            }
            placement.king(enemy) == Some(wing.king_castled(enemy))
                && rooks.contains(wing.rook_castled(enemy))
        };
        let sixth = row(enemy, 6);
        let en_passant = || {
            revived.contains(Some(Role::Pawn)) && sixth.contains(left)
                || placement
                    .pieces(enemy, Role::Pawn)
                    .intersects(sixth.without(left))
                    && un_en_passants(placement, enemy).next().is_some()
        };
        Wing::ALL.into_iter().any(castled)
            || reserve.count(side, Role::Pawn) > 0 && en_passant()
            || self.may_end_at_once()
    }

    /// Whether a turn can end the game at once: phase II is near, or sixteen pieces home win early and
    /// a colour is near that.
    fn may_end_at_once(&self) -> bool {
        let placement = &self.setup.placement;
        let reserve = placement.reserve();
        // Un-castling brings two pieces home.
        let nearly_home = |color| at_home(placement, color).count() as u32 + 2 >= ARMY;
        reserve.total(Color::White) + reserve.total(Color::Black) <= 1
            || self.switches.home_wins_early && Color::ALL.into_iter().any(nearly_home)
    }

    /// Answers to the un-capture of a piece that checks the own king: it goes away again.
    fn withdrawals(&self, danger: &KingSight, (from, role): (Square, Role)) -> Answers {
        let (placement, enemy) = (&self.setup.placement, danger.attacker());
        let occupied = placement.occupied();
        let safe = danger.safe_targets(placement, from, role).open;
        if role != Role::Pawn {
            return Answers::on(single_steps(role, from) & !occupied & safe);
        }
        let pawns = pawn_structure(placement).after_revival(!enemy);
        let step = back(enemy, Bitboard::from_square(from)) & !occupied & safe;
        Answers::on(if self.pawn_goes(step, Bitboard::EMPTY, pawns) {
            step
        } else {
            Bitboard::EMPTY
        })
    }

    /// Whether a pawn of the other side that is un-captured on `from` cannot go anywhere next.
    fn pawn_is_stuck(&self, from: Square) -> bool {
        let (placement, enemy) = (&self.setup.placement, !self.setup.side);
        let occupied = placement.occupied();
        let ways = pawn_straight(enemy, from, occupied) | pawn_diagonal(enemy, from, occupied);
        ways.is_empty() && !self.may_end_at_once()
    }

    /// Asks point 3 of each turn of a set.
    #[inline(never)]
    pub(super) fn each_answerable<B>(
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
        after.immediate_outcome().is_some() || after.has_possible_turn()
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
}

/// Single steps of pieces of the other side that have nothing to do with the lines to `king`, to
/// squares that no turn with the king on that square takes or needs: all of one piece, or more.
pub(super) fn free_steps(setup: &Setup, king: Square) -> Bitboard {
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

/// The squares that a piece other than a pawn reaches without passing over another.
#[inline]
pub(super) fn single_steps(role: Role, from: Square) -> Bitboard {
    match role {
        Role::Knight => attacks::knight_attacks(from),
        Role::Bishop => attacks::king_attacks(from) & attacks::bishop_attacks(from, Bitboard::FULL),
        Role::Rook => attacks::king_attacks(from) & attacks::rook_attacks(from, Bitboard::FULL),
        _ => attacks::king_attacks(from),
    }
}
