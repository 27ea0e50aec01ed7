//! The positions of games from which something is to be learned.

use rand::seq::index;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::ScoredGame;
use crate::board::{Act, Turn};
use crate::eval::Weights;
use crate::games::{Game, TypedGame, Visitor};
use crate::rules::Rules;
use crate::search::Score;

/// Which positions of a game are taken.
#[derive(Clone, Copy, Debug)]
pub struct Selection {
    /// So many of each game at most, by lot: positions of one game are much alike.
    pub per_game: usize,
    /// Only positions with so many halfmoves on the clock at most. A game that is drawn by fifty
    /// moves ends in a hundred plies without progress, which say little about how it came to that.
    pub halfmoves: u16,
    /// Of so many games one is set aside to look how well weights or a network do on games that they
    /// were not learned from.
    pub validation: usize,
    /// What the lot follows from.
    pub seed: u64,
}

impl Selection {
    /// The positions of games: those to learn from, and those set aside. Games are taken on all cores.
    ///
    /// # Panics
    ///
    /// If one of no games is to be set aside.
    #[must_use]
    pub fn of_games<S: Samples>(
        self,
        variant: &'static Game,
        games: &[ScoredGame],
        weights: &Weights,
    ) -> [S; 2] {
        assert!(self.validation > 0, "one of no games");
        let taken: Vec<S> = games
            .par_iter()
            .enumerate()
            .map(|(number, game)| {
                variant.dispatch(Taking {
                    selection: self,
                    game,
                    number,
                    weights,
                    samples: S::default(),
                })
            })
            .collect();
        let mut split = [S::default(), S::default()];
        for (number, samples) in taken.into_iter().enumerate() {
            split[usize::from(number % self.validation == 0)].append(samples);
        }
        split
    }

    /// The positions of game number `number` that are taken, each with the score that the search gave
    /// its player, in centipawns.
    fn of_game<R: Rules>(
        self,
        variant: TypedGame<R>,
        game: &ScoredGame,
        number: usize,
    ) -> Vec<(R, i16)> {
        // A game that has been read has been played through.
        let Ok(mut position) = variant.position(game.start) else {
            return Vec::new();
        };
        let mut positions = Vec::with_capacity(game.turns.len());
        for &(turn, score) in &game.turns {
            if let Some(score) = score
                && is_telling(&position, turn, Score(score.into()))
                && position.setup().halfmove <= self.halfmoves
            {
                positions.push((position.clone(), score));
            }
            position = position.play(turn);
        }
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(number as u64);
        let chosen = choose(positions.len(), self.per_game, &mut random);
        chosen
            .into_iter()
            .map(|index| positions[index].clone())
            .collect()
    }
}

/// Positions from which something is to be learned, one behind the other.
pub trait Samples: Default + Send {
    /// Adds a position, with what the search thought of it, in centipawns from the view of the player to
    /// play, and what the first player made of the game, from 0 to 1.
    fn take<R: Rules>(&mut self, position: &R, weights: &Weights, score: f32, outcome: f32);

    /// Adds others.
    fn append(&mut self, others: Self);
}

/// Takes positions of one game.
struct Taking<'a, S> {
    selection: Selection,
    game: &'a ScoredGame,
    number: usize,
    weights: &'a Weights,
    samples: S,
}

impl<S: Samples> Visitor for Taking<'_, S> {
    type Output = S;

    fn visit<R: Rules>(mut self, variant: TypedGame<R>) -> S {
        let outcome = f32::from(self.game.half_points) / 2.0;
        for (position, score) in self.selection.of_game::<R>(variant, self.game, self.number) {
            let score = f32::from(score);
            self.samples.take(&position, self.weights, score, outcome);
        }
        self.samples
    }
}

/// Some of so many numbers, by lot, in order.
fn choose(all: usize, some: usize, random: &mut impl Rng) -> Vec<usize> {
    let mut chosen = index::sample(random, all, some.min(all)).into_vec();
    chosen.sort_unstable();
    chosen
}

/// Whether the static evaluation of a position can be expected to say anything: not where the game
/// is decided, and in chess not in the middle of an exchange.
fn is_telling<R: Rules>(position: &R, turn: Turn, score: Score) -> bool {
    if score.is_forced() || score.hangs_on_history() {
        return false;
    }
    if !position.captures() {
        return true;
    }
    let checks = position.checks();
    let captures = turn.act() == Act::Promotion
        || (turn.act() == Act::Move && position.setup().placement.occupied().contains(turn.to()));
    !captures && !checks.white && !checks.black
}
