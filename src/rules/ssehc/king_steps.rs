//! The player's king may step into check only if the opponent can *answer* the check. An answer is
//! an un-move after which the king is not attacked, or after which the player can block the attack
//! by an un-capture.
//!
//! This file sorts the squares next to the king into three sets: no check there, a check that
//! certainly can be answered, a check that certainly cannot. It sorts all squares at once. A square
//! about which nothing is certain is in no set. Then only two kinds of king step are examined one
//! by one: a step to a square in no set, and, if the opponent must un-capture before its un-move, a
//! step to a square of the second set.

use super::Ssehc;
use crate::board::{Bitboard, Color, Placement, Role, Square, attacks, back, row};
use crate::rules::reviving::unmove::{beside, pawn_origins};

/// The empty squares next to the player's own king, sorted into three sets. The same sets serve for
/// turns with and without an un-capture before the king's step. A square about which nothing is
/// certain is in no set. `answered` may also contain squares to which the king cannot step.
#[derive(Clone, Copy)]
pub(super) struct KingSteps {
    /// The opponent does not attack the king there.
    pub(super) unattacked: Bitboard,
    /// Exactly one piece attacks the king there. This piece certainly can answer the check, unless
    /// the king's step gives check to the opponent, who must then un-capture before its un-move. If
    /// the player un-captures a piece before the step, the un-captured piece may block the attack.
    /// Then there is no check.
    pub(super) answered: Bitboard,
    /// At least two pieces attack the king there, each with no square between it and the king.
    pub(super) unanswerable: Bitboard,
}

/// The enemy's pieces, and what they can do after the king's step.
struct Enemies<'a> {
    placement: &'a Placement,
    color: Color,
    /// The occupied squares without the king's.
    lifted: Bitboard,
    /// The squares to which pieces can go.
    free: Bitboard,
    /// The squares on which the player certainly can un-capture a piece when an enemy piece leaves
    /// them.
    filled: Bitboard,
    /// The squares of frozen pieces.
    frozen: Bitboard,
}

impl Enemies<'_> {
    fn pieces(&self, role: Role) -> Bitboard {
        self.placement.pieces(self.color, role)
    }

    fn diagonal(&self) -> Bitboard {
        self.pieces(Role::Bishop) | self.pieces(Role::Queen)
    }

    fn straight(&self) -> Bitboard {
        self.pieces(Role::Rook) | self.pieces(Role::Queen)
    }

    /// Whether the piece on `from` can leave without a discovered check by one of `sliders`.
    /// `reach` has the squares that the piece on `from` attacks. If none of `sliders` stands on
    /// them, no line is opened. If the player certainly can un-capture a piece on `from`, the
    /// un-captured piece blocks the line.
    fn opens_no_line(&self, from: Square, reach: Bitboard, sliders: Bitboard) -> bool {
        self.filled.contains(from) || reach.is_disjoint(sliders)
    }
}

/// Counts the attacks on the squares next to the king, piece by piece.
struct AttackCount {
    /// The empty squares next to the king.
    beside: Bitboard,
    /// Those that at least one piece attacks.
    once: Bitboard,
    /// Those that at least two pieces attack.
    twice: Bitboard,
    /// Those that at least one piece attacks with no square in between.
    near_once: Bitboard,
    /// Those that at least two pieces attack with no square in between.
    near_twice: Bitboard,
    /// Those attacked by a piece that certainly can answer the check. May also contain squares to
    /// which the king cannot step.
    answered: Bitboard,
}

impl AttackCount {
    /// Adds the squares that a piece attacks. Nothing can stand between the piece and the squares
    /// of `near`. Returns the attacked squares next to the king.
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

    /// Marks the `attacked` squares as answered if `exits` is not empty. The piece that attacks
    /// them can answer the check by an un-move to any square of `exits`.
    #[inline(always)]
    fn mark_answered(&mut self, attacked: Bitboard, exits: Bitboard) {
        self.answered |= only_if(exits.any(), attacked);
    }

    #[inline(always)]
    fn add_pawns(&mut self, enemies: &Enemies<'_>) {
        let pawns = enemies.pieces(Role::Pawn);
        let room = enemies.free & !row(enemies.color, 1);
        let (straight_room, diagonal_room) = pawn_origins(enemies.color, room);
        // After a straight step the vacated square stays empty. An enemy bishop or queen diagonally
        // behind this square may then attack the king. This is possible only if a neighbouring
        // square diagonally behind it is empty, or if the bishop or queen stands there. `screens`
        // has all squares with such a neighbour. Straight steps from these squares are left out.
        let screens = pawn_origins(enemies.color, !enemies.lifted | enemies.diagonal()).1;
        let can_escape = diagonal_room & enemies.filled | straight_room & !screens;
        let attacked_by = |pawns| beside(back(!enemies.color, pawns));
        let (to_a, to_h) = attacked_by(pawns);
        self.add(to_a, Bitboard::FULL);
        self.add(to_h, Bitboard::FULL);
        let (to_a, to_h) = attacked_by(pawns & can_escape);
        self.answered |= to_a | to_h;
    }

