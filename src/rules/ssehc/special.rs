//! Un-castling and en passant in the turns of Ssehc.

use std::ops::ControlFlow;

use super::{
    Ssehc,
    heads::{HeadCase, SemiLegal, SemiLegalSink},
};
use crate::board::{Act, Bitboard, Role, Square, Turn, TurnFields, TurnSet, Wing, attacks};
use crate::rules::Rules;
use crate::rules::reviving::unmove::{can_un_castle, pawn_diagonal, stands_castled};

impl Ssehc {
    /// The un-castlings on both wings.
    pub(super) fn un_castlings<B>(
        &self,
        case: &HeadCase<'_>,
        sink: &mut impl SemiLegalSink<B>,
    ) -> ControlFlow<B> {
        let setup = &self.setup;
        for wing in Wing::ALL {
            if stands_castled(&setup.placement, setup.castling, setup.side, wing) {
                self.un_castling(case, wing, sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn un_castling<B>(
        &self,
        case: &HeadCase<'_>,
        wing: Wing,
        sink: &mut impl SemiLegalSink<B>,
    ) -> ControlFlow<B> {
        let side = self.setup.side;
        let mut board = *case.board.placement();
        if let Some(head) = case.head
            && !board.occupied().contains(head)
        {
            // `board` lacks the un-captured piece, but `can_un_castle` must see `head` as occupied,
            // so a stand-in is put there. It must not attack the enemy king: `can_un_castle` tests
            // whether this king is in check, and no kind in `case.roles` attacks it from `head`.
            // If a knight on `head` would attack this king, the stand-in is a pawn.
            let stand_in = match attacks::knight_attacks(head).contains(case.board.attack().king())
            {
                true => Role::Pawn,
                false => Role::Knight,
            };
            board.put(stand_in.of(side), head);
        }
        if !can_un_castle(&board, self.setup.castling, side, wing) {
            return ControlFlow::Continue(());
        }
        let home = Bitboard::from_square(Wing::king_home(side));
        // An un-castling never exposes the player's own king: `can_un_castle` has checked the
        // squares.
        sink.keeps_king_safe(TurnSet {
            roles: case.roles,
            head: case.head,
            ..TurnSet::moves(wing.king_castled(side), home)
        })
    }

    /// The diagonal un-moves of the pawn on `from` after which only an un-en-passant ends the check
    /// on the opponent's king. `from` is on the player's row 6. The un-en-passant puts a pawn of
    /// the opponent on the player's row 5 of the same file. There it blocks a check that a piece
    /// on `from` would not block.
    ///
    /// There are no such un-moves if the opponent is not in check before the un-move: an un-capture
    /// on `from` blocks every line that the un-move opens.
    pub(super) fn un_moves_saved_by_en_passant<B>(
        &self,
        case: &HeadCase<'_>,
        from: Square,
        sink: &mut impl SemiLegalSink<B>,
    ) -> ControlFlow<B> {
        let side = self.setup.side;
        if case.board.attack().checkers().is_empty()
            || self.setup.placement.reserve().count(!side, Role::Pawn) == 0
        {
            return ControlFlow::Continue(());
        }
        let safe = case
            .board
            .attack()
            .safe_targets(case.board.placement(), from, Role::Pawn);
        let diagonal = pawn_diagonal(side, from, case.board.occupied());
        let unsafe_turns = TurnSet {
            roles: case.roles,
            head: case.head,
            ..TurnSet::moves(from, diagonal & !safe.filled)
        };
        for turn in unsafe_turns.turns() {
            if self.play(turn).has_un_en_passant() {
                // The sink gets one turn at a time, so that it tests point 3 for each separately.
                sink.may_expose_king(SemiLegal {
                    turns: TurnSet::only(turn),
                    uncapture_optional: Bitboard::EMPTY,
                    revives: false,
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The un-en-passant, if it satisfies points 1 and 2 of [`super`]. The opponent may not
    /// un-capture anything after it, so the opponent must not be in check.
    pub(super) fn semi_legal_un_en_passant(&self) -> Option<Turn> {
        let squares = self.en_passant_squares()?;
        let placement = &self.setup.placement;
        let side = self.setup.side;
        let occupied = placement.occupied();
        let (king, enemy) = (placement.king(side)?, placement.king(!side)?);
        let safe = placement
            .attackers(king, !side, occupied.with(squares.revived))
            .is_empty();
        let leaves_enemy_safe = placement
            .attackers(enemy, side, occupied.with(squares.target))
            .is_empty()
            && !attacks::pawn_attacks(side, squares.target).contains(enemy);
        if !(safe && leaves_enemy_safe) {
            return None;
        }
        Turn::new(TurnFields {
            role: Some(Role::Pawn),
            head: Some(squares.revived),
            ..TurnFields::new(Act::Move, squares.revived, squares.target)
        })
    }

    /// Whether there is a legal un-en-passant.
    pub(super) fn has_un_en_passant(&self) -> bool {
        self.semi_legal_un_en_passant()
            .is_some_and(|turn| self.own_check_removable(turn))
    }
}
