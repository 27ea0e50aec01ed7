//! The options and limits that a question sets for its search, and the resources that a search may
//! use.

use std::time::Duration;

use serde::Deserialize;

use super::{GameLine, QuestionError};
use crate::rules::Seat;
use crate::search::{Limits, Options, Strength, TimeLimit};

/// The resources that a search may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchCaps {
    /// The maximum time; `None` for no limit.
    pub time: Option<Duration>,
    /// The maximum number of nodes; `None` for no limit.
    pub nodes: Option<u64>,
    /// The maximum number of lines of an analysis.
    pub multipv: usize,
    /// The size of the transposition table in MiB.
    pub hash: usize,
    /// The number of threads.
    pub threads: usize,
}

impl SearchCaps {
    /// The resources of each search if this number of searches share the time and the nodes
    /// equally. The other resources are not divided.
    pub(super) fn shared_by(self, searches: usize) -> Self {
        let count = u32::try_from(searches).unwrap_or(u32::MAX).max(1);
        Self {
            time: self.time.map(|time| time / count),
            nodes: self.nodes.map(|nodes| (nodes / u64::from(count)).max(1)),
            ..self
        }
    }
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Mode {
    /// The score and the best lines of the position.
    #[default]
    Analysis,
    /// A turn to play, at a level.
    Play,
    /// The best turn at full strength.
    Hint,
    /// The answer to a draw offer, at full strength.
    Draw,
}

/// The body of a question that needs a search: analysis or review.
#[derive(Deserialize)]
pub(super) struct Asked {
    #[serde(flatten)]
    pub(super) line: GameLine,
    /// The id of the web page that asks.
    pub(super) page: Option<String>,
    #[serde(default)]
    mode: Mode,
    /// The skill level of [`Mode::Play`]; full strength if it is missing.
    level: Option<f64>,
    multipv: Option<f64>,
    depth: Option<f64>,
    nodes: Option<f64>,
    /// Milliseconds.
    movetime: Option<f64>,
    clock: Option<Clock>,
    /// The search ends when it finds a forced win in at most this number of own turns.
    mate: Option<f64>,
    /// The number of the player who offers a draw.
    offered_by: Option<u32>,
}

/// The clock of the player to play, in milliseconds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Clock {
    remaining: f64,
    #[serde(default)]
    increment: f64,
}

impl Asked {
    /// The options of the search.
    ///
    /// # Errors
    ///
    /// If the game is unknown, or if a number is out of range.
    pub(super) fn options(&self, caps: &SearchCaps) -> Result<Options, QuestionError> {
        let game = self.line.game()?;
        let is_play = self.mode == Mode::Play;
        let lines = whole_number("multipv", self.multipv.unwrap_or(1.0), 1)?;
        Ok(Options {
            hash: caps.hash,
            threads: caps.threads,
            multipv: usize::try_from(lines).map_or(caps.multipv, |lines| lines.min(caps.multipv)),
            strength: self.strength()?,
            contempt: if is_play { game.contempt() } else { 0 },
            // The seed changes after each turn, so the random errors of a skill level change too.
            seed: self.line.seed ^ self.line.turns.len() as u64,
            ..game.search_options()
        })
    }

    fn strength(&self) -> Result<Strength, QuestionError> {
        let full = Strength::FULL_LEVEL;
        match self.level {
            Some(value) if !(0.0..=f64::from(full)).contains(&value) => {
                Err(QuestionError::Number {
                    field: "level",
                    value,
                    expected: format!("a number from 0 to {full}"),
                })
            }
            Some(level) if self.mode == Mode::Play => Ok(Strength::of_level(level as f32)),
            _ => Ok(Strength::Full),
        }
    }

    /// The player who offers a draw, if the question asks for the answer to a draw offer.
    pub(super) fn draw_offer(&self) -> Result<Option<Seat>, QuestionError> {
        match (self.mode, self.offered_by) {
            (Mode::Draw, Some(1)) => Ok(Some(Seat::First)),
            (Mode::Draw, Some(2)) => Ok(Some(Seat::Second)),
            (Mode::Draw, _) => Err(QuestionError::NoOffer),
            _ => Ok(None),
        }
    }

    /// The limits of the search.
    ///
    /// # Errors
    ///
    /// If a number is out of range.
    pub(super) fn limits(&self, caps: &SearchCaps) -> Result<Limits, QuestionError> {
        let limit = |field, number: Option<f64>| {
            let number = number.map(|number| whole_number(field, number, 1));
            number.transpose()
        };
        let count = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        Ok(Limits {
            depth: limit("depth", self.depth)?.map(count),
            nodes: limit("nodes", self.nodes)?
                .into_iter()
                .chain(caps.nodes)
                .min(),
            mate: limit("mate", self.mate)?.map(count),
            time: self.time(caps)?,
            ..Limits::default()
        })
    }

    fn time(&self, caps: &SearchCaps) -> Result<TimeLimit, QuestionError> {
        let time = |field, milliseconds| {
            let time = Duration::from_millis(whole_number(field, milliseconds, 0)?);
            Ok::<_, QuestionError>(caps.time.map_or(time, |most| time.min(most)))
        };
        let movetime = self.movetime.map(|number| time("movetime", number));
        Ok(match (&self.clock, movetime.transpose()?) {
            (Some(clock), at_most) => TimeLimit::Clock {
                remaining: time("clock.remaining", clock.remaining)?,
                increment: time("clock.increment", clock.increment)?,
                turns_to_go: None,
                at_most,
            },
            (None, Some(time)) => TimeLimit::Fixed(time),
            (None, None) => caps.time.map_or(TimeLimit::Unlimited, TimeLimit::Fixed),
        })
    }
}

/// Checks that the number in a field is a whole number from `least` on. A number that is too large
/// for 64 bits becomes the largest that fits.
fn whole_number(field: &'static str, value: f64, least: u32) -> Result<u64, QuestionError> {
    if value.fract() == 0.0 && value >= f64::from(least) {
        return Ok(value as u64);
    }
    Err(QuestionError::Number {
        field,
        value,
        expected: format!("a whole number from {least} on"),
    })
}
