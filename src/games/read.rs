//! Reads the game files of users and of the built-in games. The module `read_about` reads a game's
//! texts for people: title, summary, rules and description.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use toml::{Spanned, Table, Value};

use super::FOLDERS;
use super::error::{GameError, GameProblem, form};
use super::fitting::fitting_lessons;
use super::game::{Fitted, Game};
use super::lessons::{self, Lesson};
use super::read_switches::{AppliedSwitches, GivenSwitch, ReadSwitches};
use super::rules_text;
use super::start::Start;
use super::values::Values;
use crate::board::key;
use crate::eval::{DEFAULT_EXPECTED_TURNS, Network, Weights, weights_text};
use crate::rules::switches::Salt;
use crate::search::{LevelCurve, Options, ParamChanges, Params};

/// A game file.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct File {
    pub(super) name: Spanned<String>,
    pub(super) title: Option<Spanned<String>>,
    pub(super) summary: Option<Spanned<String>>,
    pub(super) win: Option<Spanned<String>>,
    pub(super) good_for: Option<Spanned<String>>,
    pub(super) warning: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) recommended: bool,
    pub(super) first_turns: Option<Vec<Spanned<String>>>,
    pub(super) sample: Option<Spanned<String>>,
    rules: Option<Spanned<String>>,
    base: Option<Spanned<String>>,
    weights: Option<Spanned<String>>,
    network: Option<Spanned<String>>,
    /// The number of the salt of a built-in game. The salt is XORed with the keys of the game's
    /// positions. The number must never change, because files of users contain such keys. A new
    /// game needs no number.
    key_salt: Option<Spanned<u8>>,
    elo_per_level: Option<Spanned<f32>>,
    contempt: Option<Spanned<i32>>,
    expected_turns: Option<Spanned<u32>>,
    #[serde(default)]
    switches: BTreeMap<Spanned<String>, Spanned<Value>>,
    levels: Option<Spanned<Levels>>,
    /// Search parameters that differ from those of the base.
    #[serde(default)]
    search: BTreeMap<Spanned<String>, Spanned<i32>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Levels {
    log2_nodes: Vec<f32>,
    first_error: f32,
}

impl File {
    /// Whether a game file may have this key above its tables.
    fn has_key(name: &str) -> bool {
        let table = Table::from_iter([(name.to_owned(), Value::Boolean(true))]);
        File::deserialize(table).is_err_and(|error| !error.message().starts_with("unknown field "))
    }
}

/// The maximum length of a name, in characters.
const MAX_NAME_LENGTH: usize = 32;

/// Reads a game. `contents` takes the name of a file in the folder of the game and returns the
/// contents of the file. `known` are the games that can be a base.
pub(super) fn game(
    text: &str,
    contents: &dyn Fn(&str) -> Option<Vec<u8>>,
    known: &[&'static Game],
) -> Result<Game, GameError> {
    let file: File = toml::from_str(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        let problem = form(text, at, error.message(), &rules_text::switches());
        GameError::at(text, at, GameProblem::Form(problem))
    })?;
    let mut reader = Reader {
        text,
        contents,
        file: &file,
        known,
        base: None,
    };
    if !is_name(file.name.get_ref()) {
        return Err(reader.error(reader.at_name(), GameProblem::Name));
    }
    reader.base = match &file.base {
        Some(base) => Some(reader.find_base(base)?),
        None => None,
    };
    reader.game()
}

/// Makes a game from a game file and the base of the game. Errors have line numbers.
pub(super) struct Reader<'a> {
    text: &'a str,
    pub(super) contents: &'a dyn Fn(&str) -> Option<Vec<u8>>,
    pub(super) file: &'a File,
    /// The games that can be a base.
    pub(super) known: &'a [&'static Game],
    pub(super) base: Option<&'static Game>,
}

