//! The checks that all reverse games make when a position is read.

use super::unmove::un_double_step_over;
use crate::board::{Bitboard, Castling, Color, Role, Setup, Square, Wing, attacks, initial_count};
use crate::rules::illegal_position::IllegalPosition;
use crate::rules::validate;

/// Checks that each side has exactly the sixteen pieces of chess, on the board and in reserve
/// together.
///
/// # Errors
///
/// If a side has too many or too few pieces of a kind. The error names the side and the kind.
pub fn armies(setup: &Setup) -> Result<(), IllegalPosition> {
    for color in [Color::White, Color::Black] {
        for role in Role::ALL {
            let on_board = setup.placement.pieces(color, role).count() as u32;
            let found = setup.placement.reserve().count(color, role);
            if role == Role::King && on_board > 1 {
                return Err(IllegalPosition::Kings {
                    color,
                    found: on_board,
                });
            }
            if on_board > initial_count(role) {
                return Err(IllegalPosition::TooMany {
                    color,
                    role,
                    count: on_board + found,
                });
            }
            if on_board + found != initial_count(role) {
                let needed = initial_count(role) - on_board;
                return Err(IllegalPosition::WrongReserve {
                    color,
                    role,
                    needed,
                    found,
                });
            }
        }
    }
    Ok(())
}

/// Checks that both kings are on the board.
///
/// # Errors
///
/// If a king is not on the board. The error names its side.
pub fn kings_on_board(setup: &Setup) -> Result<(), IllegalPosition> {
    for color in [Color::White, Color::Black] {
        if setup.placement.king(color).is_none() {
            return Err(IllegalPosition::Kings { color, found: 0 });
        }
    }
    Ok(())
}

/// For each letter of the castling field, checks that king and rook stand on their home squares. A
/// letter means that king and rook have un-castled and are frozen.
///
/// # Errors
///
/// If a king or rook is not home. The error names the letter and the square.
pub fn frozen(setup: &Setup) -> Result<(), IllegalPosition> {
    for color in [Color::White, Color::Black] {
        for wing in Wing::ALL {
            if !setup.castling.has_wing(color, wing) {
                continue;
            }
            let letter = Castling::LETTERS[wing as usize];
            let letter = color.fold_wb(letter, letter.to_ascii_lowercase());
            let needed = [
                (Role::King, "a king", Wing::king_home(color)),
                (Role::Rook, "a rook", wing.rook_home(color)),
            ];
            for (role, piece, square) in needed {
                if !setup.placement.pieces(color, role).contains(square) {
                    return Err(IllegalPosition::Castling {
                        letter,
                        piece,
                        square,
                    });
                }
            }
        }
    }
    Ok(())
}

/// Makes all checks that the reverse games share. Fails if a king still has to be placed.
///
/// # Errors
///
/// If a check fails. The error names the field and the reason.
pub fn reverse(setup: &Setup) -> Result<(), IllegalPosition> {
    armies(setup)?;
    kings_on_board(setup)?;
    validate::pawns(setup)?;
    validate::kings_apart(setup)?;
    frozen(setup)
}

/// Checks that the en passant square `passed` can demand an un-double-step. It must be on row 3 of
/// the side to play. On its file, this side needs a pawn on row 4, and rows 3 and 2 must be empty.
/// An enemy pawn must stand next to this pawn, because an enemy pawn has just un-captured it en
/// passant. Returns where the un-double-step begins and ends.
///
/// # Errors
///
/// If one of these conditions is not met. The error says which.
pub fn en_passant(setup: &Setup, passed: Square) -> Result<(Square, Square), IllegalPosition> {
    let side = setup.side;
    let (from, to) = un_double_step_over(side, passed).ok_or(IllegalPosition::Pending(
        "an en passant square must be on the third row of the side to play",
    ))?;
    if !setup.placement.pieces(side, Role::Pawn).contains(from) {
        return Err(IllegalPosition::Pending(
            "no pawn stands where the un-double-step begins",
        ));
    }
    if setup
        .placement
        .occupied()
        .intersects(Bitboard::from_square(passed).with(to))
    {
        return Err(IllegalPosition::Pending(
            "the path of the un-double-step is not free",
        ));
    }
    let beside = attacks::pawn_attacks(side, passed);
    if setup
        .placement
        .pieces(!side, Role::Pawn)
        .is_disjoint(beside)
    {
        return Err(IllegalPosition::Pending(
            "no enemy pawn stands beside the pawn that must un-double-step",
        ));
    }
    Ok((from, to))
}
