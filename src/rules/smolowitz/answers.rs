//! Point 3 of [`super`]: the opponent has an *answer*, a turn that satisfies points 1 and 2.
//!
//! The *player* is the side to play. Few of the player's turns have to be played to test point 3:
//!
//! * If a turn leaves the player's king out of check, every *free step* of an opponent's piece
//!   (`free_steps`) whose target is still empty is an answer.
//! * If a turn leaves the player's king in check, an answer must end this check. So usually only
//!   un-moves of the checker have to be examined.

use std::ops::ControlFlow;

use super::Smolowitz;
use super::cages::{Army, Cages, locked};
use super::free_steps::free_steps;
use super::generate::NON_PAWNS;
use super::pawns::PawnStructure;
use super::possible::pawn_structure;
use crate::board::{
    ARMY_SIZE, Act, Bitboard, Color, Placement, Role, RoleOn, Roles, Square, Turn, TurnSet, Wing,
    at_home, row,
};
use crate::rules::Rules;
use crate::rules::reviving::own_check::{KeepsKingSafe, checker_steps, leaving_free, single_steps};
use crate::rules::reviving::unmove::{
    CheckInfo, UnMoveBoard, pawn_diagonal, pawn_straight, un_en_passants,
};

impl Smolowitz {
    /// The turns that satisfy points 1 to 3. The position must have no immediate outcome.
    pub(super) fn generate_legal<B>(
        &self,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (placement, side) = (&self.setup.placement, self.setup.side);
        let on_king_of = |color| CheckInfo::on_king_of(placement, color);
        let (Some(danger), Some(attack)) = (on_king_of(side), on_king_of(!side)) else {
            return ControlFlow::Continue(());
        };
        let king = danger.king();
        let surviving_targets = leaving_free(free_steps(&self.setup, king));
        self.generate_possible(&attack, &mut |set| {
            if set.act == Act::UnEnPassant {
                // `en_passant_turns` has already tested that the opponent has an answer.
                return sink(set);
            }
            if set.from == king {
                return self.king_turns(set, sink);
            }
            let safe = KeepsKingSafe::of(&danger, placement, &set);
            if safe.all(set) {
                return self.filter_answered(set, surviving_targets, sink);
            }
            for part in safe
                .safe_parts(set)
                .into_iter()
                .filter(|part| !part.is_empty())
            {
                self.filter_answered(part, surviving_targets, sink)?;
            }
            let [revived, opening] = safe.unclear_parts(set);
            for role in revived.roles.iter().flatten() {
                if role == Role::Pawn && self.pawn_is_stuck(set.from) {
                    continue;
                }
                let part = TurnSet {
                    roles: Roles::of(role),
                    ..revived
                };
                self.filter_answered(
                    part,
                    self.surviving_revived_checker(
                        &danger,
                        RoleOn {
                            role,
                            square: set.from,
                        },
                    ),
                    sink,
                )?;
            }
            self.test_each_for_answer(opening, sink)
        })
    }

    /// Passes on the turns of a set that satisfy point 3. A turn to one of `surviving_targets`
    /// certainly leaves an answer and needs no test. The other turns are tested one by one.
    fn filter_answered<B>(
        &self,
        set: TurnSet,
        surviving_targets: Bitboard,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let answered = set.targets & surviving_targets;
        if answered == set.targets {
            return sink(set);
        }
        if answered.any() {
            sink(TurnSet {
                targets: answered,
                ..set
            })?;
        }
        self.test_each_for_answer(
            TurnSet {
                targets: set.targets & !answered,
                ..set
            },
            sink,
        )
    }

    /// Whether the opponent certainly can answer a step of the player's king with an un-move that
    /// un-captures nothing. The king leaves `vacated`. Un-moves from or to this square are not
    /// tried. So the answer is also legal if the step un-captures a piece there, unless this piece
    /// attacks the king.
    pub(super) fn has_quiet_answer(
        &self,
        placement: &Placement,
        danger: &CheckInfo,
        vacated: Square,
    ) -> bool {
        let taken = placement.occupied().with(vacated);
        let movable = placement.by_color(danger.attacker()) & !self.setup.castling.squares();
        let movers = danger.able_to_resolve(movable).without(vacated);
        NON_PAWNS.into_iter().any(|role| {
            (movers & placement.by_role(role)).into_iter().any(|from| {
                let steps = single_steps(role, from) & !taken;
                steps.any() && steps.intersects(danger.safe_targets(placement, from, role).empty)
            })
        })
    }

    /// Whether a step of the player's king may satisfy point 3. If not, the step is illegal.
    /// `placement` is the board after the step, and `vacated` is the square that the king has left.
    /// `revived` has the kinds of piece that the step may un-capture there. It is empty if the step
    /// un-captures nothing. Otherwise `placement` has an enemy knight on `vacated` instead of the
    /// un-captured piece. The result is `true` in these cases:
    ///
    /// * The un-captured piece on `vacated` may have an un-move after which the king is not in
    ///   check.
    /// * Another piece of the opponent has such an un-move.
    /// * [`Self::has_special_answers`] is `true`.
    pub(super) fn may_be_answered(
        &self,
        placement: &Placement,
        danger: &CheckInfo,
        vacated: Square,
        revived: Roles,
    ) -> bool {
        let enemy = danger.attacker();
        let frozen = self.setup.castling.squares().with(vacated);
        let newcomer = placement.by_color(enemy) & Bitboard::from_square(vacated);
        danger.able_to_resolve(newcomer).any()
            || self.has_special_answers(placement, vacated, revived)
            || UnMoveBoard::new(placement, enemy, danger)
                .each_piece(frozen, |_| ControlFlow::Break(()))
                .is_break()
    }

