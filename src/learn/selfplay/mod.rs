//! Games of the engine against itself, kept with what it thought of every position: what weights
//! are learned from.

mod file;
mod selection;

use std::ops::RangeInclusive;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

pub use file::{GamesError, Shard, read};
pub use selection::{Samples, Selection};

use crate::board::{Setup, Turn};
use crate::games::{Game, TypedGame, Visitor};
use crate::play::IsStopped;
use crate::play::player::Player;
use crate::play::referee::{self, Terms};
use crate::players::any_turn;
use crate::players::setting::Setting;
use crate::rules::{History, Rules, Seat};
use crate::search::Score;

/// How games against itself are played. All about a game follows from this and its number.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The game.
    pub variant: &'static Game,
    /// Who plays both sides.
    pub player: Setting,
    /// Who plays one of them instead: the second player's in games of even numbers, the first
    /// player's in the others.
    pub opponent: Option<Setting>,
    /// Plies played at random before the engine thinks.
    pub random_plies: RangeInclusive<usize>,
    /// Plies after which a game is broken off as drawn.
    pub plies: usize,
    /// What the chance follows from.
    pub seed: u64,
}

/// A game with what the engine thought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoredGame {
    /// The position behind the plies played at random.
    pub start: Setup,
    /// The turns from there, each with the score of the position in which it was chosen, from the
    /// view of the player who chose it, where that player thought.
    pub turns: Vec<(Turn, Option<i16>)>,
    /// Half points of the player who played the first turn of the game: 0, 1 or 2.
    pub half_points: u8,
}

impl SelfPlay {
    /// The game with this number; `None` when it was left before its end.
    #[must_use]
    pub fn game(&self, number: u64, is_stopped: IsStopped<'_>) -> Option<ScoredGame> {
        self.variant.dispatch(Numbered {
            plan: self,
            number,
            is_stopped,
        })
    }

    /// A position some random plies into the game, in which it is not over.
    fn start<R: Rules>(&self, variant: TypedGame<R>, random: &mut ChaCha8Rng) -> R {
        loop {
            let start = variant.first_position(random.random());
            if let Some(position) = self.walk(start, random) {
                return position;
            }
        }
    }

    fn walk<R: Rules>(&self, mut position: R, random: &mut ChaCha8Rng) -> Option<R> {
        let mut history = History::starting_at(&position);
        for _ in 0..random.random_range(self.random_plies.clone()) {
            position = position.play(any_turn(&position, random)?);
            history.push(position.key());
        }
        history.outcome(&position).is_none().then_some(position)
    }
}

struct Numbered<'a> {
    plan: &'a SelfPlay,
    number: u64,
    is_stopped: IsStopped<'a>,
}

impl Visitor for Numbered<'_> {
    type Output = Option<ScoredGame>;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Self::Output {
        let plan = self.plan;
        let mut random = ChaCha8Rng::seed_from_u64(plan.seed);
        random.set_stream(self.number);
        let start: R = plan.start(variant, &mut random);
        let opponent = plan.opponent.as_ref().unwrap_or(&plan.player);
        let settings = match self.number % 2 {
            0 => [&plan.player, opponent],
            _ => [opponent, &plan.player],
        };
        let terms = Terms {
            budgets: settings.map(|setting| setting.budget),
            plies: plan.plies,
        };
        let [mut first, mut second] = settings.map(|setting| setting.player::<R>(variant));
        for player in [&mut first, &mut second] {
            player.new_game(random.random());
        }
        let seated: [&mut dyn Player<R>; 2] = [first.as_mut(), second.as_mut()];
        let setup = *start.setup();
        let played = referee::play((variant, start), seated, &terms, self.is_stopped)?;
        let scored = played.choices.iter().map(|(choice, _)| {
            // Every score of the search is smaller than this.
            let most = i32::from(i16::MAX);
            let score = |(score, _): (Score, u32)| score.0.clamp(-most, most) as i16;
            (choice.turn, choice.thought.map(score))
        });
        Some(ScoredGame {
            start: setup,
            turns: scored.collect(),
            half_points: match played.finish.winner() {
                Some(Seat::First) => 2,
                None => 1,
                Some(Seat::Second) => 0,
            },
        })
    }
}
