//! Un-castling, and en passant in reverse.

use super::pawns::pawn_diagonal;
use crate::board::{Bitboard, Castling, Color, Placement, Role, Square, Wing, attacks, back, row};

/// Whether king and rook of `color` stand as after castling on `wing`, and this side has not
/// un-castled yet.
#[inline]
#[must_use]
pub fn stands_castled(placement: &Placement, castling: Castling, color: Color, wing: Wing) -> bool {
    placement
        .pieces(color, Role::King)
        .contains(wing.king_castled(color))
        && placement
            .pieces(color, Role::Rook)
            .contains(wing.rook_castled(color))
        && !Wing::ALL
            .into_iter()
            .any(|wing| castling.has_wing(color, wing))
}

/// Whether `color` may un-castle on `wing`, and the enemy king is not in check afterwards.
///
/// The side must not have un-castled yet, and king and rook must stand as after castling. From the
/// king's home square to the rook's home square, both included, there must be no other piece.
/// Before the un-castling the enemy must not attack the square that the king leaves. Afterwards the
/// enemy must attack neither the king's home square nor the square that the king crosses.
#[must_use]
pub fn can_un_castle(placement: &Placement, castling: Castling, color: Color, wing: Wing) -> bool {
    if !stands_castled(placement, castling, color, wing) {
        return false;
    }
    let (king, rook) = (wing.king_castled(color), wing.rook_castled(color));
    let (king_home, rook_home) = (Wing::king_home(color), wing.rook_home(color));
    let lifted = placement.occupied().without(king).without(rook);
    let must_be_empty = wing.squares_between(color).with(king_home).with(rook_home);
    if lifted.intersects(must_be_empty) {
        return false;
    }
    let after = lifted.with(king_home).with(rook_home);
    let attacked = |square, occupied| placement.attackers(square, !color, occupied).any();
    if attacked(king_home, after) || attacked(rook, after) || attacked(king, placement.occupied()) {
        return false;
    }
    placement.king(!color).is_none_or(|enemy| {
        let other_attackers = placement
            .attackers(enemy, color, after)
            .without(rook)
            .without(king);
        other_attackers.is_empty()
            && !attacks::rook_attacks(enemy, after).contains(rook_home)
            && !attacks::king_attacks(enemy).contains(king_home)
    })
}

/// An en passant un-capture. The enemy's next turn must undo the double step of the un-captured
/// pawn. Rows are those of the side that un-captures.
#[derive(Clone, Copy, Debug)]
pub struct UnEnPassant {
    /// The square on row 6 that the un-moving pawn leaves. It stays empty.
    pub from: Square,
    /// The square on row 5 to which this pawn un-moves.
    pub to: Square,
    /// The square on row 5 of the file of `from`: the enemy pawn appears there.
    pub revived: Square,
    /// The square on row 7 of the file of `from`: the enemy pawn must un-move to it.
    pub origin: Square,
}

/// The en passant un-captures of `color` that have the necessary empty squares and leave the enemy
/// king out of check. The caller checks whether the enemy has a pawn in reserve, and whether the
/// enemy's un-double-step is legal.
pub fn un_en_passants(
    placement: &Placement,
    color: Color,
) -> impl Iterator<Item = UnEnPassant> + '_ {
    let occupied = placement.occupied();
    (placement.pieces(color, Role::Pawn) & row(color, 6))
        .into_iter()
        .filter_map(move |from| {
            let revived = back(color, Bitboard::from_square(from)).first()?;
            let origin = back(!color, Bitboard::from_square(from)).first()?;
            let free = !occupied.contains(revived) && !occupied.contains(origin);
            free.then_some((from, revived, origin))
        })
        .flat_map(move |(from, revived, origin)| {
            pawn_diagonal(color, from, occupied)
                .into_iter()
                .map(move |to| UnEnPassant {
                    from,
                    to,
                    revived,
                    origin,
                })
        })
        .filter(move |capture| {
            let after = occupied
                .without(capture.from)
                .with(capture.to)
                .with(capture.revived);
            placement.king(!color).is_none_or(|enemy| {
                placement
                    .attackers(enemy, color, after)
                    .without(capture.from)
                    .is_empty()
                    && !attacks::pawn_attacks(!color, enemy).contains(capture.to)
            })
        })
}

/// The un-double-step of `color` over `passed`: the square on row 4 where it begins, and the square
/// on row 2 where it ends. `None` if `passed` is not on row 3. If the pending field names an en
/// passant square, the side to play must play the un-double-step over this square.
#[must_use]
pub fn un_double_step_over(color: Color, passed: Square) -> Option<(Square, Square)> {
    let middle = Bitboard::from_square(passed) & row(color, 3);
    let from = back(!color, middle).first()?;
    let to = back(color, middle).first()?;
    Some((from, to))
}
