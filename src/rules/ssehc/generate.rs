//! The semi-legal turns of Ssehc: those that satisfy points 1 and 2 of [`super`].

use std::ops::ControlFlow;

use super::{
    Ssehc,
    heads::{CaseContext, HeadCase, HeadPair, Heads, SemiLegal, SemiLegalSink, castled},
};
use crate::board::{Bitboard, Role, Roles, Square, TurnSet, attacks, row};
use crate::rules::reviving::unmove::{CheckInfo, UnMoveBoard, pawn_origins};

/// A sink that stops at the first turn.
struct AnyTurn;

impl SemiLegalSink<()> for AnyTurn {
    fn keeps_king_safe(&mut self, _turns: TurnSet) -> ControlFlow<()> {
        ControlFlow::Break(())
    }

    fn may_expose_king(&mut self, _turns: SemiLegal) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

/// The two ways to begin a turn: without an un-capture (`bare`), or with one (`filled`). The
/// un-capture at the start of a turn is the *head* of the turn ([`super::heads`]).
#[derive(Clone, Copy)]
struct Cases<'a> {
    bare: &'a HeadCase<'a>,
    filled: &'a HeadCase<'a>,
    heads: Heads,
}

/// The un-capture of a slider on the vacated square, where it stands on one line with the enemy
/// king. The slider gives check at once, or when the *discoverer* leaves the line. The discoverer
/// is a piece of the player, and the only piece between the slider and the king.
struct CheckingHead {
    square: Square,
    /// The kinds of piece that may be un-captured.
    roles: Roles,
    /// The pieces that may un-move after it: all pieces, or only the discoverer.
    movers: Bitboard,
}

impl Ssehc {
    /// Whether there is a turn that satisfies points 1 and 2.
    pub(super) fn has_semi_legal_turn(&self) -> bool {
        self.generate_semi_legal(self.heads(), Bitboard::EMPTY, &mut AnyTurn)
            .is_break()
    }

    /// Passes the turns that satisfy points 1 and 2 to `sink`, in sets that are never empty. The
    /// parameter `may_expose_king` is the set of the player's pieces whose un-moves can leave the
    /// player's own king in check.
    pub(super) fn generate_semi_legal<B>(
        &self,
        heads: Heads,
        may_expose_king: Bitboard,
        sink: &mut impl SemiLegalSink<B>,
    ) -> ControlFlow<B> {
        let placement = &self.setup.placement;
        let Some(attack) = CheckInfo::on_king_of(placement, !self.setup.side) else {
            return ControlFlow::Continue(());
        };
        let context = CaseContext {
            fillable: self.fillable(),
            may_expose_king,
        };
        let bare = HeadCase {
            board: UnMoveBoard::new(placement, self.setup.side, &attack),
            roles: if heads.may_be_none {
                Roles::NONE
            } else {
                Roles::EMPTY
            },
            head: None,
            context: &context,
        };
        if heads.roles.is_empty() {
            self.un_moves_in_case(&bare, Bitboard::FULL, sink)?;
        } else {
            self.un_moves_with_heads(&bare, heads, sink)?;
        }
        match self.semi_legal_un_en_passant() {
            Some(turn) => sink.may_expose_king(SemiLegal {
                turns: TurnSet::only(turn),
                uncapture_optional: Bitboard::from_square(turn.to()),
                revives: false,
            }),
            None => ControlFlow::Continue(()),
        }
    }

    /// The squares on which the opponent can un-capture a piece after the player has vacated them.
    /// They depend only on the opponent's reserve.
    fn fillable(&self) -> Bitboard {
        let roles = self.setup.placement.reserve().roles(!self.setup.side);
        if roles.is_empty() {
            Bitboard::EMPTY
        } else if roles == Roles::PAWN {
            !Bitboard::BACKRANKS
        } else {
            Bitboard::FULL
        }
    }

