//! What is left of a capture once everything that can has captured back.

use crate::board::{Bitboard, Color, Placement, Role, Square};

/// What a kind of piece counts in exchanges, in centipawns.
#[inline]
#[must_use]
pub(super) const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 310,
        Role::Bishop => 330,
        Role::Rook => 500,
        Role::Queen => 950,
        Role::King => 10_000,
    }
}

/// In the order in which a side captures back.
const CHEAPEST_FIRST: [Role; 6] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
    Role::King,
];

/// Whether the piece on `from` gains at least `threshold` by capturing on `to`, if both sides go on
/// capturing there as long as it pays.
///
/// Static exchange evaluation by swapping, as the Chess Programming Wiki describes it ("SEE - The
/// Swap Algorithm"), with the early exit of engines that only ask for a threshold.
#[must_use]
pub(super) fn gains(placement: &Placement, from: Square, to: Square, threshold: i32) -> bool {
    let victim = placement.role_at(to).map_or(worth(Role::Pawn), worth);
    let (Some(mut next), Some(side)) = (placement.role_at(from), placement.color_at(from)) else {
        return false;
    };
    let mut balance = victim - threshold;
    if balance < 0 {
        return false;
    }
    let mut occupied = placement.occupied().without(from).with(to);
    let mut mover = side;
    // `balance` is what `mover` has beyond the threshold, before its piece on `to` is captured back.
    loop {
        balance -= worth(next);
        if balance >= 0 {
            break;
        }
        mover = !mover;
        let Some((role, square)) = cheapest(placement, to, mover, occupied) else {
            mover = !mover;
            break;
        };
        let guarded = placement.attackers(to, !mover, occupied) & occupied;
        if role == Role::King && guarded.any() {
            mover = !mover;
            break;
        }
        occupied.discard(square);
        balance = -balance - 1;
        next = role;
    }
    mover == side
}

fn cheapest(
    placement: &Placement,
    to: Square,
    side: Color,
    occupied: Bitboard,
) -> Option<(Role, Square)> {
    let attackers = placement.attackers(to, side, occupied) & occupied;
    CHEAPEST_FIRST.into_iter().find_map(|role| {
        let square = (attackers & placement.all(role)).first()?;
        Some((role, square))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Piece, Reserve};

    fn placement(pieces: &[(Piece, Square)]) -> Placement {
        let mut placement = Placement::empty(Reserve::default());
        for &(piece, square) in pieces {
            placement.put(piece, square);
        }
        placement
    }

    #[test]
    fn a_defended_piece_is_gained_for_less_and_lost_for_more() {
        use Color::{Black, White};
        let board = placement(&[
            (Role::Rook.of(White), Square::D1),
            (Role::Pawn.of(White), Square::E4),
            (Role::Knight.of(Black), Square::D5),
            (Role::Pawn.of(Black), Square::E6),
        ]);
        assert!(gains(&board, Square::E4, Square::D5, 210));
        // The rook behind captures back, so that the pawn is exchanged for knight and pawn.
        assert!(gains(&board, Square::E4, Square::D5, 310));
        assert!(!gains(&board, Square::E4, Square::D5, 311));
        assert!(!gains(&board, Square::D1, Square::D5, 0));
        assert!(gains(&board, Square::D1, Square::D5, -90));
    }

    #[test]
    fn an_undefended_piece_is_gained() {
        let board = placement(&[
            (Role::Queen.of(Color::White), Square::A1),
            (Role::Pawn.of(Color::Black), Square::A7),
        ]);
        assert!(gains(&board, Square::A1, Square::A7, 100));
        assert!(!gains(&board, Square::A1, Square::A7, 101));
    }

    #[test]
    fn a_king_does_not_capture_what_is_defended() {
        let board = placement(&[
            (Role::Rook.of(Color::White), Square::D1),
            (Role::Rook.of(Color::White), Square::D2),
            (Role::Pawn.of(Color::Black), Square::D6),
            (Role::King.of(Color::Black), Square::E7),
        ]);
        assert!(gains(&board, Square::D2, Square::D6, 100));
    }
}
