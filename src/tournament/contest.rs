//! A match: two players, pairs of games from each opening, on all cores.
//!
//! Pairs are numbered, and all about a pair follows from its number and the seed of the match. They
//! are finished in any order but counted in that of their numbers, so that at fixed nodes a match
//! comes out the same on any number of threads, also where a test ends it.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::ordered::in_order;
use super::tally::{GameFigures, Tally};
use crate::board::Setup;
use crate::games::{Game, TypedGame, Visitor};
use crate::play::IsStopped;
use crate::play::player::Player;
use crate::play::referee::{self, Played, Terms};
use crate::players::setting::Setting;
use crate::record::{Comment, EngineComment, GameResult, Record};
use crate::rules::{Rules, Seat};
use crate::stats::counts::{GameCounts, PairCounts};
use crate::stats::sprt::{Sprt, Verdict};

/// Plies after which a game is broken off as drawn.
pub const PLY_LIMIT: usize = 1500;

/// Who plays whom, and where.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The two players; results are those of the first one.
    pub players: [Setting; 2],
    /// The games, each with the positions to start from, in their order. None is empty.
    pub openings: Vec<(&'static Game, Vec<Setup>)>,
    /// Pairs of games in each of them.
    pub pairs: u64,
    /// What all chance follows from.
    pub seed: u64,
    /// The test that may end the match early.
    pub sprt: Option<Sprt>,
}

/// The results of a pair of games from one opening: in the first of them the first player of the
/// match plays the first turn of the game, in the second the other one does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pair {
    /// Its number, from 0.
    pub number: u64,
    /// The games.
    pub games: [GameFigures; 2],
}

/// The seat of the match's first player in each game of a pair.
const SEATS: [Seat; 2] = [Seat::First, Seat::Second];

impl Pair {
    /// The half points of the match's first player in each game.
    #[must_use]
    pub fn half_points(&self) -> [usize; 2] {
        [0, 1].map(|game: usize| self.games[game].half_points(SEATS[game]))
    }
}

/// Results from the view of the match's first player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Results {
    /// The pairs.
    pub pairs: PairCounts,
    /// The games.
    pub games: GameCounts,
    /// What the games have in common.
    pub tally: Tally,
}

impl Results {
    fn add(&mut self, pair: &Pair) {
        let half_points = pair.half_points();
        self.pairs.record_pair(half_points);
        for (game, half_points) in pair.games.iter().zip(half_points) {
            self.games.record(half_points);
            self.tally.add(game);
        }
    }
}

/// How a match stands.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Standing {
    /// Over all variants.
    pub total: Results,
    /// For each variant.
    pub variants: BTreeMap<&'static Game, Results>,
    /// The log-likelihood ratio of the test.
    pub llr: f64,
    /// What the test has come to.
    pub verdict: Option<Verdict>,
    /// Pairs counted.
    counted: u64,
}

/// A pair that has been counted, with its games in full.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The results.
    pub pair: Pair,
    /// The games.
    pub records: [Record; 2],
}

impl Contest {
    /// Pairs to play in all.
    #[must_use]
    pub fn total_pairs(&self) -> u64 {
        self.pairs * self.openings.len() as u64
    }

    /// The variant and the opening of a pair. Variants take turns.
    fn opening(&self, number: u64) -> (&'static Game, &Setup) {
        let variants = self.openings.len() as u64;
        let (variant, openings) = &self.openings[(number % variants) as usize];
        let opening = (number / variants) % openings.len() as u64;
        (*variant, &openings[opening as usize])
    }

    /// Counts the next pair.
    ///
    /// # Panics
    ///
    /// When it is not the next one.
    pub fn count(&self, standing: &mut Standing, pair: &Pair) {
        assert_eq!(pair.number, standing.counted, "pairs are counted in order");
        standing.counted += 1;
        let (variant, _) = self.opening(pair.number);
        standing.total.add(pair);
        standing.variants.entry(variant).or_default().add(pair);
        if let Some(sprt) = self.sprt {
            standing.llr = sprt.llr(&standing.total.pairs);
            standing.verdict = sprt.verdict(standing.llr);
        }
    }

    /// Whether nothing is left to play.
    #[must_use]
    pub fn is_over(&self, standing: &Standing) -> bool {
        standing.verdict.is_some() || standing.counted >= self.total_pairs()
    }

