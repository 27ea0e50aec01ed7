//! The file that describes an event.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt;
use std::path::Path;

use serde::Deserialize;
use thiserror::Error;

use super::digest::evaluation_digest;
use super::event::{Event, EventError, Format, Openings, Order, Source};
use super::own_limits::OwnLimits;
use super::quoting::Quoting;
use super::toml_error::in_words;
use crate::games::{self, UnknownGame};
use crate::play::adjudication::Adjudication;
use crate::play::game_name::GameName;
use crate::play::limits::PlayerLimits;
use crate::players::spec::{Dialect, EngineSpec, THIS_PROGRAM};
use crate::stats::sprt::Sprt;

/// The description of an event, as `reviver tournament` reads it from a TOML file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    /// The name of the event.
    #[serde(default = "default_name")]
    pub event: String,
    /// Which engines meet.
    #[serde(default)]
    pub format: Format,
    /// The variants: a name, a list of names, or `"all"`. A name may be the path of a game file.
    pub variants: Option<Variants>,
    /// How many openings each pairing plays in each variant.
    #[serde(default = "default_rounds")]
    pub rounds: u32,
    /// The seed of everything random.
    #[serde(default)]
    pub seed: u64,
    /// How many games are played at the same time.
    pub concurrency: Option<usize>,
    /// The limits of every engine. An engine may replace some of them with its own.
    #[serde(default)]
    pub limits: PlayerLimits,
    /// Options for every engine. The case of their names does not matter.
    #[serde(default)]
    pub options: BTreeMap<String, OptionValue>,
    /// Where games start.
    #[serde(default)]
    pub openings: OpeningsConfig,
    /// When the referee ends a game before the rules do.
    #[serde(default)]
    pub adjudication: Adjudication,
    /// The SPRT that may end a match.
    pub sprt: Option<Sprt>,
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

/// Names of variants. A name that ends with `.toml` is the path of a game file.
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

/// The value of an option of an engine.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "the value of an option is true, false, a whole number or a text"
)]
pub enum OptionValue {
    /// True or false.
    Check(bool),
    /// A number.
    Spin(i64),
    /// A text.
    Text(String),
}

/// A command: a list of words, or one text. On Windows, the text is split by the argument rules of
/// Microsoft's C run-time library. On other systems, it is split as in a Unix shell.
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
    /// Its name. The default is the file name of the program, without folder and extension, or
    /// `Reviver` if there is no `command`.
    pub name: Option<String>,
    /// The command that starts it; by default this program itself. A command that begins with the
    /// word `reviver` also starts this program.
    pub command: Option<CommandLine>,
    /// The protocol that it speaks.
    pub protocol: Dialect,
    /// Its own options. They replace the options with the same names in [`Config::options`]. The
    /// case of names does not matter.
    pub options: BTreeMap<String, OptionValue>,
    /// Its own limits. The engine inherits all other limits from [`Config::limits`]. Exception: an
    /// engine with its own `time` does not inherit `movetime`, and vice versa.
    pub limits: OwnLimits,
    /// Whether it knows only a part of the rules. If so, each request for a turn lists the legal
    /// turns.
    pub guided: bool,
}

/// The table `openings` of the file: where games start.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct OpeningsConfig {
    /// The source of the first positions. By default it is the file if `file` is set, else random
    /// turns if `random-plies` is set, else the built-in openings.
    pub source: Option<Source>,
    /// The number of plies in a random opening. Openings are random if the source is `random`. They
    /// are also random if the source is `built-in` and the game has no built-in openings. Earlier
    /// versions called this key `plies`.
    #[serde(alias = "plies")]
    pub random_plies: Option<u32>,
    /// A file of positions; `{variant}` in its name stands for the name of the variant.
    pub file: Option<String>,
    /// The order in which the positions of a file or the built-in openings are played.
    pub order: Option<Order>,
}

