//! The engine's level and the limits of its turns, such as a time or a number of nodes. Reads them
//! from the text that the person types, and describes them in a sentence.

use thiserror::Error;

use super::saved::settings::GameSettings;
use crate::cli::Error;
use crate::cli::terminal::{Console, Input, is_quit, sentence};
use crate::play::duration::{SpanError, TimeControlError};
use crate::play::limits::PlayerLimits;

/// The level that an empty answer to [`ask`] means.
const PROPOSED_LEVEL: u8 = 5;

/// Words for levels.
const LEVEL_WORDS: [(&str, u8); 6] = [
    ("beginner", 0),
    ("easy", 3),
    ("medium", 8),
    ("hard", 14),
    ("max", GameSettings::FULL_LEVEL),
    ("full", GameSettings::FULL_LEVEL),
];

/// How strong the engine is to play. What the person has not typed is `None`.
#[derive(Clone, Debug, Default)]
pub(super) struct StrengthChoice {
    /// The level, 0 to 20.
    pub(super) level: Option<u8>,
    /// The limits of the engine's turns.
    pub(super) limits: Option<PlayerLimits>,
}

/// Why a text is not a strength.
#[derive(Clone, PartialEq, Debug, Error)]
pub(super) enum StrengthError {
    /// Neither a level nor a limit.
    #[error(
        "'{0}' is neither a level nor a limit; write a level from 0 to 20, easy, medium or hard, a time for each turn such as 5s, \
         a clock such as 10m+5s, nodes=5000 or depth=4"
    )]
    Unknown(String),
    /// Not a level, for example `21` or `soon`.
    #[error("there is no level {0}; levels go from 0 (a beginner) to 20 (full strength)")]
    Level(String),
    /// Not a number of nodes or plies.
    #[error("{name} takes a whole number from 1 to {max}; '{value}' is not one")]
    Number {
        /// What is limited.
        name: &'static str,
        /// The greatest value.
        max: u64,
        /// The text in place of the number.
        value: String,
    },
    /// A wrong duration.
    #[error(transparent)]
    Span(#[from] SpanError),
    /// No time at all.
    #[error("the engine needs some time for a turn; write 100ms or more")]
    NoTime,
    /// A wrong clock.
    #[error(transparent)]
    Clock(#[from] TimeControlError),
    /// The level or a limit, more than once.
    #[error("only one {0} can be set; '{1}' is one too many")]
    Repeated(&'static str, String),
    /// A clock and a time for each turn.
    #[error("a clock and a time for each turn exclude each other; write one of them")]
    Both,
}

impl std::str::FromStr for StrengthChoice {
    type Err = StrengthError;

    /// Reads a level, limits, or both: `7`, `5s`, `10m+5s`, `nodes=5000`, `7 depth=4`. The words
    /// `nodes` and `depth` may stand before or after their number: `depth 4`, `4 depth`. A number
    /// without such a word is the level: `7 depth 4` is level 7 and depth 4, and `5000 nodes 7` is
    /// 5000 nodes and level 7. If several numbers can be the level, the first one is the level:
    /// `7 nodes 4` is level 7 and 4 nodes. In `7 nodes 4 depth` each number has its word, so there
    /// is no level.
    fn from_str(text: &str) -> Result<Self, StrengthError> {
        let words: Vec<&str> = text.split([' ', '\t', ',']).collect();
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        let mut strength = Self::default();
        let mut remaining = words.as_slice();
        if remaining.is_empty() {
            return Err(StrengthError::Unknown(text.to_owned()));
        }
        loop {
            remaining = match *remaining {
                [] => break,
                [name @ ("level" | "nodes" | "depth"), value, ref rest @ ..] => {
                    strength.set(name, value)?;
                    rest
                }
                [value, name @ ("nodes" | "depth"), ref rest @ ..]
                    if is_number(value) && !(is_level(value) && ends_with_number(rest)) =>
                {
                    strength.set(name, value)?;
                    rest
                }
                [word, ref rest @ ..] => {
                    strength.add(word)?;
                    rest
                }
            };
        }
        match strength.limits {
            Some(limits) if limits.time.is_some() && limits.movetime.is_some() => {
                Err(StrengthError::Both)
            }
            _ => Ok(strength),
        }
    }
}

impl StrengthChoice {
    /// Reads a word: `easy`, `7`, `5s`, `10m+5s` or `nodes=5000`.
    fn add(&mut self, word: &str) -> Result<(), StrengthError> {
        if let Some((name, value)) = word.split_once('=') {
            return self.set(name, value);
        }
        if level_of_word(word).is_some() || is_number(word) {
            return self.set("level", word);
        }
        if word.contains('+') {
            return self.set("time", word);
        }
        if word.starts_with(|letter: char| letter.is_ascii_digit()) {
            return self.set("movetime", word);
        }
        Err(StrengthError::Unknown(word.to_owned()))
    }

    /// Sets the level or a limit by its name.
    fn set(&mut self, name: &str, value: &str) -> Result<(), StrengthError> {
        let wrong = |name, max| StrengthError::Number {
            name,
            max,
            value: value.to_owned(),
        };
        if name == "level" {
            let level = level_of_word(value).or_else(|| value.parse().ok());
            let level = level.filter(|&level| level <= GameSettings::FULL_LEVEL);
            let level = level.ok_or_else(|| StrengthError::Level(value.to_owned()))?;
            return set_once(&mut self.level, level, "level", value);
        }
        let limits = self.limits.get_or_insert_default();
        match name {
            "nodes" => {
                let nodes = value.parse().ok().filter(|&nodes| nodes > 0);
                let nodes = nodes.ok_or_else(|| wrong("nodes", u64::MAX))?;
                set_once(&mut limits.nodes, nodes, "number of nodes", value)
            }
            "depth" => {
                let depth = value.parse().ok().filter(|&depth| depth > 0);
                let depth = depth.ok_or_else(|| wrong("depth", u32::MAX.into()))?;
                set_once(&mut limits.depth, depth, "depth", value)
            }
            "movetime" => {
                let span: crate::play::duration::Span = value.parse()?;
                if span.0.is_zero() {
                    return Err(StrengthError::NoTime);
                }
                set_once(&mut limits.movetime, span, "time for each turn", value)
            }
            "time" => set_once(&mut limits.time, value.parse()?, "clock", value),
            _ => Err(StrengthError::Unknown(format!("{name}={value}"))),
        }
    }
}

/// Sets the level or a limit. Fails if `place` is already set. The error shows `name`, and `text`,
/// which the person typed.
fn set_once<T>(
    place: &mut Option<T>,
    value: T,
    name: &'static str,
    text: &str,
) -> Result<(), StrengthError> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(StrengthError::Repeated(name, text.to_owned())),
    }
}

