//! Point 3 of [`super`]: if a turn leaves the player's own king in check, the opponent must have an
//! *answer*. An answer is a turn of the opponent after which the player is out of check or can end
//! the check by an un-capture. Where possible, this is decided without playing the turn.
//!
//! Usually the checker can go to a neighbouring square from which it does not attack the king. A
//! double check can rarely be answered. It arises only if the king steps to a square that two
//! pieces attack. An un-capture on the square that the king has left blocks neither check: if that
//! square were between a checker and the king, the king would have been in check before its step.
//! Two kinds of un-move can answer a double check:
//!
//! * One checker un-moves to a square on which it blocks the line of the other checker.
//! * A pawn of the opponent un-moves diagonally and blocks one line. This forces the player to
//!   un-capture, and the player's un-en-passant blocks the other line.
//!
//! A check by three pieces cannot be answered.

use super::Ssehc;
use super::heads::SemiLegal;
use super::lines::slider_along;
use crate::board::{Act, Bitboard, Color, Role, Roles, Square, attacks, back, row};
use crate::rules::reviving::own_check::{leaving_free, single_steps};

/// Whether a check can be answered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Answerable {
    /// The check certainly can be answered.
    Always,
    /// The turn has to be played to find out.
    Maybe,
    /// The check certainly cannot be answered.
    Never,
}

/// Finds the opponent's answers to checks on the player's own king, after un-moves of the player
/// that all vacate the same square.
pub(super) struct CheckAnswers<'a> {
    pub(super) position: &'a Ssehc,
    pub(super) semi_legal: &'a SemiLegal,
    pub(super) enemy: Color,
    /// The occupied squares after the player's piece has left the vacated square, before it stands
    /// on its target.
    pub(super) occupied: Bitboard,
    /// The kinds that the opponent may un-capture on the vacated square.
    pub(super) reserve: Roles,
}

impl<'a> CheckAnswers<'a> {
    pub(super) fn new(position: &'a Ssehc, semi_legal: &'a SemiLegal, occupied: Bitboard) -> Self {
        let enemy = !position.setup.side;
        let reserve = if semi_legal.revives {
            position.revivable(enemy, semi_legal.turns.from)
        } else {
            Roles::EMPTY
        };
        Self {
            position,
            semi_legal,
            enemy,
            occupied,
            reserve,
        }
    }

    /// The targets after which the opponent certainly can answer the check that `checker` gives.
    /// The player's un-move has opened the line from `checker` to the king.
    pub(super) fn answered_on_opened_line(&self, checker: Square, king: Square) -> Bitboard {
        let targets = self.semi_legal.turns.targets;
        // An escape to a more distant square is not certain, because the player's un-move may block
        // the way. An escape to a square next to the checker fails only if the player's un-move
        // ends on this square.
        let near = attacks::king_attacks(checker);
        let mut answered = leaving_free(self.escapes(checker, king) & near);
        if !targets.is_subset(answered) {
            answered |= self.interpositions(attacks::between(king, checker), king);
        }
        if targets.is_subset(answered & self.semi_legal.uncapture_optional) {
            return answered;
        }
        let neutral_head = self.has_neutral_head(king);
        if !neutral_head {
            answered &= self.semi_legal.uncapture_optional;
        }
        if !targets.is_subset(answered) {
            let mut reviving = leaving_free(self.revived_pawn_escapes(king));
            if neutral_head && self.has_other_un_move(king) {
                reviving = Bitboard::FULL;
            }
            answered |= reviving & self.reviving();
        }
        answered
    }

    /// Whether the opponent can answer the check on the king after its step to `target`.
    pub(super) fn after_king_step(&self, target: Square) -> Answerable {
        let placement = &self.position.setup.placement;
        let mut attackers = placement.attackers(target, self.enemy, self.occupied);
        let first = attackers.pop_front();
        let second = attackers.pop_front();
        match (first, second) {
            (None, _) => Answerable::Always,
            (Some(checker), None) => self.with_one_checker(checker, target),
            (Some(one), Some(other)) if attackers.is_empty() => {
                self.with_two_checkers(one, other, target)
            }
            _ => Answerable::Never,
        }
    }

    fn with_one_checker(&self, checker: Square, king: Square) -> Answerable {
        let between = attacks::between(king, checker);
        let is_answered = self.escapes(checker, king).without(king).any()
            || self.interpositions(between, king).contains(king);
        if is_answered {
            self.unless_forced(king)
        } else if self.maybe_answerable(checker, king).contains(king) {
            Answerable::Maybe
        } else {
            Answerable::Never
        }
    }

    fn with_two_checkers(&self, one: Square, other: Square, king: Square) -> Answerable {
        let (to_one, to_other) = (attacks::between(king, one), attacks::between(king, other));
        // For each checker: its square, the squares between it and the king, and the squares on
        // which it would block the check by the other checker.
        let pairs = [(one, to_one, to_other), (other, to_other, to_one)];
        let blocks = |&(checker, _, line): &(Square, Bitboard, Bitboard)| {
            line.any() && self.escapes(checker, king).intersects(line)
        };
        let may_block = |&(checker, to_checker, line): &(Square, Bitboard, Bitboard)| {
            if line.is_empty() {
                return false;
            }
            let forcing = self.forcing_en_passant(line);
            self.reach(checker, king).intersects(line) || (forcing.any() && to_checker.any())
        };
        if pairs.iter().any(blocks) {
            self.unless_forced(king)
        } else if pairs.iter().any(may_block) {
            Answerable::Maybe
        } else {
            Answerable::Never
        }
    }

