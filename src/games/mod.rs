//! The catalogue: every game, one folder each, as data.
//!
//! A folder holds `game.toml` (names, rules and switches, start, levels), `weights.toml`, perhaps a
//! network, and `rules.md`, the rules for people. A game is added by its folder and its line in
//! [`FOLDERS`], and deleted by deleting both. Code of single games does not belong here: what a game does
//! follows from its rules type and its switches.

mod family;
mod positions;
mod read;
mod start;

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use include_dir::{Dir, include_dir};
use thiserror::Error;

pub use family::{TypedGame, Visitor};
pub use read::{GameError, GameProblem};
pub use start::{KING_PLACEMENTS, king_placements};

use family::Values;
use start::Start;

use crate::board::{Color, Setup};
use crate::eval::{Network, Weights};
use crate::rules::Form;
use crate::search::{LevelCurve, Options, Strength};

/// The folders of the built-in games, in the order in which games are listed. A game's base stands
/// before it.
static FOLDERS: &[Dir<'_>] = &[
    include_dir!("$CARGO_MANIFEST_DIR/src/games/ssehc"),
    include_dir!("$CARGO_MANIFEST_DIR/src/games/ssehc-classic"),
    include_dir!("$CARGO_MANIFEST_DIR/src/games/smolowitz"),
    include_dir!("$CARGO_MANIFEST_DIR/src/games/unplay"),
    include_dir!("$CARGO_MANIFEST_DIR/src/games/unplay-random"),
    include_dir!("$CARGO_MANIFEST_DIR/src/games/unplay-placement"),
    include_dir!("$CARGO_MANIFEST_DIR/src/games/unplay-strict"),
    include_dir!("$CARGO_MANIFEST_DIR/src/games/unachess"),
];

/// The lowest and the highest rating that can be asked for. The highest is that of full strength in
/// every game: ratings of different games do not compare.
pub const ELO: (i64, i64) = (300, 2500);

/// A game: its rules, its start, and all that playing it needs. Games live as long as the program, so
/// that they are handed around as `&'static Game`.
///
/// Games are equal if their rules and their start are, whatever they are called.
#[derive(Clone)]
pub struct Game {
    name: String,
    title: String,
    summary: String,
    values: Values,
    start: Start,
    levels: LevelCurve,
    elo_per_level: f32,
    contempt: i32,
    weights: Arc<Weights>,
    network: Option<Arc<Network>>,
    rules_text: Arc<str>,
    /// Its place in the list of games.
    index: usize,
}

/// The built-in games first, then those that were added.
static GAMES: LazyLock<RwLock<Vec<&'static Game>>> = LazyLock::new(|| {
    let mut games: Vec<&'static Game> = Vec::new();
    for folder in FOLDERS {
        let file = |name: &str| folder.get_file(name).map(|file| file.contents().to_vec());
        let text = folder
            .get_file("game.toml")
            .and_then(|file| file.contents_utf8());
        // A test reads every folder.
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

/// The names of all games.
#[must_use]
pub fn names() -> Vec<&'static str> {
    all().into_iter().map(Game::name).collect()
}

/// The game that is played unless another is chosen: the first of the list.
#[must_use]
pub fn default_game() -> &'static Game {
    all()[0]
}

/// The game of this name, upper and lower case being the same.
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
/// Names the line and what would be right. A name can be given once only.
///
/// ```
/// let text = "name = \"unplay-free\"\nbase = \"unplay\"\n[switches]\nbishops = \"any\"";
/// let game = reviver::games::add(text, &|_| None)?;
/// assert_eq!(game.name(), "unplay-free");
/// # Ok::<(), reviver::games::GameError>(())
/// ```
pub fn add(text: &str, file: &dyn Fn(&str) -> Option<Vec<u8>>) -> Result<&'static Game, GameError> {
    let mut games = GAMES.write().unwrap_or_else(PoisonError::into_inner);
    let game = read::game(text, file, &games)?;
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