    #[inline(always)]
    fn add_knights(&mut self, enemies: &Enemies<'_>) {
        for knight in enemies.pieces(Role::Knight) {
            // A checking knight is on no line to the king, and after one step it does not attack
            // the king.
            let steps = attacks::knight_attacks(knight);
            let attacked = self.add(steps, Bitboard::FULL);
            self.mark_answered(attacked, steps & enemies.free & !attacked);
        }
    }

    #[inline(always)]
    fn add_bishops(&mut self, enemies: &Enemies<'_>) {
        for bishop in enemies.pieces(Role::Bishop) {
            let near = attacks::king_attacks(bishop);
            let reach = attacks::bishop_attacks(bishop, enemies.lifted);
            let attacked = self.add(reach, near);
            if attacked.is_empty() {
                continue;
            }
            let can_leave = enemies.opens_no_line(bishop, reach, enemies.diagonal());
            let exits = only_if(can_leave, near & reach & enemies.free);
            // A bishop that leaves its line to the king no longer attacks the king.
            let rising = RISING[bishop.to_usize()];
            self.mark_answered(attacked & rising, exits & !rising);
            self.mark_answered(attacked & !rising, exits & rising);
        }
    }

    #[inline(always)]
    fn add_rooks(&mut self, enemies: &Enemies<'_>) {
        for rook in enemies.pieces(Role::Rook) {
            let near = attacks::king_attacks(rook);
            let reach = attacks::rook_attacks(rook, enemies.lifted);
            let attacked = self.add(reach, near);
            if attacked.is_empty() {
                continue;
            }
            let can_leave = enemies.opens_no_line(rook, reach, enemies.straight())
                && !enemies.frozen.contains(rook);
            let exits = only_if(can_leave, near & reach & enemies.free);
            let file = Bitboard::from_file(rook.file());
            self.mark_answered(attacked & file, exits & !file);
            self.mark_answered(attacked & !file, exits & file);
        }
    }

    #[inline(always)]
    fn add_queens(&mut self, enemies: &Enemies<'_>) {
        for queen in enemies.pieces(Role::Queen) {
            let near = attacks::king_attacks(queen);
            let reach = attacks::queen_attacks(queen, enemies.lifted);
            let attacked = self.add(reach, near);
            if attacked.is_empty() {
                continue;
            }
            let sliders = enemies.diagonal() | enemies.straight();
            let can_leave = enemies.opens_no_line(queen, reach, sliders);
            let exits = only_if(can_leave, near & enemies.free);
            for target in attacked & !self.twice {
                let target_alone = Bitboard::from_square(target);
                let aside = !(attacks::queen_attacks(target, Bitboard::EMPTY) | target_alone);
                self.mark_answered(target_alone, exits & aside);
            }
        }
    }
}

/// These squares if `condition` holds, otherwise none.
#[inline(always)]
fn only_if(condition: bool, squares: Bitboard) -> Bitboard {
    if condition { squares } else { Bitboard::EMPTY }
}

impl Ssehc {
    /// Sorts the empty squares next to the player's own king, as [`KingSteps`] describes. If `head`
    /// is set, the turn can first un-capture a piece on this square.
    pub(super) fn king_steps(&self, king: Square, head: Option<Square>) -> KingSteps {
        let placement = &self.setup.placement;
        let occupied = placement.occupied();
        let enemies = Enemies {
            placement,
            color: !self.setup.side,
            lifted: occupied.without(king),
            free: !(occupied | head.map_or(Bitboard::EMPTY, Bitboard::from_square)),
            filled: self.certainly_filled(),
            frozen: self.setup.castling.squares(),
        };
        let mut count = AttackCount {
            beside: attacks::king_attacks(king) & !occupied,
            once: Bitboard::EMPTY,
            twice: Bitboard::EMPTY,
            near_once: Bitboard::EMPTY,
            near_twice: Bitboard::EMPTY,
            answered: Bitboard::EMPTY,
        };
        // The queens come last, because `add_queens` skips squares that are attacked twice.
        count.add_pawns(&enemies);
        count.add_knights(&enemies);
        count.add_bishops(&enemies);
        count.add_rooks(&enemies);
        count.add_queens(&enemies);
        KingSteps {
            unattacked: count.beside & !count.once,
            answered: count.answered & !count.twice,
            unanswerable: count.near_twice,
        }
    }

    /// The squares on which the side to play certainly can un-capture a piece when the opponent
    /// leaves them. One piece of the reserve is not counted, because the examined turn may
    /// un-capture it.
    pub(super) fn certainly_filled(&self) -> Bitboard {
        let side = self.setup.side;
        let reserve = self.setup.placement.reserve();
        match reserve.total(side) {
            0 | 1 => Bitboard::EMPTY,
            total if total > reserve.count(side, Role::Pawn) + 1 => Bitboard::FULL,
            _ => !Bitboard::BACKRANKS,
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
