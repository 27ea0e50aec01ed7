//! Games of the engine against itself.

use std::ops::RangeInclusive;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::scored_game::ScoredGame;
use super::siblings::{PlayedGame, SiblingPlan};
use crate::board::Turn;
use crate::eval::Scale;
use crate::games::{Game, TypedGame, Visitor};
use crate::learn::opening::random_start;
use crate::play::IsStopped;
use crate::play::adjudication::Adjudication;
use crate::play::played_game::PlayedTurn;
use crate::play::player::Player;
use crate::play::referee::{self, GameSetup};
use crate::players::settings::{PlayerKind, PlayerSettings};
use crate::record::GameResult;
use crate::rules::{Rules, Seat};
use crate::tournament::schedule::Shard;

/// The settings of self-play. If no player has a time limit, the settings and the number of a game
/// determine the game.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The variant.
    pub variant: &'static Game,
    /// The player of both sides, or of one side if there is an `opponent`.
    pub player: PlayerSettings,
    /// If given, the player of the other side. The opponent is the second player in games with even
    /// numbers, and the first player in games with odd numbers.
    pub opponent: Option<PlayerSettings>,
    /// The number of random plies before the players search.
    pub random_plies: RangeInclusive<usize>,
    /// The number of plies after which a game is a draw; at least 1.
    pub plies: u32,
    /// The seed of all random choices.
    pub seed: u64,
    /// If given, siblings (successors of one position) near the leaves of searches are scored, too.
    /// This scoring does not change the turns of the game or their scores.
    pub siblings: Option<SiblingPlan>,
}

impl SelfPlay {
    /// `piece` is the number of a game in this shard. Returns the number of the game in the work of
    /// all shards. Both numbers count from 0. If there is an opponent, each shard gets whole pairs
    /// of games. The opponent is the second player in one game of a pair, and the first player in
    /// the other.
    #[must_use]
    pub const fn number(&self, shard: Shard, piece: u64) -> u64 {
        match self.opponent {
            Some(_) => 2 * shard.number(piece / 2) + piece % 2,
            None => shard.number(piece),
        }
    }

    /// The game with this number; `None` if it is stopped.
    #[must_use]
    pub fn game(&self, number: u64, is_stopped: IsStopped<'_>) -> Option<ScoredGame> {
        self.variant.dispatch(PlayGame {
            plan: self,
            number,
            is_stopped,
        })
    }
}

struct PlayGame<'a> {
    plan: &'a SelfPlay,
    number: u64,
    is_stopped: IsStopped<'a>,
}

impl Visitor for PlayGame<'_> {
    type Output = Option<ScoredGame>;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Self::Output {
        let plan = self.plan;
        let mut random = ChaCha8Rng::seed_from_u64(plan.seed);
        random.set_stream(self.number);
        let start: R = random_start(variant, &plan.random_plies, &mut random, self.is_stopped)?;
        let opponent = plan.opponent.as_ref().unwrap_or(&plan.player);
        let settings = match self.number % 2 {
            0 => [&plan.player, opponent],
            _ => [opponent, &plan.player],
        };
        let setup = *start.setup();
        let game = GameSetup {
            variant,
            start,
            limits: settings.map(|settings| settings.limits),
            adjudication: Adjudication {
                plies: Some(plan.plies),
                ..Adjudication::default()
            },
            seeds: [random.random(), random.random()],
        };
        // The plain scale reports scores in centipawns of the evaluation. The tuner fits weights to
        // such scores.
        let [mut first, mut second] =
            settings.map(|settings| settings.player::<R>(variant.game(), Scale::PLAIN));
        let players: [&mut dyn Player<R>; 2] = [first.as_mut(), second.as_mut()];
        let played = referee::play(game, players, self.is_stopped, None).ok()?;
        let mut game = ScoredGame {
            start: setup,
            turns: played
                .turns
                .iter()
                .map(|played| scored(played, settings[played.seat as usize].kind))
                .collect(),
            half_points: match played.end.result {
                GameResult::Won(Seat::First) => 2,
                GameResult::Drawn | GameResult::Unfinished => 1,
                GameResult::Won(Seat::Second) => 0,
            },
            siblings: Vec::new(),
        };
        if let Some(siblings) = plan.siblings {
            let played = PlayedGame {
                variant,
                game: &game,
                options: plan.player.search_options(variant.game()),
            };
            game.siblings = played.siblings(siblings, &mut random, self.is_stopped)?;
        }
        Some(game)
    }
}

/// A turn, and the score of its search. The score is `None` if the player is not the engine: a
/// greedy player, for example, also reports a score, but does not search.
fn scored(played: &PlayedTurn, kind: PlayerKind) -> (Turn, Option<i16>) {
    let max = i32::from(i16::MAX);
    let score = played.thought.score;
    let score = score.filter(|_| kind == PlayerKind::Reviver);
    let score = score.map(|score| score.0.clamp(-max, max) as i16);
    (played.turn, score)
}
