//! What every game, and what every reverse game, asks of a position that is read.

use super::Refusal;
use crate::board::{Bitboard, Castling, Color, Role, Setup, Square, Wing, attacks, reserve::army};

/// The two edge ranks, on which no pawn stands.
pub const EDGES: Bitboard = Bitboard(0xff00_0000_0000_00ff);

/// Refuses pawns on rank 1 or 8.
///
/// # Errors
///
/// Names the first such square.
pub fn pawns(setup: &Setup) -> Result<(), Refusal> {
    match (setup.placement.all(Role::Pawn) & EDGES).first() {
        Some(square) => Err(Refusal::PawnOnEdge(square)),
        None => Ok(()),
    }
}

/// Refuses kings that stand next to each other.
///
/// # Errors
///
/// Names both squares.
pub fn kings_apart(setup: &Setup) -> Result<(), Refusal> {
    match (
        setup.placement.king(Color::White),
        setup.placement.king(Color::Black),
    ) {
        (Some(white), Some(black)) if attacks::king_attacks(white).contains(black) => {
            Err(Refusal::KingsTouch(white, black))
        }
        _ => Ok(()),
    }
}

/// Refuses armies that are not exactly the sixteen pieces of chess, board and reserve together.
///
/// # Errors
///
/// Names the side and the kind.
pub fn armies(setup: &Setup) -> Result<(), Refusal> {
    for color in [Color::White, Color::Black] {
        for role in Role::ALL {
            let on_board = setup.placement.pieces(color, role).count() as u32;
            let found = setup.placement.reserve().count(color, role);
            if role == Role::King && on_board > 1 {
                return Err(Refusal::Kings {
                    color,
                    found: on_board,
                });
            }
            if on_board > army(role) {
                return Err(Refusal::TooMany {
                    color,
                    role,
                    count: on_board + found,
                });
            }
            if on_board + found != army(role) {
                let right = army(role) - on_board;
                return Err(Refusal::WrongReserve {
                    color,
                    role,
                    right,
                    found,
                });
            }
        }
    }
    Ok(())
}

/// Refuses a position in which a king is not on the board.
///
/// # Errors
///
/// Names the side.
pub fn kings_on_board(setup: &Setup) -> Result<(), Refusal> {
    for color in [Color::White, Color::Black] {
        if setup.placement.king(color).is_none() {
            return Err(Refusal::Kings { color, found: 0 });
        }
    }
    Ok(())
}

/// Refuses a castling field that speaks of un-castled kings and rooks which are not home.
///
/// # Errors
///
/// Names the letter and the square.
pub fn frozen(setup: &Setup) -> Result<(), Refusal> {
    for color in [Color::White, Color::Black] {
        for wing in Wing::ALL {
            if !setup.castling.on_wing(color, wing) {
                continue;
            }
            let letter = Castling::LETTERS[wing as usize];
            let letter = color.fold_wb(letter, letter.to_ascii_lowercase());
            let places = [
                (Role::King, "a king", Wing::king_home(color)),
                (Role::Rook, "a rook", wing.rook_home(color)),
            ];
            for (role, piece, square) in places {
                if !setup.placement.pieces(color, role).contains(square) {
                    return Err(Refusal::Castling {
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

/// All that is common to the reverse games, kings on the board included.
///
/// # Errors
///
/// Names the field and the reason.
pub fn reverse(setup: &Setup) -> Result<(), Refusal> {
    armies(setup)?;
    kings_on_board(setup)?;
    pawns(setup)?;
    kings_apart(setup)?;
    frozen(setup)
}

/// Refuses an en passant square over which no un-double-step can be demanded: the side to play
/// needs a pawn on its row 4, with nothing behind it on rows 3 and 2, and the pawn that undid the
/// capture must stand beside it.
///
/// # Errors
///
/// Says which of these is missing.
pub fn en_passant(setup: &Setup, passed: Square) -> Result<(Square, Square), Refusal> {
    let side = setup.side;
    let (from, to) = super::reviving::unmove::demanded_double_step(side, passed).ok_or(
        Refusal::Pending("an en passant square lies on the third row of the side to play"),
    )?;
    if !setup.placement.pieces(side, Role::Pawn).contains(from) {
        return Err(Refusal::Pending(
            "no pawn stands where the un-double-step begins",
        ));
    }
    if setup
        .placement
        .occupied()
        .intersects(Bitboard::from_square(passed).with(to))
    {
        return Err(Refusal::Pending(
            "the way of the un-double-step is not free",
        ));
    }
    let beside = attacks::pawn_attacks(side, passed);
    if setup
        .placement
        .pieces(!side, Role::Pawn)
        .is_disjoint(beside)
    {
        return Err(Refusal::Pending(
            "no enemy pawn can have undone an en passant capture there",
        ));
    }
    Ok((from, to))
}
