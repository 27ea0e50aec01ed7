//! The list of games, and how games join it.

use std::collections::HashMap;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::{LazyLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::FOLDERS;
use super::error::{DefinitionError, GameError, UnknownGame};
use super::game::Game;
use super::read;
use crate::notation::error::printable;
use crate::packed;
use crate::plural::listed;

/// The maximum number of games that records, journals, proofs and comparisons define. A comparison
/// (`compare --vary`) makes games with other switches. Without the maximum, the memory could fill
/// up: games are never freed, and the browser can send any number of records.
const MAX_DEFINED: usize = 256;

/// The games of this program.
struct Catalogue {
    /// The built-in games first, then those of game files. Users see this list.
    listed: Vec<&'static Game>,
    /// The games defined by records, journals, proofs and comparisons. The keys are the names.
    defined: HashMap<String, &'static Game>,
    /// The games that are not built in, by their [definition](Game::definition). If a record and a
    /// game file have the same definition, the map holds the game of the game file.
    by_definition: HashMap<String, &'static Game>,
}

static GAMES: LazyLock<RwLock<Catalogue>> = LazyLock::new(|| {
    let mut games: Vec<&'static Game> = Vec::new();
    for folder in FOLDERS {
        let path = |name: &str| format!("src/games/{folder}/{name}");
        let file = |name: &str| packed::contents(&path(name)).map(<[u8]>::to_vec);
        let text = packed::text(&path("game.toml")).unwrap_or_default();
        // This cannot panic: a test reads every folder.
        let game =
            read::game(text, &file, &games).unwrap_or_else(|error| panic!("{folder}: {error}"));
        games.push(Box::leak(Box::new(game)));
    }
    RwLock::new(Catalogue {
        listed: games,
        defined: HashMap::new(),
        by_definition: HashMap::new(),
    })
});

fn reading() -> RwLockReadGuard<'static, Catalogue> {
    GAMES.read().unwrap_or_else(PoisonError::into_inner)
}

fn writing() -> RwLockWriteGuard<'static, Catalogue> {
    GAMES.write().unwrap_or_else(PoisonError::into_inner)
}

impl Catalogue {
    fn find(&self, name: &str) -> Option<&'static Game> {
        let listed = self
            .listed
            .iter()
            .find(|game| game.name.eq_ignore_ascii_case(name));
        listed
            .or_else(|| self.defined.get(&name.to_ascii_lowercase()))
            .copied()
    }

    /// This name if no game has it and if it is not a number. Otherwise its first 28 characters, a
    /// hyphen, and the lowest number from 2 that gives a free name.
    fn free_name(&self, name: &str) -> String {
        // A name has at most 32 characters. So the stem leaves room for a hyphen and three digits,
        // which suffice for fewer than a thousand games.
        let stem: String = name.chars().take(28).collect();
        let mut free = name.to_owned();
        let mut number = 2;
        while read::is_number(&free) || self.find(&free).is_some() {
            free = format!("{stem}-{number}");
            number += 1;
        }
        free
    }

    /// Keeps a game until the program ends.
    fn keep(&mut self, mut game: Game, definition: String) -> &'static Game {
        game.index = self.listed.len() + self.defined.len();
        let mut games = self.listed.iter().chain(self.defined.values());
        let equal = games.find(|known| ***known == game);
        game.first_index = equal.map_or(game.index, |known| known.first_index);
        let game: &'static Game = Box::leak(Box::new(game));
        self.by_definition.insert(definition, game);
        game
    }
}

/// All games that users see, the built-in ones first. Games defined by records, journals, proofs
/// and comparisons are not in this list, but [`find`] finds them.
#[must_use]
pub fn all() -> Vec<&'static Game> {
    reading().listed.clone()
}

/// The built-in games.
#[must_use]
pub fn built_in() -> Vec<&'static Game> {
    let mut games = all();
    games.truncate(FOLDERS.len());
    games
}

/// The names of [all] games.
#[must_use]
pub fn names() -> Vec<&'static str> {
    all().into_iter().map(Game::name).collect()
}

/// The default game: the first in the list.
#[must_use]
pub fn default_game() -> &'static Game {
    reading().listed[0]
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
    reading().find(name)
}

/// A game that was read from a text or a file, and notes for the author of the text.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The game.
    pub game: &'static Game,
    /// Notes about switches that have no effect, and about a start position in which the game is
    /// over. If the game is known already, also a note about keys of the text that are not used.
    pub notes: Vec<String>,
}

/// Adds a game from the text of a game file. `file` gives the contents of the files that the text
/// names, and of `rules.md` and `lessons.toml` if the game has them. If a listed game has the same
/// rules and the same start, that game is returned.
///
/// # Errors
///
/// If the text does not define a game. Also if another game, listed or defined by a record, has the
/// name that the text gives. The error gives the line and what would be right. It quotes only these
/// parts of the text: numbers, a name that is taken, squares and castling letters of the start
/// position, and keywords of game files, such as `random-kings`.
///
/// ```
/// let text = "name = \"unplay-free\"\nbase = \"unplay\"\n[switches]\nbishops = \"any\"";
/// let game = reviver::games::add(text, &|_| None)?;
/// assert_eq!(game.name(), "unplay-free");
/// # Ok::<(), reviver::games::GameError>(())
/// ```
pub fn add(text: &str, file: &dyn Fn(&str) -> Option<Vec<u8>>) -> Result<&'static Game, GameError> {
    add_from(text, file, None).map(|loaded| loaded.game)
}