impl Game {
    /// The name in the protocol, in files and on the command line.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name for people.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// What the game is, in a line.
    #[must_use]
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// The rules for people, in Markdown.
    #[must_use]
    pub fn rules_text(&self) -> &str {
        &self.rules_text
    }

    /// What the fields of its positions may hold.
    #[must_use]
    pub fn form(&self) -> Form {
        self.values.form()
    }

    /// Whether the game is played backwards, so that it has a forward game (rules 6).
    #[must_use]
    pub fn is_reverse(&self) -> bool {
        self.form().reverse
    }

    /// The side that plays the first turn.
    #[must_use]
    pub fn first_side(&self) -> Color {
        self.values.common().first
    }

    /// The start position. `seed` matters only where the kings are placed at random: it draws one of
    /// the [`KING_PLACEMENTS`].
    #[must_use]
    pub fn start(&self, seed: u64) -> Setup {
        self.start.setup(seed, self.first_side())
    }

    /// Every start position: one, or all that can be drawn at random.
    #[must_use]
    pub fn starts(&self) -> Vec<Setup> {
        self.start.all(self.first_side())
    }

    /// Whether the start position is drawn at random.
    #[must_use]
    pub fn has_random_start(&self) -> bool {
        self.start == Start::RandomKings
    }

    /// What levels below full strength search.
    #[must_use]
    pub const fn levels(&self) -> &LevelCurve {
        &self.levels
    }

    /// Elo from one level to the next: the slope of a straight line through measured ratings.
    #[must_use]
    pub const fn elo_per_level(&self) -> f32 {
        self.elo_per_level
    }

    /// The level from 0 to 20 that has a rating, fractions in between; 0 if the rating is below all
    /// levels.
    #[must_use]
    pub fn level_of(&self, elo: i64) -> f32 {
        let below_full = (ELO.1 - elo) as f32 / self.elo_per_level;
        (Strength::FULL_LEVEL - below_full).clamp(0.0, Strength::FULL_LEVEL)
    }

    /// The contempt of the engine in games ([`Options::contempt`]).
    #[must_use]
    pub const fn contempt(&self) -> i32 {
        self.contempt
    }

    /// The weights of the evaluation.
    #[must_use]
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The network beside the weights, in games that have one.
    #[must_use]
    pub fn network(&self) -> Option<Arc<Network>> {
        self.network.clone()
    }

    /// Settings of a search with this game's weights, network and levels; all else is
    /// [`Options::default`].
    #[must_use]
    pub fn search_options(&self) -> Options {
        Options {
            levels: self.levels.clone(),
            weights: self.weights().clone(),
            network: self.network(),
            ..Options::default()
        }
    }

    /// Calls `visitor` with the rules type of this game.
    pub fn dispatch<V: Visitor>(&'static self, visitor: V) -> V::Output {
        self.values.visit(family::Dispatch(self, visitor))
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        (self.values, self.start) == (other.values, other.start)
    }
}

impl Eq for Game {}

impl PartialOrd for Game {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Game {
    /// The order of the list. No two games of the list are equal.
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        if self == other {
            std::cmp::Ordering::Equal
        } else {
            self.index.cmp(&other.index)
        }
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Game").field(&self.name).finish()
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// A name that no game has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("no variant is called '{name}'; there are {known}")]
pub struct UnknownGame {
    /// The name.
    pub name: String,
    /// The names that there are.
    pub known: String,
}

impl UnknownGame {
    fn among<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Self {
        Self {
            name: name.to_owned(),
            known: known.collect::<Vec<_>>().join(", "),
        }
    }
}

impl FromStr for &'static Game {
    type Err = UnknownGame;

    fn from_str(name: &str) -> Result<Self, UnknownGame> {
        find(name).ok_or_else(|| UnknownGame::among(name, names().into_iter()))
    }
}

#[cfg(test)]
mod tests;
