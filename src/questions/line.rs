//! The game that a question is about: its name, its first position and its turns.

use serde::Deserialize;

use super::QuestionError;
use crate::engine::{self, Engine, Start, replay};
use crate::games::{self, DefinitionError, Game, TypedGame};
use crate::live::LiveGame;
use crate::rules::Rules;

/// The maximum number of turns of a game in a question.
const MAX_TURNS: usize = 6000;

/// The game of a question.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct GameLine {
    /// The name or the [identity](Game::identity) of the game.
    pub game: String,
    /// `startpos`, or the first position.
    #[serde(default = "startpos")]
    pub start: String,
    /// The seed of the search. It also selects the start position of a game that has several.
    #[serde(default)]
    pub seed: u64,
    /// The turns.
    #[serde(default)]
    pub turns: Vec<String>,
}

fn startpos() -> String {
    "startpos".to_owned()
}

impl GameLine {
    /// A game that starts at `position` and has no turns.
    #[must_use]
    pub fn at(game: &str, position: &str) -> Self {
        Self {
            game: game.to_owned(),
            start: position.to_owned(),
            seed: 0,
            turns: Vec::new(),
        }
    }

    /// Finds the game by its name or its [identity](Game::identity).
    ///
    /// # Errors
    ///
    /// If no game has this name, or if the identity does not define a game.
    pub fn game(&self) -> Result<&'static Game, QuestionError> {
        game_named(&self.game)
    }

    /// An engine at the present position.
    ///
    /// # Errors
    ///
    /// If the game is unknown, has too many turns, or has a wrong first position or turn. The error
    /// names the wrong field of the position, or the turn.
    pub fn engine(&self) -> Result<Box<dyn Engine>, QuestionError> {
        self.check_length()?;
        let mut engine = engine::new(self.game()?, self.seed);
        engine.set_position(self.first_position(), &self.turns)?;
        Ok(engine)
    }

    /// The game up to its present position. `game` must be the game that
    /// [`GameLine::game`] returns.
    ///
    /// # Errors
    ///
    /// If the game has too many turns, or has a wrong first position or turn. The error names the
    /// wrong field of the position, or the turn.
    pub fn live<R: Rules>(&self, game: TypedGame<R>) -> Result<LiveGame<R>, QuestionError> {
        self.check_length()?;
        Ok(replay(game, self.first_position(), &self.turns)?)
    }

    fn first_position(&self) -> Start<'_> {
        match self.start.as_str() {
            "startpos" => Start::Startpos(self.seed),
            fen => Start::Fen(fen),
        }
    }

    fn check_length(&self) -> Result<(), QuestionError> {
        match self.turns.len() {
            0..=MAX_TURNS => Ok(()),
            count => Err(QuestionError::TooManyTurns {
                count,
                most: MAX_TURNS,
            }),
        }
    }
}

/// The game with this name or [identity](Game::identity). If the program does not know the game of
/// an identity, the identity defines it.
pub(super) fn game_named(text: &str) -> Result<&'static Game, QuestionError> {
    match games::identified(text) {
        Ok(Some(game)) => Ok(game),
        // The text is neither the name of a game nor an identity.
        Ok(None) | Err(DefinitionError::Form) => Ok(text.parse::<&'static Game>()?),
        Err(error) => Err(error.into()),
    }
}
