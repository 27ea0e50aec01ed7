//! The engine's options, each declared once: name, kind, default, range and meaning.

use std::time::Duration;

use thiserror::Error;

use super::command::shown;
use super::rating::{self, ELO};
use crate::rules::Variant;
use crate::search::{Options, Strength};

/// What values an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `true` or `false`.
    Check(bool),
    /// A whole number: default, least, most.
    Spin(i64, i64, i64),
    /// The name of a game.
    Variant(Variant),
    /// Something that is done.
    Button,
    /// Any text.
    Text(&'static str),
}

/// An option as it is declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Declaration {
    /// Its name; names are compared without regard to case.
    pub name: &'static str,
    /// The values it takes.
    pub kind: Kind,
    /// What it means, in a sentence.
    pub meaning: &'static str,
    which: Which,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Which {
    Variant,
    Hash,
    ClearHash,
    Threads,
    MultiPv,
    Ponder,
    Overhead,
    ShowWdl,
    AnalyseMode,
    Skill,
    LimitStrength,
    Elo,
    Contempt,
    Network,
    Seed,
    LogFile,
}

const fn option(
    which: Which,
    name: &'static str,
    kind: Kind,
    meaning: &'static str,
) -> Declaration {
    Declaration {
        name,
        kind,
        meaning,
        which,
    }
}

/// All options, in the order in which they are announced.
pub const DECLARATIONS: [Declaration; 16] = [
    option(
        Which::Variant,
        "UCI_Variant",
        Kind::Variant(Variant::Ssehc),
        "The game. A change sets up its start position and forgets what searches have learned.",
    ),
    option(
        Which::Hash,
        "Hash",
        Kind::Spin(64, 1, 65_536),
        "Size of the transposition table in MiB.",
    ),
    option(
        Which::ClearHash,
        "Clear Hash",
        Kind::Button,
        "Forgets what searches have learned.",
    ),
    option(
        Which::Threads,
        "Threads",
        Kind::Spin(1, 1, 256),
        "Threads that search on one table.",
    ),
    option(
        Which::MultiPv,
        "MultiPV",
        Kind::Spin(1, 1, 256),
        "Lines of analysis to report.",
    ),
    option(
        Which::Ponder,
        "Ponder",
        Kind::Check(false),
        "Tells that the client may let the engine think on the opponent's time.",
    ),
    option(
        Which::Overhead,
        "Move Overhead",
        Kind::Spin(10, 0, 5_000),
        "Milliseconds kept back on every turn for what lies between engine and clock.",
    ),
    option(
        Which::ShowWdl,
        "UCI_ShowWDL",
        Kind::Check(false),
        "Adds win, draw and loss chances in permille to every score.",
    ),
    option(
        Which::AnalyseMode,
        "UCI_AnalyseMode",
        Kind::Check(false),
        "Analysis, not play: always full strength and without contempt, whatever the options below say.",
    ),
    option(
        Which::Skill,
        "Skill Level",
        Kind::Spin(20, 0, 20),
        "Strength of play from 0, a beginner, to 20, the full strength.",
    ),
    option(
        Which::LimitStrength,
        "UCI_LimitStrength",
        Kind::Check(false),
        "Plays at the strength of UCI_Elo instead of that of Skill Level.",
    ),
    option(
        Which::Elo,
        "UCI_Elo",
        Kind::Spin(1500, ELO.0, ELO.1),
        "Strength under UCI_LimitStrength: 2500 is full strength in every game, what is below depends on it.",
    ),
    option(
        Which::Contempt,
        "Contempt",
        Kind::Spin(
            Options::DEFAULT_CONTEMPT as i64,
            *Options::CONTEMPT_RANGE.start() as i64,
            *Options::CONTEMPT_RANGE.end() as i64,
        ),
        "How far ahead the engine thinks itself because it expects to outplay its opponent, in percent of the spread of the game's chances; 0 for equals, 100 for opponents known to be weak. In `ssehc` and `ssehc-classic`, where positions differ in what can be made of a lead; none in the other games and in analysis.",
    ),
    option(
        Which::Network,
        "Use Network",
        Kind::Check(true),
        "Evaluates by a network beside the weights, in the games that have one.",
    ),
    option(
        Which::Seed,
        "Seed",
        Kind::Spin(0, 0, i32::MAX as i64),
        "Draws the start position of unplay-random, and whatever chance there is in weakened play.",
    ),
    option(
        Which::LogFile,
        "Debug Log File",
        Kind::Text(""),
        "A file to which everything received and sent is appended; none when empty.",
    ),
];

impl Declaration {
    /// The line that announces the option.
    #[must_use]
    pub fn announcement(&self) -> String {
        let name = self.name;
        match self.kind {
            Kind::Check(default) => format!("option name {name} type check default {default}"),
            Kind::Spin(default, least, most) => {
                format!("option name {name} type spin default {default} min {least} max {most}")
            }
            Kind::Variant(default) => {
                let values = Variant::ALL
                    .map(|variant| format!(" var {variant}"))
                    .concat();
                format!("option name {name} type combo default {default}{values}")
            }
            Kind::Button => format!("option name {name} type button"),
            Kind::Text("") => format!("option name {name} type string default <empty>"),
            Kind::Text(default) => format!("option name {name} type string default {default}"),
        }
    }
}

