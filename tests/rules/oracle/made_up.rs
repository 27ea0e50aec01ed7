//! Made-up positions: pieces on random squares.

use rand::{
    Rng,
    seq::{IndexedRandom, IteratorRandom},
};
use rand_chacha::ChaCha8Rng;
use reviver::board::{Color, Piece, Placement, ROLES, Reserve, Role, Setup, Square, Wing};
use reviver::games::TypedGame;
use reviver::rules::Rules;

use super::{empty_squares, is_home};

/// A random position that the game accepts, without an immediate outcome. The side to play may
/// have no legal turn.
pub fn position<R: Rules>(variant: TypedGame<R>, random: &mut ChaCha8Rng) -> R {
    loop {
        let mut setup = variant.start(0);
        setup.placement = Placement::empty(Reserve::full());
        setup.side = *Color::ALL.choose(random).expect("a side");
        if random.random_bool(0.4) {
            put_around_a_king(&mut setup, random);
        } else {
            put_home_or_anywhere(&mut setup, random);
        }
        if let Ok(position) = variant.position(setup)
            && position.immediate_outcome().is_none()
        {
            return position;
        }
    }
}

/// Puts some pieces on their home squares and others anywhere. Sometimes a king and a rook stand as
/// after castling.
fn put_home_or_anywhere(setup: &mut Setup, random: &mut ChaCha8Rng) {
    for color in Color::ALL {
        let chance_on_board = *[0.1, 0.3, 0.6, 1.0].choose(random).expect("a chance");
        let chance_home = *[0.0, 0.2, 0.9, 1.0].choose(random).expect("a chance");
        if random.random_bool(0.4) {
            let wing = *Wing::ALL.choose(random).expect("a wing");
            put(setup, Role::King.of(color), wing.king_castled(color));
            put(setup, Role::Rook.of(color), wing.rook_castled(color));
        }
        for role in ROLES {
            for _ in 0..setup.placement.reserve().count(color, role) {
                let square = if random.random_bool(chance_home) {
                    empty_squares(setup)
                        .into_iter()
                        .filter(|&square| is_home(color, role, square))
                        .choose(random)
                } else {
                    Square::ALL.choose(random).copied()
                };
                let Some(square) = square else { continue };
                if role == Role::King || random.random_bool(chance_on_board) {
                    put(setup, role.of(color), square);
                }
            }
        }
    }
}

/// Puts the kings anywhere, and other pieces near the king of the side to play. This gives checks,
/// pins and blocked pawns.
fn put_around_a_king(setup: &mut Setup, random: &mut ChaCha8Rng) {
    for color in Color::ALL {
        let square = *Square::ALL.choose(random).expect("a square");
        put(setup, Role::King.of(color), square);
    }
    let Some(king) = setup.placement.king(setup.side) else {
        return;
    };
    let reach = random.random_range(2..=4);
    let chance = *[0.2, 0.5, 0.8].choose(random).expect("a chance");
    for color in Color::ALL {
        for role in ROLES {
            for _ in 0..setup.placement.reserve().count(color, role) {
                let near = empty_squares(setup).into_iter();
                let square = near
                    .filter(|&square| king.distance(square) <= reach)
                    .choose(random);
                if let Some(square) = square.filter(|_| random.random_bool(chance)) {
                    put(setup, role.of(color), square);
                }
            }
        }
    }
}

fn put(setup: &mut Setup, piece: Piece, square: Square) {
    if !setup.placement.occupied().contains(square) {
        setup.placement.revive(piece, square);
    }
}
