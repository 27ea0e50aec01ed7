//! Positions as the fit sees them: counts of features, what became of the game, what the search
//! thought.

use rand::seq::index;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use crate::arena::selfplay::ScoredGame;
use crate::board::{Act, Turn};
use crate::eval::{Feature, FeatureVector, Weights, feature_vector};
use crate::rules::{Rules, Seat, Variant, Visitor};
use crate::search::Score;

/// Which positions of a game are taken.
#[derive(Clone, Copy, Debug)]
pub struct Selection {
    /// So many of each game at most, by lot: positions of one game are much alike.
    pub per_game: usize,
    /// Only positions with so many halfmoves on the clock at most. A game that is drawn by fifty
    /// moves ends in a hundred plies without progress, which say little about how it came to that.
    pub halfmoves: u16,
    /// Of so many games one is set aside to look how well the weights do on games that they were not
    /// learned from.
    pub validation: usize,
    /// What the lot follows from.
    pub seed: u64,
}

/// A position, all from the view of the player who played the first turn of the game.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// The features in which the players differ: its number, and by how much.
    pub differences: &'a [(u8, i16)],
    /// How late it is, from 0 to 1.
    pub lateness: f32,
    /// By what a lead of the first player is multiplied, and one of the second.
    pub lead_factors: [f32; 2],
    /// What became of the game, from 0 to 1.
    pub outcome: f32,
    /// What the search thought, in centipawns.
    pub score: f32,
}

/// Positions, one behind the other in a few large blocks.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    differences: Vec<(u8, i16)>,
    /// Where the differences of each position end.
    ends: Vec<u32>,
    lateness: Vec<f32>,
    lead_factors: Vec<[f32; 2]>,
    outcomes: Vec<f32>,
    scores: Vec<f32>,
}

impl Samples {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The position with this number.
    ///
    /// # Panics
    ///
    /// If there are not so many.
    #[must_use]
    pub fn sample(&self, number: usize) -> Sample<'_> {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        Sample {
            differences: &self.differences[start as usize..self.ends[number] as usize],
            lateness: self.lateness[number],
            lead_factors: self.lead_factors[number],
            outcome: self.outcomes[number],
            score: self.scores[number],
        }
    }

    /// Adds a position. What becomes of leads is told by `weights` and stays as it is in the fit.
    pub fn push(&mut self, features: &FeatureVector, weights: &Weights, outcome: f32, score: f32) {
        for feature in Feature::ALL {
            let of = |seat| features.count(feature, seat);
            let difference = of(Seat::First) - of(Seat::Second);
            if difference != 0 {
                self.differences.push((feature as u8, difference as i16));
            }
        }
        self.ends.push(self.differences.len() as u32);
        self.lateness
            .push(features.lateness as f32 / Weights::LATEST as f32);
        let factor = |seat| features.lead_percent(weights, seat) as f32 / 100.0;
        self.lead_factors
            .push([Seat::First, Seat::Second].map(factor));
        self.outcomes.push(outcome);
        self.scores.push(score);
    }

    fn append(&mut self, other: Samples) {
        let before = self.differences.len() as u32;
        self.differences.extend(other.differences);
        self.ends.extend(other.ends.iter().map(|end| before + end));
        self.lateness.extend(other.lateness);
        self.lead_factors.extend(other.lead_factors);
        self.outcomes.extend(other.outcomes);
        self.scores.extend(other.scores);
    }

    /// The positions of games, those to learn from and those set aside, where leads are worth what
    /// `weights` make of them.
    #[must_use]
    pub fn of_games(
        variant: Variant,
        games: &[ScoredGame],
        weights: &Weights,
        selection: Selection,
    ) -> (Samples, Samples) {
        let taken: Vec<Samples> = games
            .par_iter()
            .enumerate()
            .map(|(number, game)| {
                variant.dispatch(Taking {
                    game,
                    number,
                    weights,
                    selection,
                })
            })
            .collect();
        let (mut training, mut validation) = (Samples::default(), Samples::default());
        for (number, samples) in taken.into_iter().enumerate() {
            if number % selection.validation == 0 {
                validation.append(samples);
            } else {
                training.append(samples);
            }
        }
        (training, validation)
    }
}

/// Takes positions of one game.
struct Taking<'a> {
    game: &'a ScoredGame,
    number: usize,
    weights: &'a Weights,
    selection: Selection,
}

impl Visitor for Taking<'_> {
    type Output = Samples;

    fn visit<R: Rules>(self, variant: Variant) -> Samples {
        let mut samples = Samples::default();
        // A game that has been read has been played through.
        let Ok(mut position) = R::from_setup(variant, self.game.start) else {
            return samples;
        };
        let mut positions = Vec::with_capacity(self.game.turns.len());
        for &(turn, score) in &self.game.turns {
            if let Some(score) = score
                && is_telling(&position, turn, Score(score.into()))
                && position.setup().halfmove <= self.selection.halfmoves
            {
                positions.push((position.clone(), score));
            }
            position = position.play(turn);
        }
        let mut random = ChaCha8Rng::seed_from_u64(self.selection.seed);
        random.set_stream(self.number as u64);
        let outcome = f32::from(self.game.half_points) / 2.0;
        for index in choose(positions.len(), self.selection.per_game, &mut random) {
            let (position, score) = &positions[index];
            let sign = match position.seat() {
                Seat::First => 1.0,
                Seat::Second => -1.0,
            };
            let score = sign * f32::from(*score);
            samples.push(&feature_vector(position), self.weights, outcome, score);
        }
        samples
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
