//! What awaits the own king on the squares beside it, found for all of them at once, so that few of
//! its steps have to be judged one by one.

use super::Ssehc;
use crate::board::{Bitboard, Role, Square, attacks, back, row};
use crate::rules::{
    reviving::unmove::{beside, file_of, pawn_origins},
    validate::EDGES,
};

/// The squares beside the own king by what a step there leads to, whether or not something is
/// un-captured at the head of the turn.
#[derive(Clone, Copy)]
pub(super) struct KingSteps {
    /// The opponent does not attack the king there.
    pub(super) unattacked: Bitboard,
    /// One piece attacks it that can certainly step aside, unless an un-capture is forced before.
    pub(super) answered: Bitboard,
    /// Two pieces attack it from so near that nothing comes in between.
    pub(super) hopeless: Bitboard,
}

/// The squares beside the king, as the opponent's pieces are gone through.
struct Tally {
    beside: Bitboard,
    once: Bitboard,
    twice: Bitboard,
    near_once: Bitboard,
    near_twice: Bitboard,
    answered: Bitboard,
}

impl Tally {
    /// Adds the squares that a piece attacks. Between it and those that are `near` there is nothing.
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

    /// Notes that a check from a piece that attacks these squares can be answered, if `able`.
    #[inline(always)]
    fn answer(&mut self, attacked: Bitboard, able: bool) {
        self.answered |= if able { attacked } else { Bitboard::EMPTY };
    }
}

impl Ssehc {
    /// What awaits the own king beside its square, if at most a piece comes to `head`.
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
        let mut tally = Tally {
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
        // A square left straight stays empty, so that it must not open a line.
        let screens = pawn_origins(enemy, !lifted | diagonal).1;
        let able = diagonal_room & filled | straight_room & !screens;
        let attacked_by = |pawns| beside(back(!enemy, pawns));
        let (to_a, to_h) = attacked_by(pawns);
        tally.add(to_a, Bitboard::FULL);
        tally.add(to_h, Bitboard::FULL);
        let (to_a, to_h) = attacked_by(pawns & able);
        tally.answer(to_a | to_h, true);

        for knight in of(Role::Knight) {
            // From a square of the other colour it attacks neither the king nor opens a line.
            let steps = attacks::knight_attacks(knight);
            let attacked = tally.add(steps, Bitboard::FULL);
            tally.answer(attacked, (steps & free & !attacked).any());
        }
        for bishop in of(Role::Bishop) {
            let near = attacks::king_attacks(bishop);
            let reach = attacks::bishop_attacks(bishop, lifted);
            let attacked = tally.add(reach, near);
            if attacked.is_empty() {
                continue;
            }
            let able = filled.contains(bishop) || reach.is_disjoint(diagonal);
            // Off its line to the king it attacks along lines that are parallel to the king's.
            let rising = RISING[bishop.to_usize()];
            let steps = near & reach & free;
            tally.answer(attacked & rising, able && (steps & !rising).any());
            tally.answer(attacked & !rising, able && (steps & rising).any());
        }
        for rook in of(Role::Rook) {
            let near = attacks::king_attacks(rook);
            let reach = attacks::rook_attacks(rook, lifted);
            let attacked = tally.add(reach, near);
            if attacked.is_empty() {
                continue;
            }
            let able =
                (filled.contains(rook) || reach.is_disjoint(straight)) && !frozen.contains(rook);
            let file = file_of(rook);
            let steps = near & reach & free;
            tally.answer(attacked & file, able && (steps & !file).any());
            tally.answer(attacked & !file, able && (steps & file).any());
        }
        for queen in of(Role::Queen) {
            let near = attacks::king_attacks(queen);
            let reach = attacks::queen_attacks(queen, lifted);
            let attacked = tally.add(reach, near);
            if attacked.is_empty() {
                continue;
            }
            let able = filled.contains(queen) || reach.is_disjoint(diagonal | straight);
            for target in attacked & !tally.twice {
                let target_alone = Bitboard::from_square(target);
                let aside = !(attacks::queen_attacks(target, Bitboard::EMPTY) | target_alone);
                tally.answer(target_alone, able && (near & free & aside).any());
            }
        }
        KingSteps {
            unattacked: tally.beside & !tally.once,
            answered: tally.answered & !tally.twice,
            hopeless: tally.near_twice,
        }
    }

    /// The squares for which the side to play certainly has a piece when the opponent leaves them,
    /// whatever the turn begins with.
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

/// The squares of the rising diagonal (as a1 to h8) through each square.
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
