//! The choice of positions to learn from.

use rand::seq::index;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::scored_game::ScoredGame;
use crate::board::Turn;
use crate::eval::Weights;
use crate::games::{Game, TypedGame, Visitor};
use crate::rules::Rules;
use crate::search::Score;

/// Which positions of a game are used.
#[derive(Clone, Copy, Debug)]
pub struct Selection {
    /// The maximum number of positions from each game, chosen at random. It is limited because positions
    /// of one game are similar.
    pub max_per_game: usize,
    /// The maximum halfmove clock of a position. A game that is drawn by the fifty-move rule ends with a
    /// hundred plies without progress. They say little about the reason for the draw.
    pub max_halfmoves: u16,
    /// One game in this many is set aside for validation.
    pub validation_interval: usize,
    /// The seed of the random choice.
    pub seed: u64,
}

impl Selection {
    /// The positions to learn from, and those set aside. Works on all cores.
    ///
    /// # Panics
    ///
    /// If [`Selection::validation_interval`] is 0.
    #[must_use]
    pub fn of_games<S: Samples>(
        self,
        variant: &'static Game,
        games: &[ScoredGame],
        weights: &Weights,
    ) -> [S; 2] {
        assert!(
            self.validation_interval > 0,
            "Selection::validation_interval must be above 0"
        );
        let selected: Vec<S> = games
            .par_iter()
            .enumerate()
            .map(|(number, game)| {
                variant.dispatch(SelectSamples {
                    selection: self,
                    game,
                    number,
                    weights,
                    samples: S::default(),
                })
            })
            .collect();
        let mut split = [S::default(), S::default()];
        for (number, samples) in selected.into_iter().enumerate() {
            split[usize::from(number % self.validation_interval == 0)].append(samples);
        }
        split
    }

    /// The chosen positions of game number `number`, each with the score of the search in centipawns.
    fn of_game<R: Rules>(
        self,
        variant: TypedGame<R>,
        game: &ScoredGame,
        number: usize,
    ) -> Vec<(R, i16)> {
        // This cannot fail: every game was replayed when it was read.
        let Ok(mut position) = variant.position(game.start) else {
            return Vec::new();
        };
        let mut positions = Vec::with_capacity(game.turns.len());
        for &(turn, score) in &game.turns {
            if let Some(score) = score
                && is_quiet(&position, turn, Score(score.into()))
                && position.setup().halfmove <= self.max_halfmoves
            {
                positions.push((position.clone(), score));
            }
            position = position.play(turn);
        }
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(number as u64);
        let chosen = random_indices(positions.len(), self.max_per_game, &mut random);
        chosen
            .into_iter()
            .map(|index| positions[index].clone())
            .collect()
    }
}

/// A list of positions to learn from.
pub trait Samples: Default + Send {
    /// Adds a position. `score` is that of the search, in centipawns from the view of the player to play.
    /// `outcome` is the result of the first player, from 0 to 1.
    fn add<R: Rules>(&mut self, position: &R, weights: &Weights, score: f32, outcome: f32);

    /// Adds other positions.
    fn append(&mut self, others: Self);
}

/// Takes the positions of one game.
struct SelectSamples<'a, S> {
    selection: Selection,
    game: &'a ScoredGame,
    number: usize,
    weights: &'a Weights,
    samples: S,
}

impl<S: Samples> Visitor for SelectSamples<'_, S> {
    type Output = S;

    fn visit<R: Rules>(mut self, variant: TypedGame<R>) -> S {
        let outcome = f32::from(self.game.half_points) / 2.0;
        for (position, score) in self.selection.of_game::<R>(variant, self.game, self.number) {
            let score = f32::from(score);
            self.samples.add(&position, self.weights, score, outcome);
        }
        self.samples
    }
}

/// `count` random indices below `len`, in ascending order; all indices if `count` is greater.
fn random_indices(len: usize, count: usize, random: &mut impl Rng) -> Vec<usize> {
    let mut chosen = index::sample(random, len, count.min(len)).into_vec();
    chosen.sort_unstable();
    chosen
}

/// Whether a position is quiet, so that its static evaluation is meaningful. It is not quiet if its
/// score is that of a forced end, or of a win or loss by repetition or fifty moves. In games with captures
/// it is not quiet either if a king is in check, or if the turn is a capture or a promotion.
fn is_quiet<R: Rules>(position: &R, turn: Turn, score: Score) -> bool {
    if score.is_forced() || score.is_path_dependent() {
        return false;
    }
    if !position.has_captures() {
        return true;
    }
    let checks = position.checks();
    let is_noisy = turn.promotes() || position.takes(turn);
    !is_noisy && !checks.white && !checks.black
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    /// The turns of a position. The flag of each turn says whether the position is quiet if this turn
    /// is played.
    struct Quiet(&'static [(&'static str, bool)]);

    impl Visitor for Quiet {
        type Output = ();

        fn visit<R: Rules>(self, game: TypedGame<R>) {
            let text = "7k/8/8/3pP3/8/2n5/1P4P1/K7[QRBNPqrbnp] w - d6 0 9";
            let position: R = game.read(text).expect("a position of the game");
            for (text, expected) in self.0 {
                let turn = text.parse().expect("a turn");
                assert!(position.is_legal(turn), "{text}");
                assert_eq!(is_quiet(&position, turn, Score(0)), *expected, "{text}");
            }
        }
    }

    #[test]
    fn a_position_is_not_quiet_if_a_capture_is_played_even_en_passant() {
        let game = games::all()
            .into_iter()
            .find(|game| !game.is_reverse())
            .expect("a forward game");
        game.dispatch(Quiet(&[
            ("g2g3", true),
            ("b2c3", false),
            ("e5d6", false),
            ("e5e6", true),
        ]));
    }
}