/// Whether a word is a whole number.
fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word is the number of a level.
fn is_level(word: &str) -> bool {
    word.parse()
        .is_ok_and(|level: u8| level <= GameSettings::FULL_LEVEL)
}

/// Skips pairs such as `4 nodes` and `3 depth` at the beginning, and returns whether the next word
/// is a whole number: true for `4 nodes 5000` and for `5000`, false for `4 nodes`.
fn ends_with_number(words: &[&str]) -> bool {
    match words {
        [number, "nodes" | "depth", rest @ ..] => is_number(number) && ends_with_number(rest),
        [number, ..] => is_number(number),
        [] => false,
    }
}

/// The level of a word in [`LEVEL_WORDS`]; `None` if the word is not there.
fn level_of_word(word: &str) -> Option<u8> {
    let mut words = LEVEL_WORDS.iter();
    words
        .find(|(name, _)| name.eq_ignore_ascii_case(word))
        .map(|&(_, level)| level)
}

/// Reads a level, which is a number or a word.
///
/// # Errors
///
/// If the text is not a level, or has limits too.
pub(super) fn level_named(text: &str) -> Result<u8, StrengthError> {
    match text.parse() {
        Ok(StrengthChoice {
            level: Some(level),
            limits: None,
        }) => Ok(level),
        _ => Err(StrengthError::Level(text.to_owned())),
    }
}

/// Reads limits without a level.
///
/// # Errors
///
/// If the text is malformed, or contains a level.
pub(super) fn limits(text: &str) -> Result<PlayerLimits, StrengthError> {
    match text.parse()? {
        StrengthChoice {
            level: None,
            limits: Some(limits),
        } => Ok(limits),
        _ => Err(StrengthError::Unknown(text.to_owned())),
    }
}

/// The engine's level inside a sentence: `at level 5 of 20`.
pub(super) fn level(settings: &GameSettings) -> String {
    let full = GameSettings::FULL_LEVEL;
    match settings.level {
        level if level == full => format!("at full strength (level {full})"),
        level => format!("at level {level} of {full}"),
    }
}

/// How strong the engine plays, as a sentence. Below full strength, `at most` stands before each
/// limit except a clock, because the level can end a search before the limit is reached.
pub(super) fn describe(settings: &GameSettings) -> String {
    let full = GameSettings::FULL_LEVEL;
    let level = level(settings);
    let limits = settings.limits();
    let most = if settings.level == full {
        ""
    } else {
        "at most "
    };
    let words = [
        limits.time.map(|control| format!("a clock of {control}")),
        limits.movetime.map(|span| format!("{most}{span} a turn")),
        limits
            .nodes
            .map(|nodes| format!("{most}{nodes} nodes a turn")),
        limits.depth.map(|depth| format!("{most}depth {depth}")),
    ];
    let words: Vec<String> = words.into_iter().flatten().collect();
    format!("Reviver plays {level}, with {}.", words.join(", "))
}

