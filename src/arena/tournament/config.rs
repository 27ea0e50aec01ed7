//! The file that describes an event, and the event that follows from it.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::limit::Limits;
use crate::arena::sprt::{Scale, Sprt, SprtError};
use crate::rules::Variant;
use crate::rules::variant::UnknownVariant;

/// What is to be played, as `reviver tournament` reads it from a file in TOML.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    /// What the event is called.
    #[serde(default = "default_name")]
    pub event: String,
    /// Who plays whom.
    #[serde(default)]
    pub format: Format,
    /// The games: a list of names, or `"all"`.
    pub variants: Variants,
    /// How many openings each pairing plays in each game.
    #[serde(default = "default_rounds")]
    pub rounds: u32,
    /// Seed of all chance.
    #[serde(default)]
    pub seed: u64,
    /// Games at a time.
    #[serde(default = "default_concurrency")]
    pub concurrency: usize,
    /// What bounds an engine that does not say otherwise.
    #[serde(default)]
    pub limits: Limits,
    /// Options for every engine.
    #[serde(default)]
    pub options: BTreeMap<String, OptionValue>,
    /// Where games start.
    #[serde(default)]
    pub openings: Openings,
    /// When the referee ends a game before the rules do.
    #[serde(default)]
    pub adjudication: Adjudication,
    /// A test that ends a match as soon as it is decided.
    pub sprt: Option<SprtConfig>,
    /// The engines.
    #[serde(default, rename = "engine")]
    pub engines: Vec<EngineConfig>,
}

fn default_name() -> String {
    "Tournament".to_owned()
}

const fn default_rounds() -> u32 {
    1
}

const fn default_concurrency() -> usize {
    1
}

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody plays everybody.
    #[default]
    RoundRobin,
    /// The first engine plays every other one.
    Gauntlet,
    /// Two engines play each other, until a test is decided if there is one.
    Match,
    /// Every engine plays itself: what is compared are the games.
    Balance,
}

/// Names of games.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Variants {
    /// One name, or `all`.
    One(String),
    /// Several names.
    Several(Vec<String>),
}

/// The value of an engine's option.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(untagged)]
pub enum OptionValue {
    /// A switch.
    Check(bool),
    /// A number.
    Spin(i64),
    /// A text.
    Text(String),
}

/// A command: a list of words, or one text that is split as a shell does.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum CommandLine {
    /// One text.
    Text(String),
    /// Words.
    Words(Vec<String>),
}

/// An engine in the file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct EngineConfig {
    /// What it is called.
    pub name: Option<String>,
    /// How it is started; this program itself where nothing is said.
    pub command: Option<CommandLine>,
    /// The language it speaks.
    pub protocol: Protocol,
    /// Its options, besides those for every engine.
    pub options: BTreeMap<String, OptionValue>,
    /// What bounds it, instead of what bounds the others.
    pub limits: Option<Limits>,
}

/// The languages that engines speak.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Protocol {
    /// The dialect of chess programs.
    #[default]
    Uci,
    /// The universal game interface.
    Ugi,
}

/// Where games start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Openings {
    /// From where they are taken.
    pub source: Source,
    /// Turns played at random before the game begins.
    pub plies: u32,
    /// A file of positions; `{variant}` in its name stands for the name of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// In which order positions of a file are taken.
    pub order: Order,
}

impl Default for Openings {
    fn default() -> Self {
        Self {
            source: Source::BuiltIn,
            plies: 4,
            file: None,
            order: Order::Shuffled,
        }
    }
}

/// From where the first positions are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// The openings that come with this program.
    BuiltIn,
    /// The start position of the game.
    Start,
    /// Some turns at random from there.
    Random,
    /// A file.
    File,
}

/// In which order positions are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// As they stand.
    Sequential,
    /// Mixed by the seed.
    Shuffled,
}

/// When the referee ends a game before the rules do. Nothing of it holds unless it is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Adjudication {
    /// A game of so many plies is a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// Both engines have long agreed who wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<WinRule>,
    /// Both engines have long agreed that nobody does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// An engine announces a forced win, and a search of so many nodes by the referee confirms it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proven_nodes: Option<u32>,
}

/// A win by score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WinRule {
    /// Centipawns that both engines must see, each from its side.
    pub score: u32,
    /// For so many turns of each, one after the other.
    pub turns: u32,
}

/// A draw by score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// Centipawns that neither engine may see more than.
    pub score: u32,
    /// For so many turns of each, one after the other.
    pub turns: u32,
    /// Not before so many plies.
    #[serde(default)]
    pub after: u32,
}

