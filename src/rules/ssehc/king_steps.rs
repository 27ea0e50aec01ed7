//! The results of the player's king steps, computed for all squares next to the king at once, so
//! that few of the king's un-moves have to be examined one by one.

use super::Ssehc;
use crate::board::{Bitboard, Role, Square, attacks, back, row};
use crate::rules::{
    reviving::unmove::{beside, file_of, pawn_origins},
    validate::EDGES,
};

/// The squares next to the player's own king by the result of a step there. They hold with and
/// without a head.
#[derive(Clone, Copy)]
pub(super) struct KingSteps {
    /// The opponent does not attack the king there.
    pub(super) unattacked: Bitboard,
    /// One piece attacks it there and certainly can escape, if the opponent need not un-capture
    /// first.
    pub(super) answered: Bitboard,
    /// Two pieces attack it from so near that nothing can stand in between.
    pub(super) unanswerable: Bitboard,
}

/// Counts the attacks on the squares next to the king, piece by piece.
struct AttackCount {
    beside: Bitboard,
    once: Bitboard,
    twice: Bitboard,
    near_once: Bitboard,
    near_twice: Bitboard,
    answered: Bitboard,
}

impl AttackCount {
    /// Adds the squares that a piece attacks. Nothing can stand between the piece and those that
    /// are `near`. Returns the attacked squares next to the king.
    #[inline(always)]
    fn add(&mut self, attacked: Bitboard, near: Bitboard) -> Bitboard {
        let attacked = attacked & self.beside;
        self.twice |= self.once & attacked;
        self.once |= attacked;
        let near = attacked & near;
        self.near_twice |= self.near_once & near;
        self.near_once |= near;
        attacked
    }

    /// Marks these squares as answered if the piece that attacks them can escape.
    #[inline(always)]
    fn mark_answered(&mut self, attacked: Bitboard, can_escape: bool) {
        self.answered |= if can_escape {
            attacked
        } else {
            Bitboard::EMPTY
        };
    }
}

impl Ssehc {
    /// Sorts the squares next to the player's own king by the result of a step there. At most one
    /// piece may be un-captured on `head` first.
    pub(super) fn king_steps(&self, king: Square, head: Option<Square>) -> KingSteps {
        let placement = &self.setup.placement;
        let enemy = !self.setup.side;
        let occupied = placement.occupied();
        let lifted = occupied.without(king);
        let free = !(occupied | head.map_or(Bitboard::EMPTY, Bitboard::from_square));
        let filled = self.certainly_filled();
        let frozen = self.setup.castling.squares();
        let of = |role| placement.pieces(enemy, role);
        let diagonal = of(Role::Bishop) | of(Role::Queen);
        let straight = of(Role::Rook) | of(Role::Queen);
        let mut count = AttackCount {
            beside: attacks::king_attacks(king) & !occupied,
            once: Bitboard::EMPTY,
            twice: Bitboard::EMPTY,
            near_once: Bitboard::EMPTY,
            near_twice: Bitboard::EMPTY,
            answered: Bitboard::EMPTY,
        };

        let pawns = of(Role::Pawn);
        let room = free & !row(enemy, 1);
        let (straight_room, diagonal_room) = pawn_origins(enemy, room);
        // After a straight step the square stays empty, so it must not open a line.
        let screens = pawn_origins(enemy, !lifted | diagonal).1;
        let can_escape = diagonal_room & filled | straight_room & !screens;
        let attacked_by = |pawns| beside(back(!enemy, pawns));
        let (to_a, to_h) = attacked_by(pawns);
        count.add(to_a, Bitboard::FULL);
        count.add(to_h, Bitboard::FULL);
        let (to_a, to_h) = attacked_by(pawns & can_escape);
        count.mark_answered(to_a | to_h, true);

        for knight in of(Role::Knight) {
            // A checking knight is on no line to the king, and after one step it does not attack
            // the king.
            let steps = attacks::knight_attacks(knight);
            let attacked = count.add(steps, Bitboard::FULL);
            count.mark_answered(attacked, (steps & free & !attacked).any());
        }
        for bishop in of(Role::Bishop) {
            let near = attacks::king_attacks(bishop);
            let reach = attacks::bishop_attacks(bishop, lifted);
            let attacked = count.add(reach, near);
            if attacked.is_empty() {
                continue;
            }
            let can_escape = filled.contains(bishop) || reach.is_disjoint(diagonal);
            // Off its line to the king, it attacks only lines that miss the king.
            let rising = RISING[bishop.to_usize()];
            let steps = near & reach & free;
            count.mark_answered(attacked & rising, can_escape && (steps & !rising).any());
            count.mark_answered(attacked & !rising, can_escape && (steps & rising).any());
        }
        for rook in of(Role::Rook) {
            let near = attacks::king_attacks(rook);
            let reach = attacks::rook_attacks(rook, lifted);
            let attacked = count.add(reach, near);
            if attacked.is_empty() {
                continue;
            }
            let can_escape =
                (filled.contains(rook) || reach.is_disjoint(straight)) && !frozen.contains(rook);
            let file = file_of(rook);
            let steps = near & reach & free;
            count.mark_answered(attacked & file, can_escape && (steps & !file).any());
            count.mark_answered(attacked & !file, can_escape && (steps & file).any());
        }
        for queen in of(Role::Queen) {
            let near = attacks::king_attacks(queen);
            let reach = attacks::queen_attacks(queen, lifted);
            let attacked = count.add(reach, near);
            if attacked.is_empty() {
                continue;
            }
            let can_escape = filled.contains(queen) || reach.is_disjoint(diagonal | straight);
            for target in attacked & !count.twice {
                let target_alone = Bitboard::from_square(target);
                let aside = !(attacks::queen_attacks(target, Bitboard::EMPTY) | target_alone);
                count.mark_answered(target_alone, can_escape && (near & free & aside).any());
            }
        }
        KingSteps {
            unattacked: count.beside & !count.once,
            answered: count.answered & !count.twice,
            unanswerable: count.near_twice,
        }
    }

    /// The squares on which the side to play certainly can un-capture a piece when the opponent
    /// leaves them, whatever the turn un-captures first.
    pub(super) fn certainly_filled(&self) -> Bitboard {
        let side = self.setup.side;
        let reserve = self.setup.placement.reserve();
        match reserve.total(side) {
            0 | 1 => Bitboard::EMPTY,
            total if total > reserve.count(side, Role::Pawn) + 1 => Bitboard::FULL,
            _ => !EDGES,
        }
    }
}

/// The squares of the rising diagonal (such as a1-h8) through each square.
static RISING: [Bitboard; 64] = {
    let mut diagonals = [Bitboard::EMPTY; 64];
    let mut pair = 0;
    while pair < 64 * 64 {
        let (from, to) = (pair / 64, pair % 64);
        if from / 8 + to % 8 == to / 8 + from % 8 {
            diagonals[from].0 |= 1 << to;
        }
        pair += 1;
    }
    diagonals
};
