//! Makes openings: plays a few random plies, and keeps the position if a search scores it as nearly
//! even.

use std::ops::RangeInclusive;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::board::{Key, Setup};
use crate::games::TypedGame;
use crate::players::any_turn;
use crate::rules::{History, Rules};
use crate::search::{Control, Limits, Options, Root, Score, Search};

/// How openings of a variant are made.
#[derive(Clone, Debug)]
pub struct Maker<R: Rules> {
    /// The game.
    pub variant: TypedGame<R>,
    /// The seed of the random plies.
    pub seed: u64,
    /// How many random plies are played. The range must not be empty.
    pub plies: RangeInclusive<usize>,
    /// Nodes of the search that judges the position.
    pub nodes: u64,
    /// The largest accepted lead of either player, in centipawns.
    pub bound: i32,
}

/// A position that may become an opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The position.
    pub setup: Setup,
    /// Its key.
    pub key: Key,
    /// The score of the search, from the view of the player to play.
    pub score: Score,
}

impl<R: Rules> Maker<R> {
    /// The candidate with this number. It depends only on the number and the maker. `None` if the
    /// game is over at the start or after a random ply, or if the search gives a player a lead
    /// larger than `bound`.
    #[must_use]
    pub fn candidate(&self, number: u64) -> Option<Candidate> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(number);
        let start = self.variant.start(random.random());
        let mut position = self.variant.position(start).ok()?;
        let mut history = History::starting_at(&position);
        if history.outcome(&position).is_some() {
            return None;
        }
        for _ in 0..random.random_range(self.plies.clone()) {
            position = position.play(any_turn(&position, &mut random)?);
            history.push(position.key());
            if history.outcome(&position).is_some() {
                return None;
            }
        }
        let score = self.judge(&position);
        (score.0.abs() <= self.bound).then(|| Candidate {
            setup: *position.setup(),
            key: position.key(),
            score,
        })
    }

    fn judge(&self, position: &R) -> Score {
        let mut search = Search::<R>::new(Options {
            weights: self.variant.weights().clone().with_plain_scores(),
            ..self.variant.search_options()
        });
        let limits = Limits {
            nodes: Some(self.nodes),
            ..Limits::default()
        };
        let history = History::starting_at(position);
        let control = Control::default();
        search
            .go(
                Root {
                    position,
                    keys: history.keys(),
                },
                &limits,
                &control,
                &mut |_| {},
            )
            .score
    }
}
