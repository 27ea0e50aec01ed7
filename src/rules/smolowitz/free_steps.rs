//! Free steps. The *player* is the side to play. A free step is a step of an opponent's piece to an
//! empty square, without passing over another square. The piece is neither a pawn nor frozen. It
//! stands on no rank, file or diagonal of the player's king. From the target, it would not attack
//! this king even on an empty board.
//!
//! After the player's turn, a free step is an *answer* (point 3 of [`super`]) if its target is
//! still empty and the player's king is not in check.

use std::ops::ControlFlow;

use crate::board::{Bitboard, Role, Setup, Square, attacks};
use crate::rules::reviving::own_check::single_steps;
use crate::rules::reviving::unmove::reach;

/// A step of a piece other than a pawn.
#[derive(Clone, Copy)]
pub(super) struct Step {
    role: Role,
    from: Square,
    to: Square,
}

impl Step {
    /// Whether this step is also free with the player's king on `king`. The step must be one that
    /// [`free_step`] has found for another square of the king.
    #[inline]
    pub(super) fn stays_free(self, king: Square) -> bool {
        self.to != king
            && attacks::ray(king, self.from).is_empty()
            && !reach(self.role, king, Bitboard::EMPTY).contains(self.to)
    }
}

/// A free step with the player's king on `king`; `None` if there is none.
pub(super) fn free_step(setup: &Setup, king: Square) -> Option<Step> {
    let found = each_with_free_steps(setup, king, |role, from, targets| match targets.first() {
        Some(to) => ControlFlow::Break(Step { role, from, to }),
        None => ControlFlow::Continue(()),
    });
    found.break_value()
}

/// The targets of free steps with the player's king on `king`. The search stops once it has found
/// two or more targets, so others may be missing.
pub(super) fn free_steps(setup: &Setup, king: Square) -> Bitboard {
    let mut steps = Bitboard::EMPTY;
    let _: ControlFlow<()> = each_with_free_steps(setup, king, |_, _, targets| {
        steps |= targets;
        if steps.more_than_one() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    steps
}

/// Calls `sink` for pieces of the opponent, with the targets of their free steps. The set of
/// targets may be empty. No piece with a free step is left out.
#[inline]
fn each_with_free_steps<B>(
    setup: &Setup,
    king: Square,
    mut sink: impl FnMut(Role, Square, Bitboard) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let placement = &setup.placement;
    let empty = !placement.occupied().with(king);
    let diagonal = attacks::bishop_attacks(king, Bitboard::EMPTY);
    let straight = attacks::rook_attacks(king, Bitboard::EMPTY);
    let lines = diagonal | straight;
    let movable = placement.by_color(!setup.side) & !setup.castling.squares() & !lines;
    for (role, attacking) in [
        (Role::Knight, attacks::knight_attacks(king)),
        (Role::Queen, lines),
        (Role::Bishop, diagonal),
        (Role::Rook, straight),
        (Role::King, attacks::king_attacks(king)),
    ] {
        for from in movable & placement.by_role(role) {
            sink(role, from, single_steps(role, from) & empty & !attacking)?;
        }
    }
    ControlFlow::Continue(())
}
