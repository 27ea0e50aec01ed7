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
    /// The resources of each search if `searches` searches share the time and the nodes equally.
    /// The other resources are not divided.
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
    level: Option<f32>,
    multipv: Option<usize>,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// Milliseconds.
    movetime: Option<u64>,
    clock: Option<Clock>,
    /// The search ends when it finds a forced win in at most this number of own turns.
    mate: Option<u32>,
    /// The number of the player who offers a draw.
    offered_by: Option<u32>,
}

/// The clock of the player to play, in milliseconds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Clock {
    remaining: u64,
    #[serde(default)]
    increment: u64,
}

impl Asked {
    /// The options of the search.
    pub(super) fn options(&self, caps: &SearchCaps) -> Result<Options, QuestionError> {
        let game = self.line.game()?;
        let is_play = self.mode == Mode::Play;
        let level = self
            .level
            .filter(|&level| is_play && level < Strength::FULL_LEVEL);
        Ok(Options {
            hash: caps.hash,
            threads: caps.threads,
            multipv: self.multipv.unwrap_or(1).clamp(1, caps.multipv),
            strength: level.map_or(Strength::Full, |level| Strength::Level(level.max(0.0))),
            contempt: if is_play { game.contempt() } else { 0 },
            // The seed changes after each turn, so the random errors of a skill level change too.
            seed: self.line.seed ^ self.line.turns.len() as u64,
            ..game.search_options()
        })
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
    pub(super) fn limits(&self, caps: &SearchCaps) -> Limits {
        let capped = |milliseconds| {
            let time = Duration::from_millis(milliseconds);
            caps.time.map_or(time, |most| time.min(most))
        };
        let time = match (&self.clock, self.movetime) {
            (Some(clock), movetime) => TimeLimit::Clock {
                remaining: capped(clock.remaining),
                increment: capped(clock.increment),
                turns_to_go: None,
                at_most: movetime.map(capped),
            },
            (None, Some(milliseconds)) => TimeLimit::Fixed(capped(milliseconds)),
            (None, None) => caps.time.map_or(TimeLimit::Unlimited, TimeLimit::Fixed),
        };
        Limits {
            depth: self.depth,
            nodes: self.nodes.into_iter().chain(caps.nodes).min(),
            mate: self.mate,
            time,
            ..Limits::default()
        }
    }
}
