//! Random positions in which a theme can occur. A theme is what the best turn of a position is
//! about, for example castling.

use rand::Rng;
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;

use super::theme::Theme;
use crate::board::{
    Bitboard, Castling, Color, Pending, Piece, Placement, Reserve, Role, Setup, Square, Wing,
    attacks, initial_count, row,
};
use crate::games::Game;
use crate::rules::Form;

/// The number of random pieces of a side on a board with few pieces. The king and the pieces for
/// the theme are not counted. A random piece is left out if it would be a second queen, a third
/// rook and so on.
const FEW: std::ops::RangeInclusive<u32> = 2..=5;

/// Puts the pieces for a theme in place, in a reverse game. `None` if the theme does not fit the
/// position.
pub(super) fn place_theme(
    setup: &mut Setup,
    form: Form,
    theme: Theme,
    rng: &mut ChaCha8Rng,
) -> Option<()> {
    let uncaptures_first = form.pending_uncapture;
    match theme {
        Theme::Castling => place_castled(setup, rng),
        Theme::Promotion => place_promotion(setup, rng),
        Theme::EnPassant if uncaptures_first => place_en_passant_first(setup, rng),
        Theme::EnPassant => place_en_passant_last(setup, rng),
        Theme::Check if uncaptures_first => place_check(setup, rng),
        Theme::Check => Some(()),
    }
}

/// Clears a square: its piece goes into the reserve. `None` if the piece is a king.
fn clear(setup: &mut Setup, square: Square) -> Option<()> {
    match setup.placement.piece_at(square) {
        Some(piece) if piece.role == Role::King => None,
        Some(piece) => {
            setup.placement.move_to_reserve(piece, square);
            Some(())
        }
        None => Some(()),
    }
}

/// Clears the square `to`, and moves a piece like `piece` to it. `None` if that is not possible.
fn place_piece(setup: &mut Setup, piece: Piece, to: Square, rng: &mut ChaCha8Rng) -> Option<()> {
    let here = setup.placement.piece_at(to) == Some(piece);
    if here {
        return Some(());
    }
    clear(setup, to)?;
    let pieces = setup.placement.pieces(piece.color, piece.role);
    let from = pieces.into_iter().choose(rng)?;
    setup.placement.move_piece(piece, from, to);
    Some(())
}

/// Vacates `square`: moves its piece, if there is one, to a random empty square on ranks 2 to 7. A
/// bishop goes to a square of the same colour as `square`. `None` if there is no square for the
/// piece.
fn vacate(setup: &mut Setup, square: Square, rng: &mut ChaCha8Rng) -> Option<()> {
    let Some(piece) = setup.placement.piece_at(square) else {
        return Some(());
    };
    let parity = |square: Square| (u32::from(square.file()) + u32::from(square.rank())) % 2;
    let empty = !setup.placement.occupied() & !row(Color::White, 1) & !row(Color::White, 8);
    let to = empty
        .into_iter()
        .filter(|&to| piece.role != Role::Bishop || parity(to) == parity(square))
        .choose(rng)?;
    setup.placement.move_piece(piece, square, to);
    Some(())
}

/// Puts king and rook of the side to play where castling leaves them. `None` if that is not
/// possible.
fn place_castled(setup: &mut Setup, rng: &mut ChaCha8Rng) -> Option<()> {
    let side = setup.side;
    let wing = *Wing::ALL.iter().choose(rng)?;
    for square in wing.squares_between(side) {
        vacate(setup, square, rng)?;
    }
    let rook = side.rook();
    place_piece(setup, side.king(), wing.king_castled(side), rng)?;
    let corner = wing.rook_home(side);
    if setup.placement.piece_at(corner) == Some(rook) {
        setup
            .placement
            .move_piece(rook, corner, wing.rook_castled(side));
    } else {
        place_piece(setup, rook, wing.rook_castled(side), rng)?;
        clear(setup, corner)?;
    }
    setup.castling = Castling::NONE;
    Some(())
}

/// Moves a random piece of the side to play to row 8 of this side. `None` if the piece is a pawn.
/// An un-promotion needs a pawn in reserve. If the side has none, one of its pawns on the board
/// goes into the reserve.
fn place_promotion(setup: &mut Setup, rng: &mut ChaCha8Rng) -> Option<()> {
    let side = setup.side;
    let own = setup.placement.by_color(side) & !setup.placement.by_role(Role::King);
    let from = own.into_iter().choose(rng)?;
    let piece = setup.placement.piece_at(from)?;
    let piece = if piece.role == Role::Pawn {
        return None;
    } else {
        piece
    };
    let to = (row(side, 8) & !setup.placement.occupied())
        .into_iter()
        .choose(rng)?;
    setup.placement.move_piece(piece, from, to);
    if setup.placement.reserve().count(side, Role::Pawn) == 0 {
        let pawn = setup.placement.pieces(side, Role::Pawn);
        clear(setup, pawn.into_iter().choose(rng)?)?;
    }
    Some(())
}

/// En passant in games whose turns begin with the un-capture. Rows are those of the side to play. A
/// pawn of the other side has un-moved diagonally from row 3 to row 4. The side to play may now
/// un-capture a pawn on row 4 of the vacated file.
fn place_en_passant_first(setup: &mut Setup, rng: &mut ChaCha8Rng) -> Option<()> {
    let side = setup.side;
    let at = |file: i32, row: i32| square(side, file, row);
    let file = rng.random_range(0..8);
    let next = file + if rng.random() { 1 } else { -1 };
    let (vacated, came) = (at(file, 3)?, at(next, 4)?);
    for square in [at(file, 2)?, vacated, at(file, 4)?] {
        clear(setup, square)?;
    }
    if setup.placement.reserve().count(side, Role::Pawn) == 0 {
        return None;
    }
    place_piece(setup, (!side).pawn(), came, rng)?;
    setup.pending = Pending::Must(vacated);
    Some(())
}

