//! The names of games in files.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::games::{self, DefinitionError, Game, UnknownGame};

/// A game as files name it: a built-in game by its name, another game by its name and switches. Two
/// values of this type are equal if their games are equal.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct GameName {
    /// The game.
    pub game: &'static Game,
    /// The name that the file gives. If the game was renamed after the file was written, it is not
    /// the name of `game`.
    pub name: String,
}

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
        let Some(game) = games::identified(&text)? else {
            return Ok(Self::from(text.parse::<&'static Game>()?));
        };
        Ok(match text.split_once(' ') {
            Some((name, _)) => Self {
                game,
                name: name.to_owned(),
            },
            None => Self::from(game),
        })
    }
}

impl From<&'static Game> for GameName {
    fn from(game: &'static Game) -> Self {
        let name = game.name().to_owned();
        Self { game, name }
    }
}

impl From<GameName> for String {
    fn from(GameName { game, name }: GameName) -> String {
        if name == game.name() {
            game.identity()
        } else {
            format!("{name} {}", game.definition())
        }
    }
}

impl PartialEq for GameName {
    fn eq(&self, other: &Self) -> bool {
        self.game == other.game
    }
}

impl Eq for GameName {}