    /// Plays on from `standing` until the match is over or interrupted, on so many threads (0: one a
    /// core). Each pair that has been counted is handed to `listen`, in order; an error there ends
    /// the match.
    ///
    /// # Errors
    ///
    /// That of `listen`.
    pub fn run<E>(
        &self,
        threads: usize,
        standing: &mut Standing,
        interrupted: &AtomicBool,
        mut listen: impl FnMut(&Counted, &Standing) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.is_over(standing) {
            return Ok(());
        }
        let numbers = standing.counted..self.total_pairs();
        let is_stopped = || interrupted.load(Ordering::Relaxed);
        let job = |number, is_stopped: IsStopped<'_>| self.play_pair(number, is_stopped);
        let failed = in_order(threads, numbers, &is_stopped, job, |counted| {
            self.count(standing, &counted.pair);
            if let Err(error) = listen(&counted, standing) {
                return ControlFlow::Break(Some(error));
            }
            if self.is_over(standing) {
                return ControlFlow::Break(None);
            }
            ControlFlow::Continue(())
        });
        failed.flatten().map_or(Ok(()), Err)
    }

    fn play_pair(&self, number: u64, is_stopped: IsStopped<'_>) -> Option<Counted> {
        let (variant, start) = self.opening(number);
        variant.dispatch(PairOfGames {
            contest: self,
            number,
            start,
            is_stopped,
        })
    }
}

/// Plays a pair by the rules of its variant.
struct PairOfGames<'a> {
    contest: &'a Contest,
    number: u64,
    start: &'a Setup,
    is_stopped: IsStopped<'a>,
}

impl Visitor for PairOfGames<'_> {
    type Output = Option<Counted>;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Self::Output {
        let mut random = ChaCha8Rng::seed_from_u64(self.contest.seed);
        random.set_stream(self.number);
        let mut players = self
            .contest
            .players
            .each_ref()
            .map(|p| p.player::<R>(variant));
        let mut play = |seat: Seat| {
            for player in &mut players {
                player.new_game(random.random());
            }
            // Every opening has been read as a position of its game.
            let start = variant
                .position(*self.start)
                .unwrap_or_else(|refusal| panic!("{variant}: {refusal}"));
            let [one, other] = &mut players;
            let (mut seated, mut budgets): ([&mut dyn Player<R>; 2], _) = (
                [one.as_mut(), other.as_mut()],
                self.contest.players.each_ref().map(|player| player.budget),
            );
            if seat == Seat::Second {
                seated.reverse();
                budgets.reverse();
            }
            let terms = Terms {
                budgets,
                plies: PLY_LIMIT,
            };
            referee::play((variant, start), seated, &terms, self.is_stopped)
        };
        let [first, second] = [play(SEATS[0])?, play(SEATS[1])?];
        Some(Counted {
            pair: Pair {
                number: self.number,
                games: [GameFigures::of(&first), GameFigures::of(&second)],
            },
            records: [
                self.contest.record(&first, (self.number, SEATS[0])),
                self.contest.record(&second, (self.number, SEATS[1])),
            ],
        })
    }
}

impl Contest {
    /// A game with its players and their thoughts.
    fn record<R: Rules>(&self, played: &Played<R>, (pair, seat): (u64, Seat)) -> Record {
        let mut record = Record::of(&played.game);
        let winner = played.finish.winner();
        record.result = winner.map_or(GameResult::Drawn, GameResult::Won);
        let names = self.players.each_ref().map(Setting::to_string);
        let [white, black] = match seat {
            Seat::First => [0, 1],
            Seat::Second => [1, 0],
        };
        let round = format!("{}.{}", pair + 1, seat.number());
        for (name, value) in [
            ("Event", "Match"),
            ("Round", &round),
            ("White", &names[white]),
            ("Black", &names[black]),
            ("Termination", played.finish.word()),
        ] {
            record.tags.set(name, value);
        }
        let scale = played.game.game().weights().scale;
        for (recorded, (choice, time)) in record.turns.iter_mut().zip(&played.choices) {
            let Some((score, depth)) = choice.thought else {
                continue;
            };
            // What took how long differs from one time to the next.
            let time = if self.is_reproducible() {
                Duration::ZERO
            } else {
                *time
            };
            let thought = EngineComment {
                score: score.told(scale),
                depth,
                time,
            };
            recorded.comment = Comment::new(&thought.to_string());
        }
        record
    }

    /// Whether the match comes out the same each time.
    #[must_use]
    pub fn is_reproducible(&self) -> bool {
        self.players
            .iter()
            .all(|player| player.budget.is_reproducible())
    }
}
