//! The trait of all players.

use std::time::Duration;

use super::clock::Clocks;
use super::conduct::Conduct;
use super::fault::Halt;
use crate::board::Turn;
use crate::games::Game;
use crate::live::LiveGame;
use crate::record::GameResult;
use crate::rules::{Rules, Seat};
use crate::search::{Limits, Score};

/// A player.
pub trait Player<R: Rules>: Send {
    /// Forgets all earlier games and prepares for another one.
    ///
    /// # Errors
    ///
    /// If the player cannot play.
    fn begin_game(&mut self, new: &NewGame) -> Result<(), Halt>;

    /// Chooses a turn in a game that is not over. If the player runs in this process and has no
    /// time limit, its choice depends only on the requests since [`Player::begin_game`] and on
    /// [`NewGame::seed`].
    ///
    /// # Errors
    ///
    /// If the player gives no readable answer in time.
    fn choose(&mut self, request: &TurnRequest<'_, R>) -> Result<Choice, Halt>;

    /// Called after each turn of the player, if the game goes on. If the opponent is to play, a
    /// player that may ponder begins to ponder.
    fn ponder(&mut self, _request: &TurnRequest<'_, R>) {}

    /// Called when the game is over. Not called if a fault of a player has ended it.
    ///
    /// # Errors
    ///
    /// If the player disagrees with the result, or the game is abandoned. Also if the computer
    /// lacks something, such as memory or open files.
    fn end_game(&mut self, _over: &GameOver<'_, R>) -> Result<(), Halt> {
        Ok(())
    }

    /// How the player has behaved since [`Player::begin_game`].
    fn behaviour(&self) -> Behaviour {
        Behaviour::default()
    }
}

/// A game that begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewGame {
    /// The variant.
    pub variant: &'static Game,
    /// The player's seat.
    pub seat: Seat,
    /// The seed of the player's random choices.
    pub seed: u64,
}

/// A request for a turn.
#[derive(Debug)]
pub struct TurnRequest<'a, R: Rules> {
    /// The game so far.
    pub game: &'a LiveGame<R>,
    /// The clocks and limits of both players.
    pub clocks: &'a Clocks,
}

impl<R: Rules> TurnRequest<'_, R> {
    /// The player who is to play.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.game.position().seat()
    }

    /// The limits of a search for the turn.
    #[must_use]
    pub fn search_limits(&self) -> Limits {
        Limits {
            is_from_start: self.game.is_from_start(),
            ..self.clocks.search_limits(self.seat())
        }
    }
}

/// A game that has ended.
#[derive(Debug)]
pub struct GameOver<'a, R: Rules> {
    /// The game.
    pub game: &'a LiveGame<R>,
    /// Its result.
    pub result: GameResult,
}

/// The turn that a player chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The turn.
    pub turn: Turn,
    /// What the player reports about it.
    pub thought: Thought,
    /// The time that the player measured for this turn. If `None`, the referee uses its own
    /// measurement.
    pub time: Option<Duration>,
}

impl From<Turn> for Choice {
    fn from(turn: Turn) -> Self {
        Self {
            turn,
            thought: Thought::default(),
            time: None,
        }
    }
}

/// What a player reports about its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Thought {
    /// The score from the player's view.
    pub score: Option<Score>,
    /// The depth in plies. This program's own search reports the depth of its last finished
    /// iteration.
    pub depth: Option<u32>,
    /// Nodes of the search.
    pub nodes: Option<u64>,
}

/// How a player behaved in a game, apart from its turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Behaviour {
    /// How well it followed the protocol.
    pub conduct: Conduct,
    /// How long the player took to answer the second `isready` at the start of the game. The first
    /// `isready` is not measured, because a player may prepare for the game before it answers.
    pub latency: Duration,
    /// The largest lag of the player's answers in the game. The lag is the measured time of a turn
    /// minus the time that the player reports in its last line of analysis (`info ... time`). A
    /// negative lag counts as 0.
    pub lag: Duration,
    /// The longest delay of a turn. The delay is the sum of the times for which two threads of this
    /// program waited for a processor: the thread that writes to the player, and the one that reads
    /// from it.
    pub delay: Duration,
}

impl Default for Behaviour {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Behaviour {
    /// The behaviour of a player that has done nothing yet.
    pub const DEFAULT: Self = Self {
        conduct: Conduct::NONE,
        latency: Duration::ZERO,
        lag: Duration::ZERO,
        delay: Duration::ZERO,
    };
}
