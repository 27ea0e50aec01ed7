//! The castling field: which kings and rooks are *unmoved*, that is, were dropped on a home square
//! and have not moved since.
//!
//! * `K`, `Q`: the king is unmoved, and so is the rook of the king's wing (`K`) or the queen's wing
//!   (`Q`).
//! * `E`: the king is unmoved, but no rook is.
//! * `H`, `A`: the king is in reserve, and the rook in the corner of the h-file (`H`) or the a-file
//!   (`A`) is unmoved.
//!
//! So the letters of a side are `K`, `Q`, `KQ`, `E`, `H`, `A`, `HA` or none. If the king has moved,
//! or was dropped on a square other than its home square, the side has no letters, even if it has
//! an unmoved rook.

use crate::board::{Castling, Color, Role, Setup, Square, Wing};

/// The index of the letter `E` in [`Castling::LETTERS`].
pub(super) const UNMOVED_KING: usize = 2;

/// The index of the letter `H` or `A`, for an unmoved rook whose king is in reserve.
pub(super) const fn waiting_rook(wing: Wing) -> usize {
    3 + wing as usize
}

/// The wing of a side's corner square; `None` for other squares.
fn wing_of_corner(color: Color, square: Square) -> Option<Wing> {
    Wing::ALL
        .into_iter()
        .find(|wing| wing.rook_home(color) == square)
}

/// Whether a side's king stands unmoved on its home square.
pub(super) fn king_unmoved(castling: Castling, color: Color) -> bool {
    castling.has(color, UNMOVED_KING)
        || Wing::ALL
            .into_iter()
            .any(|wing| castling.has_wing(color, wing))
}

/// The field without the letters of a side.
fn without_side(castling: Castling, color: Color) -> Castling {
    (0..Castling::LETTERS.len()).fold(castling, |field, letter| field.without(color, letter))
}

/// Updates the field after the side to play has dropped its king. If the king was dropped on its
/// home square, it may castle with the side's unmoved rooks.
pub(super) fn king_dropped(setup: &mut Setup, to: Square) {
    let color = setup.side;
    let before = setup.castling;
    let mut after = without_side(before, color);
    if to == Wing::king_home(color) {
        for wing in Wing::ALL {
            if before.has(color, waiting_rook(wing)) {
                after = after.with(color, wing as usize);
            }
        }
        if after == without_side(before, color) {
            after = after.with(color, UNMOVED_KING);
        }
    }
    setup.castling = after;
}

/// Updates the field after the side to play has dropped a rook. If the rook was dropped on one of
/// its home squares, an unmoved king may castle with it. A king in reserve may castle with it after
/// being dropped on the king's home square.
pub(super) fn rook_dropped(setup: &mut Setup, to: Square) {
    let color = setup.side;
    let Some(wing) = wing_of_corner(color, to) else {
        return;
    };
    if setup.placement.king(color).is_none() {
        setup.castling = setup.castling.with(color, waiting_rook(wing));
    } else if king_unmoved(setup.castling, color) {
        setup.castling = setup
            .castling
            .without(color, UNMOVED_KING)
            .with(color, wing as usize);
    }
}

/// Updates the field after the side to play has moved a piece of the kind `role`. The move may have
/// captured a rook on `to`.
pub(super) fn moved(setup: &mut Setup, role: Role, from: Square, to: Square) {
    let color = setup.side;
    let mut castling = setup.castling;
    match role {
        Role::King if king_unmoved(castling, color) => castling = without_side(castling, color),
        Role::Rook => castling = rook_gone(castling, color, from),
        _ => {}
    }
    setup.castling = rook_gone(castling, !color, to);
}

/// The field after a piece of this side has left `square` or was captured there. If `square` is a
/// home square of the side's rooks, the letter for that rook is removed. An unmoved king without an
/// unmoved rook then gets the letter `E`.
fn rook_gone(castling: Castling, color: Color, square: Square) -> Castling {
    let Some(wing) = wing_of_corner(color, square) else {
        return castling;
    };
    let remaining = castling
        .without(color, wing as usize)
        .without(color, waiting_rook(wing));
    let has_rook = Wing::ALL
        .into_iter()
        .any(|wing| remaining.has_wing(color, wing));
    if king_unmoved(castling, color) && !has_rook {
        remaining.with(color, UNMOVED_KING)
    } else {
        remaining.without(color, UNMOVED_KING)
    }
}
