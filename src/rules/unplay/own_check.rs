//! Point 5 of [`super`]: a check on the player's own king can be taken back.
//!
//! Before the turn this king is not in check, because the opponent's last turn satisfied point 1.
//! Usually bitboards find an un-move of the checker that ends the check. If bitboards cannot
//! decide, the player's turn is played, to see whether the opponent then has a semi-legal turn.

use std::ops::ControlFlow;

use super::{Goal, Unplay};
use crate::board::{
    ARMY_SIZE, Act, Bitboard, Color, Role, RoleOn, Roles, Square, Turn, TurnSet, Wing, at_home,
    attacks,
};
use crate::rules::Rules;
use crate::rules::reviving::own_check::{KeepsKingSafe, checker_steps, leaving_free};
use crate::rules::reviving::unmove::{CheckInfo, UnMoveBoard, UnMoves, stands_castled};

impl Unplay {
    /// The turns that satisfy points 1 to 5.
    pub(super) fn generate_checks_removable<B>(
        &self,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some(danger) = CheckInfo::on_king_of(&self.setup.placement, self.setup.side) else {
            return self.generate_semi_legal(sink);
        };
        self.generate_semi_legal(&mut |set| {
            if set.act == Act::UnEnPassant {
                // By point 4 the opponent has an answer, the un-double-step.
                sink(set)
            } else if set.from == danger.king() {
                self.king_turns(set, sink)
            } else {
                self.turns_of_others(&danger, set, sink)
            }
        })
    }