    /// The result if some un-move answers the check. `Always` if the opponent need not un-capture a
    /// piece first, or can un-capture one that does not attack the king. Otherwise `Maybe`.
    fn unless_forced(&self, king: Square) -> Answerable {
        if self.semi_legal.uncapture_optional.contains(king) || self.has_neutral_head(king) {
            Answerable::Always
        } else {
            Answerable::Maybe
        }
    }

    /// Whether the opponent can un-capture, on the vacated square, a piece that does not attack the
    /// king from there: a neutral *head* ([`super::heads`]). The caller ensures that the vacated
    /// square is on a line to the king.
    fn has_neutral_head(&self, king: Square) -> bool {
        if self.reserve.is_empty() {
            return false;
        }
        let vacated = self.semi_legal.turns.from;
        let slider = slider_along(vacated, king).along;
        let mut attacking = Roles::of(Role::Queen).or(Roles::of(slider));
        if self.pawn_attackers(king).contains(vacated) {
            attacking = attacking.or(Roles::PAWN);
        }
        !self.reserve.without(attacking).is_empty()
    }

    /// Targets of the player's un-move that leave at least one interposition possible. In an
    /// interposition, the opponent un-moves a knight or a slider to a square `between` checker and
    /// king and opens no line. The slider must not attack the king from there: if checker and king
    /// are on one file or rank, it is a bishop; if they are on one diagonal, it is a rook. The
    /// knight or slider may be a piece that the opponent un-captures in the same turn. The set may
    /// be incomplete.
    ///
    /// If the player's un-move opened the line, the vacated square is one of the squares `between`.
    /// If the opponent must then un-capture, the un-captured piece fills the vacated square, and no
    /// other piece can interpose there.
    fn interpositions(&self, between: Bitboard, king: Square) -> Bitboard {
        let setup = &self.position.setup;
        let placement = &setup.placement;
        let Some(near) = between.first() else {
            return Bitboard::EMPTY;
        };
        let other_slider = slider_along(near, king).other;
        if self.revived_can_interpose(between, other_slider) {
            return self.reviving() & !between;
        }
        let movable = (placement.by_role(Role::Knight) | placement.by_role(other_slider))
            & !setup.castling.squares();
        let mut free = Bitboard::EMPTY;
        for square in between {
            let stays_empty = if square == self.semi_legal.turns.from {
                self.semi_legal.uncapture_optional
            } else {
                Bitboard::FULL
            };
            let interposing = placement.attackers(square, self.enemy, self.occupied) & movable;
            for piece in interposing {
                let after = self.occupied.without(piece).with(square);
                let opened = placement.attackers(king, self.enemy, after).without(piece);
                if opened.is_empty() {
                    free |= stays_empty & !(attacks::between(piece, square) | between);
                    if self.semi_legal.turns.targets.is_subset(free) {
                        return free;
                    }
                }
            }
        }
        free
    }

    /// Whether the opponent can un-capture a knight or an `other_slider` on the vacated square and
    /// then un-move it to one of the squares `between`.
    fn revived_can_interpose(&self, between: Bitboard, other_slider: Role) -> bool {
        let vacated = self.semi_legal.turns.from;
        let reaches = |role: Role| {
            self.reserve.contains(Some(role))
                && attacks::attacks(vacated, role.of(self.enemy), self.occupied).intersects(between)
        };
        reaches(Role::Knight) || reaches(other_slider)
    }

    /// Targets after which the opponent may un-capture on the vacated square: all except the
    /// targets of straight pawn un-moves.
    fn reviving(&self) -> Bitboard {
        let set = &self.semi_legal.turns;
        let placement = &self.position.setup.placement;
        let pawn = set.act == Act::UnPromotion
            || match placement.role_at(set.from) {
                Some(role) => role == Role::Pawn,
                None => set.roles.contains(Some(Role::Pawn)),
            };
        if pawn {
            !Bitboard::from_file(set.from.file())
        } else {
            Bitboard::FULL
        }
    }

    /// Whether the opponent certainly can un-move a piece without giving check, after an un-capture
    /// that has blocked the opened line. Only pieces that stand on no line to the king are
    /// considered. Together they must have two targets, because the player's un-move may occupy
    /// one.
    fn has_other_un_move(&self, king: Square) -> bool {
        let setup = &self.position.setup;
        let placement = &setup.placement;
        let lines = attacks::queen_attacks(king, Bitboard::EMPTY);
        let free = !self.occupied.with(self.semi_legal.turns.from);
        let aside = placement.by_color(self.enemy) & !lines;
        let mut targets = back(self.enemy, aside & placement.by_role(Role::Pawn))
            & free
            & !row(self.enemy, 1)
            & !self.pawn_attackers(king);
        for piece in aside & !placement.by_role(Role::Pawn) & !setup.castling.squares() {
            if targets.more_than_one() {
                return true;
            }
            let Some(role) = placement.role_at(piece) else {
                continue;
            };
            targets |= single_steps(role, piece)
                & free
                & !attacks::attacks(king, role.of(self.enemy), Bitboard::EMPTY);
        }
        targets.more_than_one()
    }
}
