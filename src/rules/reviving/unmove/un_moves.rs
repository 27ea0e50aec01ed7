//! The un-moves of pieces, as sets of targets.

use std::ops::ControlFlow;

use super::check_info::CheckInfo;
use super::pawns::{pawn_diagonal, pawn_straight};
use crate::board::{Act, Bitboard, Color, Placement, Role, Square, attacks, row};

/// The un-moves of one piece, as two sets of targets.
#[derive(Clone, Copy, Debug)]
pub struct UnMoves {
    /// The vacated square.
    pub from: Square,
    /// The kind of the piece after the un-move: a pawn after an un-promotion.
    pub role: Role,
    /// [`Act::Move`] or [`Act::UnPromotion`].
    pub act: Act,
    /// Targets of un-moves that leave the vacated square empty. The enemy king is not in check
    /// afterwards.
    pub quiet: Bitboard,
    /// Targets of un-moves after which an enemy piece may appear on the vacated square. If `role`
    /// is the pawn, a piece must appear. With this piece, the enemy king is not in check.
    pub reviving: Bitboard,
}

impl UnMoves {
    /// Whether the piece is a pawn after the un-move. Then diagonal un-moves must un-capture, and
    /// straight ones cannot.
    #[inline]
    #[must_use]
    pub fn is_pawn(&self) -> bool {
        self.role == Role::Pawn
    }
}

/// A board on which a side un-moves.
#[derive(Clone, Copy, Debug)]
pub struct UnMoveBoard<'a> {
    placement: &'a Placement,
    color: Color,
    attack: &'a CheckInfo,
    occupied: Bitboard,
}

impl<'a> UnMoveBoard<'a> {
    /// The board with the pieces of `placement`. `attack` is the attack of `color` on the enemy
    /// king.
    #[inline]
    #[must_use]
    pub fn new(placement: &'a Placement, color: Color, attack: &'a CheckInfo) -> Self {
        Self {
            placement,
            color,
            attack,
            occupied: placement.occupied(),
        }
    }

    /// The board with one more piece on the empty `square`. The piece only blocks lines. A check
    /// that it gives is not found.
    ///
    /// `attack` may count `square` as empty. Then the piece may block a line that is open in
    /// `attack`, and some un-moves may be missing. None is missing if [`CheckInfo::affects`] is
    /// false for `square`.
    #[inline]
    #[must_use]
    pub fn with_piece_on(&self, square: Square, attack: &'a CheckInfo) -> Self {
        Self {
            placement: self.placement,
            color: self.color,
            attack,
            occupied: self.occupied.with(square),
        }
    }