    /// Whether a pawn of the opponent certainly can go to one of the squares `straight` or
    /// `diagonal`. `others` is the pawn structure after the player's turn, without this pawn. It
    /// is `None` if the turn would un-capture a piece but the opponent's reserve is empty. Then the
    /// result is `false`.
    pub(super) fn pawn_can_go(
        &self,
        straight: Bitboard,
        diagonal: Bitboard,
        others: Option<PawnStructure>,
    ) -> bool {
        let (side, enemy) = (self.setup.side, !self.setup.side);
        let Some(others) = others else {
            return false;
        };
        // Targets on row 2 are left out, because the pawn would lock its square there.
        let is_possible = |others: PawnStructure, targets: Bitboard| {
            (targets & !row(enemy, 2))
                .into_iter()
                .any(|to| others.with(enemy, to).is_possible())
        };
        is_possible(others, straight)
            || diagonal.any()
                && others
                    .after_revival(enemy)
                    .is_some_and(|others| is_possible(others, diagonal))
                && self.has_room_for_non_pawn(side)
    }

    /// Whether the reserve of `color` has a queen, rook or knight that certainly can be un-captured
    /// on any square.
    fn has_room_for_non_pawn(&self, color: Color) -> bool {
        let placement = &self.setup.placement;
        let reserve = placement.reserve().roles(color);
        // Bishops do not count: a bishop un-captured on its home square might be locked there.
        let roles = Roles::QUEEN_TO_KNIGHT.without(Roles::of(Role::Bishop));
        let spare = Cages::with(locked(placement, self.setup.castling), |cages| {
            cages.spare(color, &Army::of(placement, color))
        });
        !reserve.and(roles).is_empty() && spare.is_some_and(|spare| spare > 0)
    }

    /// Whether the opponent may have a special answer (un-castling or en passant), or the turn may
    /// end the game. The player's king has left `vacated`. A piece of a kind in `revived` may stand
    /// there now.
    pub(super) fn has_special_answers(
        &self,
        placement: &Placement,
        vacated: Square,
        revived: Roles,
    ) -> bool {
        let (side, enemy) = (self.setup.side, !self.setup.side);
        let reserve = placement.reserve();
        let castled = |wing: Wing| {
            let mut rooks = placement.pieces(enemy, Role::Rook);
            if revived.contains(Some(Role::Rook)) {
                rooks.add(vacated);
            }
            placement.king(enemy) == Some(wing.king_castled(enemy))
                && rooks.contains(wing.rook_castled(enemy))
        };
        let sixth = row(enemy, 6);
        let en_passant = || {
            revived.contains(Some(Role::Pawn)) && sixth.contains(vacated)
                || placement
                    .pieces(enemy, Role::Pawn)
                    .intersects(sixth.without(vacated))
                    && un_en_passants(placement, enemy).next().is_some()
        };
        Wing::ALL.into_iter().any(castled)
            || reserve.count(side, Role::Pawn) > 0 && en_passant()
            || self.may_end_at_once()
    }

    /// Whether a turn may end the game: it is phase II, a turn may begin phase II (one piece is in
    /// reserve), or the game has `home_wins_early` and a colour has at least 14 pieces home.
    fn may_end_at_once(&self) -> bool {
        let placement = &self.setup.placement;
        let reserve = placement.reserve();
        // Un-castling brings two pieces home.
        let nearly_home = |color| at_home(placement, color).count() as u32 + 2 >= ARMY_SIZE;
        reserve.total(Color::White) + reserve.total(Color::Black) <= 1
            || self.switches.home_wins_early && Color::ALL.into_iter().any(nearly_home)
    }

    /// Targets of un-moves that un-capture `checker`, which gives check to the player's own king.
    /// After these un-moves, `checker` certainly has an answer, a single step. If a pawn
    /// un-captures a pawn, no target is returned, because both pawns change the pawn structure.
    fn surviving_revived_checker(&self, danger: &CheckInfo, checker: RoleOn) -> Bitboard {
        let placement = &self.setup.placement;
        let steps = checker_steps(danger, placement, checker);
        let can_go = || {
            let pawns = pawn_structure(placement).after_revival(self.setup.side);
            !placement.by_role(Role::Pawn).contains(checker.square)
                && self.pawn_can_go(steps, Bitboard::EMPTY, pawns)
        };
        if checker.role == Role::Pawn && !can_go() {
            return Bitboard::EMPTY;
        }
        leaving_free(steps)
    }

    /// Whether an enemy pawn that is un-captured on `from` has no un-move. `false` if a turn may
    /// end the game, because such a turn needs no answer.
    fn pawn_is_stuck(&self, from: Square) -> bool {
        let (placement, enemy) = (&self.setup.placement, !self.setup.side);
        let occupied = placement.occupied();
        let targets = pawn_straight(enemy, from, occupied) | pawn_diagonal(enemy, from, occupied);
        targets.is_empty() && !self.may_end_at_once()
    }

    /// Plays each turn of a set and passes on those that satisfy point 3.
    #[inline(never)]
    pub(super) fn test_each_for_answer<B>(
        &self,
        set: TurnSet,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for turn in set.turns() {
            if self.leaves_answer(turn) {
                sink(TurnSet::only(turn))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Point 3: the opponent has a turn that satisfies points 1 and 2, or the game is over.
    pub(super) fn leaves_answer(&self, turn: Turn) -> bool {
        let after = self.play(turn);
        after.immediate_outcome().is_some() || after.has_possible_turn()
    }
}