    /// Passes to `sink` the turns of `set` that satisfy point 5. The piece that un-moves in `set`
    /// must not be the king. `danger` is the opponent's attack on the king before the turn.
    #[inline]
    fn turns_of_others<B>(
        &self,
        danger: &CheckInfo,
        set: TurnSet,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let safe = KeepsKingSafe::of(danger, &self.setup.placement, &set);
        if safe.all(set) {
            return sink(set);
        }
        for part in safe.safe_parts(set) {
            if !part.is_empty() {
                sink(part)?;
            }
        }
        let [revived, opening] = safe.unclear_parts(set);
        for role in revived.roles.iter().flatten() {
            let checker = RoleOn {
                role,
                square: set.from,
            };
            let part = TurnSet {
                roles: Roles::of(role),
                ..revived
            };
            self.checking_turns(part, danger, checker, sink)?;
        }
        if opening.is_empty() {
            return ControlFlow::Continue(());
        }
        let placement = &self.setup.placement;
        let occupied = placement.occupied().without(set.from);
        let open = CheckInfo::with_occupied(placement, danger.attacker(), danger.king(), occupied);
        for square in open.checkers() {
            if let Some(role) = placement.role_at(square) {
                self.checking_turns(opening, &open, RoleOn { role, square }, sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Passes to `sink` the turns of `set` that satisfy point 5. The piece that un-moves in `set`
    /// must not be the king. After the turn, only `checker` can give check. `attack` is the
    /// opponent's attack on the king after the turn. It is computed without the piece on the
    /// target, and without `checker` if the turn un-captures `checker`.
    fn checking_turns<B>(
        &self,
        set: TurnSet,
        attack: &CheckInfo,
        checker: RoleOn,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let is_frozen = self.setup.castling.squares().contains(checker.square);
        let surviving_targets = if is_frozen {
            Bitboard::EMPTY
        } else {
            leaving_free(checker_steps(attack, &self.setup.placement, checker))
        };
        // If the target lies between the king and the checker, the moved piece blocks the check.
        let between = attacks::between(attack.king(), checker.square);
        let mut legal = set.targets & (surviving_targets | between);
        let unclear = TurnSet {
            targets: set.targets & !legal,
            ..set
        };
        for turn in unclear.turns() {
            let has_answer = if is_frozen {
                None
            } else {
                self.checker_can_go(attack, turn.to(), checker)
            };
            if has_answer.unwrap_or_else(|| self.leaves_answer(turn)) {
                legal.add(turn.to());
            }
        }
        if legal.is_empty() {
            return ControlFlow::Continue(());
        }
        sink(TurnSet {
            targets: legal,
            ..set
        })
    }

    /// Passes to `sink` the turns of `set` that satisfy point 5. The piece that un-moves in `set`
    /// must be the king. Each target is tested by itself, because the opponent's answers depend on
    /// the target.
    fn king_turns<B>(
        &self,
        set: TurnSet,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        // The legal targets for each role that a turn can un-capture. Index 0 is for turns without
        // an un-capture.
        let mut legal = [Bitboard::EMPTY; Role::ALL.len() + 1];
        for to in set.targets {
            // An un-castling never leads into check.
            let roles = if set.from.distance(to) > 1 {
                set.roles
            } else {
                self.roles_after_king_step(set, to)
            };
            for role in roles.iter() {
                legal[role.map_or(0, usize::from)].add(to);
            }
        }
        for role in set.roles.iter() {
            let targets = legal[role.map_or(0, usize::from)];
            if targets.any() {
                sink(TurnSet {
                    roles: role.map_or(Roles::NONE, Roles::of),
                    targets,
                    ..set
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The roles of `set` with which the king's step to `to` satisfies point 5.
    fn roles_after_king_step(&self, set: TurnSet, to: Square) -> Roles {
        let (placement, vacated) = (&self.setup.placement, set.from);
        // No slider attacks `to` through the vacated square: it would have attacked the king there.
        // So the same pieces on the board attack `to` whether the vacated square is empty or
        // filled.
        let filled = CheckInfo::new(placement, !self.setup.side, to);
        let checking = set.roles.and(filled.checking_roles(vacated));
        let (mut legal, mut unclear) = (Roles::EMPTY, Roles::EMPTY);
        let mut add = |roles: Roles, has_answer| match has_answer {
            Some(true) => legal = legal.or(roles),
            Some(false) => {}
            None => unclear = unclear.or(roles),
        };
        let others = set.roles.without(checking);
        add(others, self.king_step_has_answer(vacated, &filled));
        for role in checking.iter().flatten() {
            let checker = RoleOn {
                role,
                square: vacated,
            };
            add(Roles::of(role), self.checker_can_go(&filled, to, checker));
        }
        let unclear = TurnSet {
            targets: Bitboard::from_square(to),
            roles: unclear,
            ..set
        };
        for turn in unclear.turns().filter(|&turn| self.leaves_answer(turn)) {
            legal = legal.or(turn.role().map_or(Roles::NONE, Roles::of));
        }
        legal
    }

    /// Whether point 5 holds after a king step from `vacated`; `None` if only playing the turn can
    /// decide. A piece that is un-captured on `vacated` must not give check. `filled` is the
    /// opponent's attack on the king after the step, computed as if `vacated` were occupied.
    fn king_step_has_answer(&self, vacated: Square, filled: &CheckInfo) -> Option<bool> {
        let (placement, enemy, king) = (&self.setup.placement, filled.attacker(), filled.king());
        if filled.checkers().is_empty() {
            return Some(true);
        }
        let movable = placement.by_color(enemy) & !self.setup.castling.squares();
        // The squares from which a piece may end the check. If there are none, no un-move ends the
        // check, except perhaps an un-promotion or an un-castling. `able_to_resolve` also tests
        // `vacated`, for two reasons:
        //
        // * A piece that is un-captured there may end the check.
        // * If `vacated` stays empty, another piece may cross it to a square that blocks the check.
        //   `filled` counts `vacated` as occupied, so `able_to_resolve` may not find this piece.
        //   But it finds `vacated`, because the blocking square is on an open line from there.
        let movers = filled.able_to_resolve(movable.with(vacated));
        if movers.is_empty() {
            return (!self.may_hold_without_un_move(vacated)).then_some(false);
        }
        // The un-moves below are computed with a piece on `vacated`. If `vacated` stays empty, a
        // piece that un-moves to the line through `vacated` and the king may attack the king across
        // `vacated`. So only targets off this line count.
        let safe = !attacks::ray(king, vacated);
        let can_go = |square| {
            let role = placement.role_at(square);
            role.is_some_and(|role| {
                let un_moves = self.un_moves_of(filled, king, RoleOn { role, square });
                un_moves.is_some_and(|un_moves| self.can_go(&un_moves, safe))
            })
        };
        let answered = (movers & filled.checkers()).into_iter().any(can_go);
        answered.then_some(true)
    }

    /// Whether the opponent can take back the check of `checker`; `None` if only playing the turn
    /// can decide. `checker` must not be frozen. `to` is the target of the player's turn. `attack`
    /// is the opponent's attack on the king after the turn. `checker` and the piece on `to` may be
    /// missing from it.
    fn checker_can_go(&self, attack: &CheckInfo, to: Square, checker: RoleOn) -> Option<bool> {
        let Some(un_moves) = self.un_moves_of(attack, to, checker) else {
            // No un-move of the checker is found. Point 5 certainly fails if all this holds:
            //
            // * No square lies between checker and king, so no other piece can block the check.
            // * `attack.affects(to)` is false. Then the result of `un_moves_of` is right, even if
            //   `attack` lacks the piece on `to`.
            // * The checker is not a pawn, or no other piece gives check. `un_moves_of` leaves out
            //   en passant un-captures. In a double check, such an un-capture may end both checks:
            //   the checking pawn leaves, and the un-captured pawn blocks the other check.
            // * `may_hold_without_un_move` is false.
            let is_stuck = attacks::between(attack.king(), checker.square).is_empty()
                && !attack.affects(to)
                && (checker.role != Role::Pawn || attack.checkers().is_empty())
                && !self.may_hold_without_un_move(checker.square);
            return is_stuck.then_some(false);
        };
        self.can_go(&un_moves, Bitboard::FULL).then_some(true)
    }

    /// The un-moves of the opponent's `piece` that leave the player's king out of check; `None` if
    /// none is found. `to` is the target of the player's turn. `attack` is the opponent's attack on
    /// the king after the turn. If `attack` lacks the piece on `to`, some un-moves may be missing.
    fn un_moves_of(&self, attack: &CheckInfo, to: Square, piece: RoleOn) -> Option<UnMoves> {
        let board = UnMoveBoard::new(&self.setup.placement, attack.attacker(), attack)
            .with_piece_on(to, attack);
        match piece.role {
            Role::Pawn => board.pawn(piece.square),
            role => board.non_pawn(piece.square, role),
        }
    }

    /// Whether the opponent certainly has a semi-legal turn among `un_moves` to squares of `safe`.
    /// All `un_moves` satisfy point 1. Points 2 and 3 restrict only bishops and pawns. An un-move
    /// without an un-capture is semi-legal, because it changes neither the square colour of a
    /// bishop nor the file of a pawn. If a piece other than a pawn un-captures a queen, rook or
    /// knight, the turn is semi-legal too.
    fn can_go(&self, un_moves: &UnMoves, safe: Bitboard) -> bool {
        const FIT_EVERYWHERE: Roles = Roles::QUEEN_TO_KNIGHT.without(Roles::of(Role::Bishop));
        let reserve = self.setup.placement.reserve().roles(self.setup.side);
        un_moves.quiet.intersects(safe)
            || un_moves.reviving.intersects(safe)
                && !un_moves.is_pawn()
                && !reserve.and(FIT_EVERYWHERE).is_empty()
    }

    /// Whether point 5 may hold although no ordinary un-move ends the check:
    ///
    /// * The opponent may be able to un-promote a piece on `square`.
    /// * The opponent may be able to un-castle.
    /// * The player's turn may end the game. Then the opponent needs no answer.
    ///
    /// `square` is the square that the player vacates, or the square of the checker.
    fn may_hold_without_un_move(&self, square: Square) -> bool {
        let (setup, enemy) = (&self.setup, !self.setup.side);
        let castled = |wing| stands_castled(&setup.placement, setup.castling, enemy, wing);
        Bitboard::BACKRANKS.contains(square)
            || Wing::ALL.into_iter().any(castled)
            || self.may_end_at_once()
    }

    /// Whether the player's turn may end the game. One turn brings at most two pieces of a side
    /// home: king and rook by un-castling.
    fn may_end_at_once(&self) -> bool {
        let placement = &self.setup.placement;
        match self.switches.goal {
            Goal::Army => placement.by_color(!self.setup.side).count() as u32 + 1 >= ARMY_SIZE,
            Goal::Home => Color::ALL
                .into_iter()
                .any(|color| at_home(placement, color).count() as u32 + 2 >= ARMY_SIZE),
        }
    }

    /// Whether point 5 holds after `turn`: the opponent has a semi-legal turn, or the game is over.
    /// `turn` must leave the player's own king in check.
    fn leaves_answer(&self, turn: Turn) -> bool {
        let after = self.play(turn);
        debug_assert!(after.setup.placement.king_attacked(self.setup.side));
        after.immediate_outcome().is_some() || after.has_semi_legal_turn()
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    use super::super::{OwnCheck, Switches};
    use super::*;
    use crate::rules::reviving::bare_kings;

    /// Whether the semi-legal `turn` satisfies point 5.
    fn satisfies_point_5(position: &Unplay, turn: Turn) -> bool {
        let after = position.play(turn);
        !after.setup.placement.king_attacked(position.setup.side)
            || after.immediate_outcome().is_some()
            || after.has_semi_legal_turn()
    }

    #[test]
    fn removable_checks_agree_with_playing_each_turn() {
        let mut rng = StdRng::seed_from_u64(7);
        for goal in [Goal::Army, Goal::Home] {
            let switches = Switches {
                own_check: OwnCheck::Removable,
                goal,
                ..Switches::BASE
            };
            for _ in 0..150 {
                let mut position =
                    Unplay::from_setup(&switches, bare_kings()).expect("a valid start");
                for _ in 0..150 {
                    let mut turns = position.turns();
                    turns.sort();
                    let mut expected = Vec::new();
                    if position.immediate_outcome().is_none() {
                        let _: ControlFlow<()> = position.generate_semi_legal(&mut |set| {
                            expected.extend(set.turns());
                            ControlFlow::Continue(())
                        });
                    }
                    expected.retain(|&turn| satisfies_point_5(&position, turn));
                    expected.sort();
                    assert_eq!(turns.as_slice(), expected, "{}", position.setup);
                    if turns.is_empty() {
                        break;
                    }
                    position = position.play(turns[rng.random_range(0..turns.len())]);
                }
            }
        }
    }
}