/// Why an option is not set.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// There is none of this name.
    #[error("there is no option '{0}'; the answer to uci lists them")]
    Unknown(String),
    /// The value is not one it takes.
    #[error("option {name}: '{value}' is not {expected}")]
    Value {
        /// The option.
        name: &'static str,
        /// The value.
        value: String,
        /// What would be right.
        expected: String,
    },
}

/// What a set option asks of the session, beyond being remembered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Nothing.
    Remembered,
    /// Another game is played.
    Variant,
    /// Tables are to be cleared.
    ClearHash,
    /// Traffic is logged to this file, or to none.
    LogFile(Option<String>),
}

/// The values of all options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The game.
    pub variant: Variant,
    /// Whether scores come with win, draw and loss chances.
    pub show_wdl: bool,
    /// Draws start positions.
    pub seed: u64,
    /// Size of the transposition table in MiB.
    pub hash: usize,
    threads: usize,
    multipv: usize,
    overhead: Duration,
    analyse: bool,
    skill: u8,
    limit_strength: bool,
    elo: i64,
    contempt: i32,
    use_network: bool,
}

impl Default for Settings {
    fn default() -> Self {
        let spin = |which| {
            DECLARATIONS
                .iter()
                .find(|option| option.which == which)
                .map_or(0, |option| match option.kind {
                    Kind::Spin(default, ..) => default,
                    _ => 0,
                })
        };
        Self {
            variant: Variant::Ssehc,
            show_wdl: false,
            seed: spin(Which::Seed) as u64,
            hash: spin(Which::Hash) as usize,
            threads: spin(Which::Threads) as usize,
            multipv: spin(Which::MultiPv) as usize,
            overhead: Duration::from_millis(spin(Which::Overhead) as u64),
            analyse: false,
            skill: spin(Which::Skill) as u8,
            limit_strength: false,
            elo: spin(Which::Elo),
            contempt: spin(Which::Contempt) as i32,
            use_network: true,
        }
    }
}

impl Settings {
    /// Sets an option from its text.
    ///
    /// # Errors
    ///
    /// Names the option and what would be right; nothing changes then.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Change, OptionError> {
        let option = DECLARATIONS
            .iter()
            .find(|option| option.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| OptionError::Unknown(shown(name)))?;
        let text = value.unwrap_or_default();
        let wrong = |expected: String| OptionError::Value {
            name: option.name,
            value: shown(text),
            expected,
        };
        match option.kind {
            Kind::Check(_) => match text {
                "true" => self.set_check(option.which, true),
                "false" => self.set_check(option.which, false),
                _ => return Err(wrong("true or false".to_owned())),
            },
            Kind::Spin(_, least, most) => match text.parse() {
                Ok(number) if (least..=most).contains(&number) => {
                    self.set_number(option.which, number);
                }
                _ => return Err(wrong(format!("a whole number from {least} to {most}"))),
            },
            Kind::Variant(_) => {
                let variant = text.parse().map_err(|_| {
                    wrong(format!(
                        "one of {}",
                        Variant::ALL.map(Variant::name).join(", ")
                    ))
                })?;
                self.variant = variant;
                return Ok(Change::Variant);
            }
            Kind::Button => return Ok(Change::ClearHash),
            Kind::Text(_) => {
                let file = (!text.is_empty() && text != "<empty>").then(|| text.to_owned());
                return Ok(Change::LogFile(file));
            }
        }
        Ok(Change::Remembered)
    }

    fn set_check(&mut self, which: Which, on: bool) {
        match which {
            Which::ShowWdl => self.show_wdl = on,
            Which::AnalyseMode => self.analyse = on,
            Which::LimitStrength => self.limit_strength = on,
            Which::Network => self.use_network = on,
            // The client tells with each `go` whether it ponders.
            _ => {}
        }
    }

    fn set_number(&mut self, which: Which, number: i64) {
        match which {
            Which::Hash => self.hash = number as usize,
            Which::Threads => self.threads = number as usize,
            Which::MultiPv => self.multipv = number as usize,
            Which::Overhead => self.overhead = Duration::from_millis(number as u64),
            Which::Skill => self.skill = number as u8,
            Which::Elo => self.elo = number,
            Which::Contempt => self.contempt = number as i32,
            Which::Seed => self.seed = number as u64,
            _ => {}
        }
    }

    fn strength(&self) -> Strength {
        let level = if self.limit_strength {
            rating::level(self.variant, self.elo)
        } else {
            f32::from(self.skill)
        };
        if self.analyse || level >= Strength::FULL_LEVEL {
            Strength::Full
        } else {
            Strength::Level(level)
        }
    }

    /// What the search is told.
    #[must_use]
    pub fn search_options(&self) -> Options {
        let options = Options::of(self.variant);
        Options {
            hash: self.hash,
            threads: self.threads,
            multipv: self.multipv,
            overhead: self.overhead,
            strength: self.strength(),
            seed: self.seed,
            network: options.network.filter(|_| self.use_network),
            contempt: if self.analyse { 0 } else { self.contempt },
            ..options
        }
    }
}
