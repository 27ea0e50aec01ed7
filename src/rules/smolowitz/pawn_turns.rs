//! Pawn un-moves and un-promotions that satisfy points 1 and 2 of [`super`].

use std::ops::ControlFlow;

use super::Smolowitz;
use super::cages::{Army, Cages, Room, locked};
use super::context::{PawnsAfterRevival, PossibleContext};
use super::pawns::PawnStructure;
use super::possible::caged;
use crate::board::{Act, Bitboard, Role, Square, TurnSet, row};
use crate::rules::reviving::turns::revivable;
use crate::rules::reviving::unmove::UnMoves;

impl Smolowitz {
    /// The un-moves of one pawn, or the un-promotions of one piece.
    pub(super) fn pawn_turns<B>(
        &self,
        un_moves: &UnMoves,
        context: &PossibleContext,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let un_promotes = un_moves.act == Act::UnPromotion;
        if un_promotes && !self.fits_after_un_promotion(un_moves.from) {
            return ControlFlow::Continue(());
        }
        let needs_no_test = context.on_own_files && !un_promotes;
        for to in un_moves.quiet {
            if needs_no_test
                || self
                    .structure_after(un_moves.from, to, context)
                    .is_possible()
            {
                self.straight_pawn_turn(un_moves, to, sink)?;
            }
        }
        if revivable(context.reserve, un_moves.from).is_empty() {
            return ControlFlow::Continue(());
        }
        for to in un_moves.reviving {
            self.diagonal_pawn_turns(un_moves, to, context, sink)?;
        }
        ControlFlow::Continue(())
    }

    /// The pawn structure after a pawn un-move or an un-promotion from `from` to `to`.
    fn structure_after(
        &self,
        from: Square,
        to: Square,
        context: &PossibleContext,
    ) -> PawnStructure {
        let side = self.setup.side;
        context.structure.without(side, from).with(side, to)
    }

    /// Gives `sink` a straight un-move if both armies fit their cages after it. An army fits if
    /// every piece that is cut off from its home by locked squares can be a promoted pawn. The
    /// caller must have tested that the pawn structure after the un-move is possible.
    fn straight_pawn_turn<B>(
        &self,
        un_moves: &UnMoves,
        to: Square,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let side = self.setup.side;
        if row(side, 2).contains(to) {
            // The pawn locks its square, and perhaps the square of a bishop.
            let mut placement = self.setup.placement;
            placement.move_piece(Role::Pawn.of(side), un_moves.from, to);
            if caged(&placement, locked(&placement, self.setup.castling)).is_some() {
                return ControlFlow::Continue(());
            }
        }
        let target = Bitboard::from_square(to);
        sink(TurnSet {
            act: un_moves.act,
            ..TurnSet::moves(un_moves.from, target)
        })
    }

    fn diagonal_pawn_turns<B>(
        &self,
        un_moves: &UnMoves,
        to: Square,
        context: &PossibleContext,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let side = self.setup.side;
        let set = |roles| TurnSet {
            act: un_moves.act,
            roles,
            ..TurnSet::moves(un_moves.from, Bitboard::from_square(to))
        };
        let room = if row(side, 2).contains(to) {
            self.room_after_locking(un_moves.from, to)
        } else {
            context.room
        };
        let structure = self.structure_after(un_moves.from, to, context);
        let pawns = PawnsAfterRevival::new(structure, side);
        let revivable = self.revivable_roles(un_moves.from, context, room, pawns);
        if !revivable.free.is_empty() {
            sink(set(revivable.free))?;
        }
        if revivable.locking.is_empty() {
            return ControlFlow::Continue(());
        }
        self.test_each_for_possible(set(revivable.locking), sink)
    }

    /// Where one more piece of the opponent fits after the player's pawn has gone from `from` to
    /// `home`, a square on the player's row 2. The pawn locks this square. [`Room::Nothing`] if the
    /// player's own army no longer fits its cages.
    fn room_after_locking(&self, from: Square, home: Square) -> Room {
        let side = self.setup.side;
        let mut placement = self.setup.placement;
        placement.move_piece(Role::Pawn.of(side), from, home);
        Cages::with(locked(&placement, self.setup.castling), |cages| {
            if cages.fits(side, &Army::of(&placement, side)) {
                cages.room(!side, &Army::of(&placement, !side))
            } else {
                Room::Nothing
            }
        })
    }

    /// Whether the player's own army still fits its cages after the piece on `from` has
    /// un-promoted.
    fn fits_after_un_promotion(&self, from: Square) -> bool {
        let side = self.setup.side;
        let army = Army::of(&self.setup.placement, side);
        let army = army.without(from).with(Role::Pawn, from);
        let locked = locked(&self.setup.placement, self.setup.castling);
        Cages::with(locked, |cages| cages.fits(side, &army))
    }
}
