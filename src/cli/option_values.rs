//! Reads the values of options that several subcommands share.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::board::Color;
use crate::games::{self, Game};
use crate::play::duration::{Span, SpanError, TimeControl, TimeControlError};
use crate::players::settings::PlayerKind;

/// Reads the name of a game. The help lists the names.
pub(super) fn game() -> impl TypedValueParser<Value = &'static Game> {
    PossibleValuesParser::new(games::names()).try_map(|name| name.parse::<&'static Game>())
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

/// Reads the name of a simple opponent.
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
    let span: Span = text.parse().map_err(|error: SpanError| error.to_string())?;
    if span.0.is_zero() {
        return Err("the time for a search must be above 0, as in 100ms".to_owned());
    }
    Ok(span)
}

/// Reads a clock. A single duration is refused with advice, because `--time` once was the time for each
/// turn.
pub(super) fn clock(text: &str) -> Result<TimeControl, String> {
    if text.contains('+') {
        return text
            .parse()
            .map_err(|error: TimeControlError| error.to_string());
    }
    let span = match text.parse::<Span>() {
        Ok(span) => span.to_string(),
        Err(SpanError::NoUnit(number)) => format!("{number}s"),
        Err(error) => return Err(error.to_string()),
    };
    Err(format!(
        "a clock needs an increment, as in {span}+0.1s; to give each turn {span}, write --movetime \
         {span}"
    ))
}
