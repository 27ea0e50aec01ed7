//! Proofs that a turn breaks point 3 of [`super`]. After the player's un-move, a piece of the
//! opponent attacks the player's own king. This piece is the *checker*. The opponent must then have
//! an *answer*: a turn that satisfies points 1 and 2, so that the player is out of check or can end
//! the check by an un-capture.
//!
//! These functions can find turns that are not answers, but they never miss an answer. So if they
//! find nothing, the check cannot be answered.

use super::answer::CheckAnswers;
use super::escapes::PawnWays;
use crate::board::{Act, Bitboard, Role, Roles, Square, attacks, back, row};
use crate::rules::reviving::own_check::leaving_free;
use crate::rules::reviving::unmove::pawn_origins;

impl CheckAnswers<'_> {
    /// A set of squares: if the player's piece un-moves to a square outside this set, the opponent
    /// has no answer to the check; otherwise there may be one. The piece need not be able to reach
    /// all squares of the set. `checker` is the only piece that attacks the king.
    pub(super) fn maybe_answerable(&self, checker: Square, king: Square) -> Bitboard {
        let between = attacks::between(king, checker);
        if self.reach(checker, king).any() || self.may_interpose(between) {
            Bitboard::FULL
        } else if between.contains(self.semi_legal.turns.from) {
            self.revived_may_block(king)
        } else {
            Bitboard::EMPTY
        }
    }

    /// The squares to which `checker` may be able to un-move with one of these results:
    ///
    /// * Neither the checker nor a slider behind it attacks the king any more.
    /// * The player can block the attack by an un-capture on the square that the checker has left.
    ///
    /// No such square is missing. The set can contain other squares, such as targets of illegal
    /// un-moves. The square that the player has vacated counts as empty.
    pub(super) fn reach(&self, checker: Square, king: Square) -> Bitboard {
        let setup = &self.position.setup;
        if setup.castling.squares().contains(checker) {
            return Bitboard::EMPTY;
        }
        // A diagonal step of the opponent's pawn forces the player to un-capture, so the player
        // needs a piece in reserve. An un-promotion by the player puts one there.
        let can_force = self.semi_legal.turns.act == Act::UnPromotion
            || !self.position.revivable(!self.enemy, checker).is_empty();
        let opens = self.opens_line(checker, king);
        if opens && !can_force {
            // Once the checker has left, a slider behind it attacks the king, and the player has no
            // piece to block the line.
            return Bitboard::EMPTY;
        }
        let steps = self.pawn_steps(
            checker,
            PawnWays {
                straight: !opens,
                diagonal: can_force,
            },
        );
        let reach = match setup.placement.role_at(checker) {
            Some(Role::Pawn) => steps | back(self.enemy, steps & row(self.enemy, 3)),
            Some(role) => {
                let piece = role.of(self.enemy);
                let still_attacking = attacks::attacks(king, piece, self.maybe_occupied(king));
                let un_moves =
                    attacks::attacks(checker, piece, self.occupied.with(king)) & !still_attacking;
                if row(self.enemy, 8).contains(checker) {
                    un_moves | steps
                } else {
                    un_moves
                }
            }
            None => Bitboard::FULL,
        };
        (reach & !self.occupied).without(king)
    }

    /// The squares that may be occupied when the opponent un-moves.
    fn maybe_occupied(&self, king: Square) -> Bitboard {
        let turns = &self.semi_legal.turns;
        let occupied = self.occupied.with(turns.from);
        if turns.targets.contains(king) {
            // The player's un-move is a king step to `king`, so the other targets stay empty.
            occupied
        } else {
            occupied | turns.targets
        }
    }

    /// Whether the opponent may have an un-move to one of the squares `between`, or a pawn un-move
    /// after which the player's un-en-passant puts a pawn there. The un-move may be illegal.
    fn may_interpose(&self, between: Bitboard) -> bool {
        if between.is_empty() {
            return false;
        }
        let (placement, vacated) = (&self.position.setup.placement, self.semi_legal.turns.from);
        let pawns = placement.pieces(self.enemy, Role::Pawn);
        let from_vacated =
            attacks::queen_attacks(vacated, self.occupied) | attacks::knight_attacks(vacated);
        if !self.reserve.is_empty() && from_vacated.intersects(between) {
            return true;
        }
        let (straight, diagonal) = pawn_origins(self.enemy, between);
        let origins = straight | diagonal | back(!self.enemy, straight);
        let un_moves = origins & (pawns | (placement.by_color(self.enemy) & row(self.enemy, 8)));
        // By un-castling, a rook or king may come to one of the squares `between` on row 1.
        let un_castling = between & row(self.enemy, 1);
        // The opponent's un-en-passant: if the vacated square is on the opponent's row 3, a pawn
        // appears on row 4 and goes back to row 2 in the same turn.
        let forced_pawn = back(self.enemy, row(self.enemy, 3).intersect(vacated)) & between;
        if (un_moves | un_castling | forced_pawn | self.forcing_en_passant(between)).any() {
            return true;
        }
        between.into_iter().any(|square| {
            let attackers = placement.attackers(square, self.enemy, self.occupied);
            !attackers.is_subset(pawns)
        })
    }

    /// The targets after which the opponent may answer by an un-capture on the vacated square. This
    /// square is between the checker and the king, so the un-captured piece can block the line.
    ///
    /// The exception: the opponent has only pawns to un-capture, and a pawn on this square attacks
    /// the king. It gives check if it stays, and opens the line if it goes straight back. Only its
    /// diagonal un-move can be an answer: it forces the player to un-capture a piece on the square
    /// that the pawn leaves, and that piece blocks the line.
    fn revived_may_block(&self, king: Square) -> Bitboard {
        let vacated = self.semi_legal.turns.from;
        if self.reserve == Roles::PAWN && self.pawn_attackers(king).contains(vacated) {
            leaving_free(self.pawn_steps(vacated, PawnWays::DIAGONAL) & !self.occupied)
        } else if self.reserve.is_empty() {
            Bitboard::EMPTY
        } else {
            Bitboard::FULL
        }
    }

    /// The squares of opponent's pawns whose diagonal un-move might let the player block `line` by
    /// an un-en-passant: a pawn of the player appears on the line, on the player's row 4. The
    /// vacated square may be one of them, because the opponent may un-capture a pawn there first.
    /// The un-moves may be illegal.
    pub(super) fn forcing_en_passant(&self, line: Bitboard) -> Bitboard {
        let placement = &self.position.setup.placement;
        if placement.reserve().count(!self.enemy, Role::Pawn) == 0 {
            return Bitboard::EMPTY;
        }
        let behind = back(!self.enemy, line & row(!self.enemy, 4));
        let pawns = placement.pieces(self.enemy, Role::Pawn);
        behind & pawns.with(self.semi_legal.turns.from)
    }
}
