//! The choice of positions to learn from.

use rand::seq::index;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::points::PointShare;
use super::scored_game::{ScoredGame, Siblings};
use crate::board::Turn;
use crate::eval::Weights;
use crate::games::{Game, TypedGame, Visitor};
use crate::rules::{Rules, Seat};
use crate::search::Score;

/// Which positions of a game are used.
#[derive(Clone, Copy, Debug)]
pub struct Selection {
    /// The maximum number of positions from each game. The positions are chosen at random. Their
    /// number is limited because positions of one game are similar.
    pub max_per_game: usize,
    /// The maximum halfmove clock of a position. A game that is drawn by the fifty-move rule ends
    /// with a hundred plies without progress. The positions of these plies hardly show why the game
    /// was drawn.
    pub max_halfmoves: u16,
    /// The weight of the final points in the result of a game, from 0 to 1. The win (1), draw (0.5)
    /// or loss (0) of the first player has the remaining weight. The final points are converted to
    /// a number from 0 to 1, too, by a logistic function of the first player's lead. The unit of
    /// the lead is the root mean square of the leads of all games: a lead of 0 becomes 0.5, and a
    /// lead of 1 becomes 0.73. In variants without points, the share has no effect.
    pub point_share: f64,
    /// A pair is two games with consecutive numbers: 0 and 1, and so on. Pairs are numbered
    /// from 0. The pairs whose number is a multiple of this are set aside for validation. In games
    /// against an opponent, the engine is the first player in one game of a pair, and the second
    /// player in the other.
    pub validation_interval: usize,
    /// The seed of the random choice.
    pub seed: u64,
}

impl Selection {
    /// The positions to learn from, and those set aside. Each game comes with its number, such as
    /// that in its file ([`Contents::games`](super::Contents::games)), so a missing game does not
    /// change the pairs of other games. Works on all cores.
    ///
    /// # Panics
    ///
    /// If [`Selection::validation_interval`] is 0.
    #[must_use]
    pub fn of_games<'a, S: Samples>(
        self,
        variant: &'static Game,
        games: impl IntoIterator<Item = (u64, &'a ScoredGame)>,
        weights: &Weights,
    ) -> [S; 2] {
        assert!(
            self.validation_interval > 0,
            "Selection::validation_interval must be above 0"
        );
        let (numbers, games): (Vec<u64>, Vec<&ScoredGame>) = games.into_iter().unzip();
        let points = PointShare::new(self.point_share, variant, &games);
        let selected: Vec<S> = numbers
            .par_iter()
            .zip(&games)
            .map(|(&number, &game)| {
                variant.dispatch(SelectSamples {
                    selection: self,
                    game,
                    number,
                    weights,
                    points,
                    samples: S::default(),
                })
            })
            .collect();
        let mut split = [S::default(), S::default()];
        let interval = self.validation_interval as u64;
        for (number, samples) in numbers.into_iter().zip(selected) {
            let is_validation = (number / 2) % interval == 0;
            split[usize::from(is_validation)].append(samples);
        }
        split
    }

    /// Chooses among the positions of game number `number`. Returns each chosen position with the
    /// score of the search in centipawns.
    fn of_game<'a, R: Rules>(
        self,
        positions: &'a [R],
        game: &ScoredGame,
        number: u64,
    ) -> Vec<(&'a R, i16)> {
        let mut quiet = Vec::with_capacity(game.turns.len());
        for (position, &(turn, score)) in positions.iter().zip(&game.turns) {
            if let Some(score) = score
                && is_quiet(position, turn, Score(score.into()))
                && position.setup().halfmove <= self.max_halfmoves
            {
                quiet.push((position, score));
            }
        }
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(number);
        let chosen = random_indices(quiet.len(), self.max_per_game, &mut random);
        chosen.into_iter().map(|index| quiet[index]).collect()
    }
}

/// All positions of a game, the last one included.
fn positions<R: Rules>(variant: TypedGame<R>, game: &ScoredGame) -> Vec<R> {
    // This cannot fail: every game was replayed when it was read.
    let Ok(start) = variant.position(game.start) else {
        return Vec::new();
    };
    let mut positions = vec![start];
    for (index, &(turn, _)) in game.turns.iter().enumerate() {
        positions.push(positions[index].play(turn));
    }
    positions
}

