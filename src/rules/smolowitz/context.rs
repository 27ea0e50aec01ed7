//! Facts for the test of point 2 of [`super`], computed once for each position. Point 2 says that
//! the position after a turn must be possible.

use super::Smolowitz;
use super::cages::{Army, Cages, Room, locked};
use super::pawns::PawnStructure;
use super::possible::pawn_structure;
use crate::board::{Bitboard, Color, Roles};

/// What the test for point 2 needs to know about the position before the turn.
pub(super) struct PossibleContext {
    pub(super) structure: PawnStructure,
    /// Whether all pawns can have come from the files on which they stand, without crossing, and so
    /// need no captures. This stays true after a pawn has gone straight back, but perhaps not after
    /// an un-promotion.
    pub(super) on_own_files: bool,
    /// The kinds in the opponent's reserve.
    pub(super) reserve: Roles,
    /// The player's own army.
    pub(super) own: Army,
    /// The opponent's army.
    pub(super) enemy: Army,
    /// For each kind, the squares on which one more piece of the opponent can stand. With this
    /// piece, the opponent's army still [fits](Cages::fits).
    pub(super) room: Room,
    /// The pawns after the side to play has un-captured a piece.
    pub(super) pawns: PawnsAfterRevival,
}

/// The pawns after the side to play has un-captured a piece. If this piece is a pawn, it is left
/// out.
#[derive(Clone, Copy)]
pub(super) struct PawnsAfterRevival {
    /// The pawns, with one capture less for the side to play. `None` if this side had no capture
    /// left, or if the structure is then not possible ([`PawnStructure::is_possible`]).
    pub(super) structure: Option<PawnStructure>,
    /// With one more pawn of the opponent on one of these squares, still no pawn needs a capture.
    /// So the structure is possible. With the pawn on any other square, it must be tested.
    pub(super) uncontested: Bitboard,
}

impl PawnsAfterRevival {
    const NONE: PawnsAfterRevival = PawnsAfterRevival {
        structure: None,
        uncontested: Bitboard::EMPTY,
    };

    /// The pawns of `structure` after an un-capture by `side`.
    pub(super) fn new(structure: PawnStructure, side: Color) -> Self {
        Self {
            structure: structure
                .after_revival(side)
                .filter(|after| after.is_possible()),
            uncontested: structure.uncontested(side),
        }
    }
}

impl PossibleContext {
    pub(super) fn new(smolowitz: &Smolowitz) -> Self {
        let setup = &smolowitz.setup;
        let placement = &setup.placement;
        let (side, structure) = (setup.side, pawn_structure(placement));
        let mut context = Self {
            structure,
            on_own_files: structure.all_on_own_files(),
            reserve: placement.reserve().roles(!side),
            own: Army::of(placement, side),
            enemy: Army::of(placement, !side),
            room: Room::Nothing,
            pawns: PawnsAfterRevival::NONE,
        };
        if !context.reserve.is_empty() {
            let locked = locked(placement, setup.castling);
            context.room = Cages::with(locked, |cages| cages.room(!side, &context.enemy));
            context.pawns = PawnsAfterRevival::new(structure, side);
        }
        context
    }
}

/// The kinds of piece that may be un-captured on the square that an un-move vacates. For diagonal
/// pawn un-moves and diagonal un-promotions, they are computed for each target: the kinds depend on
/// where the pawn stands after the un-move.
pub(super) struct RevivableRoles {
    /// Kinds with which the turn satisfies point 2.
    pub(super) free: Roles,
    /// Kinds that may lock the vacated square ([`locked`]): a pawn on its own row 2, or a bishop
    /// behind two pawns. With these kinds, the turn has to be tested for point 2.
    pub(super) locking: Roles,
}