/// Does what [`add`] does, and also returns notes. `path` is the file that has the text.
pub(super) fn add_from(
    text: &str,
    file: &dyn Fn(&str) -> Option<Vec<u8>>,
    path: Option<PathBuf>,
) -> Result<Loaded, GameError> {
    let mut game = read::game(text, file, &all())?;
    game.path = path;
    let definition = game.definition();
    let mut notes = game.notes.clone();
    let mut games = writing();
    let namesake = games.find(&game.name);
    if namesake.is_some_and(|namesake| *namesake != game) {
        return Err(GameError::taken(text, &game.name));
    }
    if let Some(known) = games.listed.iter().copied().find(|known| **known == game) {
        notes.extend(unused(text, &game, known));
        return Ok(Loaded { game: known, notes });
    }
    let game = games.keep(game, definition);
    games.listed.push(game);
    Ok(Loaded { game, notes })
}

/// A note that lists keys of `text` that are not used. `game` is the game of `text`. It has the
/// rules and the start of `known`, so its other values are dropped. The note leaves out keys whose
/// values are those of `known`, and the keys of the description, such as `win`. `None` if no key
/// remains.
fn unused(text: &str, game: &Game, known: &Game) -> Option<String> {
    let file: toml::Table = text.parse().unwrap_or_default();
    let keys = [
        ("name", "name", game.name != known.name),
        ("title", "title", game.title != known.title),
        ("summary", "summary", game.summary != known.summary),
        ("weights", "weights", game.weights != known.weights),
        ("network", "network", game.network != known.network),
        ("levels", "levels", game.levels != known.levels),
        ("search", "search parameters", game.params != known.params),
        ("contempt", "contempt", game.contempt != known.contempt),
        (
            "expected-turns",
            "expected turns",
            game.expected_turns != known.expected_turns,
        ),
        (
            "elo-per-level",
            "Elo per level",
            game.elo_per_level.to_bits() != known.elo_per_level.to_bits(),
        ),
    ];
    let keys: Vec<&str> = keys
        .into_iter()
        .filter_map(|(key, words, differs)| (differs && file.contains_key(key)).then_some(words))
        .collect();
    let last = keys.last()?;
    let list = listed(&keys, " and ");
    let is_plural = keys.len() > 1
        || ["weights", "levels", "search parameters", "expected turns"].contains(last);
    let verb = if is_plural { "are" } else { "is" };
    Some(format!(
        "the file has the switches and the start of {known}, so it defines no new game: {known} is used, \
         and the {list} of the file {verb} not used"
    ))
}

/// Checks that a text defines a game. The game is not added. The base that the text names must be
/// `base` or a listed game. A text that names files, such as a file of weights, is refused.
pub(super) fn check(text: &str, base: &'static Game) -> Result<(), GameError> {
    read::game(text, &|_| None, &all_with(Some(base))).map(drop)
}

/// All listed games, and `base` if it is not among them.
fn all_with(base: Option<&'static Game>) -> Vec<&'static Game> {
    let mut games = all();
    if let Some(base) = base.filter(|base| !games.iter().any(|game| std::ptr::eq(*game, *base))) {
        games.insert(0, base);
    }
    games
}

/// The game with this definition. `None` if the game is built in or not known yet. `definition`
/// must be exactly as [`Game::definition`] writes it.
pub(super) fn with_definition(definition: &str) -> Option<&'static Game> {
    reading().by_definition.get(definition).copied()
}

/// Adds a game that a record, a journal, a proof or a variation defines. Users do not see it in the
/// list. If a game with the same rules and the same start is known, that game is returned. If
/// another game has the name, or if the name is itself a number, a number is appended to the name.
/// `body` is the text of a game file without its `name` line. `file` gives the contents of the
/// files that `body` names. The base that `body` names must be `base` or a listed game.
///
/// # Errors
///
/// If the text does not define a game, or if [`MAX_DEFINED`] games have been added in this way.
pub(super) fn define(
    name: &str,
    body: &str,
    file: &dyn Fn(&str) -> Option<Vec<u8>>,
    base: Option<&'static Game>,
) -> Result<&'static Game, DefinitionError> {
    loop {
        let free = reading().free_name(name);
        let text = format!("name = {}\n{body}", toml::Value::String(free.clone()));
        let game = read::game(&text, file, &all_with(base)).map_err(|error| {
            let name = name.chars().map(printable).collect();
            DefinitionError::Values { name, error }
        })?;
        let definition = game.definition();
        let mut games = writing();
        let listed = games.listed.iter().copied().find(|known| **known == game);
        let known = listed.or_else(|| games.by_definition.get(&definition).copied());
        if let Some(known) = known {
            return Ok(known);
        }
        if games.defined.len() >= MAX_DEFINED {
            return Err(DefinitionError::TooMany { most: MAX_DEFINED });
        }
        // Another thread may have taken the name meanwhile.
        if games.find(&free).is_none() {
            let game = games.keep(game, definition);
            games.defined.insert(free, game);
            return Ok(game);
        }
    }
}

impl FromStr for &'static Game {
    type Err = UnknownGame;

    fn from_str(name: &str) -> Result<Self, UnknownGame> {
        find(name).ok_or_else(|| UnknownGame::among(name, names().into_iter()))
    }
}
