//! Random starts: games for learning begin with random plies.

use std::ops::RangeInclusive;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::games::{Game, TypedGame, Visitor};
use crate::play::IsStopped;
use crate::players::any_turn;
use crate::rules::{History, Rules};

/// The maximum number of random starts that [`has_random_start`] tries.
const MAX_TRIES: u32 = 1000;

/// A *random start* is the position after random plies from the start of the game. The number of
/// plies is chosen at random from `plies`. This function tries up to `MAX_TRIES` random starts, and
/// returns whether the game goes on in one of them.
#[must_use]
pub fn has_random_start(game: &'static Game, plies: &RangeInclusive<usize>) -> bool {
    game.dispatch(FindStart(plies))
}

struct FindStart<'a>(&'a RangeInclusive<usize>);

impl Visitor for FindStart<'_> {
    type Output = bool;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> bool {
        let mut random = ChaCha8Rng::seed_from_u64(0);
        (0..MAX_TRIES).any(|_| try_start(variant, self.0, &mut random).is_some())
    }
}

/// The first random start in which the game is not over; `None` if the work is stopped first. If
/// [`has_random_start`] is false, this may run until it is stopped.
pub(super) fn random_start<R: Rules>(
    variant: TypedGame<R>,
    plies: &RangeInclusive<usize>,
    random: &mut ChaCha8Rng,
    is_stopped: IsStopped<'_>,
) -> Option<R> {
    while !is_stopped() {
        let position = try_start(variant, plies, random);
        if position.is_some() {
            return position;
        }
    }
    None
}

/// A random start; `None` if the game is over by then.
fn try_start<R: Rules>(
    variant: TypedGame<R>,
    plies: &RangeInclusive<usize>,
    random: &mut ChaCha8Rng,
) -> Option<R> {
    let start = variant.start_position(random.random());
    let count = random.random_range(plies.clone());
    play_random_plies(start, count, random)
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