/// A test in the file.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprtConfig {
    /// The lower hypothesis.
    pub elo0: f64,
    /// The higher one.
    pub elo1: f64,
    /// How often to take the higher one for true where the lower one is.
    #[serde(default = "usual_error")]
    pub alpha: f64,
    /// How often to take the lower one for true where the higher one is.
    #[serde(default = "usual_error")]
    pub beta: f64,
    /// In which Elo they are stated.
    #[serde(default)]
    pub scale: EloScale,
}

const fn usual_error() -> f64 {
    0.05
}

/// In which Elo a test is stated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EloScale {
    /// Normalised Elo.
    #[default]
    Normalised,
    /// Logistic Elo.
    Logistic,
}

impl SprtConfig {
    /// The test.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the numbers.
    pub fn test(&self) -> Result<Sprt, SprtError> {
        let scale = match self.scale {
            EloScale::Normalised => Scale::Normalised,
            EloScale::Logistic => Scale::Logistic,
        };
        Sprt::new([self.elo0, self.elo1], [self.alpha, self.beta], scale)
    }
}

/// Why a file describes no event.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum ConfigError {
    /// It is not in form.
    #[error("{0}")]
    Form(String),
    /// A game is not known.
    #[error("variants: {0}")]
    Variant(#[from] UnknownVariant),
    /// There is no game.
    #[error("variants: name at least one game, or \"all\"")]
    NoVariant,
    /// Too few or too many engines.
    #[error("engine: this format takes {expected}, and there are {found}")]
    Engines {
        /// How many it takes.
        expected: &'static str,
        /// How many there are.
        found: usize,
    },
    /// Two engines of one name.
    #[error("engine: two are called '{0}'; give each a name of its own")]
    SameName(String),
    /// An engine without a bound.
    #[error("engine {0}: nothing bounds its turns; set time, movetime, nodes or depth in limits")]
    Unlimited(String),
    /// A bound of nothing.
    #[error("engine {0}: nodes, depth and movetime must be at least 1")]
    Nothing(String),
    /// A command that cannot be split.
    #[error("engine {0}: the command is empty, or a quote in it is not closed")]
    Command(String),
    /// A number out of its range.
    #[error("{0}")]
    Range(&'static str),
    /// A test that is none.
    #[error("sprt: {0}")]
    Sprt(#[from] SprtError),
    /// A test where there is no match.
    #[error("sprt: a test needs format = \"match\", with two engines")]
    NoMatch,
}

/// The name of a game, in files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct GameName(pub Variant);

impl TryFrom<String> for GameName {
    type Error = UnknownVariant;

    fn try_from(name: String) -> Result<Self, UnknownVariant> {
        name.parse().map(Self)
    }
}

impl From<GameName> for String {
    fn from(name: GameName) -> String {
        name.0.name().to_owned()
    }
}

/// An engine of an event.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct EngineSpec {
    /// What it is called.
    pub name: String,
    /// How it is started; `None` for this program itself.
    pub command: Option<Vec<String>>,
    /// The language it speaks.
    pub protocol: Protocol,
    /// Its options as text.
    pub options: BTreeMap<String, String>,
    /// What bounds it.
    pub limits: Limits,
}

/// An event: all that its games follow from, and nothing else.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Event {
    /// What it is called.
    pub name: String,
    /// Who plays whom.
    pub format: Format,
    /// The games.
    pub variants: Vec<GameName>,
    /// Openings for each pairing in each game.
    pub rounds: u32,
    /// Seed of all chance.
    pub seed: u64,
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// Where games start.
    pub openings: Openings,
    /// A digest of the files with the first positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<String>,
    /// When the referee ends a game.
    pub adjudication: Adjudication,
    /// The test that ends the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtConfig>,
}

impl Config {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// Names the place and what is wrong there.
    pub fn parse(text: &str) -> Result<Self, ConfigError> {
        toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(0, |span| {
                let before = text.get(..span.start).unwrap_or_default();
                before.matches('\n').count() + 1
            });
            let what = error.message().lines().collect::<Vec<_>>().join(" ");
            ConfigError::Form(format!("line {line}: {what}"))
        })
    }

    /// The event that it describes. The digest of opening files is filled in by whoever reads them.
    ///
    /// # Errors
    ///
    /// Names what does not fit together.
    pub fn event(&self) -> Result<Event, ConfigError> {
        let event = Event {
            name: self.event.clone(),
            format: self.format,
            variants: self.variants.resolve()?,
            rounds: self.rounds,
            seed: self.seed,
            engines: self.resolve_engines()?,
            openings: self.openings.clone(),
            positions: None,
            adjudication: self.adjudication,
            sprt: self.sprt,
        };
        event.validate()?;
        if !(1..=1024).contains(&self.concurrency) {
            return Err(ConfigError::Range("concurrency is 1 to 1024"));
        }
        Ok(event)
    }

    fn resolve_engines(&self) -> Result<Vec<EngineSpec>, ConfigError> {
        let mut engines: Vec<EngineSpec> = Vec::with_capacity(self.engines.len());
        for engine in &self.engines {
            let command = match &engine.command {
                None => None,
                Some(line) => Some(line.words().ok_or_else(|| {
                    ConfigError::Command(engine.name.clone().unwrap_or_default())
                })?),
            };
            let name = match (&engine.name, &command) {
                (Some(name), _) => name.clone(),
                (None, Some(words)) => base_name(words),
                (None, None) => "Reviver".to_owned(),
            };
            let options = self.options.iter().chain(&engine.options);
            engines.push(EngineSpec {
                name,
                command,
                protocol: engine.protocol,
                options: options
                    .map(|(name, value)| (name.clone(), value.to_string()))
                    .collect(),
                limits: engine.limits.unwrap_or(self.limits),
            });
        }
        Ok(engines)
    }
}

