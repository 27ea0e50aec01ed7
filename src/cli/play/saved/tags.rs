//! The settings of a game as tags of its record.
//!
//! | tag | example | meaning |
//! |---|---|---|
//! | `WhiteType`, `BlackType` | `human`, `program` | who plays; written as in the PGN standard |
//! | `EngineLevel` | `7` | the level, 0 to 20 |
//! | `EngineLimits` | `nodes=5000 movetime=2s` | what the engine may spend on a turn |
//! | `WhiteClock`, `BlackClock` | `8250ms`, `8250ms/12` | the time left, and the turns until more time is added |
//! | `EngineSeed` | `1` | the seed of the engine's random mistakes below full strength |
//! | `ShownNotation` | `native` | the notation in which turns are shown |
//!
//! In the names of the tags, White means player 1 and Black player 2, whatever colours they hold.
//! The tags `White` and `Black` also stand for players 1 and 2.

use std::time::Duration;

use clap::ValueEnum;
use thiserror::Error;

use super::settings::{GameSettings, KnownSettings};
use crate::cli::notation::Notation;
use crate::cli::play::strength::{self, StrengthError};
use crate::play::SEATS;
use crate::play::clock::Clocks;
use crate::play::duration::Span;
use crate::record::Tags;
use crate::rules::Seat;

/// A tag whose value is wrong.
#[derive(Clone, PartialEq, Debug, Error)]
pub(in crate::cli::play) enum TagError {
    /// The kind of player is neither `human` nor `program`.
    #[error("{tag}: '{value}' is not a kind of player; write human or program")]
    Player {
        /// The name of the tag.
        tag: &'static str,
        /// Its value.
        value: String,
    },
    /// The level is not a number from 0 to 20.
    #[error("EngineLevel: '{0}' is not a level; write a number from 0 to 20")]
    Level(String),
    /// The limits cannot be read.
    #[error("EngineLimits: {0}")]
    Limits(StrengthError),
    /// The time on a clock cannot be read.
    #[error("{tag}: '{value}' is not the time on a clock; write it like 8250ms")]
    Clock {
        /// The name of the tag.
        tag: &'static str,
        /// Its value.
        value: String,
    },
    /// The seed is not a whole number.
    #[error("EngineSeed: '{0}' is not a seed; write a whole number")]
    Seed(String),
    /// There is no such notation.
    #[error("ShownNotation: '{0}' is not a notation; write protocol or native")]
    Notation(String),
}

const HUMAN: &str = "human";
const PROGRAM: &str = "program";

const fn player_tag(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "WhiteType",
        Seat::Second => "BlackType",
    }
}

const fn clock_tag(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "WhiteClock",
        Seat::Second => "BlackClock",
    }
}

impl GameSettings {
    /// Adds the settings to the tags of a record.
    pub(in crate::cli::play) fn add_to(&self, tags: &mut Tags) {
        for seat in SEATS {
            let human = self.humans.contains(&seat);
            tags.set(player_tag(seat), if human { HUMAN } else { PROGRAM });
        }
        tags.set("EngineLevel", &self.level.to_string());
        tags.set("EngineLimits", &self.limits().settings());
        for seat in SEATS {
            if let Some(left) = self.clocks.left(seat) {
                let left = left.as_millis();
                let text = match self.clocks.turns_to_go(seat) {
                    Some(turns) => format!("{left}ms/{turns}"),
                    None => format!("{left}ms"),
                };
                tags.set(clock_tag(seat), &text);
            }
        }
        tags.set("EngineSeed", &self.seed.to_string());
        let notation = self.notation.to_possible_value();
        let notation = notation.as_ref().map_or("", |value| value.get_name());
        tags.set("ShownNotation", notation);
    }
}

impl KnownSettings {
    /// Reads the settings from the tags of a record.
    ///
    /// # Errors
    ///
    /// If the value of a tag is wrong. The error names the tag.
    pub(in crate::cli::play) fn of(tags: &Tags) -> Result<Self, TagError> {
        let level = |value: &str| match value.parse() {
            Ok(level) if level <= GameSettings::FULL_LEVEL => Ok(level),
            _ => Err(TagError::Level(value.to_owned())),
        };
        let seed = |value: &str| value.parse().map_err(|_| TagError::Seed(value.to_owned()));
        let notation = |value: &str| {
            Notation::from_str(value, false).map_err(|_| TagError::Notation(value.to_owned()))
        };
        Ok(Self {
            humans: humans(tags)?,
            level: tags.get("EngineLevel").map(level).transpose()?,
            clocks: clocks(tags)?,
            notation: tags.get("ShownNotation").map(notation).transpose()?,
            seed: tags.get("EngineSeed").map(seed).transpose()?,
        })
    }
}

/// The seats that a person plays; `None` if the tag `WhiteType` or the tag `BlackType` is missing.
fn humans(tags: &Tags) -> Result<Option<Vec<Seat>>, TagError> {
    let mut humans = Vec::new();
    let mut is_complete = true;
    for seat in SEATS {
        let tag = player_tag(seat);
        match tags.get(tag) {
            Some(value) if value.eq_ignore_ascii_case(HUMAN) => humans.push(seat),
            Some(value) if value.eq_ignore_ascii_case(PROGRAM) => {}
            Some(value) => {
                let value = value.to_owned();
                return Err(TagError::Player { tag, value });
            }
            None => is_complete = false,
        }
    }
    Ok(is_complete.then_some(humans))
}