/// A list of positions to learn from.
pub trait Samples: Default + Send {
    /// Adds a position. `score` is that of the search, in centipawns from the view of the player to
    /// play. `outcome` is the result of the first player, from 0 to 1.
    fn add<R: Rules>(&mut self, position: &R, weights: &Weights, score: f32, outcome: f32);

    /// Adds successors of one position.
    fn add_siblings<R: Rules>(&mut self, siblings: &SiblingPositions<R>, weights: &Weights);

    /// Adds other positions.
    fn append(&mut self, others: Self);
}

/// Successors of one position, with the scores of their searches.
#[derive(Clone, Debug)]
pub struct SiblingPositions<R> {
    /// The player who chooses between them.
    pub chooser: Seat,
    /// Each successor, and its score in centipawns from the view of the chooser.
    pub scored: Vec<(R, f32)>,
}

impl<R: Rules> SiblingPositions<R> {
    /// The calm successors ([`is_calm`]) among `siblings`. `positions` are all positions of the
    /// game, from its start. `None` if fewer than two successors are calm.
    fn of(siblings: &Siblings, positions: &[R]) -> Option<Self> {
        let mut parent = positions.get(siblings.ply as usize)?.clone();
        for &turn in &siblings.line {
            parent = parent.play(turn);
        }
        let successors = siblings.successors.iter();
        let scored = successors.map(|&(turn, score)| (parent.play(turn), score));
        let quiet = scored.filter(|(position, score)| is_calm(position, Score((*score).into())));
        let scored: Vec<(R, f32)> = quiet
            .map(|(position, score)| (position, score.into()))
            .collect();
        (scored.len() > 1).then_some(Self {
            chooser: parent.seat(),
            scored,
        })
    }
}

/// Selects the samples of one game: positions and siblings.
struct SelectSamples<'a, S> {
    selection: Selection,
    game: &'a ScoredGame,
    number: u64,
    weights: &'a Weights,
    points: PointShare,
    samples: S,
}

impl<S: Samples> Visitor for SelectSamples<'_, S> {
    type Output = S;

    fn visit<R: Rules>(mut self, variant: TypedGame<R>) -> S {
        let positions = positions::<R>(variant, self.game);
        let Some(last) = positions.last() else {
            return self.samples;
        };
        let outcome = self.points.result(last, self.game.half_points) as f32;
        for (position, score) in self.selection.of_game(&positions, self.game, self.number) {
            self.samples
                .add(position, self.weights, score.into(), outcome);
        }
        for siblings in &self.game.siblings {
            if let Some(siblings) = SiblingPositions::of(siblings, &positions) {
                self.samples.add_siblings(&siblings, self.weights);
            }
        }
        self.samples
    }
}

/// `count` random indices below `len`, in ascending order; all of them if `count` is above `len`.
fn random_indices(len: usize, count: usize, random: &mut impl Rng) -> Vec<usize> {
    let mut chosen = index::sample(random, len, count.min(len)).into_vec();
    chosen.sort_unstable();
    chosen
}

/// Whether a position is quiet, so that its static evaluation is meaningful. A quiet position is
/// calm ([`is_calm`]). In variants with captures, `turn`, which was played in the position, must
/// also be neither a capture nor a promotion.
fn is_quiet<R: Rules>(position: &R, turn: Turn, score: Score) -> bool {
    let is_noisy = || position.has_captures() && (turn.promotes() || position.takes(turn));
    is_calm(position, score) && !is_noisy()
}

/// Whether a position is calm. It is not calm if its score is a forced end, or a win or a loss by
/// repetition or fifty moves. In variants with captures, it is also not calm if a king is in check.
fn is_calm<R: Rules>(position: &R, score: Score) -> bool {
    if score.is_win_or_loss() {
        return false;
    }
    let checks = position.checks();
    !position.has_captures() || (!checks.white && !checks.black)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    /// Turns in a position. Each flag says whether the position is quiet if the turn is played.
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
