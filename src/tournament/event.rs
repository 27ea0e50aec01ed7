//! An event: all that its games follow from, and nothing else.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::digest::digest;
use crate::play::adjudication::Adjudication;
use crate::play::game_name::GameName;
use crate::players::spec::EngineSpec;
use crate::stats::sprt::{Scale, Sprt, SprtError};

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

/// Where games start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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

/// Reads `ELO0,ELO1` or `ELO0,ELO1,ALPHA,BETA` in normalised Elo.
impl FromStr for SprtConfig {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        let numbers: Result<Vec<f64>, _> =
            text.split(',').map(|word| word.trim().parse()).collect();
        let (elo, errors) = match numbers.as_deref() {
            Ok(&[elo0, elo1]) => ([elo0, elo1], [usual_error(); 2]),
            Ok(&[elo0, elo1, alpha, beta]) => ([elo0, elo1], [alpha, beta]),
            _ => return Err(SprtError::Form),
        };
        let config = Self {
            elo0: elo[0],
            elo1: elo[1],
            alpha: errors[0],
            beta: errors[1],
            scale: EloScale::default(),
        };
        config.test().map(|_| config)
    }
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

/// Why an event cannot be played as it is described.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum EventError {
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

impl Event {
    /// Asks whether all that is said fits together.
    ///
    /// # Errors
    ///
    /// Names what does not.
    pub fn validate(&self) -> Result<(), EventError> {
        let found = self.engines.len();
        let (fits, expected) = match self.format {
            Format::RoundRobin | Format::Gauntlet => (found >= 2, "at least two engines"),
            Format::Match => (found == 2, "two engines"),
            Format::Balance => (found >= 1, "at least one engine"),
        };
        if !fits {
            return Err(EventError::Engines { expected, found });
        }
        for (index, engine) in self.engines.iter().enumerate() {
            let name = &engine.name;
            if self
                .engines
                .iter()
                .take(index)
                .any(|other| other.name == *name)
            {
                return Err(EventError::SameName(name.clone()));
            }
            let limits = &engine.limits;
            if !limits.bound_a_turn() {
                return Err(EventError::Unlimited(name.clone()));
            }
            let movetime = limits.movetime.is_some_and(|span| span.0.is_zero());
            if limits.nodes == Some(0) || limits.depth == Some(0) || movetime {
                return Err(EventError::Nothing(name.clone()));
            }
        }
        if !(1..=1_000_000).contains(&self.rounds) {
            return Err(EventError::Range("rounds is 1 to 1000000"));
        }
        if self.openings.plies > 60 {
            return Err(EventError::Range("openings: plies is at most 60"));
        }
        let Adjudication { win, draw, .. } = self.adjudication;
        let turns = win.map(|rule| rule.turns).into_iter();
        if turns
            .chain(draw.map(|rule| rule.turns))
            .any(|turns| turns == 0)
        {
            return Err(EventError::Range("adjudication: turns is at least 1"));
        }
        if self.adjudication.plies == Some(0) || self.adjudication.proven_nodes == Some(0) {
            let what = "adjudication: plies and proven-nodes are at least 1";
            return Err(EventError::Range(what));
        }
        match &self.sprt {
            Some(_) if self.format != Format::Match => Err(EventError::NoMatch),
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
