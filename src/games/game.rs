//! A game: its names, its values, and everything that is needed to play it.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use toml::Value;

use super::FOLDERS;
use super::about::About;
use super::lessons::Lesson;
use super::start::Start;
use super::values::Values;
use crate::board::{Color, Setup};
use crate::eval::{Network, Weights};
use crate::rules::Form;
use crate::search::{LevelCurve, Options, Params, Strength};

/// The lowest and the highest Elo rating that a user can set. In every game, full strength has the
/// highest rating, and the other ratings are relative to it. So ratings of different games cannot
/// be compared.
pub const ELO: (i64, i64) = (300, 2500);

/// What "home" means.
pub const HOME_WORDS: &str =
    "A piece is home where a piece of its kind and colour starts in chess.";

/// A game: its rules, its start, and everything that is needed to play it. Games live as long as
/// the program, so they are passed as `&'static Game`.
///
/// Two games are equal if they have the same rules and the same start. Their names may differ.
#[derive(Clone)]
pub struct Game {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) summary: String,
    pub(super) values: Values,
    pub(super) start: Start,
    pub(super) levels: LevelCurve,
    pub(super) elo_per_level: f32,
    pub(super) contempt: i32,
    pub(super) expected_turns: u32,
    pub(super) weights: Arc<Weights>,
    pub(super) network: Option<Arc<Network>>,
    pub(super) params: Params,
    pub(super) rules_text: Arc<str>,
    /// The game to which the weights were fitted.
    pub(super) fitted: Fitted,
    pub(super) notes: Vec<String>,
    /// The file of a user's game.
    pub(super) path: Option<PathBuf>,
    pub(super) lessons: Arc<[Lesson]>,
    pub(super) about: About,
    /// The number of games that were added before this one.
    pub(super) index: usize,
    /// The index of the first game that is equal to this one.
    pub(super) first_index: usize,
}

/// The game to which weights were fitted.
#[derive(Clone, Debug)]
pub(super) struct Fitted {
    pub(super) name: String,
    pub(super) values: Values,
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

    /// Whether the game comes with the program.
    #[must_use]
    pub fn is_built_in(&self) -> bool {
        self.index < FOLDERS.len()
    }

    /// The file of a user's game, as an absolute path; `None` for a game that was not read from a
    /// file.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Notes for the author of the game: switches that have no effect, and a start position in
    /// which the game is over.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Whether the levels have ratings. A user's game has ratings only if it has weights of its own
    /// that are not all zero. With other weights the engine may play the game badly.
    #[must_use]
    pub fn has_ratings(&self) -> bool {
        self.is_built_in() || (self.has_own_weights() && *self.weights != Weights::ZERO)
    }

    /// The name of the game to which the weights were fitted: this game, or the game from which
    /// this game takes its weights.
    #[must_use]
    pub fn weights_name(&self) -> &str {
        &self.fitted.name
    }

    /// Whether the weights were fitted to this game.
    #[must_use]
    pub fn has_own_weights(&self) -> bool {
        self.fitted.name == self.name
    }

    /// Whether this game and the game to which its weights were fitted differ in at least one of
    /// these switches. If `value` is given, a switch counts as different only if exactly one of the
    /// two games has this value.
    #[must_use]
    pub fn weights_differ_in(&self, switches: &[&str], value: Option<&str>) -> bool {
        let (own, fitted) = (self.values.table(), self.fitted.values.table());
        switches.iter().any(|&switch| {
            let (own, fitted) = (own.get(switch), fitted.get(switch));
            let has = |found: Option<&Value>| found.and_then(Value::as_str) == value;
            match value {
                None => own != fitted,
                Some(_) => has(own) != has(fitted),
            }
        })
    }

    /// The lessons that teach the rules of the game, in the order in which they are learned. A
    /// user's game has those lessons of its base (the game that its file names as `base`) that fit
    /// its own switches. Without a base, it has no lessons.
    #[must_use]
    pub fn lessons(&self) -> &[Lesson] {
        &self.lessons
    }

    /// The description of the game for a person who chooses a game.
    #[must_use]
    pub const fn about(&self) -> &About {
        &self.about
    }