impl OpeningsConfig {
    fn resolve(&self) -> Result<Openings, ConfigError> {
        let usual = Openings::default();
        let source = self
            .source
            .unwrap_or(match (&self.file, self.random_plies) {
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
            plies: self.random_plies.unwrap_or(usual.plies),
            file: self.file.clone(),
            order: self.order.unwrap_or(usual.order),
        })
    }
}

/// Why a file does not describe an event.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum ConfigError {
    /// The file is malformed.
    #[error("{0}")]
    Form(String),
    /// Unknown variant.
    #[error("variants: {0}")]
    Variant(#[from] UnknownGame),
    /// A game file that cannot be read, or does not define a game.
    #[error("variants: {0}")]
    GameFile(String),
    /// The file names no variant.
    #[error("variants: name at least one variant, or \"all\"")]
    NoVariant,
    /// A command is empty or cannot be split into words. The error has the name of the engine. If
    /// the file gives no name, the error has the number of the engine, counted from 1.
    #[error(
        "engine {0}: the command is empty or ends with a backslash, or a quote in it is not closed"
    )]
    Command(String),
    /// The source is a file, but no file is named.
    #[error("openings: the source is a file, but no file is named; name it with file = \"...\"")]
    NoFile,
    /// The named file is not used.
    #[error("openings: the file '{0}' is not used; set source = \"file\", or name no file")]
    UnusedFile(String),
    /// Two names in a list of options differ only in the case of letters.
    #[error("options: '{0}' and '{1}' are the same option; keep one of them")]
    SameOption(String, String),
    /// Too many or too few games at a time.
    #[error("concurrency must be from 1 to 1024")]
    Concurrency,
    /// The event cannot be played.
    #[error(transparent)]
    Event(#[from] EventError),
}

impl Config {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If the text is not the description of an event. The error says what is wrong, and if known,
    /// where.
    pub fn parse(text: &str) -> Result<Self, ConfigError> {
        toml::from_str(text).map_err(|error| ConfigError::Form(in_words(text, &error)))
    }

    /// The event that the file describes. [`Event::positions`] is not set yet.
    ///
    /// # Errors
    ///
    /// If a setting is wrong, or if the event cannot be played. The error says why.
    pub fn event(&self) -> Result<Event, ConfigError> {
        let variants = self.variants.as_ref().ok_or(ConfigError::NoVariant)?;
        let variants = variants.resolve()?;
        let event = Event {
            name: self.event.clone(),
            format: self.format,
            engines: self.resolve_engines(&variants)?,
            variants,
            rounds: self.rounds,
            seed: self.seed,
            openings: self.openings.resolve()?,
            positions: None,
            adjudication: self.adjudication,
            sprt: self.sprt,
        };
        event.validate()?;
        let concurrency = self.concurrency.unwrap_or(1);
        if !(1..=1024).contains(&concurrency) {
            return Err(ConfigError::Concurrency);
        }
        Ok(event)
    }