fn clocks(tags: &Tags) -> Result<Option<Clocks>, TagError> {
    let Some(value) = tags.get("EngineLimits") else {
        return Ok(None);
    };
    let limits = strength::limits(value).map_err(TagError::Limits)?;
    let mut clocks = Clocks::new([limits; 2]);
    for seat in SEATS {
        let tag = clock_tag(seat);
        if let Some(value) = tags.get(tag) {
            let clock = shown_clock(value).ok_or_else(|| TagError::Clock {
                tag,
                value: value.to_owned(),
            })?;
            clocks.set(seat, clock.left, clock.turns_to_go);
        }
    }
    Ok(Some(clocks))
}

/// What a clock shows.
struct ShownClock {
    /// The time left.
    left: Duration,
    /// The turns until more time is added, if the time control adds time after a number of turns.
    turns_to_go: Option<u32>,
}

fn shown_clock(value: &str) -> Option<ShownClock> {
    let (left, turns) = match value.split_once('/') {
        Some((left, turns)) => (left, Some(turns)),
        None => (value, None),
    };
    // A clock may show more time than the longest `Span`: increments add up.
    let millis = left
        .strip_suffix("ms")
        .and_then(|number| number.parse().ok());
    let left = match millis {
        Some(millis) => Duration::from_millis(millis),
        None => left.parse::<Span>().ok()?.0,
    };
    Some(ShownClock {
        left,
        turns_to_go: turns.map(str::parse).transpose().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::limits::PlayerLimits;

    fn settings() -> GameSettings {
        let limits = PlayerLimits {
            nodes: Some(5000),
            time: "40/60s+0.5s".parse().ok(),
            ..PlayerLimits::default()
        };
        let mut clocks = Clocks::new([limits; 2]);
        clocks.spend(Seat::Second, Duration::from_millis(1250));
        GameSettings {
            humans: vec![Seat::First],
            level: 7,
            clocks,
            notation: Notation::Native,
            seed: 12,
        }
    }

    #[test]
    fn tags_hold_all_settings() {
        let mut tags = Tags::default();
        settings().add_to(&mut tags);
        let read = KnownSettings::of(&tags).expect("what is written can be read");
        assert_eq!(read.humans, Some(vec![Seat::First]));
        assert_eq!((read.level, read.seed), (Some(7), Some(12)));
        assert_eq!(read.notation, Some(Notation::Native));
        let clocks = read.clocks.expect("the tags have limits");
        assert_eq!(clocks.limits(Seat::First).nodes, Some(5000));
        for seat in SEATS {
            assert_eq!(clocks.left(seat), settings().clocks.left(seat));
            assert_eq!(
                clocks.turns_to_go(seat),
                settings().clocks.turns_to_go(seat)
            );
        }
        let mut again = Tags::default();
        GameSettings::complete(read, PlayerLimits::default()).add_to(&mut again);
        assert_eq!(again, tags);
    }

    #[test]
    fn a_clock_with_more_than_the_longest_span_is_read_back() {
        let longer = Duration::from_secs(1000 * 3600);
        let mut settings = settings();
        settings.clocks.set(Seat::First, longer, None);
        let mut tags = Tags::default();
        settings.add_to(&mut tags);
        assert_eq!(tags.get("WhiteClock"), Some("3600000000ms/40"));
        let clocks = KnownSettings::of(&tags).expect("what is written").clocks;
        assert_eq!(
            clocks.and_then(|clocks| clocks.left(Seat::First)),
            Some(longer)
        );
        for wrong in ["1000h", "-1ms", "99999999999999999999ms", "ms"] {
            tags.set("WhiteClock", wrong);
            assert!(KnownSettings::of(&tags).is_err(), "{wrong}");
        }
    }

    #[test]
    fn no_settings_are_read_from_a_record_without_these_tags() {
        let read = KnownSettings::of(&Tags::default()).expect("nothing is wrong");
        assert!(read.humans.is_none() && read.leave_strength_open());
        assert!(read.notation.is_none() && read.seed.is_none());
    }

    #[test]
    fn a_wrong_tag_is_named() {
        for (tag, value, answer) in [
            ("WhiteType", "humam", "WhiteType: 'humam' is not a kind of"),
            ("BlackType", "", "BlackType: '' is not a kind of player"),
            ("EngineLevel", "21", "EngineLevel: '21' is not a level"),
            ("EngineLimits", "soon", "EngineLimits: 'soon' is neither"),
            ("EngineSeed", "-", "EngineSeed: '-' is not a seed"),
            ("ShownNotation", "x", "ShownNotation: 'x' is not a notation"),
        ] {
            let mut tags = Tags::default();
            tags.set(tag, value);
            let error = KnownSettings::of(&tags).expect_err(tag).to_string();
            assert!(error.starts_with(answer), "{error}");
        }
        let mut tags = Tags::default();
        tags.set("EngineLimits", "time=10s+0s");
        tags.set("BlackClock", "ten");
        let error = KnownSettings::of(&tags)
            .expect_err("'ten' is not a time")
            .to_string();
        assert!(error.starts_with("BlackClock: 'ten'"), "{error}");
    }
}
