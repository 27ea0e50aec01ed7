//! A player who looks one ply ahead.

use std::cmp::Reverse;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::eval::{Weights, evaluate};
use crate::live::LiveGame;
use crate::play::player::{Choice, Player};
use crate::rules::{Rules, Seat};
use crate::search::{Limits, Score};

/// Plays the turn behind which the position is evaluated best, any of them where several are.
#[derive(Clone, Debug)]
pub struct Greedy {
    weights: Weights,
    random: ChaCha8Rng,
}

impl Greedy {
    /// A player who evaluates with these weights.
    #[must_use]
    pub fn new(weights: Weights) -> Self {
        Self {
            weights,
            random: ChaCha8Rng::seed_from_u64(0),
        }
    }

    /// What a position is worth to a player, its end included.
    fn worth<R: Rules>(&self, position: &R, seat: Seat) -> Score {
        if let Some(outcome) = position.outcome() {
            return Score::of_end(outcome, seat, 1);
        }
        let worth = Score(evaluate(position, &self.weights));
        if position.seat() == seat {
            worth
        } else {
            -worth
        }
    }
}

impl<R: Rules> Player<R> for Greedy {
    fn new_game(&mut self, seed: u64) {
        self.random = ChaCha8Rng::seed_from_u64(seed);
    }

    fn choose(&mut self, game: &LiveGame<R>, _limits: &Limits) -> Choice {
        let position = game.position();
        let judged = position.turns().into_iter().map(|turn| {
            let worth = self.worth(&position.play(turn), position.seat());
            (worth, turn)
        });
        let judged: Vec<_> = judged.collect();
        let (worth, _, turn) = judged
            .into_iter()
            .map(|(worth, turn)| (worth, self.random.random::<u64>(), turn))
            .min_by_key(|&(worth, lot, _)| (Reverse(worth), lot))
            .expect("a game that is not over has a turn");
        Choice {
            turn,
            thought: Some((worth, 1)),
        }
    }
}
