//! Errors of game files, and of names that no game has.

use thiserror::Error;

use super::lessons::LessonsError;
use crate::board::Color;
use crate::eval::network::NetworkError;
use crate::eval::weights_text::WeightsError;
use crate::notation::PositionError;
use crate::notation::error::printable;
use crate::rules::side_name;
use crate::search::params::ParamError;
use crate::search::{LevelCurveError, Params};

/// Why a text does not define a game, with the place.
#[derive(Clone, PartialEq, Debug, Error)]
#[error("line {line}: {problem}")]
pub struct GameError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: GameProblem,
}

/// Why a text does not define a game. From the file, the messages quote only numbers, a name that
/// is taken, squares and castling letters of the start position, and words of the format such as
/// `random-kings`. Other text could be secret: a command of the protocol can name any file of the
/// machine as a game file, and the sender of the command gets the message.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum GameProblem {
    /// The text does not have the form of a game file.
    #[error("{0}")]
    Form(String),
    /// The name cannot be written in commands and files.
    #[error(
        "name: expected 1 to 32 small letters, digits and hyphens, as in my-unplay; the name may not begin with a hyphen, consist of digits only, or be 'all', which means all games"
    )]
    Name,
    /// Another game has the name.
    #[error("name: another game is called '{0}'; choose a name that is not taken")]
    Taken(String),
    /// The file gives both a base and a family of rules, or neither.
    #[error("give either a base, as in base = \"unplay\", or rules, as in rules = \"unplay\"")]
    Base,
    /// The file names a base, but no game has this name.
    #[error("base: there is no game of this name; the games are {known}")]
    UnknownBase {
        /// The names of the games.
        known: String,
    },
    /// There is no such family of rules.
    #[error("rules: there is no family of this name; the families are {known}")]
    Family {
        /// The families.
        known: String,
    },
    /// The file has neither this key nor a base.
    #[error("{0} is missing, and there is no base to take it from")]
    Missing(&'static str),
    /// A key of the game stands among the switches.
    #[error(
        "{0} is a key of the game, not a switch; in a game file it stands above the line [switches]"
    )]
    Misplaced(String),
    /// The family has no such switch.
    #[error("switches: games of the family {family} have no switch of this name; {advice}")]
    Switch {
        /// The family.
        family: &'static str,
        /// The switch with a similar name, or else all switches of the family.
        advice: String,
    },
    /// A switch cannot have this value.
    #[error("{switch}: {problem}")]
    Value {
        /// The switch.
        switch: String,
        /// What is wrong and what would be right.
        problem: String,
    },
    /// The switches contradict each other, or one has the value `points` in a family without
    /// points.
    #[error("{0}")]
    Combination(String),
    /// The start is not a legal position of the game.
    #[error("start: {}", without_text(.0))]
    Start(#[from] PositionError),
    /// The start is `random-kings` or `placement`, but the game is not played backwards.
    #[error("start: '{0}' is for games that are played backwards; give a position")]
    KingsStart(String),
    /// `first` differs from the side to play in the position of `start`.
    #[error("first: {} is to play in the position of 'start'; delete 'first'", side_name(*.found))]
    First {
        /// The side to play.
        found: Color,
    },
    /// A file that the game file names cannot be read.
    #[error("{0}: the file cannot be read; name a file in the folder of the game file")]
    File(&'static str),
    /// The weights cannot be read.
    #[error("weights: {}", weights_problem(.0))]
    Weights(#[from] WeightsError),
    /// The network cannot be read.
    #[error("network: {0}")]
    Network(#[from] NetworkError),
    /// The levels do not define a curve.
    #[error("levels: {0}")]
    Levels(#[from] LevelCurveError),
    /// There is no such search parameter, or it cannot have this value.
    #[error("search: {}", param_problem(.0))]
    Param(#[from] ParamError),
    /// The lessons cannot be read.
    #[error("lessons.toml: {0}")]
    Lessons(#[from] LessonsError),
    /// A text is empty or contains control characters.
    #[error("{0}: expected one line of text that is not empty and has no control characters")]
    Text(&'static str),
    /// The sample is not a position.
    #[error("sample: {}", without_text(.0))]
    Sample(PositionError),
    /// A number is out of range.
    #[error("{name}: {expected}")]
    Number {
        /// The key of the number.
        name: &'static str,
        /// What would be right.
        expected: &'static str,
    },
}

/// Why a position is refused, without quoting its text.
fn without_text(error: &PositionError) -> String {
    match error {
        PositionError::Syntax {
            field, expected, ..
        } => format!("{field}: expected {expected}"),
        other => other.to_string(),
    }
}

/// What is wrong with weights. The message may quote a wrong number, but nothing else of the file.
fn weights_problem(error: &WeightsError) -> String {
    match error {
        WeightsError::Form { line, .. } => {
            format!(
                "line {line} of the file is wrong; `reviver tune` writes a file of the right form"
            )
        }
        WeightsError::Feature(_) => {
            "the file names an unknown evaluation feature; `reviver tune` writes a file of the right form"
                .into()
        },
        other => other.to_string(),
    }
}

/// What is wrong with a search parameter. The message may quote a wrong number, but nothing else of
/// the file.
fn param_problem(error: &ParamError) -> String {
    match error {
        ParamError::Unknown(_) => {
            let known: Vec<&str> = Params::ALL.iter().map(|param| param.name).collect();
            format!(
                "there is no parameter of this name; the parameters are {}",
                known.join(", ")
            )
        }
        value => value.to_string(),
    }
}

impl GameError {
    /// A problem at the byte offset `at` in a text.
    pub(super) fn at(text: &str, at: usize, problem: impl Into<GameProblem>) -> Self {
        let before = text.get(..at).unwrap_or(text);
        Self {
            line: 1 + before.matches('\n').count(),
            problem: problem.into(),
        }
    }

    /// The error that another game has the name.
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

/// What would be right at the place of a TOML error. `message` is the message of the error, and
/// `at` is the byte offset of the error in `text`. `switches` are the names of all switches.
pub(super) fn form(text: &str, at: usize, message: &str, switches: &[&str]) -> String {
    let is_unknown = |switch: &&&str| message.starts_with(&format!("unknown field `{switch}`,"));
    if let Some(switch) = switches.iter().find(is_unknown) {
        return format!("{switch} is a switch; switches stand below the line [switches]");
    }
    let start = text
        .get(..at)
        .map_or(0, |before| before.rfind('\n').map_or(0, |at| at + 1));
    let line = text.get(start..).and_then(|rest| rest.lines().next());
    let value = line.and_then(|line| Some(line.split_once('=')?.1.trim_start()));
    let is_word = value.is_some_and(|value| value.starts_with(|c: char| c.is_alphabetic()));
    match expectation(message) {
        None if is_word => {
            "a text stands in quotes, as in name = \"my-game\" or goal = \"home\"".to_owned()
        }
        None => "this is not TOML; a line looks like name = \"my-game\"".to_owned(),
        Some(expectation) => expectation,
    }
}

/// What was expected, from a TOML error message. What was found is left out, because errors of game
/// files must not quote the file. `None` if the game file is not TOML, and for messages of an
/// unknown form.
pub(super) fn expectation(message: &str) -> Option<String> {
    let message = message.lines().collect::<Vec<_>>().join(" ");
    let plain_types = |text: &str| {
        text.replace("i64", "a whole number")
            .replace("i32", "a whole number")
            .replace("f32", "a number")
            .replace("a map", "a table, as in [switches]")
            .replace(
                "any valid TOML value",
                "a text in quotes, a number of at most 64 bits, true, false or a list",
            )
    };
    match message.strip_prefix("missing field ") {
        Some("`name`") => return Some("name is missing, as in name = \"my-game\"".to_owned()),
        Some(field) => return Some(format!("{field} is missing")),
        None => {}
    }
    if message.starts_with("duplicate key") {
        return Some("this key occurs twice; delete one of the two".to_owned());
    }
    if message.contains("recurs") && !message.contains(['`', '"']) {
        return Some(
            "this is nested too deeply; a value is a text, a number, true, false or a list"
                .to_owned(),
        );
    }
    // The messages of our own value types, such as `Bounded`, begin with `expected` and quote
    // nothing of the file.
    if message.starts_with("expected ") {
        return Some(message);
    }
    // The message first quotes the text that was found. This text may contain `, expected `. So
    // search from the end of the message.
    let (_, expected) = message.rsplit_once(", expected ")?;
    if message.starts_with("unknown field ") {
        // The key `key-salt` is only for the files of built-in games.
        let expected = expected.replace("`key-salt`, ", "");
        return Some(format!("there is no such key here; expected {expected}"));
    }
    let is_about_a_value = ["invalid type: ", "invalid value: ", "invalid length "]
        .iter()
        .any(|start| message.starts_with(start));
    is_about_a_value.then(|| format!("expected {}", plain_types(expected)))
}

/// Why a line does not define a game. A line such as `unplay goal=home` does.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum DefinitionError {
    /// The line must begin with the name of a built-in game or with `rules=`, and each switch in it
    /// must have a value. This line breaks one of these conditions.
    #[error("expected a built-in game or rules=FAMILY, then switches, as in 'unplay goal=home'")]
    Form,
    /// The switches in the line do not make a valid game.
    #[error("the switches of '{name}': {}", .error.problem)]
    Values {
        /// The name of the game.
        name: String,
        /// What is wrong.
        error: GameError,
    },
    /// Records, journals, proofs and comparisons have defined the maximum number of games.
    #[error(
        "records, journals, proofs and comparisons have defined {most} games, which is the maximum; \
         start the program again to read others"
    )]
    TooMany {
        /// The maximum.
        most: usize,
    },
}

/// A name that no game has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("no variant is called '{name}'; there are {known}")]
pub struct UnknownGame {
    /// The name, with spaces in place of control characters.
    pub name: String,
    /// The names of the games that users can choose.
    pub known: String,
}

impl UnknownGame {
    pub(super) fn among<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Self {
        Self {
            name: name.chars().map(printable).collect(),
            known: known.collect::<Vec<_>>().join(", "),
        }
    }
}