/// En passant in games whose turns end with the un-capture: a pawn of the side to play stands on
/// its row 6. The squares in front of it and behind it are empty, and so is one of the two squares
/// diagonally behind it.
fn place_en_passant_last(setup: &mut Setup, rng: &mut ChaCha8Rng) -> Option<()> {
    let side = setup.side;
    let at = |file: i32, row: i32| square(side, file, row);
    let file = rng.random_range(0..8);
    let next = file + if rng.random() { 1 } else { -1 };
    for square in [at(file, 5)?, at(file, 7)?, at(next, 5)?] {
        clear(setup, square)?;
    }
    clear(setup, at(file, 6)?)?;
    let pawn = side.pawn();
    let from = at(next, 2).filter(|&from| setup.placement.piece_at(from) == Some(pawn))?;
    setup.placement.move_piece(pawn, from, at(file, 6)?);
    // A pawn on row 2 of `file` would now be a doubled pawn, which only some games allow. So this
    // square is cleared in half of the positions.
    if rng.random() {
        clear(setup, at(file, 2)?)?;
    }
    (setup.placement.reserve().count(!side, Role::Pawn) > 0).then_some(())
}

/// A check in games whose turns begin with the un-capture: a bishop, rook or queen attacks the
/// king of the side to play. The last un-move has vacated a square between the two. A piece
/// un-captured there blocks the check.
fn place_check(setup: &mut Setup, rng: &mut ChaCha8Rng) -> Option<()> {
    let side = setup.side;
    let king = setup.placement.king(side)?;
    let sliders = [Role::Bishop, Role::Rook, Role::Queen];
    let piece = Piece {
        color: !side,
        role: *sliders.iter().choose(rng)?,
    };
    let occupied = setup.placement.occupied();
    let lines = attacks::attacks(king, piece, occupied) & !occupied;
    let from = lines.into_iter().choose(rng)?;
    let vacated = attacks::between(king, from).into_iter().choose(rng)?;
    place_piece(setup, piece, from, rng)?;
    setup.pending = Pending::At(vacated);
    let reserve = setup.placement.reserve();
    if reserve.is_empty(side) {
        let own = setup.placement.by_color(side) & !setup.placement.by_role(Role::King);
        clear(setup, own.into_iter().choose(rng)?)?;
    }
    Some(())
}

/// The square on a file and on a row of a side. `None` if it is off the board.
fn square(side: Color, file: i32, row: i32) -> Option<Square> {
    let rank = side.fold_wb(row, 9 - row) - 1;
    let inside = (0..8).contains(&file) && (0..8).contains(&rank);
    inside
        .then(|| u32::try_from(8 * rank + file).ok())
        .flatten()
        .map(Square::new)
}

/// A random position of a game with captures: both kings, few other pieces, and the pieces for a
/// theme. All other pieces are captured.
pub(super) fn few_pieces(game: &'static Game, theme: Theme, rng: &mut ChaCha8Rng) -> Option<Setup> {
    let side = *Color::ALL.iter().choose(rng)?;
    let mut setup = Setup {
        placement: Placement::empty(Reserve::default()),
        side,
        fullmove: 40,
        ..game.start(0)
    };
    place_theme_with_few_pieces(&mut setup, theme, rng)?;
    let placement = &mut setup.placement;
    for color in Color::ALL {
        if placement.king(color).is_none() {
            // The king of the other side stands on the edge, where it is easier to mate.
            let squares = if color == side {
                Bitboard::FULL
            } else {
                row(color, 1)
            };
            let free = squares & !placement.occupied();
            placement.put(color.king(), free.into_iter().choose(rng)?);
        }
        for _ in 0..rng.random_range(FEW) {
            // All kinds but the king.
            let role = *Role::ALL[..5].iter().choose(rng)?;
            let end_rows = row(color, 1) | row(color, 8);
            let excluded = placement.occupied()
                | if role == Role::Pawn {
                    end_rows
                } else {
                    Bitboard::EMPTY
                };
            let square = (!excluded).into_iter().choose(rng)?;
            if placement.pieces(color, role).count() < initial_count(role) as usize {
                placement.put(Piece { color, role }, square);
            }
        }
    }
    Some(setup)
}

/// Puts the pieces for a theme on a board with few pieces.
fn place_theme_with_few_pieces(
    setup: &mut Setup,
    theme: Theme,
    rng: &mut ChaCha8Rng,
) -> Option<()> {
    let (side, placement) = (setup.side, &mut setup.placement);
    match theme {
        Theme::Castling => {
            let wing = *Wing::ALL.iter().choose(rng)?;
            placement.put(side.king(), Wing::king_home(side));
            placement.put(side.rook(), wing.rook_home(side));
            let wing_index = usize::from(wing == Wing::Queen);
            setup.castling = Castling::NONE.with(side, wing_index);
        }
        Theme::EnPassant => {
            let file = rng.random_range(0..8);
            let next = file + if rng.random() { 1 } else { -1 };
            placement.put((!side).pawn(), square(side, file, 5)?);
            placement.put(side.pawn(), square(side, next, 5)?);
            setup.pending = Pending::At(square(side, file, 6)?);
        }
        Theme::Promotion => {
            let seventh = row(side, 7).into_iter().choose(rng)?;
            placement.put(side.pawn(), seventh);
        }
        // This theme needs an un-capture. `mine` refuses it in games played forwards.
        Theme::Check => return None,
    }
    Some(())
}
