//! The random plies with which games for learning begin.

use std::ops::RangeInclusive;

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use crate::games::TypedGame;
use crate::players::any_turn;
use crate::rules::{History, Rules};

/// A position after a random number of random plies from the start. The game is not over in it.
pub(super) fn random_start<R: Rules>(
    variant: TypedGame<R>,
    plies: &RangeInclusive<usize>,
    random: &mut ChaCha8Rng,
) -> R {
    loop {
        let start = variant.start_position(random.random());
        let count = random.random_range(plies.clone());
        if let Some(position) = play_random_plies(start, count, random) {
            return position;
        }
    }
}

/// The position after `count` random plies. `None` if the game is over in that position, or if a
/// position before it has no legal turn.
fn play_random_plies<R: Rules>(
    mut position: R,
    count: usize,
    random: &mut ChaCha8Rng,
) -> Option<R> {
    let mut history = History::starting_at(&position);
    for _ in 0..count {
        position = position.play(any_turn(&position, random)?);
        history.push(position.key());
    }
    history.outcome(&position).is_none().then_some(position)
}