/// Asks the person at a terminal how strong the engine is to play. `None` if the person quits or
/// ends the input.
pub(super) fn ask(console: &mut Console) -> Result<Option<StrengthChoice>, Error> {
    let question = format!(
        "How strong shall Reviver play? Type a level from 0 (a beginner) to {} (full strength), or a limit: \
         a time for each turn such as 5s, a clock for Reviver such as 10m+5s, nodes=5000 or depth=4. A limit alone \
         means full strength. In the game, the command 'side' starts a new game with the sides \
         exchanged.",
        GameSettings::FULL_LEVEL
    );
    let leaving = format!("Enter means level {PROPOSED_LEVEL}; quit ends the program.");
    console.say(&question)?;
    loop {
        let prompt = format!("Level or time? [{PROPOSED_LEVEL}] ");
        let Input::Line(line) = console.read(&prompt)? else {
            return Ok(None);
        };
        match line.trim().to_ascii_lowercase().as_str() {
            "" => {
                return Ok(Some(StrengthChoice {
                    level: Some(PROPOSED_LEVEL),
                    limits: None,
                }));
            }
            word if is_quit(word) => return Ok(None),
            "help" | "?" => {
                console.say(&format!("{question} {leaving}"))?;
                continue;
            }
            _ => {}
        }
        match line.parse() {
            Ok(strength) => return Ok(Some(strength)),
            Err(error) => {
                console.say(&format!("{} {leaving}", sentence(&error.to_string())))?;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Option<u8>, String) {
        let strength: StrengthChoice = text
            .parse()
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        let limits = strength.limits.map(|limits| limits.settings());
        (strength.level, limits.unwrap_or_default())
    }

    #[test]
    fn levels_and_limits_are_understood() {
        for (text, level, limits) in [
            ("7", Some(7), ""),
            ("full", Some(20), ""),
            ("beginner", Some(0), ""),
            ("easy", Some(3), ""),
            ("hard 5s", Some(14), "movetime=5s"),
            ("5s", None, "movetime=5s"),
            ("10m+5s", None, "time=600s+5s"),
            ("nodes=5000", None, "nodes=5000"),
            ("5000 nodes", None, "nodes=5000"),
            ("depth 4", None, "depth=4"),
            ("7 depth 4", Some(7), "depth=4"),
            ("7 nodes 5000", Some(7), "nodes=5000"),
            ("5000 nodes 7", Some(7), "nodes=5000"),
            ("7 nodes 4 depth", None, "nodes=7 depth=4"),
            ("7 depth 4 nodes 5000", Some(7), "nodes=5000 depth=4"),
            ("7 nodes 5000 depth 4", Some(7), "nodes=5000 depth=4"),
            ("Hard depth 4", Some(14), "depth=4"),
            ("5s depth 4", None, "depth=4 movetime=5s"),
            ("level 3, 500ms", Some(3), "movetime=500ms"),
            ("level easy", Some(3), ""),
            ("level=hard 5s", Some(14), "movetime=5s"),
            (
                "nodes=10 depth=2 movetime=1s",
                None,
                "nodes=10 depth=2 movetime=1s",
            ),
        ] {
            assert_eq!(read(text), (level, limits.to_owned()), "{text}");
        }
    }

    #[test]
    fn a_level_is_a_number_or_a_word() {
        assert_eq!(level_named("7"), Ok(7));
        assert_eq!(level_named("easy"), Ok(3));
        for text in ["21", "5s", "soon", "7 5s", "7 8", ""] {
            assert_eq!(
                level_named(text),
                Err(StrengthError::Level(text.to_owned()))
            );
        }
    }

    #[test]
    fn a_wrong_strength_is_answered_with_what_is_wrong() {
        for (text, answer) in [
            ("", "'' is neither a level nor a limit"),
            ("soon", "'soon' is neither a level nor a limit"),
            ("21", "there is no level 21"),
            ("level soon", "there is no level soon"),
            ("-1", "'-1' is neither a level"),
            ("0s", "the engine needs some time"),
            ("5x", "'5x' is not a duration"),
            ("nodes=0", "nodes takes a whole number from 1"),
            ("10s+x", "'10s+x' is not a clock"),
            ("5s 10m+5s", "a clock and a time for each turn"),
            ("easy hard", "only one level can be set; 'hard' is one"),
            ("5s 10s", "only one time for each turn can be set"),
            ("nodes=5 6 nodes", "only one number of nodes can be set"),
            ("depth=5 depth=6", "only one depth can be set; '6' is"),
            ("5s+0s 6s+0s", "only one clock can be set; '6s+0s' is"),
        ] {
            let error = text.parse::<StrengthChoice>().expect_err(text).to_string();
            assert!(error.starts_with(answer), "{text}: {error}");
        }
    }
}