    /// What "home" means, as a sentence, if the summary or the way to win uses the word.
    #[must_use]
    pub fn home_words(&self) -> Option<&'static str> {
        let uses_it = |text: &str| {
            text.split(|letter: char| !letter.is_alphabetic())
                .any(|word| word == "home")
        };
        (uses_it(&self.summary) || uses_it(&self.about.win)).then_some(HOME_WORDS)
    }

    /// What the fields of its positions may hold.
    #[must_use]
    pub fn form(&self) -> Form {
        self.values.form()
    }

    /// Whether the game is played backwards. If so, its turns in reverse order are an ordinary
    /// chess game (the forward game).
    #[must_use]
    pub fn is_reverse(&self) -> bool {
        self.form().reverse
    }

    /// The side that plays the first turn.
    #[must_use]
    pub fn first_side(&self) -> Color {
        self.values.common().first
    }

    /// The start position. `seed` matters only if the kings start on random squares: it selects one
    /// of the [`KING_PLACEMENTS`](super::KING_PLACEMENTS).
    #[must_use]
    pub fn start(&self, seed: u64) -> Setup {
        self.start.setup(seed, self.first_side())
    }

    /// Every start position. There are several only if a seed selects the start position.
    #[must_use]
    pub fn starts(&self) -> Vec<Setup> {
        self.start.all(self.first_side())
    }

    /// Whether `setup` is one of the game's start positions.
    #[must_use]
    pub fn is_start(&self, setup: &Setup) -> bool {
        self.start.is(setup, self.first_side())
    }

    /// Whether the players place the kings with their first turns.
    #[must_use]
    pub fn has_king_placement(&self) -> bool {
        self.start == Start::Placement
    }

    /// Whether a seed selects the start position.
    #[must_use]
    pub fn has_random_start(&self) -> bool {
        self.start == Start::RandomKings
    }

    /// The node limits and the evaluation errors of the levels below full strength.
    #[must_use]
    pub const fn levels(&self) -> &LevelCurve {
        &self.levels
    }

    /// Elo from one level to the next: the slope of a straight line through measured ratings.
    #[must_use]
    pub const fn elo_per_level(&self) -> f32 {
        self.elo_per_level
    }

    /// The level with this rating: a number from 0 to 20, perhaps with a fraction. A rating below
    /// that of level 0 gives 0.
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

    /// The expected number of turns of each player, for time management
    /// ([`expected_turns`](crate::eval::expected_turns)).
    #[must_use]
    pub const fn expected_turns(&self) -> u32 {
        self.expected_turns
    }

    /// The weights of the evaluation.
    #[must_use]
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The network of the evaluation; `None` if the game has no network.
    #[must_use]
    pub fn network(&self) -> Option<Arc<Network>> {
        self.network.clone()
    }

    /// The parameters of the search.
    #[must_use]
    pub const fn params(&self) -> &Params {
        &self.params
    }

    /// The search parameters as a text; `None` if they are the defaults.
    #[must_use]
    pub fn params_text(&self) -> Option<String> {
        (self.params != Params::default()).then(|| format!("{:?}", self.params))
    }

    /// Settings of a search with this game's weights, network, parameters, levels and expected
    /// turns; all else is [`Options::default`].
    #[must_use]
    pub fn search_options(&self) -> Options {
        Options {
            levels: self.levels.clone(),
            weights: self.weights().clone(),
            network: self.network(),
            params: self.params.clone(),
            expected_turns: self.expected_turns,
            ..Options::default()
        }
    }
}

/// The built-in game of the family of `values` that differs from `values` and `start` in the fewest
/// switches. Of several such games, the first in `known`. `None` if `known` has no built-in game of
/// the family.
pub(super) fn nearest(
    values: Values,
    start: Start,
    known: &[&'static Game],
) -> Option<&'static Game> {
    let table = values.table();
    let distance = |other: &Game| {
        let other_table = other.values.table();
        let differs = |(name, value): &(&String, &Value)| other_table.get(*name) != Some(*value);
        usize::from(start != other.start) + table.iter().filter(differs).count()
    };
    let built_in = known.iter().copied().filter(|game| game.is_built_in());
    built_in
        .filter(|game| game.values.family() == values.family())
        .min_by_key(|game| distance(game))
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
    /// The order in which games were added. A game that equals earlier ones is ordered as the first
    /// of them.
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        if self == other {
            std::cmp::Ordering::Equal
        } else {
            self.first_index.cmp(&other.first_index)
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
