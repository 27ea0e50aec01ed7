//! Lines to a king: what an un-move opens, shuts and attacks.

use crate::board::{Bitboard, Color, Placement, Role, Roles, Square, attacks};

/// How one side's pieces bear on a king: who attacks it, and which single pieces stand in the way.
#[derive(Clone, Copy, Debug)]
pub struct KingSight {
    king: Square,
    attacker: Color,
    occupied: Bitboard,
    /// The squares from which a bishop would attack the king.
    diagonal: Bitboard,
    /// The squares from which a rook would attack the king.
    straight: Bitboard,
    checkers: Bitboard,
    blockers: Bitboard,
}

impl KingSight {
    /// The sight of `attacker`'s pieces on a king that stands on `king`.
    #[inline]
    #[must_use]
    pub fn new(placement: &Placement, attacker: Color, king: Square) -> Self {
        Self::over(placement, attacker, king, placement.occupied())
    }

    /// The same, were `occupied` the occupied squares: with more pieces than stand there, which
    /// only stand in the way.
    #[inline]
    #[must_use]
    pub fn over(placement: &Placement, attacker: Color, king: Square, occupied: Bitboard) -> Self {
        let diagonal = attacks::bishop_attacks(king, occupied);
        let straight = attacks::rook_attacks(king, occupied);
        let pawn = attacks::pawn_attacks(!attacker, king);
        let knight = attacks::knight_attacks(king);
        let queens = placement.all(Role::Queen);
        let pieces = placement.of(attacker);
        let diagonal_sliders = pieces & (placement.all(Role::Bishop) | queens);
        let straight_sliders = pieces & (placement.all(Role::Rook) | queens);
        let checkers = pieces
            & ((knight & placement.all(Role::Knight))
                | (attacks::king_attacks(king) & placement.all(Role::King))
                | (pawn & placement.all(Role::Pawn)))
            | (diagonal & diagonal_sliders)
            | (straight & straight_sliders);
        let distant = ((attacks::bishop_attacks(king, Bitboard::EMPTY) & diagonal_sliders)
            | (attacks::rook_attacks(king, Bitboard::EMPTY) & straight_sliders))
            & !checkers;
        let mut blockers = Bitboard::EMPTY;
        for sniper in distant {
            let between = attacks::between(king, sniper) & occupied;
            if !between.more_than_one() {
                blockers |= between;
            }
        }
        Self {
            king,
            attacker,
            occupied,
            diagonal,
            straight,
            checkers,
            blockers,
        }
    }

    /// The king's square.
    #[inline]
    #[must_use]
    pub const fn king(&self) -> Square {
        self.king
    }

    /// Whether one more piece on the empty `square` could make a difference to the king, now or after
    /// a piece has left: it is in line with the king, with at most one piece in between.
    #[inline]
    #[must_use]
    pub fn minds(&self, square: Square) -> bool {
        let between = attacks::between(self.king, square) & self.occupied;
        !between.more_than_one()
            && attacks::queen_attacks(self.king, Bitboard::EMPTY).contains(square)
    }

