//! The list of games, and how games join it.

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::{LazyLock, PoisonError, RwLock};

use super::FOLDERS;
use super::error::{GameError, UnknownGame};
use super::game::Game;
use super::read;

/// The built-in games first, then those that were added.
static GAMES: LazyLock<RwLock<Vec<&'static Game>>> = LazyLock::new(|| {
    let mut games: Vec<&'static Game> = Vec::new();
    for folder in FOLDERS {
        let file = |name: &str| folder.get_file(name).map(|file| file.contents().to_vec());
        let text = folder
            .get_file("game.toml")
            .and_then(|file| file.contents_utf8());
        // This cannot panic: a test reads every folder.
        let game = read::game(text.unwrap_or_default(), &file, &games)
            .unwrap_or_else(|error| panic!("{}: {error}", folder.path().display()));
        games.push(Box::leak(Box::new(game)));
    }
    RwLock::new(games)
});

/// All games, the built-in ones first.
#[must_use]
pub fn all() -> Vec<&'static Game> {
    GAMES.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// The built-in games.
#[must_use]
pub fn built_in() -> Vec<&'static Game> {
    let mut games = all();
    games.truncate(FOLDERS.len());
    games
}

/// The names of all games.
#[must_use]
pub fn names() -> Vec<&'static str> {
    all().into_iter().map(Game::name).collect()
}

/// The default game: the first in the list.
#[must_use]
pub fn default_game() -> &'static Game {
    all()[0]
}

/// The first game that is recommended to beginners, or the default if there is none.
#[must_use]
pub fn recommended() -> &'static Game {
    let first = all().into_iter().find(|game| game.about.recommended);
    first.unwrap_or_else(default_game)
}

/// The game with this name. Case is ignored.
#[must_use]
pub fn find(name: &str) -> Option<&'static Game> {
    all()
        .into_iter()
        .find(|game| game.name.eq_ignore_ascii_case(name))
}

/// Adds a game from the text of a game file. `file` gives the contents of the files that the text
/// names. If a game with the same rules and the same start is known already, that game is returned.
///
/// # Errors
///
/// If the text does not define a game, or another game has its name. The error gives the line and what
/// would be right; it quotes nothing of the text but a taken name.
///
/// ```
/// let text = "name = \"unplay-free\"\nbase = \"unplay\"\n[switches]\nbishops = \"any\"";
/// let game = reviver::games::add(text, &|_| None)?;
/// assert_eq!(game.name(), "unplay-free");
/// # Ok::<(), reviver::games::GameError>(())
/// ```
pub fn add(text: &str, file: &dyn Fn(&str) -> Option<Vec<u8>>) -> Result<&'static Game, GameError> {
    add_from(text, file, None)
}

/// Whether a text that names no other files defines a game. The game is not added.
pub(super) fn is_game(text: &str) -> bool {
    let games = GAMES.read().unwrap_or_else(PoisonError::into_inner);
    read::game(text, &|_| None, &games).is_ok()
}

/// Adds a game like [`add`]; `path` is the file that has the text.
pub(super) fn add_from(
    text: &str,
    file: &dyn Fn(&str) -> Option<Vec<u8>>,
    path: Option<PathBuf>,
) -> Result<&'static Game, GameError> {
    let mut games = GAMES.write().unwrap_or_else(PoisonError::into_inner);
    let mut game = read::game(text, file, &games)?;
    game.path = path;
    let namesake = games.iter().find(|known| known.name == game.name);
    if namesake.is_some_and(|known| **known != game) {
        return Err(GameError::taken(text, &game.name));
    }
    if let Some(known) = games.iter().find(|known| ***known == game) {
        return Ok(known);
    }
    let game: &'static Game = Box::leak(Box::new(game));
    games.push(game);
    Ok(game)
}

impl FromStr for &'static Game {
    type Err = UnknownGame;

    fn from_str(name: &str) -> Result<Self, UnknownGame> {
        find(name).ok_or_else(|| UnknownGame::among(name, names().into_iter()))
    }
}
