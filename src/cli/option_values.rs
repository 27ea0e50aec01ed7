//! Reads the values of options that several subcommands share.

use std::ffi::OsStr;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;

use super::game_files;
use crate::board::Color;
use crate::games::{self, Game, UnknownGame};
use crate::notation::error::printable;
use crate::play::duration::{Span, SpanError, TimeControl, TimeControlError};
use crate::players::settings::PlayerKind;

/// Reads the name of a game. The help lists the names.
pub(super) fn game() -> impl TypedValueParser<Value = &'static Game> {
    GameParser
}

/// Reads the name of a game. If the value is the name of a file instead, [`is_file`] makes the
/// error.
#[derive(Clone)]
struct GameParser;

impl TypedValueParser for GameParser {
    type Value = &'static Game;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<&'static Game, clap::Error> {
        PossibleValuesParser::new(games::names())
            .try_map(|name| name.parse::<&'static Game>())
            .parse_ref(command, argument, value)
            .map_err(|error| is_file(command, value).unwrap_or(error))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(games::names().into_iter().map(PossibleValue::new)))
    }
}

/// The error if `value` names a file, not a game; `None` if there is no such file. The error text
/// names the option that reads the file. This is `--game` if the name ends in `.toml`, or if the
/// subcommand has no option for game records. Otherwise it is the option for game records.
fn is_file(command: &clap::Command, value: &OsStr) -> Option<clap::Error> {
    let path = Path::new(value);
    if !path.is_file() {
        return None;
    }
    let mut options = command.get_arguments().filter_map(clap::Arg::get_long);
    let of_records = options
        .find(|option| ["load", "file"].contains(option))
        .filter(|_| !game_files::has_name_of_game_file(path));
    let advice = match of_records {
        Some(option) => format!("to read a record, write --{option} FILE"),
        None => game_files::ADVICE.to_owned(),
    };
    let name: String = value.to_string_lossy().chars().map(printable).collect();
    let text = format!("'{name}' is a file, not a game; {advice}\n");
    Some(clap::Error::raw(ErrorKind::InvalidValue, text).with_cmd(command))
}

/// The word that stands for all games.
const ALL: &str = "all";

/// One game or more.
#[derive(Clone, Debug)]
pub(super) struct GameList(pub(super) Vec<&'static Game>);

impl GameList {
    /// Reads names of games, separated by commas. The word `all` stands for all games. A repeated
    /// game counts once.
    ///
    /// # Errors
    ///
    /// If a name is not the name of a game.
    pub(super) fn read(text: &str) -> Result<Self, UnknownGame> {
        let mut list: Vec<&'static Game> = Vec::new();
        for name in text.split(',') {
            let named = if name == ALL {
                games::all()
            } else {
                vec![name.parse::<&'static Game>()?]
            };
            for game in named {
                if !list.contains(&game) {
                    list.push(game);
                }
            }
        }
        Ok(Self(list))
    }
}

/// Reads a list of games. The help and the errors list the names.
#[derive(Clone)]
struct GameListParser;

impl GameListParser {
    fn names() -> Vec<&'static str> {
        games::names().into_iter().chain([ALL]).collect()
    }
}

impl TypedValueParser for GameListParser {
    type Value = GameList;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<GameList, clap::Error> {
        let text = value.to_string_lossy();
        let names = PossibleValuesParser::new(Self::names());
        for name in text.split(',').map(OsStr::new) {
            names
                .parse_ref(command, argument, name)
                .map_err(|error| is_file(command, name).unwrap_or(error))?;
        }
        GameList::read(&text)
            .map_err(|error| clap::Error::raw(ErrorKind::InvalidValue, format!("{error}\n")))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Self::names().into_iter().map(PossibleValue::new)))
    }
}

/// Reads the names of one game or more, separated by commas, or `all`. The help lists the names.
pub(super) fn games() -> impl TypedValueParser<Value = GameList> {
    GameListParser
}

/// Reads a whole number within a range.
pub(super) fn whole_number<T>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Display + Clone,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let (min, max) = (range.start(), range.end());
        number.ok_or_else(|| format!("a whole number from {min} to {max} is expected"))
    }
}

/// Reads a number from `least` to `most`.
pub(super) fn within(least: f64, most: f64) -> impl Fn(&str) -> Result<f64, String> + Clone {
    move |text| {
        let number = text.parse().ok();
        number
            .filter(|number| (least..=most).contains(number))
            .ok_or_else(|| format!("a number from {least} to {most} is expected"))
    }
}

/// Reads the name of a simple opponent: any kind of player except Reviver.
pub(super) fn opponent() -> impl TypedValueParser<Value = PlayerKind> {
    let others = PlayerKind::ALL
        .into_iter()
        .filter(|kind| *kind != PlayerKind::Reviver);
    let names: Vec<&str> = others.map(PlayerKind::name).collect();
    PossibleValuesParser::new(names).map(|name| {
        let named = PlayerKind::ALL.into_iter().find(|kind| kind.name() == name);
        named.unwrap_or_default()
    })
}

/// Reads the name of a colour.
pub(super) fn color(text: &str) -> Result<Color, String> {
    match text {
        "white" | "w" => Ok(Color::White),
        "black" | "b" => Ok(Color::Black),
        _ => Err("write white or black".to_owned()),
    }
}

/// Reads a duration above 0.
pub(super) fn movetime(text: &str) -> Result<Span, String> {
    above_zero(text, "the time for a search must be above 0, as in 100ms")
}

/// Reads the time of `check --patience`, which must be above 0.
pub(super) fn patience(text: &str) -> Result<Span, String> {
    above_zero(text, "the time to wait must be above 0, as in 10s")
}

/// Reads a time. `error` says that it must be above 0.
fn above_zero(text: &str, error: &str) -> Result<Span, String> {
    let span: Span = text.parse().map_err(|error: SpanError| error.to_string())?;
    if span.0.is_zero() {
        return Err(error.to_owned());
    }
    Ok(span)
}

/// Reads the clock of `--time`, such as `10s+0.1s`. In earlier versions, `--time` was a single
/// duration: the time for each turn. The error for a single duration therefore suggests
/// `--movetime`.
pub(super) fn clock(text: &str) -> Result<TimeControl, String> {
    if text.contains(['+', '/']) {
        return text
            .parse()
            .map_err(|error: TimeControlError| error.to_string());
    }
    let span = match text.parse::<Span>() {
        Ok(span) => span.to_string(),
        Err(SpanError::NoUnit(number)) => format!("{number}s"),
        Err(error) => return Err(error.to_string()),
    };
    if span.parse().is_ok_and(|span: Span| span.0.is_zero()) {
        return Err("the time of a clock must be above 0, as in 10s+0.1s".to_owned());
    }
    Err(format!(
        "a clock needs an increment, as in {span}+0.1s; to give each turn {span}, write --movetime \
         {span}"
    ))
}
