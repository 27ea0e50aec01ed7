//! One side's attack on a king: which pieces give check, which pieces block a line, and where a
//! piece would give check.

use crate::board::{Bitboard, Color, Placement, Role, Roles, Square, attacks};

/// One side's attack on a king. Older versions of Stockfish have a structure of the same name.
#[derive(Clone, Copy, Debug)]
pub struct CheckInfo {
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

impl CheckInfo {
    /// The attack of `attacker` on the king on `king`.
    #[inline]
    #[must_use]
    pub fn new(placement: &Placement, attacker: Color, king: Square) -> Self {
        Self::with_occupied(placement, attacker, king, placement.occupied())
    }

    /// The attack of the other side on the king of `color`; `None` if that king is not on the board.
    #[inline]
    #[must_use]
    pub fn on_king_of(placement: &Placement, color: Color) -> Option<Self> {
        Some(Self::new(placement, !color, placement.king(color)?))
    }

    /// The attack of `attacker` on the king on `king`. Only the squares of `occupied` block lines,
    /// whether or not `placement` has a piece there.
    #[inline]
    #[must_use]
    pub fn with_occupied(
        placement: &Placement,
        attacker: Color,
        king: Square,
        occupied: Bitboard,
    ) -> Self {
        let diagonal = attacks::bishop_attacks(king, occupied);
        let straight = attacks::rook_attacks(king, occupied);
        let pawn = attacks::pawn_attacks(!attacker, king);
        let knight = attacks::knight_attacks(king);
        let queens = placement.by_role(Role::Queen);
        let pieces = placement.by_color(attacker);
        let diagonal_sliders = pieces & (placement.by_role(Role::Bishop) | queens);
        let straight_sliders = pieces & (placement.by_role(Role::Rook) | queens);
        let checkers = pieces
            & ((knight & placement.by_role(Role::Knight))
                | (attacks::king_attacks(king) & placement.by_role(Role::King))
                | (pawn & placement.by_role(Role::Pawn)))
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

    /// Whether the empty `square` is on a line to the king, with at most one piece in between. Only
    /// on such squares can a new piece give or block a check along a line, now or after the piece
    /// in between has left.
    #[inline]
    #[must_use]
    pub fn affects(&self, square: Square) -> bool {
        let between = attacks::between(self.king, square) & self.occupied;
        !between.more_than_one()
            && attacks::queen_attacks(self.king, Bitboard::EMPTY).contains(square)
    }

    /// The occupied squares.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        self.occupied
    }

    /// The attacking side.
    #[inline]
    #[must_use]
    pub const fn attacker(&self) -> Color {
        self.attacker
    }

    /// The pieces that give check.
    #[inline]
    #[must_use]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Each piece, of either side, that is alone between an attacking slider and the king. If it
    /// leaves, the slider gives a discovered check.
    #[inline]
    #[must_use]
    pub const fn blockers(&self) -> Bitboard {
        self.blockers
    }

    /// The sliders that give a discovered check when the piece on `vacated` leaves.
    #[inline]
    #[must_use]
    pub fn discovered_by(&self, placement: &Placement, vacated: Square) -> Bitboard {
        if !self.blockers.contains(vacated) {
            return Bitboard::EMPTY;
        }
        let occupied = self.occupied.without(vacated);
        self.discovered_along(
            placement,
            attacks::bishop_attacks(self.king, occupied),
            attacks::rook_attacks(self.king, occupied),
        )
    }

    /// The attacker's bishops and queens on `diagonal`, and its rooks and queens on `straight`.
    /// Sliders that already give check are left out.
    #[inline]
    fn discovered_along(
        &self,
        placement: &Placement,
        diagonal: Bitboard,
        straight: Bitboard,
    ) -> Bitboard {
        let queens = placement.by_role(Role::Queen);
        let sliders = diagonal & (placement.by_role(Role::Bishop) | queens)
            | straight & (placement.by_role(Role::Rook) | queens);
        placement.by_color(self.attacker) & sliders & !self.checkers
    }

    /// The squares on which a piece would block all of `checkers`. All squares if `checkers` is
    /// empty.
    #[inline]
    #[must_use]
    pub fn blocking_squares(&self, checkers: Bitboard) -> Bitboard {
        let mut squares = Bitboard::FULL;
        for checker in checkers {
            squares &= attacks::between(self.king, checker);
        }
        squares
    }

    /// The `movers`, pieces of the attacking side, that may have an un-move after which the king is
    /// not in check. Un-castling and en passant do not count. If the king is in check now, these
    /// are:
    ///
    /// * the only checker;
    /// * one of several checkers, if a piece on one square would block all the others;
    /// * a piece that could block all checkers if it moved like a queen or a knight.
    #[inline]
    #[must_use]
    pub fn able_to_resolve(&self, movers: Bitboard) -> Bitboard {
        if self.checkers.is_empty() {
            movers
        } else {
            movers & self.able_to_resolve_check()
        }
    }

