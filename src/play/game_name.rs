//! The name of a game in files.

use serde::{Deserialize, Serialize};

use crate::games::{Game, UnknownGame};

/// The name of a game, in files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct GameName(pub &'static Game);

impl TryFrom<String> for GameName {
    type Error = UnknownGame;

    fn try_from(name: String) -> Result<Self, UnknownGame> {
        name.parse().map(Self)
    }
}

impl From<GameName> for String {
    fn from(name: GameName) -> String {
        name.0.name().to_owned()
    }
}
