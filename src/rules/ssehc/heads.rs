//! How a turn of Ssehc may begin, and which un-moves may follow.
//!
//! The *head* of a turn is the un-capture before its un-move. The un-captured piece gives check at
//! once, or gives check when another piece leaves the line to the enemy king, or has no effect on
//! this king. Kinds of piece with the same effect share a [`HeadCase`], because they leave the same
//! un-moves to the other pieces. (There is one exception: after an un-capture of the last pawn in
//! reserve, no piece can un-promote.) If the un-moves of a piece are certainly the same with and
//! without a head, they are generated once for both ([`HeadPair::both`]).

use std::ops::ControlFlow;

use super::Ssehc;
use super::lines::sliders_along;
use crate::board::{Bitboard, Pending, Role, Roles, Square, TurnSet, Wing, attacks, back, row};
use crate::rules::reviving::unmove::{CheckInfo, UnMoveBoard, UnMoves};

/// The un-captures with which a turn may begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heads {
    /// Whether the turn may begin without an un-capture.
    pub(super) may_be_none: bool,
    /// The square that the opponent vacated. It has no meaning if `roles` is empty.
    pub(super) square: Square,
    /// The kinds of piece that may be un-captured there.
    pub(super) roles: Roles,
}

/// Turns that satisfy points 1 and 2 of [`super`], but perhaps not point 3: they may leave the
/// player's own king in check.
#[derive(Clone, Copy, Debug)]
pub(super) struct SemiLegal {
    /// The turns.
    pub(super) turns: TurnSet,
    /// After an un-move to one of these targets, the opponent need not un-capture anything.
    pub(super) uncapture_optional: Bitboard,
    /// Whether the opponent can un-capture a piece on the square that these turns vacate. (After a
    /// straight un-move of a pawn the opponent never can, even if this field is `true`.)
    pub(super) revives: bool,
}

/// Receives the turns that satisfy points 1 and 2 of [`super`].
pub(super) trait SemiLegalSink<B> {
    /// Receives turns that leave the player's own king out of check.
    fn keeps_king_safe(&mut self, turns: TurnSet) -> ControlFlow<B>;
    /// Receives turns that may leave the player's own king in check.
    fn may_expose_king(&mut self, turns: SemiLegal) -> ControlFlow<B>;
}

/// A set of heads after which the other pieces have the same un-moves.
#[derive(Clone, Copy)]
pub(super) struct HeadCase<'a> {
    /// The board. The square of the `head`, if there is one, counts as occupied, but no piece
    /// stands on it. There are two exceptions:
    ///
    /// * A queen stands on it if the kinds in `roles` give check along a line, at once or when the
    ///   piece that un-moves leaves this line. The queen represents all these kinds.
    /// * [`HeadPair::both`] has the board of `bare`.
    pub(super) board: UnMoveBoard<'a>,
    /// The kinds that are un-captured. The member "no piece" ([`Roles::NONE`]) stands for a turn
    /// without a head. If the set is empty, the case has no turns.
    pub(super) roles: Roles,
    /// The square of the un-capture.
    pub(super) head: Option<Square>,
    /// What all cases of a position share.
    pub(super) context: &'a CaseContext,
}

/// What all cases of a position share.
pub(super) struct CaseContext {
    /// The squares on which the opponent can un-capture a piece once they are vacated.
    pub(super) fillable: Bitboard,
    /// The player's pieces whose un-moves may leave the player's own king in check: the king and
    /// pinned pieces.
    pub(super) may_expose_king: Bitboard,
}

impl HeadCase<'_> {
    /// The un-moves of a piece other than a pawn.
    #[inline(always)]
    fn non_pawn<B>(
        &self,
        from: Square,
        role: Role,
        sink: &mut impl SemiLegalSink<B>,
    ) -> ControlFlow<B> {
        if self.roles.is_empty() {
            return ControlFlow::Continue(());
        }
        match self.board.non_pawn(from, role) {
            Some(un_moves) => self.emit(&un_moves, self.roles, sink),
            None => ControlFlow::Continue(()),
        }
    }

    /// Passes on un-moves that cannot leave the player's own king in check.
    #[inline(always)]
    fn emit_safe<B>(
        &self,
        from: Square,
        targets: Bitboard,
        sink: &mut impl SemiLegalSink<B>,
    ) -> ControlFlow<B> {
        if targets.is_empty() {
            return ControlFlow::Continue(());
        }
        sink.keeps_king_safe(TurnSet {
            roles: self.roles,
            head: self.head,
            ..TurnSet::moves(from, targets)
        })
    }

    /// Passes on those of `un_moves` that satisfy points 1 and 2 of [`super`], after an un-capture
    /// of any of `roles`.
    #[inline(always)]
    pub(super) fn emit<B>(
        &self,
        un_moves: &UnMoves,
        roles: Roles,
        sink: &mut impl SemiLegalSink<B>,
    ) -> ControlFlow<B> {
        let revives = self.context.fillable.contains(un_moves.from);
        let targets = match (revives, un_moves.is_pawn()) {
            (false, _) => un_moves.quiet,
            (true, true) => un_moves.quiet | un_moves.reviving,
            (true, false) => un_moves.reviving,
        };
        if targets.is_empty() {
            return ControlFlow::Continue(());
        }
        let turns = TurnSet {
            act: un_moves.act,
            from: un_moves.from,
            targets,
            roles,
            head: self.head,
        };
        if !self.context.may_expose_king.contains(un_moves.from) {
            return sink.keeps_king_safe(turns);
        }
        sink.may_expose_king(SemiLegal {
            turns,
            uncapture_optional: un_moves.quiet,
            revives,
        })
    }
}

