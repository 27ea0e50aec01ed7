//! `shakmaty` judges whether a legal chess move leads from one position to another.

use reviver::board::{Color, Role, Setup, Square, Wing};
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, FromSetup, Position, PositionError, uci::UciMove,
};

/// A chess move.
#[derive(Clone, Copy, Debug)]
pub struct ChessMove {
    pub from: Square,
    pub to: Square,
    pub promotion: Option<Role>,
}

/// The pieces of a position on shakmaty's board.
pub fn board(setup: &Setup) -> Board {
    let mut board = Board::empty();
    for square in Square::ALL {
        if let Some(piece) = setup.placement.piece_at(square) {
            board.set_piece_at(square, piece);
        }
    }
    board
}

fn castling_rights(setup: &Setup) -> Bitboard {
    let mut rights = Bitboard::EMPTY;
    for color in Color::ALL {
        for wing in Wing::ALL {
            if setup.castling.has_wing(color, wing) {
                rights.add(wing.rook_home(color));
            }
        }
    }
    rights
}

/// The chess position with the pieces of `setup` and `side` to move. `None` if `shakmaty` refuses
/// it, for example because a king is missing or the king of the other side is attacked. Impossible
/// checks and too many promoted pieces are accepted, because the reverse games allow them.
pub fn chess(setup: &Setup, side: Color, en_passant: Option<Square>) -> Option<Chess> {
    let mut position = shakmaty::Setup::empty();
    position.board = board(setup);
    position.turn = side;
    position.castling_rights = castling_rights(setup);
    position.ep_square = en_passant;
    Chess::from_setup(position, CastlingMode::Standard)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material)
        .ok()
}

/// Whether `chess_move` is legal in `earlier`, and leads to the pieces and castling rights of
/// `later`. `en_passant` is the en passant square of `earlier`.
///
/// The reverse game goes from `later` to `earlier`, by an un-move of `later.side`. So this side
/// makes `chess_move`.
pub fn leads_back(
    earlier: &Setup,
    en_passant: Option<Square>,
    chess_move: ChessMove,
    later: &Setup,
) -> bool {
    let Some(mut position) = chess(earlier, later.side, en_passant) else {
        return false;
    };
    let uci = UciMove::Normal {
        from: chess_move.from,
        to: chess_move.to,
        promotion: chess_move.promotion,
    };
    let Ok(legal) = uci.to_move(&position) else {
        return false;
    };
    position.play_unchecked(legal);
    *position.board() == board(later)
        && position.castles().castling_rights() == castling_rights(later)
}