    /// The un-moves with and without a head: first those of the pieces on the board, then those of
    /// the un-captured piece.
    ///
    /// The *discoverer* is a piece of the player that stands alone between the vacated square and
    /// the enemy king. When it leaves the line, a piece that was un-captured on the vacated square
    /// gives check if its kind is in `HeadEffects::discovering`. If another piece un-moves, the
    /// discoverer stays, and un-captured pieces of these kinds give no check. Then these kinds are
    /// treated like those in `HeadEffects::neutral`, which never give check.
    fn un_moves_with_heads<B>(
        &self,
        bare: &HeadCase<'_>,
        heads: Heads,
        sink: &mut impl SemiLegalSink<B>,
    ) -> ControlFlow<B> {
        let (placement, attack) = (bare.board.placement(), bare.board.attack());
        let square = heads.square;
        let effects = self.head_effects(heads, attack);
        let occupied = placement.occupied().with(square);
        let attack_with_head;
        let filled_attack = if effects.aligned {
            attack_with_head =
                CheckInfo::with_occupied(placement, self.setup.side, attack.king(), occupied);
            &attack_with_head
        } else {
            attack
        };
        let filled = HeadCase {
            board: bare.board.with_piece_on(square, filled_attack),
            roles: effects.neutral.or(effects.discovering),
            head: Some(square),
            context: bare.context,
        };
        let discoverer = effects.discoverer;
        let cases = Cases {
            bare,
            filled: &filled,
            heads,
        };
        self.un_moves_in_both_cases(cases, !discoverer, sink)?;
        if discoverer.any() {
            let neutral = HeadCase {
                roles: effects.neutral,
                ..filled
            };
            let cases = Cases {
                filled: &neutral,
                ..cases
            };
            self.un_moves_in_both_cases(cases, discoverer, sink)?;
        }
        // A slider that is un-captured on the vacated square may give check at once. If it does not
        // un-move itself (`un_moves_of_revived`), another piece of the player or the opponent's
        // un-en-passant must block the check. This needs a square between slider and king.
        let can_be_blocked = attacks::between(attack.king(), square).any();
        if discoverer.any() || (!effects.checking.is_empty() && can_be_blocked) {
            let head = CheckingHead {
                square,
                roles: effects.checking.or(effects.discovering),
                movers: if discoverer.any() {
                    discoverer
                } else {
                    Bitboard::FULL
                },
            };
            self.un_moves_with_checking_head(bare, head, sink)?;
        }
        self.un_moves_of_revived(&filled, heads, sink)
    }

    /// The un-moves of `head.movers` after an un-capture of a slider in `head.roles`. A queen on
    /// the board represents any of these sliders: all attack the enemy king along the same line.
    #[inline(always)]
    fn un_moves_with_checking_head<B>(
        &self,
        bare: &HeadCase<'_>,
        head: CheckingHead,
        sink: &mut impl SemiLegalSink<B>,
    ) -> ControlFlow<B> {
        let side = self.setup.side;
        let mut board = *bare.board.placement();
        board.put(Role::Queen.of(side), head.square);
        let attack = CheckInfo::new(&board, side, bare.board.attack().king());
        let line = HeadCase {
            board: UnMoveBoard::new(&board, side, &attack),
            roles: head.roles,
            head: Some(head.square),
            context: bare.context,
        };
        self.un_moves_in_case(&line, head.movers, sink)
    }

    /// The un-moves of `movers` with and without a head.
    fn un_moves_in_both_cases<B>(
        &self,
        Cases {
            bare,
            filled,
            heads,
        }: Cases<'_>,
        movers: Bitboard,
        sink: &mut impl SemiLegalSink<B>,
    ) -> ControlFlow<B> {
        let same_check = !bare.roles.is_empty()
            && !filled.roles.is_empty()
            && bare.board.attack().checkers() == filled.board.attack().checkers();
        if !same_check {
            self.un_moves_in_case(bare, movers, sink)?;
            return self.un_moves_in_case(filled, movers, sink);
        }
        let both = HeadCase {
            board: bare.board,
            roles: bare.roles.or(filled.roles),
            head: filled.head,
            context: bare.context,
        };
        let pair = HeadPair {
            bare,
            filled,
            both: &both,
            distinct: self.distinct(bare, filled, heads),
        };
        self.un_moves(&pair, movers, sink)
    }

