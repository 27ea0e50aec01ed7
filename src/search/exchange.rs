//! Static exchange evaluation.

use crate::board::{Bitboard, Color, Placement, Role, RoleOn, Square};

/// The value of a kind of piece in exchanges, in centipawns.
#[inline]
#[must_use]
pub(super) const fn piece_value(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 310,
        Role::Bishop => 330,
        Role::Rook => 500,
        Role::Queen => 950,
        Role::King => 10_000,
    }
}

/// The order in which a side recaptures.
const LEAST_VALUABLE_FIRST: [Role; 6] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
    Role::King,
];

/// Whether the piece on `from` wins at least `threshold` centipawns by capturing on `to`.
/// Recaptures count: each side goes on capturing on `to` as long as that gains material. If `to` is
/// empty, the captured piece is a pawn (en passant). `false` if `from` is empty.
///
/// Static exchange evaluation by the swap algorithm (Chess Programming Wiki, "SEE - The Swap
/// Algorithm"). It stops as soon as the answer is known.
#[must_use]
pub(super) fn see_at_least(
    placement: &Placement,
    from: Square,
    to: Square,
    threshold: i32,
) -> bool {
    let victim = placement
        .role_at(to)
        .map_or(piece_value(Role::Pawn), piece_value);
    let (Some(mut next), Some(side)) = (placement.role_at(from), placement.color_at(from)) else {
        return false;
    };
    let mut balance = victim - threshold;
    if balance < 0 {
        return false;
    }
    let mut occupied = placement.occupied().without(from).with(to);
    if !placement.occupied().contains(to) {
        // Remove the pawn that is captured en passant.
        occupied.discard(Square::from_coords(to.file(), from.rank()));
    }
    let mut capturer = side;
    // `side` succeeds if it wins at least `threshold`. The opponent succeeds if `side` wins less.
    // At the start of each pass, `capturer` has just captured on `to` with a piece of kind `next`.
    // Without a recapture, `capturer` succeeds with `balance` centipawns to spare.
    loop {
        balance -= piece_value(next);
        if balance >= 0 {
            break;
        }
        capturer = !capturer;
        let Some(RoleOn { role, square }) =
            least_valuable_attacker(placement, to, capturer, occupied)
        else {
            capturer = !capturer;
            break;
        };
        let guarded = placement.attackers(to, !capturer, occupied) & occupied;
        if role == Role::King && guarded.any() {
            capturer = !capturer;
            break;
        }
        occupied.discard(square);
        balance = -balance - 1;
        next = role;
    }
    capturer == side
}

fn least_valuable_attacker(
    placement: &Placement,
    to: Square,
    side: Color,
    occupied: Bitboard,
) -> Option<RoleOn> {
    let attackers = placement.attackers(to, side, occupied) & occupied;
    LEAST_VALUABLE_FIRST.into_iter().find_map(|role| {
        let square = (attackers & placement.by_role(role)).first()?;
        Some(RoleOn { role, square })
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
    fn a_pawn_captured_en_passant_opens_its_line() {
        use Color::{Black, White};
        let board = placement(&[
            (Role::Rook.of(White), Square::D1),
            (Role::Pawn.of(White), Square::E5),
            (Role::Pawn.of(Black), Square::D5),
            (Role::Queen.of(Black), Square::D8),
        ]);
        // After e5xd6 Qd8xd6 Rd1xd6, White has won a pawn and a queen for a pawn. So Black does
        // not recapture.
        assert!(see_at_least(&board, Square::E5, Square::D6, 100));
    }

    #[test]
    fn see_counts_recaptures() {
        use Color::{Black, White};
        let board = placement(&[
            (Role::Rook.of(White), Square::D1),
            (Role::Pawn.of(White), Square::E4),
            (Role::Knight.of(Black), Square::D5),
            (Role::Pawn.of(Black), Square::E6),
        ]);
        assert!(see_at_least(&board, Square::E4, Square::D5, 210));
        // After e4xd5 e6xd5 Rd1xd5, White has won a knight and a pawn for a pawn.
        assert!(see_at_least(&board, Square::E4, Square::D5, 310));
        assert!(!see_at_least(&board, Square::E4, Square::D5, 311));
        assert!(!see_at_least(&board, Square::D1, Square::D5, 0));
        assert!(see_at_least(&board, Square::D1, Square::D5, -90));
    }

    #[test]
    fn see_of_an_undefended_piece_is_its_value() {
        let board = placement(&[
            (Role::Queen.of(Color::White), Square::A1),
            (Role::Pawn.of(Color::Black), Square::A7),
        ]);
        assert!(see_at_least(&board, Square::A1, Square::A7, 100));
        assert!(!see_at_least(&board, Square::A1, Square::A7, 101));
    }

    #[test]
    fn see_counts_pieces_behind() {
        let board = placement(&[
            (Role::Rook.of(Color::White), Square::D1),
            (Role::Rook.of(Color::White), Square::D2),
            (Role::Pawn.of(Color::Black), Square::D6),
            (Role::King.of(Color::Black), Square::E7),
        ]);
        assert!(see_at_least(&board, Square::D2, Square::D6, 100));
    }

    #[test]
    fn see_does_not_let_a_king_capture_a_defended_piece() {
        let board = placement(&[
            (Role::Rook.of(Color::White), Square::D2),
            (Role::King.of(Color::White), Square::E5),
            (Role::Pawn.of(Color::Black), Square::D6),
            (Role::King.of(Color::Black), Square::D7),
            (Role::Rook.of(Color::Black), Square::D8),
        ]);
        // Black's king may not capture on d6, because White's king defends the square.
        assert!(see_at_least(&board, Square::D2, Square::D6, 100));
    }
}