/// What an engine is called that has no name: its program, without the folder.
fn base_name(words: &[String]) -> String {
    let program = words.first().map_or("", String::as_str);
    let name = std::path::Path::new(program).file_stem();
    name.map_or_else(
        || program.to_owned(),
        |name| name.to_string_lossy().into_owned(),
    )
}

impl Variants {
    fn resolve(&self) -> Result<Vec<GameName>, ConfigError> {
        let names: Vec<&str> = match self {
            Variants::One(name) if name == "all" => {
                return Ok(Variant::ALL.map(GameName).to_vec());
            }
            Variants::One(name) => vec![name],
            Variants::Several(names) => names.iter().map(String::as_str).collect(),
        };
        let mut variants = Vec::new();
        for name in names {
            let variant = GameName(name.parse()?);
            if !variants.contains(&variant) {
                variants.push(variant);
            }
        }
        if variants.is_empty() {
            return Err(ConfigError::NoVariant);
        }
        Ok(variants)
    }
}

impl CommandLine {
    fn words(&self) -> Option<Vec<String>> {
        let words = match self {
            CommandLine::Text(text) => shlex::split(text)?,
            CommandLine::Words(words) => words.clone(),
        };
        words
            .first()
            .is_some_and(|word| !word.is_empty())
            .then_some(words)
    }
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Check(on) => on.fmt(f),
            OptionValue::Spin(number) => number.fmt(f),
            OptionValue::Text(text) => f.write_str(text),
        }
    }
}

impl Event {
    fn validate(&self) -> Result<(), ConfigError> {
        let found = self.engines.len();
        let (fits, expected) = match self.format {
            Format::RoundRobin | Format::Gauntlet => (found >= 2, "at least two engines"),
            Format::Match => (found == 2, "two engines"),
            Format::Balance => (found >= 1, "at least one engine"),
        };
        if !fits {
            return Err(ConfigError::Engines { expected, found });
        }
        for (index, engine) in self.engines.iter().enumerate() {
            let name = &engine.name;
            if self
                .engines
                .iter()
                .take(index)
                .any(|other| other.name == *name)
            {
                return Err(ConfigError::SameName(name.clone()));
            }
            let limits = &engine.limits;
            if !limits.bound_a_turn() {
                return Err(ConfigError::Unlimited(name.clone()));
            }
            let movetime = limits.movetime.is_some_and(|span| span.0.is_zero());
            if limits.nodes == Some(0) || limits.depth == Some(0) || movetime {
                return Err(ConfigError::Nothing(name.clone()));
            }
        }
        if !(1..=1_000_000).contains(&self.rounds) {
            return Err(ConfigError::Range("rounds is 1 to 1000000"));
        }
        if self.openings.plies > 60 {
            return Err(ConfigError::Range("openings: plies is at most 60"));
        }
        match &self.sprt {
            Some(_) if self.format != Format::Match => Err(ConfigError::NoMatch),
            Some(sprt) => Ok(sprt.test().map(|_| ())?),
            None => Ok(()),
        }
    }

    /// Whether the same games are played whenever the event is.
    #[must_use]
    pub fn is_reproducible(&self) -> bool {
        self.engines
            .iter()
            .all(|engine| engine.limits.is_reproducible())
    }

    /// A digest of everything that the games follow from.
    #[must_use]
    pub fn hash(&self) -> String {
        // Maps are sorted and there are no floating keys, so this text is one and the same always.
        let text = serde_json::to_string(self).unwrap_or_default();
        digest(text.as_bytes())
    }
}

/// A digest in hexadecimal.
#[must_use]
pub(super) fn digest(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest
        .iter()
        .take(16)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