    /// Notes on the game files in `variants`, for example on switches without effect or on unused
    /// keys. Each note begins with the name of its file.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let names = self.variants.as_ref().map_or(&[][..], Variants::names);
        let files = names.iter().filter(|name| name.ends_with(".toml"));
        let notes = files.filter_map(|name| Some((name, games::load(Path::new(name)).ok()?.notes)));
        notes
            .flat_map(|(name, notes)| notes.into_iter().map(move |note| format!("{name}: {note}")))
            .collect()
    }

    fn resolve_engines(&self, variants: &[GameName]) -> Result<Vec<EngineSpec>, ConfigError> {
        let games = variants.iter().map(|name| name.game);
        let user_defined: Vec<_> = games.filter(|game| !game.is_built_in()).collect();
        let mut engines: Vec<EngineSpec> = Vec::with_capacity(self.engines.len());
        for (number, engine) in (1..).zip(&self.engines) {
            let command = match &engine.command {
                None => None,
                Some(line) => Some(line.words().ok_or_else(|| {
                    ConfigError::Command(engine.name.clone().unwrap_or_else(|| format!("{number}")))
                })?),
            };
            let name = match (&engine.name, &command) {
                (Some(name), _) => name.clone(),
                (None, Some(words)) => base_name(words),
                (None, None) => "Reviver".to_owned(),
            };
            check_spellings(&self.options)?;
            check_spellings(&engine.options)?;
            let is_own = |name: &str| same_name(&engine.options, name).next().is_some();
            let shared = self.options.iter().filter(|(name, _)| !is_own(name));
            let options = shared.chain(&engine.options);
            let is_this_program = command
                .as_ref()
                .is_none_or(|words| words.first().is_some_and(|program| program == THIS_PROGRAM));
            let loads_games = is_this_program && !user_defined.is_empty();
            engines.push(EngineSpec {
                name,
                evaluation: loads_games.then(|| evaluation_digest(user_defined.iter().copied())),
                command,
                protocol: engine.protocol,
                options: options
                    .map(|(name, value)| (name.clone(), value.to_string()))
                    .collect(),
                limits: engine.limits.over(self.limits),
                guided: engine.guided,
                in_process: None,
            });
        }
        Ok(engines)
    }
}

/// The keys of `options` that equal `name`. The case of letters is ignored.
fn same_name<'a>(
    options: &'a BTreeMap<String, OptionValue>,
    name: &'a str,
) -> impl Iterator<Item = &'a String> {
    let names = options.keys();
    names.filter(move |known| known.eq_ignore_ascii_case(name))
}

/// Refuses two names of options that differ only in the case of letters.
fn check_spellings(options: &BTreeMap<String, OptionValue>) -> Result<(), ConfigError> {
    let twice = options.keys().find_map(|name| {
        let other = same_name(options, name).find(|&other| other != name)?;
        Some(ConfigError::SameOption(name.clone(), other.clone()))
    });
    twice.map_or(Ok(()), Err)
}

/// The default name of an engine: the file name of its program, without folder and extension. The
/// end of a version number, as in `engine-1.2`, is not an extension.
fn base_name(words: &[String]) -> String {
    let program = words.first().map_or("", String::as_str);
    let path = Path::new(program);
    let extension = path.extension().and_then(OsStr::to_str);
    let is_version =
        extension.is_some_and(|end| end.starts_with(|sign: char| sign.is_ascii_digit()));
    let name = if is_version {
        path.file_name()
    } else {
        path.file_stem()
    };
    name.map_or_else(
        || program.to_owned(),
        |name| name.to_string_lossy().into_owned(),
    )
}

impl Variants {
    fn names(&self) -> &[String] {
        match self {
            Variants::One(name) => std::slice::from_ref(name),
            Variants::Several(names) => names,
        }
    }

    fn resolve(&self) -> Result<Vec<GameName>, ConfigError> {
        if matches!(self, Variants::One(name) if name == "all") {
            return Ok(games::all().into_iter().map(GameName::from).collect());
        }
        let mut variants = Vec::new();
        for name in self.names() {
            let variant = GameName::from(if name.ends_with(".toml") {
                let path = Path::new(name);
                games::load(path)
                    .map_err(|error| ConfigError::GameFile(error.to_string()))?
                    .game
            } else {
                name.parse()?
            });
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
            CommandLine::Text(text) => Quoting::OF_THIS_SYSTEM.split(text)?,
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

#[cfg(test)]
mod tests {
    use super::base_name;

    #[test]
    fn the_default_name_is_the_file_name_without_extension_but_with_the_version() {
        for (program, name) in [
            ("./engine", "engine"),
            ("/usr/bin/engine.sh", "engine"),
            ("./engine-1.1", "engine-1.1"),
            ("./engine-1.2.exe", "engine-1.2"),
            ("./engine-1.10.3-beta", "engine-1.10.3-beta"),
            ("reviver", "reviver"),
        ] {
            assert_eq!(base_name(&[program.to_owned(), "uci".to_owned()]), name);
        }
    }
}