    /// The squares from which a piece may be [able to resolve](Self::able_to_resolve) the present
    /// check.
    fn able_to_resolve_check(&self) -> Bitboard {
        let blocks_others = |&checker: &Square| {
            let others = self.checkers.without(checker);
            self.blocking_squares(others).any()
        };
        let mut squares: Bitboard = self.checkers.into_iter().filter(blocks_others).collect();
        // Every un-move goes along an open line, or as a knight goes.
        for target in self.blocking_squares(self.checkers) {
            squares |= attacks::queen_attacks(target, self.occupied);
            squares |= attacks::knight_attacks(target);
        }
        squares
    }

    /// The squares from which a piece of this kind would give check.
    #[inline(always)]
    #[must_use]
    pub fn check_squares(&self, role: Role) -> Bitboard {
        match role {
            Role::Pawn => attacks::pawn_attacks(!self.attacker, self.king),
            Role::Knight => attacks::knight_attacks(self.king),
            Role::Bishop => self.diagonal,
            Role::Rook => self.straight,
            Role::Queen => self.diagonal | self.straight,
            Role::King => attacks::king_attacks(self.king),
        }
    }

    /// The kinds of piece other than the king that would give check from `square`.
    #[inline]
    #[must_use]
    pub fn checking_roles(&self, square: Square) -> Roles {
        const DIAGONAL: Roles = Roles::of(Role::Queen).or(Roles::of(Role::Bishop));
        const STRAIGHT: Roles = Roles::of(Role::Queen).or(Roles::of(Role::Rook));
        let checking = |squares: Bitboard, roles| {
            if squares.contains(square) {
                roles
            } else {
                Roles::EMPTY
            }
        };
        checking(self.diagonal, DIAGONAL)
            .or(checking(self.straight, STRAIGHT))
            .or(checking(self.check_squares(Role::Pawn), Roles::PAWN))
            .or(checking(
                self.check_squares(Role::Knight),
                Roles::of(Role::Knight),
            ))
    }

    /// The targets that leave the king out of check when a piece of the attacking side un-moves
    /// from `from`. They include squares that the piece cannot reach. `role` is the kind of the
    /// piece after the un-move.
    #[inline(always)]
    #[must_use]
    pub fn safe_targets(&self, placement: &Placement, from: Square, role: Role) -> SafeTargets {
        let attacked = self.check_squares(role);
        if self.checkers.is_empty() && !(self.blockers | attacked).contains(from) {
            // Vacating `from` opens no line to the king, neither for another slider nor for the
            // moved piece.
            let safe = !attacked;
            return SafeTargets {
                empty: safe,
                filled: safe,
            };
        }
        self.safe_targets_on_lines(placement, from, attacked, Lines::of(role))
    }

    /// The [safe targets](Self::safe_targets) if the king is in check, or if vacating `from` may
    /// change the attack. `attacked` holds the squares from which the piece attacks the king. The
    /// inlined caller computes `attacked` and `lines` from the kind of piece, because a branch on
    /// the kind would often be mispredicted here.
    fn safe_targets_on_lines(
        &self,
        placement: &Placement,
        from: Square,
        attacked: Bitboard,
        lines: Lines,
    ) -> SafeTargets {
        let filled = !attacked & self.blocking_squares(self.checkers.without(from));
        if filled.is_empty() || !(self.blockers | attacked).contains(from) {
            // No target is safe, or vacating `from` opens no attack on the king.
            return SafeTargets {
                empty: filled,
                filled,
            };
        }
        let occupied = self.occupied.without(from);
        let diagonal = attacks::bishop_attacks(self.king, occupied);
        let straight = attacks::rook_attacks(self.king, occupied);
        let attacked_then = diagonal & lines.diagonal | straight & lines.straight;
        let opened = self.discovered_along(placement, diagonal, straight);
        SafeTargets {
            empty: filled & !attacked_then & self.blocking_squares(opened),
            filled,
        }
    }
}

/// Two masks for a kind of piece: one for diagonal and one for straight lines. A mask holds all
/// squares if the kind slides along such lines; otherwise it is empty.
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

/// Targets that leave the king out of check; see [`CheckInfo::safe_targets`]. `empty` is a subset
/// of `filled`.
#[derive(Clone, Copy, Debug)]
pub struct SafeTargets {
    /// The safe targets if the vacated square stays empty.
    pub empty: Bitboard,
    /// The safe targets if a piece of the king's side appears on the vacated square.
    pub filled: Bitboard,
}