/// The cases without and with a head. If there is only one case, the first three fields are that
/// case, and `distinct` is empty.
#[derive(Clone, Copy)]
pub(super) struct HeadPair<'a> {
    /// The case without a head.
    pub(super) bare: &'a HeadCase<'a>,
    /// The case with a head.
    pub(super) filled: &'a HeadCase<'a>,
    /// Both cases in one, for the pieces that are not `distinct`, with the board of `bare`.
    pub(super) both: &'a HeadCase<'a>,
    /// The pieces whose un-moves may differ between `bare` and `filled`.
    pub(super) distinct: Bitboard,
}

impl HeadPair<'_> {
    /// The pieces whose un-moves are unrestricted: they are neither `distinct` nor in
    /// `may_expose_king`, and block no line to the enemy king. Empty if the enemy king is in check
    /// before the un-move.
    pub(super) fn unrestricted(&self) -> Bitboard {
        let case = self.both;
        let attack = case.board.attack();
        if case.roles.is_empty() || attack.checkers().any() {
            return Bitboard::EMPTY;
        }
        !(self.distinct | case.context.may_expose_king | attack.blockers())
    }

    /// The un-moves of the `pieces` of the kind `role`. The kind must not be the pawn. The function
    /// is inlined for each kind, so that branches on the kind disappear.
    #[inline(always)]
    pub(super) fn non_pawns<B>(
        &self,
        pieces: Bitboard,
        unrestricted: Bitboard,
        role: Role,
        sink: &mut impl SemiLegalSink<B>,
    ) -> ControlFlow<B> {
        let non_pawns = pieces & self.bare.board.placement().by_role(role);
        for from in non_pawns & unrestricted {
            let targets = self.both.board.unrestricted(from, role);
            self.both.emit_safe(from, targets, sink)?;
        }
        for from in non_pawns & !unrestricted {
            if self.distinct.contains(from) {
                self.bare.non_pawn(from, role, sink)?;
                self.filled.non_pawn(from, role, sink)?;
            } else {
                self.both.non_pawn(from, role, sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a piece on the board attacks the enemy king in one of the cases.
    #[inline]
    pub(super) fn gives_check(&self) -> bool {
        let checkers = |case: &HeadCase<'_>| case.board.attack().checkers();
        (checkers(self.bare) | checkers(self.filled)).any()
    }

    /// The un-moves of the pawns in `pieces`, without un-promotions.
    #[inline(always)]
    pub(super) fn pawns<B>(
        &self,
        pieces: Bitboard,
        unrestricted: Bitboard,
        sink: &mut impl SemiLegalSink<B>,
    ) -> ControlFlow<B> {
        let pawns = pieces & self.bare.board.placement().by_role(Role::Pawn);
        for from in pawns & unrestricted {
            let fillable = self.both.context.fillable;
            let targets = self.both.board.unrestricted_pawn(from, fillable);
            self.both.emit_safe(from, targets, sink)?;
        }
        for from in pawns & !unrestricted {
            self.each_case(from, |case| match case.board.pawn(from) {
                Some(un_moves) => case.emit(&un_moves, case.roles, sink),
                None => ControlFlow::Continue(()),
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Calls `visit` with `both`. If the piece on `from` is `distinct`, calls `visit` with `bare`
    /// and with `filled` instead, but not with a case whose `roles` are empty.
    #[inline]
    pub(super) fn each_case<B>(
        &self,
        from: Square,
        mut visit: impl FnMut(&HeadCase<'_>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if !self.distinct.contains(from) {
            return visit(self.both);
        }
        for case in [self.bare, self.filled] {
            if !case.roles.is_empty() {
                visit(case)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// The kinds of piece that may be un-captured on the vacated square, sorted by their effect on the
/// enemy king.
pub(super) struct HeadEffects {
    /// Kinds that give no check, not even after an un-move of another piece.
    pub(super) neutral: Roles,
    /// Sliders that give check at once.
    pub(super) checking: Roles,
    /// Sliders that give a discovered check if `discoverer` leaves.
    pub(super) discovering: Roles,
    /// The player's piece that stands alone between the vacated square and the enemy king; empty
    /// if `discovering` is empty.
    pub(super) discoverer: Bitboard,
    /// Whether the vacated square is on a line to the enemy king, with at most one piece in
    /// between.
    pub(super) aligned: bool,
}

impl Ssehc {
    /// The heads with which the turn may begin, apart from un-en-passant.
    pub(super) fn heads(&self) -> Heads {
        let placement = &self.setup.placement;
        let side = self.setup.side;
        let checkers = match placement.king(side) {
            Some(king) => placement.attackers(king, !side, placement.occupied()),
            None => Bitboard::EMPTY,
        };
        self.heads_against(checkers)
    }

    /// Like [`Self::heads`]. `checkers` are the pieces that attack the player's own king.
    pub(super) fn heads_against(&self, checkers: Bitboard) -> Heads {
        let placement = &self.setup.placement;
        let side = self.setup.side;
        let forced = matches!(self.setup.pending, Pending::Must(_));
        let none = Heads {
            may_be_none: !forced && checkers.is_empty(),
            square: Square::A1,
            roles: Roles::EMPTY,
        };
        let (Some(square), Some(king)) = (self.vacated(), placement.king(side)) else {
            return none;
        };
        let blocks = |checker| attacks::between(king, checker).contains(square);
        if !checkers.into_iter().all(blocks) {
            return none;
        }
        Heads {
            square,
            roles: self.revivable(side, square),
            ..none
        }
    }

    /// Sorts the heads by their effect on the enemy king. A knight or pawn that attacks this king
    /// belongs to no group: its check ends only if the un-captured piece itself un-moves.
    pub(super) fn head_effects(&self, heads: Heads, attack: &CheckInfo) -> HeadEffects {
        let side = self.setup.side;
        let square = heads.square;
        let placement = &self.setup.placement;
        let enemy_king = attack.king();
        let mut non_sliders = Roles::EMPTY;
        if attacks::knight_attacks(enemy_king).contains(square) {
            non_sliders = non_sliders.or(Roles::of(Role::Knight));
        }
        if attacks::pawn_attacks(!side, enemy_king).contains(square) {
            non_sliders = non_sliders.or(Roles::PAWN);
        }
        let aligned = attack.affects(square);
        let between = attacks::between(enemy_king, square) & placement.occupied();
        let sliders = if aligned {
            sliders_along(enemy_king, square)
        } else {
            Roles::EMPTY
        };
        let all_own = between.is_subset(placement.by_color(side));
        let (checking, discovering) = match (between.is_empty(), all_own) {
            (true, _) => (sliders, Roles::EMPTY),
            (false, true) => (Roles::EMPTY, sliders),
            (false, false) => (Roles::EMPTY, Roles::EMPTY),
        };
        let with_effect = non_sliders.or(checking).or(discovering);
        let discovering = heads.roles.and(discovering);
        HeadEffects {
            neutral: heads.roles.without(with_effect),
            checking: heads.roles.and(checking),
            discovering,
            discoverer: if discovering.is_empty() {
                Bitboard::EMPTY
            } else {
                between
            },
            aligned,
        }
    }

    /// The pieces whose un-moves may differ between the two cases. The caller makes sure that the
    /// same pieces attack the enemy king in both cases.
    pub(super) fn distinct(
        &self,
        bare: &HeadCase<'_>,
        filled: &HeadCase<'_>,
        heads: Heads,
    ) -> Bitboard {
        let placement = &self.setup.placement;
        let (before, after) = (bare.board.attack(), filled.board.attack());
        let mut distinct = self.near(heads.square);
        if before.affects(heads.square) {
            distinct |= before.blockers() | after.blockers();
            for role in sliders_along(before.king(), heads.square).iter().flatten() {
                distinct |= placement.by_role(role);
            }
        }
        distinct
    }

    /// The player's pieces that can go to the empty `square` or past it, and the king if it stands
    /// where a castled king stands.
    fn near(&self, square: Square) -> Bitboard {
        let placement = &self.setup.placement;
        let side = self.setup.side;
        let target = Bitboard::from_square(square);
        let before = back(!side, target);
        let pawns = before | back(!side, before) | attacks::pawn_attacks(side, square);
        let reaching = placement.attackers(square, side, placement.occupied())
            & !placement.by_role(Role::Pawn);
        let un_promoting = row(side, 8) & pawns;
        reaching
            | (placement.by_color(side)
                & ((placement.by_role(Role::Pawn) & pawns)
                    | un_promoting
                    | (placement.by_role(Role::King) & castled(side))))
    }

    /// The un-moves of an un-captured `role`; none if this kind of piece may not be un-captured.
    #[inline(always)]
    pub(super) fn revived_un_moves<B>(
        &self,
        filled: &HeadCase<'_>,
        role: Role,
        heads: Heads,
        sink: &mut impl SemiLegalSink<B>,
    ) -> ControlFlow<B> {
        if !heads.roles.contains(Some(role)) {
            return ControlFlow::Continue(());
        }
        let un_moves = match role {
            Role::Pawn => filled.board.pawn(heads.square),
            _ => filled.board.non_pawn(heads.square, role),
        };
        match un_moves {
            Some(un_moves) => filled.emit(&un_moves, Roles::of(role), sink),
            None => ControlFlow::Continue(()),
        }
    }
}

/// The squares on which a castled king stands.
pub(super) fn castled(side: crate::board::Color) -> Bitboard {
    Wing::ALL
        .into_iter()
        .map(|wing| wing.king_castled(side))
        .collect()
}
