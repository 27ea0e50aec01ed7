//! Positions by lot in which something rare can happen: what it takes is put in place.

use rand::Rng;
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;

use crate::board::{
    Bitboard, Castling, Color, Pending, Piece, Placement, Reserve, Role, Setup, Square, Wing,
    attacks, reserve::army, row,
};
use crate::games::Game;
use crate::rules::Rules;

/// Pieces of a side, apart from the king, on a board that has few.
const FEW: std::ops::RangeInclusive<u32> = 2..=5;

/// What the best turn has to do with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(super) enum Theme {
    /// A capture or an un-capture en passant
    EnPassant,
    /// Castling or un-castling
    Castling,
    /// A promotion or an un-promotion
    Promotion,
    /// A check that the turn takes back or gets out of, and in the reverse games by an un-capture
    Check,
}

impl Theme {
    /// Whether the words about a turn speak of it.
    pub(super) fn is_in(self, words: &[String]) -> bool {
        let say = |part: &str| words.iter().any(|word| word.contains(part));
        match self {
            Theme::EnPassant => say("en passant"),
            Theme::Castling => say("castling"),
            Theme::Promotion => say("promotion"),
            Theme::Check => say("out of ") && say("un-captures"),
        }
    }
}

/// Puts in place what a theme takes in a reverse game; `None` where this draw cannot have it.
pub(super) fn set<R: Rules>(setup: &mut Setup, theme: Theme, rng: &mut ChaCha8Rng) -> Option<()> {
    let heads_turns = R::FORM.pending_uncapture;
    match theme {
        Theme::Castling => castle(setup, rng),
        Theme::Promotion => promote(setup, rng),
        Theme::EnPassant if heads_turns => pass_before(setup, rng),
        Theme::EnPassant => pass_behind(setup, rng),
        Theme::Check if heads_turns => check(setup, rng),
        Theme::Check => Some(()),
    }
}

/// Clears a square: what stands there goes into reserve.
fn clear(setup: &mut Setup, square: Square) -> Option<()> {
    match setup.placement.piece_at(square) {
        Some(piece) if piece.role == Role::King => None,
        Some(piece) => {
            setup.placement.retire(piece, square);
            Some(())
        }
        None => Some(()),
    }
}

/// Takes one of the pieces of this kind to a square, which is cleared first.
fn bring(setup: &mut Setup, piece: Piece, to: Square, rng: &mut ChaCha8Rng) -> Option<()> {
    let here = setup.placement.piece_at(to) == Some(piece);
    if here {
        return Some(());
    }
    clear(setup, to)?;
    let pieces = setup.placement.pieces(piece.color, piece.role);
    let from = pieces.into_iter().choose(rng)?;
    setup.placement.shift(piece, from, to);
    Some(())
}

/// Lets a piece that is in the way go to some empty square that it could have come from.
fn send_off(setup: &mut Setup, square: Square, rng: &mut ChaCha8Rng) -> Option<()> {
    let Some(piece) = setup.placement.piece_at(square) else {
        return Some(());
    };
    let dark = |square: Square| (u32::from(square.file()) + u32::from(square.rank())) % 2;
    let empty = !setup.placement.occupied() & !row(Color::White, 1) & !row(Color::White, 8);
    let to = empty
        .into_iter()
        .filter(|&to| piece.role != Role::Bishop || dark(to) == dark(square))
        .choose(rng)?;
    setup.placement.shift(piece, square, to);
    Some(())
}

/// Castles the side to play.
fn castle(setup: &mut Setup, rng: &mut ChaCha8Rng) -> Option<()> {
    let side = setup.side;
    let wing = *Wing::ALL.iter().choose(rng)?;
    for square in wing.lane(side) {
        send_off(setup, square, rng)?;
    }
    let rook = side.rook();
    bring(setup, side.king(), wing.king_castled(side), rng)?;
    let corner = wing.rook_home(side);
    if setup.placement.piece_at(corner) == Some(rook) {
        setup.placement.shift(rook, corner, wing.rook_castled(side));
    } else {
        bring(setup, rook, wing.rook_castled(side), rng)?;
        clear(setup, corner)?;
    }
    setup.castling = Castling::NONE;
    let duty = matches!(setup.pending, Pending::Must(_)) && !side.is_white();
    (!duty).then_some(())
}

