//! Where the opponent certainly cannot take back a check on the king of the side to play. What is
//! found here is more than the opponent has, never less.

use super::answer::{Answers, unless_taken};
use crate::board::{Act, Bitboard, Role, Roles, Square, attacks, back, row};
use crate::rules::reviving::unmove::pawn_origins;

impl Answers<'_> {
    /// The targets after which there may be an answer to the only `checker`.
    pub(super) fn to_leave_hope(&self, checker: Square, king: Square) -> Bitboard {
        let between = attacks::between(king, checker);
        if self.reach(checker, king).any() || self.may_interpose(between) {
            Bitboard::FULL
        } else if between.contains(self.plain.turns.from) {
            self.newcomer_may_shut(king)
        } else {
            Bitboard::EMPTY
        }
    }

    /// The squares to which a checker may un-move at all and open no line that stays open, the vacated
    /// square included. Some to which it may not are let through.
    pub(super) fn reach(&self, checker: Square, king: Square) -> Bitboard {
        let setup = &self.position.setup;
        if setup.castling.squares().contains(checker) {
            return Bitboard::EMPTY;
        }
        // What is un-promoted goes to the reserve.
        let forcing = self.plain.turns.act == Act::UnPromotion
            || !self.position.placeable(!self.enemy, checker).is_empty();
        let opens = self.opens_line(checker, king);
        if opens && !forcing {
            // The line could not be shut again.
            return Bitboard::EMPTY;
        }
        let steps = self.pawn_steps(checker, !opens, forcing);
        let reach = match setup.placement.role_at(checker) {
            Some(Role::Pawn) => steps | back(self.enemy, steps & row(self.enemy, 3)),
            Some(role) => {
                let officer = role.of(self.enemy);
                let still = attacks::attacks(king, officer, self.perhaps_occupied(king));
                let officer = attacks::attacks(checker, officer, self.occupied.with(king)) & !still;
                if row(self.enemy, 8).contains(checker) {
                    officer | steps
                } else {
                    officer
                }
            }
            None => Bitboard::FULL,
        };
        (reach & !self.occupied).without(king)
    }

    /// The squares where something may stand when the opponent un-moves.
    fn perhaps_occupied(&self, king: Square) -> Bitboard {
        let turns = &self.plain.turns;
        let occupied = self.occupied.with(turns.from);
        if turns.targets.contains(king) {
            // The king has gone to one of them.
            occupied
        } else {
            occupied | turns.targets
        }
    }

    /// Whether the opponent may have an un-move to one of the squares `between`, or a pawn un-move that
    /// makes one come there en passant. Some that it has not are let through.
    fn may_interpose(&self, between: Bitboard) -> bool {
        if between.is_empty() {
            return false;
        }
        let (placement, vacated) = (&self.position.setup.placement, self.plain.turns.from);
        let pawns = placement.pieces(self.enemy, Role::Pawn);
        let from_vacated =
            attacks::queen_attacks(vacated, self.occupied) | attacks::knight_attacks(vacated);
        if !self.reserve.is_empty() && from_vacated.intersects(between) {
            return true;
        }
        let (straight, diagonal) = pawn_origins(self.enemy, between);
        let origins = straight | diagonal | back(!self.enemy, straight);
        let un_moves = origins & (pawns | (placement.of(self.enemy) & row(self.enemy, 8)));
        // There it might come to stand by un-castling.
        let castled = between & row(self.enemy, 1);
        // There comes the pawn of an un-en-passant that is forced now.
        let landing = back(self.enemy, row(self.enemy, 3).intersect(vacated)) & between;
        if (un_moves | castled | landing | self.forcing_en_passant(between)).any() {
            return true;
        }
        between.into_iter().any(|square| {
            let attackers = placement.attackers(square, self.enemy, self.occupied);
            !attackers.is_subset(pawns)
        })
    }

    /// The targets after which a piece that is un-captured on the vacated square, which is in line with
    /// the king, may shut the line or make another one come there.
    fn newcomer_may_shut(&self, king: Square) -> Bitboard {
        let vacated = self.plain.turns.from;
        if self.reserve == Roles::PAWN && self.pawn_attackers(king).contains(vacated) {
            unless_taken(self.pawn_steps(vacated, false, true) & !self.occupied)
        } else if self.reserve.is_empty() {
            Bitboard::EMPTY
        } else {
            Bitboard::FULL
        }
    }

    /// Pawns of the opponent, one perhaps just un-captured, that might go diagonally back so that a
    /// pawn un-captured en passant shuts `line`. Some that cannot are among them.
    pub(super) fn forcing_en_passant(&self, line: Bitboard) -> Bitboard {
        let placement = &self.position.setup.placement;
        if placement.reserve().count(!self.enemy, Role::Pawn) == 0 {
            return Bitboard::EMPTY;
        }
        let behind = back(!self.enemy, line & row(!self.enemy, 4));
        let pawns = placement.pieces(self.enemy, Role::Pawn);
        behind & pawns.with(self.plain.turns.from)
    }
}