    /// The un-moves of the un-captured piece. There is no un-castling with an un-captured rook. The
    /// king would cross the rook's square, for example f1. The opponent's piece has just un-moved
    /// from f1, so it attacks f1.
    fn un_moves_of_revived<B>(
        &self,
        filled: &HeadCase<'_>,
        heads: Heads,
        sink: &mut impl SemiLegalSink<B>,
    ) -> ControlFlow<B> {
        let side = self.setup.side;
        let Heads { square, roles, .. } = heads;
        self.revived_un_moves(filled, Role::Pawn, heads, sink)?;
        self.revived_un_moves(filled, Role::Knight, heads, sink)?;
        self.revived_un_moves(filled, Role::Bishop, heads, sink)?;
        self.revived_un_moves(filled, Role::Rook, heads, sink)?;
        self.revived_un_moves(filled, Role::Queen, heads, sink)?;
        let pawns = self.setup.placement.reserve().count(side, Role::Pawn);
        if row(side, 8).contains(square) && pawns > 0 {
            let un_moves = filled.board.un_promotion(square);
            if let Some(un_moves) = un_moves {
                filled.emit(&un_moves, roles, sink)?;
            }
        }
        if row(side, 6).contains(square) && roles.contains(Some(Role::Pawn)) {
            let pawn = HeadCase {
                roles: Roles::PAWN,
                ..*filled
            };
            self.un_moves_saved_by_en_passant(&pawn, square, sink)?;
        }
        ControlFlow::Continue(())
    }

    /// The un-moves of `movers` in one case.
    fn un_moves_in_case<B>(
        &self,
        case: &HeadCase<'_>,
        movers: Bitboard,
        sink: &mut impl SemiLegalSink<B>,
    ) -> ControlFlow<B> {
        if case.roles.is_empty() {
            return ControlFlow::Continue(());
        }
        let pair = HeadPair {
            bare: case,
            filled: case,
            both: case,
            distinct: Bitboard::EMPTY,
        };
        self.un_moves(&pair, movers, sink)
    }

    /// The un-moves of `movers`. The un-captured piece is left out.
    fn un_moves<B>(
        &self,
        pair: &HeadPair<'_>,
        movers: Bitboard,
        sink: &mut impl SemiLegalSink<B>,
    ) -> ControlFlow<B> {
        let side = self.setup.side;
        let board = pair.bare.board.placement();
        let mut pieces = board.by_color(side) & movers & !self.setup.castling.squares();
        if let Some(head) = pair.bare.head {
            pieces.discard(head);
        }
        let unrestricted = pair.unrestricted();
        pair.non_pawns(pieces, unrestricted, Role::Knight, sink)?;
        pair.non_pawns(pieces, unrestricted, Role::Bishop, sink)?;
        pair.non_pawns(pieces, unrestricted, Role::Rook, sink)?;
        pair.non_pawns(pieces, unrestricted, Role::Queen, sink)?;
        pair.non_pawns(pieces, unrestricted, Role::King, sink)?;
        let pawns = pieces & self.pawns_with_room(pair);
        pair.pawns(pawns, unrestricted, sink)?;
        self.un_promotions(pair, pieces & row(side, 8), sink)?;
        for from in pieces & board.by_role(Role::King) & castled(side) {
            pair.each_case(from, |case| self.un_castlings(case, sink))?;
        }
        if pair.gives_check() {
            for from in pieces & board.by_role(Role::Pawn) & row(side, 6) {
                pair.each_case(from, |case| {
                    self.un_moves_saved_by_en_passant(case, from, sink)
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The squares from which a pawn may have an un-move in the case [`HeadPair::bare`].
    fn pawns_with_room(&self, pair: &HeadPair<'_>) -> Bitboard {
        let side = self.setup.side;
        let free = !pair.bare.board.occupied() & !row(side, 1);
        let (straight, diagonal) = pawn_origins(side, free);
        if pair.bare.context.fillable.is_empty() {
            straight
        } else {
            straight | diagonal
        }
    }

    /// The un-promotions of `pieces`, which stand on row 8.
    fn un_promotions<B>(
        &self,
        pair: &HeadPair<'_>,
        pieces: Bitboard,
        sink: &mut impl SemiLegalSink<B>,
    ) -> ControlFlow<B> {
        let side = self.setup.side;
        let board = pair.bare.board.placement();
        let pawns = self.setup.placement.reserve().count(side, Role::Pawn);
        if pawns == 0 {
            return ControlFlow::Continue(());
        }
        for from in pieces & !board.by_role(Role::King) {
            pair.each_case(from, |case| {
                let roles = if pawns == 1 {
                    // After an un-capture of the only pawn, no pawn is left for the un-promotion.
                    case.roles.without(Roles::PAWN)
                } else {
                    case.roles
                };
                match case.board.un_promotion(from) {
                    Some(un_moves) if !roles.is_empty() => case.emit(&un_moves, roles, sink),
                    _ => ControlFlow::Continue(()),
                }
            })?;
        }
        ControlFlow::Continue(())
    }
}
