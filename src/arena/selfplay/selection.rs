//! The positions of games from which something is to be learned.

use rand::seq::index;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::ScoredGame;
use crate::board::{Act, Turn};
use crate::rules::{Rules, Variant};
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
    /// What `take` makes of each game and its number, in order: of the games to learn from, and of those
    /// set aside. Games are taken on all cores.
    ///
    /// # Panics
    ///
    /// If one of no games is to be set aside.
    pub fn split<T: Send>(
        self,
        games: &[ScoredGame],
        take: impl Fn(&ScoredGame, usize) -> T + Sync,
    ) -> (Vec<T>, Vec<T>) {
        assert!(self.validation > 0, "one of no games");
        let numbered = games.par_iter().enumerate();
        let taken: Vec<(bool, T)> = numbered
            .map(|(number, game)| (number % self.validation == 0, take(game, number)))
            .collect();
        let (validation, training): (Vec<_>, Vec<_>) = taken
            .into_iter()
            .partition(|&(is_set_aside, _)| is_set_aside);
        let only = |taken: Vec<(bool, T)>| taken.into_iter().map(|(_, samples)| samples).collect();
        (only(training), only(validation))
    }

    /// The positions of game number `number` that are taken, each with the score that the search gave
    /// its player, in centipawns.
    #[must_use]
    pub fn of_game<R: Rules>(
        self,
        variant: Variant,
        game: &ScoredGame,
        number: usize,
    ) -> Vec<(R, i16)> {
        // A game that has been read has been played through.
        let Ok(mut position) = R::from_setup(variant, game.start) else {
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
    if !R::CAPTURES {
        return true;
    }
    let checks = position.checks();
    let captures = turn.act() == Act::Promotion
        || (turn.act() == Act::Step && position.setup().placement.occupied().contains(turn.to()));
    !captures && !checks.white && !checks.black
}
