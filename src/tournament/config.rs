//! The file that describes an event.

use crate::games::{self, UnknownGame};
use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use thiserror::Error;

use super::event::{Event, EventError, Format, Openings, Order, Source, SprtConfig};
use crate::play::adjudication::Adjudication;
use crate::play::game_name::GameName;
use crate::play::limits::PlayerLimits;
use crate::players::spec::{EngineSpec, Protocol};

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
    pub limits: PlayerLimits,
    /// Options for every engine.
    #[serde(default)]
    pub options: BTreeMap<String, OptionValue>,
    /// Where games start.
    #[serde(default)]
    pub openings: OpeningsConfig,
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

/// Names of games.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "variants are \"all\", the name of a game or a list of names"
)]
pub enum Variants {
    /// One name, or `all`.
    One(String),
    /// Several names.
    Several(Vec<String>),
}

/// The value of an engine's option.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "the value of an option is true, false, a whole number or a text"
)]
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
#[serde(untagged, expecting = "a command is a text or a list of texts")]
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
    pub limits: Option<PlayerLimits>,
    /// Whether it knows the rules only nearly, and is to be told what it may play.
    pub guided: bool,
}

/// Where games start, in the file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct OpeningsConfig {
    /// From where they are taken. Where nothing is said a file that is named is the source, or else
    /// turns at random if their number is given.
    pub source: Option<Source>,
    /// Turns played at random before the game begins.
    pub plies: Option<u32>,
    /// A file of positions; `{variant}` in its name stands for the name of the game.
    pub file: Option<String>,
    /// In which order positions of a file are taken.
    pub order: Option<Order>,
}

impl OpeningsConfig {
    fn resolve(&self) -> Result<Openings, ConfigError> {
        let usual = Openings::default();
        let source = self.source.unwrap_or(match (&self.file, self.plies) {
            (Some(_), _) => Source::File,
            (None, Some(_)) => Source::Random,
            (None, None) => usual.source,
        });
        match (source, &self.file) {
            (Source::File, None) => return Err(ConfigError::NoFile),
            (Source::File, Some(_)) | (_, None) => {}
            (_, Some(file)) => return Err(ConfigError::UnusedFile(file.clone())),
        }
        Ok(Openings {
            source,
            plies: self.plies.unwrap_or(usual.plies),
            file: self.file.clone(),
            order: self.order.unwrap_or(usual.order),
        })
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
    Variant(#[from] UnknownGame),
    /// There is no game.
    #[error("variants: name at least one game, or \"all\"")]
    NoVariant,
    /// A command that cannot be split.
    #[error("engine {0}: the command is empty, or a quote in it is not closed")]
    Command(String),
    /// Positions come from a file that is not named.
    #[error("openings: the source is a file, and none is named; name it with file = \"...\"")]
    NoFile,
    /// A file is named that nothing is taken from.
    #[error(
        "openings: '{0}' is named, and positions are taken from elsewhere; say source = \"file\", or name none"
    )]
    UnusedFile(String),
    /// Games at a time out of their range.
    #[error("concurrency is 1 to 1024")]
    Concurrency,
    /// What it describes cannot be played.
    #[error(transparent)]
    Event(#[from] EventError),
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
            openings: self.openings.resolve()?,
            positions: None,
            adjudication: self.adjudication,
            sprt: self.sprt,
        };
        event.validate()?;
        if !(1..=1024).contains(&self.concurrency) {
            return Err(ConfigError::Concurrency);
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
                guided: engine.guided,
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
                return Ok(games::all().into_iter().map(GameName).collect());
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
