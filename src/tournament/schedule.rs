//! The games of an event and their order: a pure function of the event.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::event::Event;
use crate::games::Game;
use crate::rules::Seat;

/// A game that is to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Its number in the schedule, from 1.
    pub game: usize,
    /// The number of its encounter, from 0. In an encounter, two engines play two games from one
    /// opening, or an engine plays one game against itself.
    pub encounter: usize,
    /// The variant.
    pub variant: &'static Game,
    /// The round, from 1. All games of a variant in a round start from the same position.
    pub round: u32,
    /// The engine that is player 1 ([`Seat::First`]), by its index in the event. Player 2 may play
    /// first, for example after an opening.
    pub first: usize,
    /// The engine that is player 2, by its index in the event.
    pub second: usize,
}

impl Plan {
    /// The engine in a seat.
    #[must_use]
    pub const fn engine(&self, seat: Seat) -> usize {
        match seat {
            Seat::First => self.first,
            Seat::Second => self.second,
        }
    }

    /// 0 for the first game of an encounter, 1 for the second. In the second game, player 1 is the
    /// engine with the higher index in the event.
    #[must_use]
    pub fn side(&self) -> usize {
        usize::from(self.first > self.second)
    }
}

/// All games of an event in their order: by round, then by variant, then by pairing. Two engines
/// play each opening once from each side. An engine that plays against itself plays each opening
/// once.
#[must_use]
pub fn schedule(event: &Event) -> Vec<Plan> {
    let pairings = event.pairings();
    let mut plans = Vec::new();
    let mut encounter = 0;
    for round in 1..=event.rounds {
        for variant in event.variants.iter().map(|name| name.game) {
            for &(one, other) in &pairings {
                let sides: &[(usize, usize)] = if one == other {
                    &[(one, one)]
                } else {
                    &[(one, other), (other, one)]
                };
                for &(first, second) in sides {
                    plans.push(Plan {
                        game: plans.len() + 1,
                        encounter,
                        variant,
                        round,
                        first,
                        second,
                    });
                }
                encounter += 1;
            }
        }
    }
    plans
}

/// A part of a schedule: every `of`-th encounter, beginning with the `part`-th. `part` is from 1 to
/// `of`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    part: usize,
    of: usize,
}

/// Why a text is not a shard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum ShardError {
    /// The text is not K/N with two numbers, or K is not from 1 to N.
    #[error("a shard is written K/N, as in 2/4 for the second of four parts")]
    Form,
    /// More than [`Shard::MOST`] parts.
    #[error("{0} parts are too many: the work has at most {most} parts", most = Shard::MOST)]
    TooMany(usize),
}

impl Shard {
    /// The greatest number of shards. There is a limit because each shard of an event looks for the
    /// journals of all shards.
    pub const MOST: usize = 100_000;

    /// The whole schedule.
    pub const WHOLE: Shard = Shard { part: 1, of: 1 };

    /// Whether a game belongs to this shard. Both games of an encounter belong to the same shard.
    #[must_use]
    pub const fn holds(&self, plan: &Plan) -> bool {
        plan.encounter % self.of == self.part - 1
    }

    /// How many games of an event belong to this shard.
    #[must_use]
    pub fn games(&self, event: &Event) -> usize {
        let plans = schedule(event);
        plans.iter().filter(|plan| self.holds(plan)).count()
    }

    /// The number of the shard, from 1, and the number of shards.
    #[must_use]
    pub const fn numbers(self) -> [u64; 2] {
        [self.part as u64, self.of as u64]
    }

    /// The number of a piece of work, such as a game, among the pieces of all shards. `piece` is
    /// its number in this shard. Both numbers count from 0: piece 3 of shard `2/4` has the number
    /// 13.
    #[must_use]
    pub const fn number(self, piece: u64) -> u64 {
        piece * self.of as u64 + self.part as u64 - 1
    }

