//! Noisy turns: the turns that quiescence searches.

use crate::board::{Act, Bitboard, Pending, Role, Roles, Setup, TurnSet, row_of};

/// The noisy turns of a set: captures, promotions, un-captures that complete the enemy army, and
/// declarations of the end. `None` if there are none.
pub(super) fn noisy_turns(mut set: TurnSet, setup: &Setup) -> Option<TurnSet> {
    match set.act {
        Act::End | Act::Promotion => return Some(set),
        Act::Drop => return None,
        Act::Move | Act::UnPromotion | Act::UnEnPassant => {}
    }
    let captures = captures(&set, setup);
    if captures.any() {
        set.targets = captures;
        return Some(set);
    }
    if completes_army(&set, setup) {
        if set.act != Act::UnEnPassant {
            set.roles = set.roles.without(Roles::NONE);
        }
        return (!set.is_empty()).then_some(set);
    }
    None
}

/// The targets of the captures in the set, en passant included.
pub(super) fn captures(set: &TurnSet, setup: &Setup) -> Bitboard {
    if set.act != Act::Move {
        return Bitboard::EMPTY;
    }
    let placement = &setup.placement;
    let mut captures = set.targets & placement.by_color(!setup.side);
    if let Pending::At(passed) = setup.pending {
        let pawn = placement.pieces(setup.side, Role::Pawn).contains(set.from);
        let ahead = row_of(setup.side, passed) > row_of(setup.side, set.from);
        if pawn && ahead && set.from.file() != passed.file() {
            captures |= set.targets & Bitboard::from_square(passed);
        }
    }
    captures
}

/// Whether exactly one enemy piece is in reserve. Then each turn of the set that un-captures an
/// enemy piece completes the enemy army. `false` for drops and for turns that begin with an
/// un-capture, because these place a piece of the side to play.
pub(super) fn completes_army(set: &TurnSet, setup: &Setup) -> bool {
    set.head.is_none() && set.act != Act::Drop && setup.placement.reserve().total(!setup.side) == 1
}