/// Takes a piece of the side to play to its last row, with a pawn in reserve to come back for it.
fn promote(setup: &mut Setup, rng: &mut ChaCha8Rng) -> Option<()> {
    let side = setup.side;
    let own = setup.placement.of(side) & !setup.placement.all(Role::King);
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
    setup.placement.shift(piece, from, to);
    if setup.placement.reserve().count(side, Role::Pawn) == 0 {
        let pawn = setup.placement.pieces(side, Role::Pawn);
        clear(setup, pawn.into_iter().choose(rng)?)?;
    }
    Some(())
}

/// The games that un-capture at the head of a turn: the other side's pawn has gone diagonally back
/// over the square behind which the pawn must come back.
fn pass_before(setup: &mut Setup, rng: &mut ChaCha8Rng) -> Option<()> {
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
    bring(setup, (!side).pawn(), came, rng)?;
    setup.pending = Pending::Must(vacated);
    Some(())
}

/// The games that un-capture behind an un-move: a pawn of the side to play stands on its row 6, and
/// the file before and behind it is empty.
fn pass_behind(setup: &mut Setup, rng: &mut ChaCha8Rng) -> Option<()> {
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
    setup.placement.shift(pawn, from, at(file, 6)?);
    // Both pawns have come from this file, unless one of them has gone for good.
    if rng.random() {
        clear(setup, at(file, 2)?)?;
    }
    (setup.placement.reserve().count(!side, Role::Pawn) > 0).then_some(())
}

/// The games that un-capture at the head of a turn: a piece of the other side has gone back in line
/// with the king, which an un-capture on the vacated square shields.
fn check(setup: &mut Setup, rng: &mut ChaCha8Rng) -> Option<()> {
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
    bring(setup, piece, from, rng)?;
    setup.pending = Pending::At(vacated);
    let lack = setup.placement.reserve();
    if lack.is_empty(side) {
        let own = setup.placement.of(side) & !setup.placement.all(Role::King);
        clear(setup, own.into_iter().choose(rng)?)?;
    }
    Some(())
}

/// A square by file and the row of a side.
fn square(side: Color, file: i32, row: i32) -> Option<Square> {
    let rank = side.fold_wb(row, 9 - row) - 1;
    let inside = (0..8).contains(&file) && (0..8).contains(&rank);
    inside
        .then(|| u32::try_from(8 * rank + file).ok())
        .flatten()
        .map(Square::new)
}

/// A position of the game with captures: both kings, few other pieces, and what the theme takes.
/// The other pieces have been captured long ago.
pub(super) fn few_pieces(
    variant: &'static Game,
    theme: Theme,
    rng: &mut ChaCha8Rng,
) -> Option<Setup> {
    let side = *Color::ALL.iter().choose(rng)?;
    let mut setup = Setup {
        placement: Placement::empty(Reserve::default()),
        side,
        fullmove: 40,
        ..variant.start(0)
    };
    stage_few(&mut setup, theme, rng)?;
    let placement = &mut setup.placement;
    for color in Color::ALL {
        if placement.king(color).is_none() {
            // A king at the edge is the sooner mated.
            let squares = if color == side {
                Bitboard::FULL
            } else {
                row(color, 1)
            };
            let free = squares & !placement.occupied();
            placement.put(color.king(), free.into_iter().choose(rng)?);
        }
        for _ in 0..rng.random_range(FEW) {
            let role = *Role::ALL[..5].iter().choose(rng)?;
            let last = row(color, 1) | row(color, 8);
            let taken = placement.occupied()
                | if role == Role::Pawn {
                    last
                } else {
                    Bitboard::EMPTY
                };
            let square = (!taken).into_iter().choose(rng)?;
            if placement.pieces(color, role).count() < army(role) as usize {
                placement.put(Piece { color, role }, square);
            }
        }
    }
    Some(setup)
}

/// What a theme takes where there are few pieces.
fn stage_few(setup: &mut Setup, theme: Theme, rng: &mut ChaCha8Rng) -> Option<()> {
    let (side, placement) = (setup.side, &mut setup.placement);
    match theme {
        Theme::Castling => {
            let wing = *Wing::ALL.iter().choose(rng)?;
            placement.put(side.king(), Wing::king_home(side));
            placement.put(side.rook(), wing.rook_home(side));
            let letter = usize::from(wing == Wing::Queen);
            setup.castling = Castling::NONE.with(side, letter, true);
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
        Theme::Check => {}
    }
    Some(())
}