    /// All shards of the same schedule, including this shard.
    pub fn all(self) -> impl Iterator<Item = Shard> {
        (1..=self.of).map(move |part| Shard { part, of: self.of })
    }

    /// Whether there are other shards.
    #[must_use]
    pub const fn is_part(&self) -> bool {
        self.of > 1
    }
}

impl std::str::FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let (part, of) = text.split_once('/').ok_or(ShardError::Form)?;
        let number = |text: &str| text.trim().parse::<usize>().map_err(|_| ShardError::Form);
        let (part, of) = (number(part)?, number(of)?);
        if part == 0 || part > of {
            return Err(ShardError::Form);
        }
        if of > Self::MOST {
            return Err(ShardError::TooMany(of));
        }
        Ok(Self { part, of })
    }
}

impl TryFrom<String> for Shard {
    type Error = ShardError;

    fn try_from(text: String) -> Result<Self, ShardError> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::config::Config;

    fn event(format: &str, engines: usize) -> Event {
        let mut text = format!(
            "format = \"{format}\"\nvariants = [\"ssehc\", \"unachess\"]\nrounds = 3\nlimits.nodes = 1\n"
        );
        for number in 0..engines {
            text.push_str(&format!("[[engine]]\nname = \"{number}\"\n"));
        }
        let config = Config::parse(&text).expect("a config");
        config.event().expect("an event")
    }

    #[test]
    fn every_format_has_its_number_of_games() {
        for (format, engines, games) in [
            ("round-robin", 4, 6 * 2 * 2 * 3),
            ("gauntlet", 4, 3 * 2 * 2 * 3),
            ("match", 2, 2 * 2 * 3),
            ("balance", 3, 3 * 2 * 3),
        ] {
            let plans = schedule(&event(format, engines));
            assert_eq!(plans.len(), games, "{format}");
            let plays_itself = |plan: &Plan| plan.first == plan.second;
            let is_balance = format == "balance";
            assert!(plans.iter().all(|plan| plays_itself(plan) == is_balance));
            assert!(plans.iter().zip(1..).all(|(plan, game)| plan.game == game));
        }
    }

    /// If an event goes on with more rounds ([`Event::begins`]), the games already played keep
    /// their places in the schedule.
    #[test]
    fn more_rounds_add_games_only_at_the_end_of_the_schedule() {
        for format in ["round-robin", "gauntlet", "match", "balance"] {
            let long = event(format, 2);
            for rounds in 1..long.rounds {
                let mut short = long.clone();
                short.rounds = rounds;
                assert!(short.begins(&long) && !long.begins(&short), "{format}");
                assert!(schedule(&long).starts_with(&schedule(&short)), "{format}");
            }
        }
    }

    #[test]
    fn every_opening_is_played_from_both_sides() {
        let plans = schedule(&event("round-robin", 3));
        for pair in plans.chunks(2) {
            let [one, other] = pair else {
                panic!("an encounter has only one game")
            };
            assert_eq!(one.encounter, other.encounter);
            assert_eq!((one.first, one.second), (other.second, other.first));
            assert_eq!((one.variant, one.round), (other.variant, other.round));
        }
    }

    #[test]
    fn every_game_is_in_one_shard_and_malformed_shards_are_refused() {
        let plans = schedule(&event("round-robin", 3));
        for of in 1..=7 {
            let shards: Vec<Shard> = (1..=of)
                .map(|part| format!("{part}/{of}").parse().expect("a shard"))
                .collect();
            for plan in &plans {
                assert_eq!(shards.iter().filter(|shard| shard.holds(plan)).count(), 1);
            }
        }
        for text in ["", "0/2", "3/2", "1", "1/0", "a/b"] {
            assert_eq!(text.parse::<Shard>(), Err(ShardError::Form), "{text}");
        }
        assert!("1/100000".parse::<Shard>().is_ok());
        let error = "1/100001".parse::<Shard>().expect_err("too many");
        let words = "100001 parts are too many: the work has at most 100000 parts";
        assert_eq!(error.to_string(), words);
    }
}