    /// The attack on the enemy king by the side that un-moves.
    #[inline]
    #[must_use]
    pub const fn attack(&self) -> &'a CheckInfo {
        self.attack
    }

    /// The pieces on the board and in reserve, without the piece that [`Self::with_piece_on`] adds.
    #[inline]
    #[must_use]
    pub const fn placement(&self) -> &'a Placement {
        self.placement
    }

    /// The occupied squares.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        self.occupied
    }

    /// For each piece of the side, calls `sink` with its un-moves, if there are any. For each piece
    /// on row 8, also calls `sink` with its un-promotions, if there are any. Pieces on `frozen`
    /// squares, un-castling and en passant are left out.
    #[inline]
    pub fn each_piece<B>(
        &self,
        frozen: Bitboard,
        mut sink: impl FnMut(UnMoves) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let placement = self.placement;
        let movers = self
            .attack
            .able_to_resolve(placement.by_color(self.color) & !frozen);
        self.non_pawns(movers, Role::Knight, &mut sink)?;
        self.non_pawns(movers, Role::Bishop, &mut sink)?;
        self.non_pawns(movers, Role::Rook, &mut sink)?;
        self.non_pawns(movers, Role::Queen, &mut sink)?;
        self.non_pawns(movers, Role::King, &mut sink)?;
        for from in movers & placement.by_role(Role::Pawn) & !row(self.color, 2) {
            if let Some(un_moves) = self.pawn(from) {
                sink(un_moves)?;
            }
        }
        if placement.reserve().count(self.color, Role::Pawn) > 0 {
            for from in movers & row(self.color, 8) & !placement.by_role(Role::King) {
                if let Some(un_moves) = self.un_promotion(from) {
                    sink(un_moves)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls `sink` with the un-moves of each piece of one kind other than pawns. Inlined for each
    /// kind, so that branches on the kind disappear.
    #[inline(always)]
    fn non_pawns<B>(
        &self,
        movers: Bitboard,
        role: Role,
        sink: &mut impl FnMut(UnMoves) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for from in movers & self.placement.by_role(role) {
            if let Some(un_moves) = self.non_pawn(from, role) {
                sink(un_moves)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The un-moves of a piece of this kind, not a pawn, on `from`; `None` if there are none. The
    /// piece need not stand there yet.
    #[inline(always)]
    #[must_use]
    pub fn non_pawn(&self, from: Square, role: Role) -> Option<UnMoves> {
        let targets = reach(role, from, self.occupied) & !self.occupied;
        if targets.is_empty() {
            return None;
        }
        let safe = self.attack.safe_targets(self.placement, from, role);
        let (quiet, reviving) = (targets & safe.empty, targets & safe.filled);
        reviving.any().then_some(UnMoves {
            from,
            role,
            act: Act::Move,
            quiet,
            reviving,
        })
    }

    /// The targets of a piece, other than a pawn, on `from`. Before the un-move, the enemy king
    /// must not be in check, and the piece must block no line to this king. The targets are the
    /// same whether or not the vacated square is filled.
    #[inline(always)]
    #[must_use]
    pub fn unrestricted(&self, from: Square, role: Role) -> Bitboard {
        reach(role, from, self.occupied) & !(self.occupied | self.attack.check_squares(role))
    }

    /// The targets of a pawn on `from`. Before the un-move, the enemy king must not be in check,
    /// and the pawn must block no line to this king. `fillable` are the squares on which a piece
    /// can be un-captured. If `from` is not one of them, diagonal targets are left out.
    #[inline(always)]
    #[must_use]
    pub fn unrestricted_pawn(&self, from: Square, fillable: Bitboard) -> Bitboard {
        let mut targets = pawn_straight(self.color, from, self.occupied);
        if fillable.contains(from) {
            targets |= pawn_diagonal(self.color, from, self.occupied);
        }
        targets & !self.attack.check_squares(Role::Pawn)
    }

    /// The un-moves of a pawn on `from`; `None` if there are none. The pawn need not stand there
    /// yet.
    #[inline]
    #[must_use]
    pub fn pawn(&self, from: Square) -> Option<UnMoves> {
        self.pawn_retreat(from, Act::Move)
    }

    /// The un-promotions of the piece on `from`, which is on row 8; `None` if there are none.
    #[must_use]
    pub fn un_promotion(&self, from: Square) -> Option<UnMoves> {
        self.pawn_retreat(from, Act::UnPromotion)
    }

    #[inline]
    fn pawn_retreat(&self, from: Square, act: Act) -> Option<UnMoves> {
        let straight = pawn_straight(self.color, from, self.occupied);
        let diagonal = pawn_diagonal(self.color, from, self.occupied);
        if (straight | diagonal).is_empty() {
            return None;
        }
        let safe = self.attack.safe_targets(self.placement, from, Role::Pawn);
        let (quiet, reviving) = (straight & safe.empty, diagonal & safe.filled);
        (quiet | reviving).any().then_some(UnMoves {
            from,
            role: Role::Pawn,
            act,
            quiet,
            reviving,
        })
    }
}

/// The squares that a piece other than a pawn attacks; none for a pawn. Inlined for each kind, so
/// that branches on the kind disappear.
#[inline(always)]
#[must_use]
pub fn reach(role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => Bitboard::EMPTY,
        Role::Knight => attacks::knight_attacks(from),
        Role::Bishop => attacks::bishop_attacks(from, occupied),
        Role::Rook => attacks::rook_attacks(from, occupied),
        Role::Queen => attacks::queen_attacks(from, occupied),
        Role::King => attacks::king_attacks(from),
    }
}
