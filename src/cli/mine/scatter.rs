//! Random positions near the initial array of chess: some pieces are a few moves away from it. In
//! reverse games, some pieces can be missing too. Exception: if a [`Theme`] is asked for in a game
//! that is not a reverse game, the position is not near the array, but has few pieces.

use super::stage;
use super::theme::Theme;
use rand::Rng;
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;

use crate::board::{
    Bitboard, Castling, Color, Pending, Piece, Role, Setup, Square, Wing, attacks, row, row_of,
};
use crate::games::Game;
use crate::notation::position;

/// The array with both armies complete.
const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w - - 0 40";
/// How many random moves each side tries from the array. Both sides get the same random number from
/// this range. Each side may then get one move more.
const STEPS: std::ops::RangeInclusive<u32> = 1..=6;
/// The maximum number of missing pieces of a side in a reverse game.
const MAX_MISSING: u32 = 3;

/// A random position, with the pieces for `theme`. `None` if these pieces do not fit the position.
/// The game may refuse the position.
pub(super) fn random_setup(
    game: &'static Game,
    theme: Option<Theme>,
    rng: &mut ChaCha8Rng,
) -> Option<Setup> {
    if let Some(theme) = theme.filter(|_| !game.is_reverse()) {
        return stage::few_pieces(game, theme, rng);
    }
    let mut setup = position::parse(game.form(), ARRAY).ok()?;
    // In half of the positions of a reverse game, each side may lack up to `MAX_MISSING` pieces. In
    // all other positions both armies are complete. Such a position of `ssehc` or `smolowitz` is a
    // race: each player tries to bring the pieces home first.
    let max_missing = if game.is_reverse() && rng.random() {
        MAX_MISSING
    } else {
        0
    };
    for color in Color::ALL {
        for _ in 0..rng.random_range(0..=max_missing) {
            let king = setup.placement.by_role(Role::King);
            let square = (setup.placement.by_color(color) & !king)
                .into_iter()
                .choose(rng)?;
            let piece = setup.placement.piece_at(square)?;
            setup.placement.move_to_reserve(piece, square);
        }
    }
    // Both sides are about equally far from home, so that one wasted turn can lose the race.
    let steps = rng.random_range(STEPS);
    for color in Color::ALL {
        for _ in 0..steps + rng.random_range(0..=1) {
            step_away(&mut setup, color, rng);
        }
    }
    setup.side = *Color::ALL.iter().choose(rng)?;
    if rng.random_range(0..3) == 0 {
        set_castling_flag(&mut setup, rng);
    }
    if game.form().pending_uncapture && rng.random() {
        setup.pending = pending_uncapture(&setup, rng);
    }
    if let Some(theme) = theme {
        stage::place_theme(&mut setup, game.form(), theme, rng)?;
    }
    Some(setup)
}

/// Moves a random piece of a side to an empty square, as in chess, if it can move. A pawn may go
/// diagonally too.
fn step_away(setup: &mut Setup, color: Color, rng: &mut ChaCha8Rng) {
    let placement = &mut setup.placement;
    let Some(from) = placement.by_color(color).into_iter().choose(rng) else {
        return;
    };
    let Some(piece) = placement.piece_at(from) else {
        return;
    };
    let targets = targets(piece, from, placement.occupied());
    if let Some(to) = targets.into_iter().choose(rng) {
        placement.move_piece(piece, from, to);
    }
}

/// The un-capture that is pending after a random last un-move of the opponent. The piece that made
/// this un-move is chosen at random. The square that it vacated is a random empty square that it
/// attacks. A pawn vacates such a square by a diagonal un-move, which forces the un-capture.
/// [`Pending::Nothing`] if the piece attacks no empty square.
fn pending_uncapture(setup: &Setup, rng: &mut ChaCha8Rng) -> Pending {
    let placement = &setup.placement;
    let squares = placement.by_color(!setup.side).into_iter();
    let found = squares.choose(rng).and_then(|square| {
        let piece = placement.piece_at(square)?;
        let from = attacks::attacks(square, piece, placement.occupied());
        let vacated = (from & !placement.occupied()).into_iter().choose(rng)?;
        Some(match piece.role {
            Role::Pawn => Pending::Must(vacated),
            _ => Pending::At(vacated),
        })
    });
    found.unwrap_or_default()
}

fn targets(piece: Piece, from: Square, occupied: Bitboard) -> Bitboard {
    if piece.role != Role::Pawn {
        return attacks::attacks(from, piece, occupied) & !occupied;
    }
    // A pawn goes straight ahead or diagonally, but not to row 8.
    let ahead = |steps: i32| from.offset(piece.color.fold_wb(8, -8) * steps);
    let single = ahead(1).filter(|&square| !occupied.contains(square));
    let double = ahead(2).filter(|_| single.is_some() && row_of(piece.color, from) == 2);
    let straight = single.into_iter().chain(double);
    let all = Bitboard::from_iter(straight) | attacks::pawn_attacks(piece.color, from);
    all & !occupied & !row(piece.color, 8)
}

/// Sets a castling flag of a random side, if its king is at home. The wing is random, but its rook
/// must be at home.
fn set_castling_flag(setup: &mut Setup, rng: &mut ChaCha8Rng) {
    let Some(&color) = Color::ALL.iter().choose(rng) else {
        return;
    };
    let kings = setup.placement.pieces(color, Role::King);
    if !kings.contains(Wing::king_home(color)) {
        return;
    }
    let rooks = setup.placement.pieces(color, Role::Rook);
    let has_rook = |wing: &Wing| rooks.contains(wing.rook_home(color));
    if let Some(wing) = Wing::ALL.into_iter().filter(has_rook).choose(rng) {
        setup.castling = Castling::NONE.with(color, wing as usize);
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::games;

    #[test]
    fn a_castling_flag_is_set_only_where_the_rook_is_at_home() {
        let game = games::find("unachess").expect("a game");
        for (fen, flags) in [
            (
                "4k3/8/8/8/8/8/8/R3K3[] w - - 0 40",
                [Castling::NONE.with(Color::White, 1)].as_slice(),
            ),
            (
                "4k3/8/8/8/8/8/8/4K2R[] w - - 0 40",
                &[Castling::NONE.with(Color::White, 0)],
            ),
            ("4k3/8/8/8/8/8/8/3K3R[] w - - 0 40", &[]),
        ] {
            let mut rng = ChaCha8Rng::seed_from_u64(0);
            let mut found = Vec::new();
            for _ in 0..50 {
                let mut setup = position::parse(game.form(), fen).expect("a position");
                set_castling_flag(&mut setup, &mut rng);
                if setup.castling != Castling::NONE && !found.contains(&setup.castling) {
                    found.push(setup.castling);
                }
            }
            assert_eq!(found, flags, "{fen}");
        }
    }
}