impl Reader<'_> {
    pub(super) fn error(&self, at: usize, problem: impl Into<GameProblem>) -> GameError {
        GameError::at(self.text, at, problem)
    }

    /// The byte offset of the game's name in the file. Errors without a better place are reported
    /// there.
    fn at_name(&self) -> usize {
        self.file.name.span().start
    }

    /// The base, which gives the value of a missing key. If there is no base, the error says that
    /// the key `what` is missing.
    pub(super) fn base_with(&self, what: &'static str) -> Result<&'static Game, GameError> {
        self.base
            .ok_or_else(|| self.error(self.at_name(), GameProblem::Missing(what)))
    }

    fn game(&self) -> Result<Game, GameError> {
        let AppliedSwitches {
            values,
            start,
            notes,
        } = self.switches()?;
        let levels = self.levels()?;
        let elo_per_level = self.elo_per_level()?;
        let contempt = self.contempt()?;
        let expected_turns = self.expected_turns()?;
        let weights = self.weights()?;
        let network = self.network()?;
        let params = self.params()?;
        let title = self.title()?;
        let summary = self.summary()?;
        Ok(Game {
            about: self.about(values, start)?,
            rules_text: self.rules_text([&title, &summary], values, start).into(),
            title,
            summary,
            name: self.file.name.get_ref().clone(),
            values,
            start,
            levels,
            elo_per_level,
            contempt,
            expected_turns,
            weights,
            network,
            params,
            fitted: self.fitted(values),
            notes,
            path: None,
            lessons: self.lessons(values, start)?,
            index: self.known.len(),
            first_index: self.known.len(),
        })
    }

    fn levels(&self) -> Result<LevelCurve, GameError> {
        let Some(levels) = &self.file.levels else {
            return Ok(self.base_with("levels")?.levels.clone());
        };
        let numbers = levels.get_ref();
        LevelCurve::new(&numbers.log2_nodes, numbers.first_error)
            .map_err(|error| self.error(levels.span().start, error))
    }

    fn elo_per_level(&self) -> Result<f32, GameError> {
        let Some(elo) = &self.file.elo_per_level else {
            return Ok(self.base_with("elo-per-level")?.elo_per_level);
        };
        let problem = GameProblem::Number {
            name: "elo-per-level",
            expected: "expected a number from 1 to 1000",
        };
        self.number(elo, |elo| (1.0..=1000.0).contains(elo), problem)
    }

    fn contempt(&self) -> Result<i32, GameError> {
        let Some(contempt) = &self.file.contempt else {
            return Ok(self.base_with("contempt")?.contempt);
        };
        let problem = GameProblem::Number {
            name: "contempt",
            expected: "expected a whole number from -500 to 500",
        };
        let fits = |contempt: &i32| Options::CONTEMPT_RANGE.contains(contempt);
        self.number(contempt, fits, problem)
    }

    fn expected_turns(&self) -> Result<u32, GameError> {
        let Some(turns) = &self.file.expected_turns else {
            let of_base = self.base.map(|base| base.expected_turns);
            return Ok(of_base.unwrap_or(DEFAULT_EXPECTED_TURNS));
        };
        let problem = GameProblem::Number {
            name: "expected-turns",
            expected: "expected a whole number from 1 to 1000",
        };
        self.number(turns, |turns| (1..=1000).contains(turns), problem)
    }

    fn weights(&self) -> Result<Arc<Weights>, GameError> {
        let Some(path) = &self.file.weights else {
            return Ok(self.base_with("weights")?.weights.clone());
        };
        let contents = self.contents(path, "weights")?;
        weights_text::read(&String::from_utf8_lossy(&contents))
            .map(Arc::new)
            .map_err(|error| self.error(path.span().start, error))
    }

    /// The network that the file names. If the file names neither a network nor weights, the
    /// network of the base. If the file names weights but no network, `None`: the network of the
    /// base is useless with other weights.
    fn network(&self) -> Result<Option<Arc<Network>>, GameError> {
        let path = match (&self.file.network, &self.file.weights) {
            (Some(path), _) => path,
            (None, Some(_)) => return Ok(None),
            (None, None) => return Ok(self.base.and_then(|base| base.network.clone())),
        };
        Network::from_bytes(&self.contents(path, "network")?)
            .map(|network| Some(Arc::new(network)))
            .map_err(|error| self.error(path.span().start, error))
    }

    /// The search parameters: those of the base, changed by the values of the file. Without a base,
    /// the defaults are changed.
    fn params(&self) -> Result<Params, GameError> {
        let mut changes = ParamChanges::default();
        for (name, value) in &self.file.search {
            changes
                .set(name.get_ref(), *value.get_ref())
                .map_err(|error| self.error(name.span().start, error))?;
        }
        let of_base = self.base.map(|base| &base.params);
        Ok(of_base.unwrap_or(&Params::default()).with(&changes))
    }

    /// The game to which the weights were fitted.
    fn fitted(&self, values: Values) -> Fitted {
        match self.base.filter(|_| self.file.weights.is_none()) {
            Some(base) => base.fitted.clone(),
            None => Fitted {
                name: self.file.name.get_ref().clone(),
                values,
            },
        }
    }

    /// The lessons of the game's folder. If there are none, the lessons of the base that are also
    /// true in this game.
    fn lessons(&self, values: Values, start: Start) -> Result<Arc<[Lesson]>, GameError> {
        let of_base = self.base.map_or(&[][..], Game::lessons);
        match (self.contents)("lessons.toml") {
            Some(text) => lessons::read(&String::from_utf8_lossy(&text), of_base)
                .map(Arc::from)
                .map_err(|error| self.error(self.at_name(), error)),
            None => {
                let of_base = self.base.map(|base| fitting_lessons(values, start, base));
                Ok(of_base.unwrap_or_default())
            }
        }
    }

    fn find_base(&self, base: &Spanned<String>) -> Result<&'static Game, GameError> {
        let name = base.get_ref();
        let mut known = self.known.iter();
        let found = known.find(|game| game.name.eq_ignore_ascii_case(name));
        found.copied().ok_or_else(|| {
            let names: Vec<&str> = self.known.iter().map(|game| game.name()).collect();
            let known = names.join(", ");
            self.error(base.span().start, GameProblem::UnknownBase { known })
        })
    }

    fn family(&self, rules: &Spanned<String>) -> Result<Values, GameError> {
        let bases = Values::bases();
        let found = bases
            .into_iter()
            .find(|values| values.family() == rules.get_ref());
        found.ok_or_else(|| {
            let problem = GameProblem::Family {
                known: bases.map(Values::family).join(", "),
            };
            self.error(rules.span().start, problem)
        })
    }

    /// The switches and the start: those of the base, changed by the switches of the file. Without
    /// a base, the switches of the file are applied to the family's `Switches::BASE`, and the file
    /// must give the start.
    fn switches(&self) -> Result<AppliedSwitches, GameError> {
        let values = match (self.base, &self.file.rules) {
            (Some(base), None) => base.values,
            (None, Some(rules)) => self.family(rules)?,
            _ => return Err(self.error(self.at_name(), GameProblem::Base)),
        };
        let switches = self.file.switches.iter();
        let mut given: Vec<GivenSwitch> = switches
            .map(|(name, value)| GivenSwitch {
                at: name.span().start,
                name: name.get_ref().clone(),
                value: value.get_ref().clone(),
            })
            .collect();
        given.sort_by_key(|switch| switch.at);
        if let Some(switch) = given.iter().find(|switch| File::has_key(&switch.name)) {
            let problem = GameProblem::Misplaced(switch.name.clone());
            return Err(self.error(switch.at, problem));
        }
        let applied = values.visit(ReadSwitches {
            text: self.text,
            given,
            start: self.base.map(|base| base.start),
            at_name: self.at_name(),
        })?;
        let salt = self.salt(applied.values)?;
        Ok(AppliedSwitches {
            values: applied.values.with_salt(salt),
            ..applied
        })
    }

    /// The salt of the keys of positions. The file of a built-in game can give it: `key-salt`. A
    /// game without this key has the salt of a built-in game with equal switches; the switches
    /// `first` and `start` may differ. If there is no such game, the salt is a hash of the
    /// switches.
    fn salt(&self, values: Values) -> Result<Salt, GameError> {
        if let Some(number) = &self.file.key_salt {
            let is_built_in = self.known.len() < FOLDERS.len();
            let fits = |number: &u8| is_built_in && usize::from(*number) < key::SALTS;
            let problem = GameProblem::Number {
                name: "key-salt",
                expected: "only built-in games have this key; delete the line",
            };
            return self.number(number, fits, problem).map(Salt::Number);
        }
        let mut built_in = self.known.iter().filter(|game| game.is_built_in());
        let alike = built_in.find(|game| game.values.play_like(values));
        Ok(alike.map_or(Salt::OfValues, |game| game.values.common().salt))
    }

    /// A number of the file if `fits` accepts it, otherwise an error with `problem`.
    fn number<T: Copy>(
        &self,
        number: &Spanned<T>,
        fits: impl Fn(&T) -> bool,
        problem: GameProblem,
    ) -> Result<T, GameError> {
        if fits(number.get_ref()) {
            Ok(*number.get_ref())
        } else {
            Err(self.error(number.span().start, problem))
        }
    }

    /// The contents of the file with the name `path` in the folder of the game file. `what` is the
    /// key that gives this name.
    fn contents(&self, path: &Spanned<String>, what: &'static str) -> Result<Vec<u8>, GameError> {
        let name = path.get_ref();
        (self.contents)(name).ok_or_else(|| self.error(path.span().start, GameProblem::File(what)))
    }
}

/// Whether a name can be written in commands and files.
fn is_name(name: &str) -> bool {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    (1..=MAX_NAME_LENGTH).contains(&name.len())
        && name.chars().all(fits)
        && !name.starts_with('-')
        && name != "all"
        && !is_number(name)
}

/// Whether a name has only digits. In commands such a name would be mistaken for a number, such as
/// a depth.
pub(super) fn is_number(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_digit())
}