    /// The squares that stand in the way.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        self.occupied
    }

    /// The side whose pieces bear on the king.
    #[inline]
    #[must_use]
    pub const fn attacker(&self) -> Color {
        self.attacker
    }

    /// The pieces that attack the king.
    #[inline]
    #[must_use]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// The squares each of which alone shields the king from a slider.
    #[inline]
    #[must_use]
    pub const fn blockers(&self) -> Bitboard {
        self.blockers
    }

    /// The sliders that attack the king once `vacated` is empty, and did not before.
    #[inline]
    #[must_use]
    pub fn opened_by(&self, placement: &Placement, vacated: Square) -> Bitboard {
        if !self.blockers.contains(vacated) {
            return Bitboard::EMPTY;
        }
        let occupied = self.occupied.without(vacated);
        self.opened_along(
            placement,
            attacks::bishop_attacks(self.king, occupied),
            attacks::rook_attacks(self.king, occupied),
        )
    }

    /// The sliders that attack the king along these lines, and did not before.
    #[inline]
    fn opened_along(
        &self,
        placement: &Placement,
        diagonal: Bitboard,
        straight: Bitboard,
    ) -> Bitboard {
        let queens = placement.all(Role::Queen);
        let sliders = diagonal & (placement.all(Role::Bishop) | queens)
            | straight & (placement.all(Role::Rook) | queens);
        placement.of(self.attacker) & sliders & !self.checkers
    }

    /// The squares on which one more piece shields the king from all of `checkers`.
    #[inline]
    #[must_use]
    pub fn shields(&self, checkers: Bitboard) -> Bitboard {
        let mut squares = Bitboard::FULL;
        for checker in checkers {
            squares &= attacks::between(self.king, checker);
        }
        squares
    }

    /// Those of `movers` whose un-move can leave the king unattacked: where no square shields it from
    /// all checkers, a checker has to go.
    #[inline]
    #[must_use]
    pub fn relieving(&self, movers: Bitboard) -> Bitboard {
        if self.checkers.any() && self.shields(self.checkers).is_empty() {
            movers & self.checkers
        } else {
            movers
        }
    }

    /// The squares from which a piece of the attacker would attack the king on the board as it is.
    #[inline(always)]
    #[must_use]
    pub fn attacked_from(&self, role: Role) -> Bitboard {
        match role {
            Role::Pawn => attacks::pawn_attacks(!self.attacker, self.king),
            Role::Knight => attacks::knight_attacks(self.king),
            Role::Bishop => self.diagonal,
            Role::Rook => self.straight,
            Role::Queen => self.diagonal | self.straight,
            Role::King => attacks::king_attacks(self.king),
        }
    }

    /// The kinds of piece that would attack the king from `square` on the board as it is.
    #[inline]
    #[must_use]
    pub fn checking_from(&self, square: Square) -> Roles {
        let mut roles = Roles::EMPTY;
        for role in Role::ALL {
            if role != Role::King && self.attacked_from(role).contains(square) {
                roles = roles.or(Roles::of(role));
            }
        }
        roles
    }

    /// Where a piece of the attacker that leaves `from` and arrives as `role` may go so that the
    /// king is not attacked afterwards: once with `from` left empty, once with a piece of the
    /// king's side on `from`. The first set is part of the second.
    #[inline(always)]
    #[must_use]
    pub fn safe_targets(&self, placement: &Placement, from: Square, role: Role) -> Safe {
        let attacked = self.attacked_from(role);
        if self.checkers.is_empty() && !(self.blockers | attacked).contains(from) {
            // What leaves stands neither alone in a line to the king nor in its own.
            let safe = !attacked;
            return Safe {
                open: safe,
                filled: safe,
            };
        }
        self.safe_targets_in_sight(placement, from, attacked, Lines::of(role))
    }

    /// The same where it makes a difference that `from` is vacated. What depends on the kind of piece
    /// is handed over, since a branch on it could hardly be foreseen.
    fn safe_targets_in_sight(
        &self,
        placement: &Placement,
        from: Square,
        attacked: Bitboard,
        lines: Lines,
    ) -> Safe {
        let filled = !attacked & self.shields(self.checkers.without(from));
        if filled.is_empty() || !(self.blockers | attacked).contains(from) {
            // What leaves stands neither alone in a line to the king nor in its own.
            return Safe {
                open: filled,
                filled,
            };
        }
        let occupied = self.occupied.without(from);
        let diagonal = attacks::bishop_attacks(self.king, occupied);
        let straight = attacks::rook_attacks(self.king, occupied);
        let attacked_then = diagonal & lines.diagonal | straight & lines.straight;
        let opened = self.opened_along(placement, diagonal, straight);
        Safe {
            open: filled & !attacked_then & self.shields(opened),
            filled,
        }
    }
}

/// All squares or none, by whether a kind of piece goes along such lines.
#[derive(Clone, Copy, Debug)]
struct Lines {
    diagonal: Bitboard,
    straight: Bitboard,
}

impl Lines {
    #[inline(always)]
    fn of(role: Role) -> Self {
        let all_if = |goes| {
            if goes {
                Bitboard::FULL
            } else {
                Bitboard::EMPTY
            }
        };
        Self {
            diagonal: all_if(matches!(role, Role::Bishop | Role::Queen)),
            straight: all_if(matches!(role, Role::Rook | Role::Queen)),
        }
    }
}

/// Targets that leave the enemy king unattacked, see [`KingSight::safe_targets`].
#[derive(Clone, Copy, Debug)]
pub struct Safe {
    /// With the vacated square left empty.
    pub open: Bitboard,
    /// With a piece of the king's side on the vacated square.
    pub filled: Bitboard,
}
