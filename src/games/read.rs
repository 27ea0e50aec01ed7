//! The reader of game files, the built-in ones included.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use thiserror::Error;
use toml::{Spanned, Value};

use super::family::{FamilyVisitor, Values};
use super::start::Start;
use super::{Game, UnknownGame};
use crate::board::Color;
use crate::eval::Network;
use crate::eval::network::NetworkError;
use crate::eval::weights_text::{self, WeightsError};
use crate::notation::{NativeWords, PositionError, position};
use crate::rules::explain::side_name;
use crate::rules::switches::Kings;
use crate::rules::{Rules, Switches};
use crate::search::{LevelCurve, LevelCurveError, Options};

/// Why a text is no game, with its place.
#[derive(Clone, PartialEq, Debug, Error)]
#[error("line {line}: {problem}")]
pub struct GameError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: GameProblem,
}

/// Why a text is no game.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum GameProblem {
    /// It is not of the form of a game file.
    #[error("{0}")]
    Form(String),
    /// The name cannot be written in commands and files.
    #[error("name: '{0}' must begin with a letter and hold only small letters, digits and hyphens")]
    Name(String),
    /// Another game has the name.
    #[error("name: another game is called '{0}'; choose a name that is not taken")]
    Taken(String),
    /// The game has neither a base nor a family of rules, or both.
    #[error("a game names its base, as in base = \"unplay\", or else its rules")]
    Base,
    /// The base is no game.
    #[error("base: {0}")]
    UnknownBase(UnknownGame),
    /// There is no such family of rules.
    #[error("rules: there is no family '{found}', only {known}")]
    Family {
        /// What was found.
        found: String,
        /// The families.
        known: String,
    },
    /// The game has no base from which a value could come.
    #[error("{0} is missing, and there is no base to take it from")]
    Missing(&'static str),
    /// The family has no such switch.
    #[error("switches: games of the family {family} have no switch '{found}', only {known}")]
    Switch {
        /// The family.
        family: &'static str,
        /// What was found.
        found: String,
        /// The switches of the family.
        known: String,
    },
    /// A switch does not take this value.
    #[error("{switch}: {problem}")]
    Value {
        /// The switch.
        switch: String,
        /// What is wrong and what would be right.
        problem: String,
    },
    /// The values make no game together.
    #[error("{0}")]
    Combination(String),
    /// The start is no position of the game.
    #[error("start: {0}")]
    Start(#[from] PositionError),
    /// A game that is not played backwards starts at a position.
    #[error("start: '{0}' is for games that are played backwards; give a position")]
    KingsStart(String),
    /// The position of the start has another side to play than `first`.
    #[error("first: {} is to play in the start position; leave first out", side_name(*.found))]
    First {
        /// The side to play.
        found: Color,
    },
    /// A file that is named is not there.
    #[error("{0}: there is no such file")]
    File(String),
    /// The weights cannot be read.
    #[error("weights: {0}")]
    Weights(#[from] WeightsError),
    /// The network cannot be read.
    #[error("network: {0}")]
    Network(#[from] NetworkError),
    /// The levels are no curve.
    #[error("levels: {0}")]
    Levels(#[from] LevelCurveError),
    /// A number is out of range.
    #[error("{name}: {expected}")]
    Number {
        /// What the number is.
        name: &'static str,
        /// What would be right.
        expected: &'static str,
    },
}

impl GameError {
    /// That the name is taken.
    pub(super) fn taken(text: &str, name: &str) -> Self {
        let line = text
            .lines()
            .position(|line| line.trim_start().starts_with("name"))
            .map_or(1, |index| index + 1);
        Self {
            line,
            problem: GameProblem::Taken(name.to_owned()),
        }
    }
}

/// A game file.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct File {
    name: Spanned<String>,
    title: Option<String>,
    summary: Option<String>,
    rules: Option<Spanned<String>>,
    base: Option<Spanned<String>>,
    weights: Option<Spanned<String>>,
    network: Option<Spanned<String>>,
    elo_per_level: Option<Spanned<f32>>,
    contempt: Option<Spanned<i32>>,
    #[serde(default)]
    switches: BTreeMap<Spanned<String>, Spanned<Value>>,
    levels: Option<Spanned<Levels>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Levels {
    log2_nodes: Vec<f32>,
    first_error: f32,
}

/// Switches in the order of the file, each with the place where it stands.
type Given = Vec<(usize, String, Value)>;

/// Turns places in a text into lines.
struct Reader<'a> {
    text: &'a str,
    file: &'a dyn Fn(&str) -> Option<Vec<u8>>,
}

/// Reads a game. `file` gives the contents of the files that the text names, `known` are the games
/// that can be a base.
pub(super) fn game(
    text: &str,
    file: &dyn Fn(&str) -> Option<Vec<u8>>,
    known: &[&'static Game],
) -> Result<Game, GameError> {
    let reader = Reader { text, file };
    let parsed: File = toml::from_str(text).map_err(|error| {
        let message = error.message().lines().collect::<Vec<_>>().join(" ");
        let at = error.span().map_or(0, |span| span.start);
        reader.error(at, GameProblem::Form(message))
    })?;
    reader.game(parsed, known)
}

impl Reader<'_> {
    fn error(&self, at: usize, problem: impl Into<GameProblem>) -> GameError {
        let before = self.text.get(..at).unwrap_or(self.text);
        GameError {
            line: 1 + before.matches('\n').count(),
            problem: problem.into(),
        }
    }

    fn game(&self, file: File, known: &[&'static Game]) -> Result<Game, GameError> {
        let name = file.name.get_ref().clone();
        let at_name = file.name.span().start;
        let missing = |what| self.error(at_name, GameProblem::Missing(what));
        if !is_name(&name) {
            return Err(self.error(at_name, GameProblem::Name(name)));
        }
        let base = match &file.base {
            Some(base) => Some(self.base(base, known)?),
            None => None,
        };
        let values = match (base, &file.rules) {
            (Some(base), None) => base.values,
            (None, Some(rules)) => self.family(rules)?,
            _ => return Err(self.error(at_name, GameProblem::Base)),
        };
        let (values, start) = self.switches(values, base.map(|base| base.start), &file)?;
        let levels = match &file.levels {
            Some(levels) => {
                let numbers = levels.get_ref();
                LevelCurve::new(&numbers.log2_nodes, numbers.first_error)
                    .map_err(|error| self.error(levels.span().start, error))?
            }
            None => base.ok_or_else(|| missing("levels"))?.levels.clone(),
        };
        let elo_per_level = match &file.elo_per_level {
            Some(elo) => self.number(
                ("elo-per-level", "it is a number from 1 to 1000"),
                elo,
                |elo| (1.0..=1000.0).contains(elo),
            )?,
            None => base.ok_or_else(|| missing("elo-per-level"))?.elo_per_level,
        };
        let contempt = match &file.contempt {
            Some(contempt) => self.number(
                ("contempt", "it is a whole number from -500 to 500"),
                contempt,
                |contempt| Options::CONTEMPT_RANGE.contains(contempt),
            )?,
            None => base.ok_or_else(|| missing("contempt"))?.contempt,
        };
        let weights = match &file.weights {
            Some(path) => Arc::new(self.weights(path)?),
            None => base.ok_or_else(|| missing("weights"))?.weights.clone(),
        };
        // A network is trained beside its weights, so that other weights make it useless.
        let network = match (&file.network, &file.weights) {
            (Some(path), _) => Some(Arc::new(self.network(path)?)),
            (None, Some(_)) => None,
            (None, None) => base.and_then(|base| base.network.clone()),
        };
        let rules_text = match ((self.file)("rules.md"), base) {
            (Some(text), _) => String::from_utf8_lossy(&text).into(),
            (None, Some(base)) => base.rules_text.clone(),
            (None, None) => "".into(),
        };
        Ok(Game {
            title: file.title.unwrap_or_else(|| name.clone()),
            summary: match (file.summary, base) {
                (Some(summary), _) => summary,
                (None, Some(base)) => format!("{} with other switches", base.name),
                (None, None) => return Err(missing("summary")),
            },
            name,
            values,
            start,
            levels,
            elo_per_level,
            contempt,
            weights,
            network,
            rules_text,
            index: known.len(),
        })
    }

    fn base(
        &self,
        base: &Spanned<String>,
        known: &[&'static Game],
    ) -> Result<&'static Game, GameError> {
        let name = base.get_ref();
        let found = known
            .iter()
            .find(|game| game.name.eq_ignore_ascii_case(name));
        found.copied().ok_or_else(|| {
            let names = known.iter().map(|game| game.name());
            let problem = GameProblem::UnknownBase(UnknownGame::among(name, names));
            self.error(base.span().start, problem)
        })
    }

    fn family(&self, rules: &Spanned<String>) -> Result<Values, GameError> {
        let bases = Values::bases();
        let found = bases
            .into_iter()
            .find(|values| values.family() == rules.get_ref());
        found.ok_or_else(|| {
            let problem = GameProblem::Family {
                found: rules.get_ref().clone(),
                known: bases.map(Values::family).join(", "),
            };
            self.error(rules.span().start, problem)
        })
    }

    /// The values of a base (or of a family, which has no start) with the switches of a file.
    fn switches(
        &self,
        values: Values,
        start: Option<Start>,
        file: &File,
    ) -> Result<(Values, Start), GameError> {
        let mut given: Given = file
            .switches
            .iter()
            .map(|(name, value)| {
                (
                    name.span().start,
                    name.get_ref().clone(),
                    value.get_ref().clone(),
                )
            })
            .collect();
        given.sort_by_key(|(at, ..)| *at);
        values.visit(ReadSwitches {
            reader: self,
            given,
            start,
            at_name: file.name.span().start,
        })
    }

    fn number<T: Copy>(
        &self,
        (name, expected): (&'static str, &'static str),
        number: &Spanned<T>,
        fits: impl Fn(&T) -> bool,
    ) -> Result<T, GameError> {
        if fits(number.get_ref()) {
            Ok(*number.get_ref())
        } else {
            let problem = GameProblem::Number { name, expected };
            Err(self.error(number.span().start, problem))
        }
    }

    fn contents(&self, path: &Spanned<String>) -> Result<Vec<u8>, GameError> {
        let name = path.get_ref();
        (self.file)(name)
            .ok_or_else(|| self.error(path.span().start, GameProblem::File(name.clone())))
    }

    fn weights(&self, path: &Spanned<String>) -> Result<crate::eval::Weights, GameError> {
        let contents = self.contents(path)?;
        weights_text::read(&String::from_utf8_lossy(&contents))
            .map_err(|error| self.error(path.span().start, error))
    }

    fn network(&self, path: &Spanned<String>) -> Result<Network, GameError> {
        Network::from_bytes(&self.contents(path)?)
            .map_err(|error| self.error(path.span().start, error))
    }
}

/// Whether a name can be written in commands and files.
fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

/// Reads the switches of a file onto those of a base.
struct ReadSwitches<'a> {
    reader: &'a Reader<'a>,
    given: Given,
    /// The start of the base.
    start: Option<Start>,
    at_name: usize,
}

impl FamilyVisitor for ReadSwitches<'_> {
    type Output = Result<(Values, Start), GameError>;

    fn visit<R: Rules + NativeWords>(
        self,
        mut switches: R::Switches,
        wrap: fn(R::Switches) -> Values,
    ) -> Self::Output {
        let mut start = self.start;
        let mut start_at = self.at_name;
        let mut first_at = None;
        for (at, name, value) in &self.given {
            let error = |problem| self.reader.error(*at, problem);
            if name == "start" {
                start_at = *at;
                start = read_start::<R>(value, start).map_err(error)?;
            } else {
                set(&mut switches, name, value).map_err(error)?;
            }
            if name == "first" {
                first_at = Some(*at);
            }
        }
        let error = |at, problem| self.reader.error(at, problem);
        let Some(start) = start else {
            return Err(error(self.at_name, GameProblem::Missing("start")));
        };
        if let Start::Position(setup) = start {
            if let Some(at) = first_at.filter(|_| switches.common().first != setup.side) {
                let found = setup.side;
                return Err(error(at, GameProblem::First { found }));
            }
            switches.common_mut().first = setup.side;
        }
        switches.common_mut().kings = match start {
            Start::Placement => Kings::PlacedByPlayers,
            Start::Position(_) | Start::RandomKings => Kings::OnBoard,
        };
        switches.check().map_err(|problem| {
            let at = self.given.first().map_or(self.at_name, |(at, ..)| *at);
            error(at, GameProblem::Combination(problem))
        })?;
        for setup in start.all(switches.common().first) {
            R::from_setup(&switches, setup).map_err(|refusal| {
                error(start_at, GameProblem::Start(PositionError::from(refusal)))
            })?;
        }
        Ok((wrap(switches), start))
    }
}

/// The start that a file gives; `base` is that of its base.
fn read_start<R: Rules>(value: &Value, base: Option<Start>) -> Result<Option<Start>, GameProblem> {
    let Value::String(text) = value else {
        return Err(GameProblem::Value {
            switch: "start".to_owned(),
            problem: "it is a text: a position, base, random-kings or placement".to_owned(),
        });
    };
    Ok(Some(match text.as_str() {
        "base" => return Ok(base),
        "random-kings" | "placement" if !R::FORM.reverse => {
            return Err(GameProblem::KingsStart(text.clone()));
        }
        "random-kings" => Start::RandomKings,
        "placement" => Start::Placement,
        position => Start::Position(position::parse(R::FORM, position)?),
    }))
}

/// Sets a switch by its name.
fn set<S: Switches>(switches: &mut S, name: &str, value: &Value) -> Result<(), GameProblem> {
    let wrong = |problem: String| GameProblem::Value {
        switch: name.to_owned(),
        problem,
    };
    let mut table = toml::Table::try_from(*switches).map_err(|error| wrong(error.to_string()))?;
    if !table.contains_key(name) {
        let known: Vec<&str> = ["start"]
            .into_iter()
            .chain(table.keys().map(String::as_str))
            .collect();
        return Err(GameProblem::Switch {
            family: S::FAMILY,
            found: name.to_owned(),
            known: known.join(", "),
        });
    }
    table.insert(name.to_owned(), value.clone());
    let kings = switches.common().kings;
    *switches = S::deserialize(table).map_err(|error| {
        let message = error.message().replace("unknown variant", "unknown value");
        wrong(message.lines().collect::<Vec<_>>().join(" "))
    })?;
    switches.common_mut().kings = kings;
    Ok(())
}
