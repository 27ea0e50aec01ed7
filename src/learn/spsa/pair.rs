//! Pairs of games between two vectors of parameters, the plus vector and the minus vector
//! ([`Candidates`]).

use std::ops::RangeInclusive;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::parameter::TunedParam;
use super::tuner::Candidates;
use crate::board::Setup;
use crate::eval::Scale;
use crate::games::{Game, TypedGame, Visitor};
use crate::play::adjudication::Adjudication;
use crate::play::player::Player;
use crate::play::referee::{self, GameSetup, Unfinished};
use crate::play::{IsStopped, SEATS};
use crate::players::settings::PlayerSettings;
use crate::record::GameResult;
use crate::rules::{Rules, Seat};
use crate::tournament::matches::PLY_LIMIT;

/// The half points that a game can give.
const HALF_POINTS: RangeInclusive<u8> = 0..=2;

/// The result of a pair of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct PlayedPair {
    /// Its number, from 0.
    pub pair: u64,
    /// The half points of the plus vector in each game. The plus vector is the first player in the
    /// first game and the second player in the second game.
    pub half_points: [u8; 2],
}

impl PlayedPair {
    /// The games that the plus vector has won, less those that it has lost: from -2 to 2.
    #[must_use]
    pub fn score(&self) -> i32 {
        self.half_points
            .iter()
            .map(|&points| i32::from(points) - 1)
            .sum()
    }

    /// Whether games can have these results.
    pub(super) fn is_possible(&self) -> bool {
        let mut points = self.half_points.iter();
        points.all(|points| HALF_POINTS.contains(points))
    }
}

/// The settings of the games of a run. The games of a pair depend only on these settings, the
/// number of the pair and its two vectors. Exception: with time limits, they also depend on the
/// speed of the computer.
#[derive(Clone, Debug)]
pub struct PairGames {
    /// The variants, each with the first positions of its games. No list is empty.
    pub openings: Vec<(&'static Game, Vec<Setup>)>,
    /// The player, apart from the parameters that are tuned.
    pub player: PlayerSettings,
    /// The parameters that are tuned.
    pub params: Vec<TunedParam>,
    /// The seed of the players' random choices.
    pub seed: u64,
}

impl PairGames {
    /// Plays the pair with this number between these vectors.
    ///
    /// # Errors
    ///
    /// If a game has no result.
    ///
    /// # Panics
    ///
    /// If there is no variant, or if a list of first positions is empty.
    pub fn play(
        &self,
        pair: u64,
        candidates: &Candidates,
        is_stopped: IsStopped<'_>,
    ) -> Result<PlayedPair, Unfinished> {
        let (variant, start) = self.opening(pair);
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        // The tuner takes the signs of the perturbations and the fractions for rounding from the
        // stream `pair` of the same seed. The games use another stream.
        random.set_stream(u64::MAX - pair);
        variant.dispatch(PlayPair {
            pair,
            start,
            players: [&candidates.plus, &candidates.minus].map(|values| self.player(values)),
            seeds: random.random(),
            is_stopped,
        })
    }

    /// The variant and the first position of a pair. With n variants, each block of n pairs has
    /// every variant once. Each block begins one variant later than the block before it. Otherwise,
    /// with n shards, each shard would play only one variant, because it plays every n-th pair.
    fn opening(&self, pair: u64) -> (&'static Game, Setup) {
        let variants = self.openings.len() as u64;
        let block = pair / variants;
        let (variant, setups) = &self.openings[((pair + block) % variants) as usize];
        (variant, setups[(block % setups.len() as u64) as usize])
    }

    /// The player with these values of the parameters.
    fn player(&self, values: &[i32]) -> PlayerSettings {
        let mut player = self.player.clone();
        for (param, &value) in self.params.iter().zip(values) {
            let set = player.params.set(param.name, value);
            // This cannot fail: the parameter is declared, and the value is in its range.
            debug_assert_eq!(set, Ok(()));
        }
        player
    }
}

struct PlayPair<'a> {
    pair: u64,
    start: Setup,
    /// The player with the plus vector, and the player with the minus vector.
    players: [PlayerSettings; 2],
    seeds: [[u64; 2]; 2],
    is_stopped: IsStopped<'a>,
}

impl Visitor for PlayPair<'_> {
    type Output = Result<PlayedPair, Unfinished>;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Self::Output {
        // This cannot fail: these rules have read or generated every first position.
        let start: R = variant
            .position(self.start)
            .unwrap_or_else(|error| panic!("{variant}: {error}"));
        let [mut plus, mut minus] = self
            .players
            .each_ref()
            .map(|settings| settings.player::<R>(variant.game(), Scale::PLAIN));
        // Both players have the same limits, so their order in `limits` does not matter.
        let limits = self.players.each_ref().map(|settings| settings.limits);
        let mut half_points = [0; 2];
        for ((points, plus_seat), seeds) in half_points.iter_mut().zip(SEATS).zip(self.seeds) {
            let setup = GameSetup {
                variant,
                start: start.clone(),
                limits,
                adjudication: Adjudication {
                    plies: Some(PLY_LIMIT),
                    ..Adjudication::default()
                },
                seeds,
            };
            let players: [&mut dyn Player<R>; 2] = match plus_seat {
                Seat::First => [plus.as_mut(), minus.as_mut()],
                Seat::Second => [minus.as_mut(), plus.as_mut()],
            };
            let played = referee::play(setup, players, self.is_stopped, None)?;
            *points = match played.end.result {
                GameResult::Won(seat) if seat == plus_seat => 2,
                GameResult::Won(_) => 0,
                GameResult::Drawn | GameResult::Unfinished => 1,
            };
        }
        Ok(PlayedPair {
            pair: self.pair,
            half_points,
        })
    }
}
