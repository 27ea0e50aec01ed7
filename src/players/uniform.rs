//! Chance as a player.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::board::Turn;
use crate::live::LiveGame;
use crate::play::player::{Choice, Player};
use crate::rules::Rules;
use crate::search::Limits;

/// Plays any legal turn, each as probably as the others.
#[derive(Clone, Debug)]
pub struct Uniform {
    random: ChaCha8Rng,
}

impl Uniform {
    /// A player whose choices follow from the seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            random: ChaCha8Rng::seed_from_u64(seed),
        }
    }
}

impl<R: Rules> Player<R> for Uniform {
    fn new_game(&mut self, seed: u64) {
        *self = Self::new(seed);
    }

    fn choose(&mut self, game: &LiveGame<R>, _limits: &Limits) -> Choice {
        let turn = any_turn(game.position(), &mut self.random);
        turn.expect("a game that is not over has a turn").into()
    }
}

/// A legal turn, each as probably as the others; `None` where there is none.
#[must_use]
pub fn any_turn<R: Rules>(position: &R, random: &mut impl Rng) -> Option<Turn> {
    position.turns().choose(random).copied()
}
