//! The castling field: which kings and rooks have not moved since they were dropped.
//!
//! `K` and `Q` name a king on its home square and a rook in the corner, both unmoved; `E` a king
//! that has no such rook; `H` and `A` a rook in the corner whose king is still in reserve. So a side
//! has some of `K` and `Q`, or `E` alone, or some of `H` and `A`, or nothing.

use crate::board::{Castling, Color, Role, Setup, Square, Wing};

/// Number of the letter `E` among [`Castling::LETTERS`].
pub(super) const UNMOVED_KING: usize = 2;

/// Number of the letter `H` or `A`, a dropped rook that waits for its king.
pub(super) const fn waiting_rook(wing: Wing) -> usize {
    3 + wing as usize
}

/// The wing of a side's corner.
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
            .any(|wing| castling.on_wing(color, wing))
}

fn without(castling: Castling, color: Color) -> Castling {
    (0..Castling::LETTERS.len()).fold(castling, |left, letter| left.with(color, letter, false))
}

/// After a side has dropped its king: the rooks that waited for it are ready, if it came home.
pub(super) fn king_dropped(setup: &mut Setup, to: Square) {
    let color = setup.side;
    let before = setup.castling;
    let mut after = without(before, color);
    if to == Wing::king_home(color) {
        for wing in Wing::ALL {
            after = after.with(color, wing as usize, before.has(color, waiting_rook(wing)));
        }
        if after == without(before, color) {
            after = after.with(color, UNMOVED_KING, true);
        }
    }
    setup.castling = after;
}

/// After a side has dropped a rook: in a corner it is ready for an unmoved king, or waits for one
/// that is in reserve.
pub(super) fn rook_dropped(setup: &mut Setup, to: Square) {
    let color = setup.side;
    let Some(wing) = wing_of_corner(color, to) else {
        return;
    };
    if setup.placement.king(color).is_none() {
        setup.castling = setup.castling.with(color, waiting_rook(wing), true);
    } else if king_unmoved(setup.castling, color) {
        setup.castling =
            setup
                .castling
                .with(color, UNMOVED_KING, false)
                .with(color, wing as usize, true);
    }
}

/// After the side to play has moved a piece of this kind, and captured what was on `to`.
pub(super) fn moved(setup: &mut Setup, role: Role, from: Square, to: Square) {
    let color = setup.side;
    let mut castling = setup.castling;
    match role {
        Role::King if king_unmoved(castling, color) => castling = without(castling, color),
        Role::Rook => castling = rook_gone(castling, color, from),
        _ => {}
    }
    setup.castling = rook_gone(castling, !color, to);
}

/// After the piece of a side on this square has left it: in a corner its letter goes, and an
/// unmoved king whose last rook it was keeps `E`.
fn rook_gone(castling: Castling, color: Color, square: Square) -> Castling {
    let Some(wing) = wing_of_corner(color, square) else {
        return castling;
    };
    let left = castling
        .with(color, wing as usize, false)
        .with(color, waiting_rook(wing), false);
    let had_king = king_unmoved(castling, color);
    left.with(
        color,
        UNMOVED_KING,
        had_king && Wing::ALL.into_iter().all(|wing| !left.on_wing(color, wing)),
    )
}
