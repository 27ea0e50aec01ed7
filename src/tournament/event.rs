//! The description of an event.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::digest::digest;
use crate::files::differences;
use crate::play::adjudication::Adjudication;
use crate::play::game_name::GameName;
use crate::players::spec::EngineSpec;
use crate::stats::sprt::Sprt;

/// An event: its name and everything that its games depend on, and nothing else.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Event {
    /// Its name.
    pub name: String,
    /// Which engines meet.
    pub format: Format,
    /// The variants. Random first positions depend on [`GameName::name`].
    pub variants: Vec<GameName>,
    /// How many openings each pairing plays in each variant.
    pub rounds: u32,
    /// The seed of everything random.
    pub seed: u64,
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// Where games start.
    pub openings: Openings,
    /// A digest of the lists of first positions: those in [`Openings::file`], the built-in
    /// openings, or the openings that `reviver match` plays. `None` if no variant has such a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<String>,
    /// When the referee ends a game before the rules do.
    pub adjudication: Adjudication,
    /// The SPRT that may end the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
}

/// Which engines meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody plays everybody.
    #[default]
    RoundRobin,
    /// The first engine plays all other engines.
    Gauntlet,
    /// Two engines play each other. If there is an SPRT, it may end the match.
    Match,
    /// Every engine plays itself, to compare the variants.
    Balance,
}

/// Where games start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Openings {
    /// The source of the first positions.
    pub source: Source,
    /// The number of turns in a random opening. Openings are random with [`Source::Random`], and
    /// with [`Source::BuiltIn`] if the variant has no built-in openings.
    pub plies: u32,
    /// A file of positions; `{variant}` in its name stands for the name of the variant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The order in which the positions of a file or the built-in openings are played.
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

/// The source of the first positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// The openings that come with this program. If a variant has none, its openings are random.
    BuiltIn,
    /// The start position of the variant.
    Start,
    /// The start position, followed by random turns.
    Random,
    /// A file.
    File,
}

/// The order in which the positions of a file or the built-in openings are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// The order in the list.
    Sequential,
    /// A random order that depends only on the seed and the variant.
    Shuffled,
}

/// Why an event cannot be played as it is described.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum EventError {
    /// Too few or too many engines.
    #[error("engine: this format takes {expected}, but there are {found}")]
    Engines {
        /// The number of engines that the format needs.
        expected: &'static str,
        /// The number of engines that the event has.
        found: usize,
    },
    /// Two engines with the same name.
    #[error(
        "engine: two engines are called '{0}'; give each engine a different name, as in the \
         example file in 'reviver tournament --help'"
    )]
    SameName(String),
    /// A line feed, an escape or another control character in a name or in the value of an option.
    /// `text` has it, and `place` says where `text` is.
    #[error("{place}: '{}' has a control character; expected only printable characters", text.escape_debug())]
    ControlCharacter {
        /// Where the text is.
        place: String,
        /// The text.
        text: String,
    },
    /// An engine without a limit.
    #[error("engine {0}: its turns have no limit; set time, movetime, nodes or depth in limits")]
    Unlimited(String),
    /// A limit of 0.
    #[error(
        "engine {0}: a limit is 0; nodes and depth must be at least 1, and movetime at least 1ms"
    )]
    ZeroLimit(String),
    /// A number outside its range.
    #[error("{0}")]
    Range(&'static str),
    /// An SPRT in an event that is not a match.
    #[error("sprt: a test needs format = \"match\", with two engines")]
    NoMatch,
}

