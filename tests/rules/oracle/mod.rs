//! The oracle: a second, slow implementation of the rules. It finds the legal turns and the results
//! without the code of `src/rules`. For the reverse families it tries many candidates for un-moves.
//! A candidate is an un-move if it undoes a chess move that is legal for `shakmaty`. The module of
//! each reverse family tests what else a legal turn needs.
//!
//! [`game_rules::GameRules`] knows the switches of a game, lists the legal turns and decides how
//! the game ends.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "each test binary uses only some items of the oracle"
)]

pub mod chess_program;
pub mod game_rules;
pub mod judge;
mod made_up;
pub mod possible;
pub mod random;
pub mod result;
pub mod smolowitz;
pub mod ssehc;
pub mod unachess;
pub mod unmove;
pub mod unplay;

use reviver::board::{ARMY_SIZE, Bitboard, Color, Pending, Role, Setup, Square};

/// Whether the king of `color` is on the board and is attacked by a piece of the other side.
pub fn king_attacked(setup: &Setup, color: Color) -> bool {
    let board = judge::board(setup);
    board
        .king_of(color)
        .is_some_and(|king| board.attacks_to(king, !color, board.occupied()).any())
}

/// Whether a piece on `square` is home.
pub fn is_home(color: Color, role: Role, square: Square) -> bool {
    let files = match role {
        Role::Pawn => "abcdefgh",
        Role::Rook => "ah",
        Role::Knight => "bg",
        Role::Bishop => "cf",
        Role::Queen => "d",
        Role::King => "e",
    };
    let first_row = if color.is_white() { '1' } else { '8' };
    let second_row = if color.is_white() { '2' } else { '7' };
    let rank = if role == Role::Pawn {
        second_row
    } else {
        first_row
    };
    files.contains(square.file().char()) && square.rank().char() == rank
}

/// How many pieces of a side are home.
pub fn pieces_home(setup: &Setup, color: Color) -> usize {
    let home = |&square: &Square| {
        let piece = setup.placement.piece_at(square);
        piece.is_some_and(|piece| piece.color == color && is_home(color, piece.role, square))
    };
    Square::ALL.into_iter().filter(home).count()
}

/// Whether all sixteen pieces of a side are on the board.
pub fn all_on_board(setup: &Setup, color: Color) -> bool {
    setup.placement.by_color(color).count() == ARMY_SIZE as usize
}

/// The row of `square` for `color`: the rank for White, and 9 minus the rank for Black.
pub fn row(color: Color, square: Square) -> i32 {
    let rank = i32::from(square.rank()) + 1;
    if color.is_white() { rank } else { 9 - rank }
}

/// The square `rows` rows ahead of `square` for `color`; `None` if it is off the board.
pub fn ahead(color: Color, square: Square, rows: i32) -> Option<Square> {
    let rows = if color.is_white() { rows } else { -rows };
    let rank = i32::from(square.rank()) + rows;
    (0..8)
        .contains(&rank)
        .then(|| Square::new((rank * 8 + i32::from(square.file())) as u32))
}

/// The empty squares.
pub fn empty_squares(setup: &Setup) -> Bitboard {
    !setup.placement.occupied()
}

/// Ends a turn: sets the pending field, changes the side to play, and updates the counters. An
/// irreversible turn sets the halfmove clock to 0.
pub fn end_turn(setup: &mut Setup, pending: Pending, irreversible: bool) {
    setup.pending = pending;
    setup.halfmove = if irreversible { 0 } else { setup.halfmove + 1 };
    if setup.side.is_black() {
        setup.fullmove += 1;
    }
    setup.side = !setup.side;
}
