//! A player who plays at random.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::board::Turn;
use crate::play::fault::Halt;
use crate::play::player::{Choice, NewGame, Player, TurnRequest};
use crate::rules::Rules;

/// Plays a random legal turn. All legal turns have the same probability.
#[derive(Clone, Debug)]
pub struct RandomMover {
    random: ChaCha8Rng,
}

impl RandomMover {
    /// A player with this seed. [`Player::begin_game`] replaces the seed with that of the game.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            random: ChaCha8Rng::seed_from_u64(seed),
        }
    }
}

impl<R: Rules> Player<R> for RandomMover {
    fn begin_game(&mut self, new: &NewGame) -> Result<(), Halt> {
        *self = Self::new(new.seed);
        Ok(())
    }

    fn choose(&mut self, request: &TurnRequest<'_, R>) -> Result<Choice, Halt> {
        let turn = any_turn(request.game.position(), &mut self.random);
        Ok(turn.expect("a game that is not over has a turn").into())
    }
}

/// A random legal turn; `None` if there is none. All legal turns have the same probability.
#[must_use]
pub fn any_turn<R: Rules>(position: &R, random: &mut impl Rng) -> Option<Turn> {
    position.turns().choose(random).copied()
}
