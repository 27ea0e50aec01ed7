//! A player who looks one ply ahead.

use std::cmp::Reverse;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::eval::{Scale, Weights, evaluate};
use crate::play::fault::Halt;
use crate::play::player::{Choice, NewGame, Player, Thought, TurnRequest};
use crate::rules::{Rules, Seat};
use crate::search::Score;

/// Plays the turn that leads to the position with the best evaluation. Chooses at random between
/// turns with equal evaluations.
#[derive(Clone, Debug)]
pub struct Greedy {
    weights: Weights,
    /// The scale in which the player reports scores.
    report_scale: Scale,
    random: ChaCha8Rng,
}

impl Greedy {
    /// A player who evaluates with these weights, and reports its scores in this scale.
    #[must_use]
    pub fn new(weights: Weights, report_scale: Scale) -> Self {
        Self {
            weights,
            report_scale,
            random: ChaCha8Rng::seed_from_u64(0),
        }
    }

    /// The score of a position from the view of the player in `seat`. A position that ends the game
    /// has the score of the result. Repetition and fifty moves are ignored.
    fn value<R: Rules>(&self, position: &R, seat: Seat) -> Score {
        if let Some(outcome) = position.outcome() {
            return Score::of_outcome(outcome, seat, 1);
        }
        let value = Score(evaluate(position, &self.weights));
        if position.seat() == seat {
            value
        } else {
            -value
        }
    }
}

impl<R: Rules> Player<R> for Greedy {
    fn begin_game(&mut self, new: &NewGame) -> Result<(), Halt> {
        self.random = ChaCha8Rng::seed_from_u64(new.seed);
        Ok(())
    }

    fn choose(&mut self, request: &TurnRequest<'_, R>) -> Result<Choice, Halt> {
        let position = request.game.position();
        let valued = position.turns().into_iter().map(|turn| {
            let value = self.value(&position.play(turn), position.seat());
            (value, turn)
        });
        let valued: Vec<_> = valued.collect();
        let (value, _, turn) = valued
            .into_iter()
            .map(|(value, turn)| (value, self.random.random::<u64>(), turn))
            .min_by_key(|&(value, tie_breaker, _)| (Reverse(value), tie_breaker))
            .expect("a game that is not over has a turn");
        Ok(Choice {
            thought: Thought {
                score: Some(value.reported(self.report_scale)),
                depth: Some(1),
                nodes: None,
            },
            ..turn.into()
        })
    }
}
