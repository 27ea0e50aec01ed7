//! The names of games in files.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::games::{self, DefinitionError, Game, UnknownGame};

/// A game as files name it: a built-in game by its name, another game by its name and switches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct GameName(pub &'static Game);

/// Why a text in a file does not name a game.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum GameNameError {
    /// No game has the name.
    #[error(transparent)]
    Name(#[from] UnknownGame),
    /// The switches after the name do not define a game.
    #[error(transparent)]
    Definition(#[from] DefinitionError),
}

impl TryFrom<String> for GameName {
    type Error = GameNameError;

    fn try_from(text: String) -> Result<Self, GameNameError> {
        match games::identified(&text)? {
            Some(game) => Ok(Self(game)),
            None => Ok(Self(text.parse()?)),
        }
    }
}

impl From<GameName> for String {
    fn from(name: GameName) -> String {
        name.0.identity()
    }
}