impl Event {
    /// Checks that the event can be played.
    ///
    /// # Errors
    ///
    /// If the event cannot be played. The error says why.
    pub fn validate(&self) -> Result<(), EventError> {
        self.check_texts()?;
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
            if !limits.has_limit() {
                return Err(EventError::Unlimited(name.clone()));
            }
            let has_zero_movetime = limits.movetime.is_some_and(|span| span.0.is_zero());
            if limits.nodes == Some(0) || limits.depth == Some(0) || has_zero_movetime {
                return Err(EventError::ZeroLimit(name.clone()));
            }
        }
        if !(1..=1_000_000).contains(&self.rounds) {
            return Err(EventError::Range("rounds must be from 1 to 1000000"));
        }
        if self.openings.plies > 60 {
            let what = "openings: random-plies must be at most 60";
            return Err(EventError::Range(what));
        }
        let Adjudication { win, draw, .. } = self.adjudication;
        let turns = win.map(|rule| rule.turns).into_iter();
        if turns
            .chain(draw.map(|rule| rule.turns))
            .any(|turns| turns == 0)
        {
            return Err(EventError::Range("adjudication: turns must be at least 1"));
        }
        if win.is_some_and(|rule| rule.score == 0) {
            // With `score = 0`, a reported score of 0 would count as a win and as a loss.
            return Err(EventError::Range(
                "adjudication: the score of win must be at least 1",
            ));
        }
        if self.adjudication.plies == Some(0) || self.adjudication.proven_nodes == Some(0) {
            let what = "adjudication: ply-limit and proven-nodes must be at least 1";
            return Err(EventError::Range(what));
        }
        if self.sprt.is_some() && self.format != Format::Match {
            return Err(EventError::NoMatch);
        }
        Ok(())
    }

    /// Refuses control characters in names, which are printed, and in the options, which are sent to
    /// the engines in lines.
    fn check_texts(&self) -> Result<(), EventError> {
        let check = |place: fmt::Arguments<'_>, text: &str| {
            if text.contains(char::is_control) {
                let (place, text) = (place.to_string(), text.to_owned());
                return Err(EventError::ControlCharacter { place, text });
            }
            Ok(())
        };
        check(format_args!("event"), &self.name)?;
        for EngineSpec { name, options, .. } in &self.engines {
            check(format_args!("engine"), name)?;
            for (option, value) in options {
                check(format_args!("engine {name}: options"), option)?;
                check(format_args!("engine {name}: option {option}"), value)?;
            }
        }
        Ok(())
    }

    /// Whether no engine has a time limit and no engine ponders. Deterministic engines then play
    /// the same games in a second run. An engine with several threads is not deterministic.
    #[must_use]
    pub fn is_reproducible(&self) -> bool {
        self.engines
            .iter()
            .all(|engine| !engine.limits.counts_time() && !engine.ponders())
    }

    /// The pairings of a round: each has the indices of two engines in [`Self::engines`].
    pub(super) fn pairings(&self) -> Vec<(usize, usize)> {
        let count = self.engines.len();
        match self.format {
            Format::RoundRobin | Format::Match => (0..count)
                .flat_map(|first| (first + 1..count).map(move |second| (first, second)))
                .collect(),
            Format::Gauntlet => (1..count).map(|second| (0, second)).collect(),
            Format::Balance => (0..count).map(|engine| (engine, engine)).collect(),
        }
    }

    /// The largest number of threads that think at the same time in a game. These are the threads
    /// of the engine to play and, if its opponent ponders, those of the opponent. An engine whose
    /// option `Threads` is not set in the event has 1 thread.
    #[must_use]
    pub fn threads_of_a_game(&self) -> usize {
        let threads = |engine: &EngineSpec| {
            let option = engine.options.iter();
            let mut option = option.filter(|(name, _)| name.eq_ignore_ascii_case("Threads"));
            let number = option.next().and_then(|(_, value)| value.parse().ok());
            number.unwrap_or(1_usize)
        };
        let pondering = |engine: &EngineSpec| if engine.ponders() { threads(engine) } else { 0 };
        let of_pairing = |(one, other)| {
            let (one, other) = (self.engines.get(one)?, self.engines.get(other)?);
            let of_one = threads(one).saturating_add(pondering(other));
            let of_other = threads(other).saturating_add(pondering(one));
            Some(of_one.max(of_other))
        };
        let pairings = self.pairings().into_iter();
        pairings.filter_map(of_pairing).max().unwrap_or(1)
    }

    /// Whether this event, which was read from a journal, is the event `wanted`. Also true if this
    /// event only lacks the [`EngineSpec::evaluation`] of engines with a command. Earlier versions
    /// did not store it.
    fn matches(&self, wanted: &Event) -> bool {
        self == wanted || *self == wanted.without_command_digests()
    }

    /// Whether this event, which was read from a journal, is the event `wanted` or its beginning:
    /// the same event with fewer rounds. The games of a beginning are the first games of `wanted`,
    /// because the pairings, first positions and seeds of a round do not depend on the number of
    /// rounds.
    #[must_use]
    pub fn begins(&self, wanted: &Event) -> bool {
        let rounds = wanted.rounds;
        let as_long = || Self {
            rounds,
            ..self.clone()
        };
        self.rounds <= rounds && as_long().matches(wanted)
    }

    /// The longer one of two events that were read from journals, if the other one is its beginning
    /// ([`Self::begins`]). `None` if neither begins the other.
    #[must_use]
    pub fn longer(self, other: Self) -> Option<Self> {
        if other.begins(&self) {
            Some(self)
        } else {
            self.begins(&other).then_some(other)
        }
    }

    /// The names of the fields in which this event, which was read from a journal, differs from the
    /// event `wanted`. A missing [`EngineSpec::evaluation`] that earlier versions did not store is
    /// no difference.
    #[must_use]
    pub fn differences(&self, wanted: &Event) -> Vec<String> {
        let current = differences(self, wanted);
        let earlier = differences(self, &wanted.without_command_digests());
        if earlier.len() < current.len() {
            earlier
        } else {
            current
        }
    }

    /// The event as earlier versions stored it: without [`EngineSpec::evaluation`] for an engine
    /// with a command.
    pub(super) fn without_command_digests(&self) -> Self {
        let mut event = self.clone();
        for engine in &mut event.engines {
            if engine.command.is_some() {
                engine.evaluation = None;
            }
        }
        event
    }

    /// A digest of the event.
    #[must_use]
    pub fn hash(&self) -> String {
        // Maps are sorted, so the order of their keys does not change the digest.
        let text = serde_json::to_string(self).unwrap_or_default();
        digest(text.as_bytes())
    }
}
