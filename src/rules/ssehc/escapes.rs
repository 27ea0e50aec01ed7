//! The *player* has just un-moved, and a piece of the opponent, the *checker*, attacks the player's
//! king. The *escapes* of the checker are the squares to which it can un-move to end this check.
//! After the un-move, the checker no longer attacks the king, or the player can block its line by
//! an un-capture on the square that the checker left.

use super::answer::CheckAnswers;
use super::lines::{Sliders, slider_along};
use crate::board::{Bitboard, Role, Square, attacks, back, row};

/// The ways in which a pawn may go back by one row.
#[derive(Clone, Copy)]
pub(super) struct PawnWays {
    /// Straight.
    pub(super) straight: bool,
    /// Diagonally, which forces an un-capture.
    pub(super) diagonal: bool,
}

impl PawnWays {
    /// Only diagonally.
    pub(super) const DIAGONAL: PawnWays = PawnWays {
        straight: false,
        diagonal: true,
    };
}

impl CheckAnswers<'_> {
    /// Squares to which `checker` can un-move so that neither `checker` nor a slider behind it
    /// attacks the king. An attack does not matter if the player certainly can block it by an
    /// un-capture on the square that `checker` leaves. The set may be incomplete. It may also
    /// contain the square on which the player's un-moved piece now stands, and squares behind this
    /// piece: the piece counts as absent from the board.
    pub(super) fn escapes(&self, checker: Square, king: Square) -> Bitboard {
        let setup = &self.position.setup;
        if setup.castling.squares().contains(checker) {
            return Bitboard::EMPTY;
        }
        let free = !self.occupied.with(self.semi_legal.turns.from);
        let placement = &setup.placement;
        if placement.by_role(Role::Knight).contains(checker) {
            // A checking knight is on no line to the king, and after one step it does not attack
            // the king.
            return attacks::knight_attacks(checker) & free;
        } else if placement.by_role(Role::Pawn).contains(checker) {
            return self.pawn_escapes(checker, king) & free;
        } else if placement.by_role(Role::King).contains(checker) {
            return Bitboard::EMPTY;
        }
        let steps = if placement.by_role(Role::Queen).contains(checker) {
            attacks::queen_attacks(checker, self.occupied)
                & !attacks::queen_attacks(king, Bitboard::EMPTY)
        } else {
            // A bishop or rook that un-moves to a square off its line to the king no longer attacks
            // the king.
            let line = attacks::ray(king, checker);
            let reach = if placement.by_role(Role::Bishop).contains(checker) {
                attacks::bishop_attacks(checker, self.occupied)
            } else {
                attacks::rook_attacks(checker, self.occupied)
            };
            reach & !line
        };
        let filled = self.can_be_filled(checker);
        let steps = if filled {
            (steps | away(checker, king)) & free
        } else {
            steps & free
        };
        if steps.is_empty() {
            self.un_promotion(checker, king) & free
        } else if !filled && self.opens_line(checker, king) {
            Bitboard::EMPTY
        } else {
            steps
        }
    }

    /// The escapes of a checking pawn that goes back by one row. After a straight step, the square
    /// that the pawn leaves stays empty. A diagonal step forces the player to un-capture, so it
    /// counts only if the player certainly can fill that square.
    fn pawn_escapes(&self, checker: Square, king: Square) -> Bitboard {
        let filled = self.can_be_filled(checker);
        self.pawn_steps(
            checker,
            PawnWays {
                straight: !self.opens_line(checker, king),
                diagonal: filled,
            },
        )
    }

    /// The squares to which a revived pawn can go diagonally back without attacking the king. The
    /// opponent un-captures this pawn on the square that the player vacated, where it blocks the
    /// checker's line. Its diagonal step may open the line again. But the step forces the player to
    /// un-capture a piece on the same square, and this piece blocks the line.
    pub(super) fn revived_pawn_escapes(&self, king: Square) -> Bitboard {
        let vacated = self.semi_legal.turns.from;
        if !self.reserve.contains(Some(Role::Pawn)) || !self.can_be_filled(vacated) {
            return Bitboard::EMPTY;
        }
        self.pawn_steps(vacated, PawnWays::DIAGONAL) & !self.occupied & !self.pawn_attackers(king)
    }

    /// The square to which a checker on the opponent's row 8 can un-promote straight back. Empty if
    /// the pawn would attack the king from there.
    fn un_promotion(&self, checker: Square, king: Square) -> Bitboard {
        let enemy = self.enemy;
        let reserve = self.position.setup.placement.reserve();
        // One pawn of the reserve is for the un-promotion. The opponent may have to un-capture
        // another one first.
        if !row(enemy, 8).contains(checker)
            || reserve.count(enemy, Role::Pawn) < 2
            || self.opens_line(checker, king)
        {
            return Bitboard::EMPTY;
        }
        back(enemy, Bitboard::from_square(checker)) & !self.pawn_attackers(king)
    }

    /// The squares from which a pawn of the opponent attacks the king.
    pub(super) fn pawn_attackers(&self, king: Square) -> Bitboard {
        attacks::pawn_attacks(!self.enemy, king)
    }

    /// Whether the player certainly can un-capture a piece on a square that the opponent leaves.
    /// The reserve is the one before the player's turn. One piece of it is not counted, because
    /// that turn may un-capture the piece.
    fn can_be_filled(&self, square: Square) -> bool {
        let side = !self.enemy;
        let reserve = self.position.setup.placement.reserve();
        let pawns = if Bitboard::BACKRANKS.contains(square) {
            reserve.count(side, Role::Pawn)
        } else {
            0
        };
        reserve.total(side) > pawns + 1
    }

    /// The squares to which a pawn of the opponent may go back by one row.
    pub(super) fn pawn_steps(&self, pawn: Square, ways: PawnWays) -> Bitboard {
        let mut steps = Bitboard::EMPTY;
        if ways.straight {
            steps |= back(self.enemy, Bitboard::from_square(pawn));
        }
        if ways.diagonal {
            steps |= attacks::pawn_attacks(!self.enemy, pawn);
        }
        steps & !row(self.enemy, 1)
    }

    /// Whether another slider of the opponent attacks the king once `checker` has left.
    pub(super) fn opens_line(&self, checker: Square, king: Square) -> bool {
        let placement = &self.position.setup.placement;
        let Sliders { along, .. } = slider_along(checker, king);
        let sliders = placement.by_color(self.enemy)
            & (placement.by_role(Role::Queen) | placement.by_role(along))
            & attacks::ray(king, checker).without(checker);
        let remaining = self.occupied.without(checker);
        sliders
            .into_iter()
            .any(|slider| (attacks::between(king, slider) & remaining).is_empty())
    }
}

/// The square behind a slider that attacks the king, seen from the king. After the slider has gone
/// there, an un-capture on its old square can block its line.
fn away(checker: Square, king: Square) -> Bitboard {
    let towards = attacks::between(king, checker).with(king);
    attacks::king_attacks(checker) & attacks::ray(king, checker) & !towards
}
