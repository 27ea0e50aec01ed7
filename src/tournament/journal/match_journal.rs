//! The journal of a match, in the format of an event's journal. When a match is resumed, its number
//! of rounds may change.
//!
//! Journals of the oldest format can still be resumed. They have another first line ([`OldTerms`]),
//! and one line for each pair of games ([`OldPair`]).

use std::ops::RangeInclusive;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::contents::{Contents, LineReader};
use super::error::{DamagedLines, JournalError};
use super::file::Journal;
use super::header::{Header, check, header, is_planned};
use crate::play::entry::Entry;
use crate::record::GameResult;
use crate::rules::Seat;
use crate::stats::sprt::Sprt;
use crate::tournament::event::Event;
use crate::tournament::openings::FirstPositions;
use crate::tournament::results::GameFigures;
use crate::tournament::schedule::Plan;

/// A line of the journal of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum MatchLine {
    /// A pair of games, as old journals store it.
    Pair(OldPair),
    /// A game.
    Game(Box<Entry>),
}

/// A pair of games, as old journals store it. The first engine of the match is player 1 in the
/// first game, and player 2 in the second.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OldPair {
    /// Its number, from 0.
    pub number: u32,
    games: [OldGame; 2],
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct OldGame {
    /// The player who won; `None` for a draw.
    winner: Option<Winner>,
    ending: String,
    plies: u32,
    legal_turns: u32,
}

/// The player who won, stored as the number 1 or 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
enum Winner {
    First,
    Second,
}

impl TryFrom<u8> for Winner {
    type Error = String;

    fn try_from(player: u8) -> Result<Self, String> {
        match player {
            1 => Ok(Winner::First),
            2 => Ok(Winner::Second),
            _ => Err(format!("the winner is player 1 or 2, not {player}")),
        }
    }
}

impl From<Winner> for u8 {
    fn from(winner: Winner) -> u8 {
        match winner {
            Winner::First => 1,
            Winner::Second => 2,
        }
    }
}

impl OldPair {
    /// The figures of its two games, each with the number of the game in the schedule.
    pub fn games(&self) -> impl Iterator<Item = (usize, GameFigures)> {
        self.numbers().zip(self.games.iter().map(OldGame::figures))
    }

    /// The numbers of its two games in the schedule.
    fn numbers(&self) -> RangeInclusive<usize> {
        let first = 2 * self.number as usize + 1;
        first..=first + 1
    }
}

impl OldGame {
    fn figures(&self) -> GameFigures {
        GameFigures {
            first_player: Seat::First,
            result: match self.winner {
                Some(Winner::First) => GameResult::Won(Seat::First),
                Some(Winner::Second) => GameResult::Won(Seat::Second),
                None => GameResult::Drawn,
            },
            ending: self.ending.clone(),
            plies: self.plies,
            legal_turns: Some(self.legal_turns.into()),
            has_fault: false,
        }
    }
}

/// The first line of an old journal. Its digests of weights and of openings are not compared,
/// because this version of the program computes other digests.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct OldTerms {
    players: [String; 2],
    budgets: [String; 2],
    openings: Vec<(String, usize, String)>,
    seed: u64,
}

impl OldTerms {
    /// Whether the players, limits, variants and seed are those of `event`.
    fn fits(&self, event: &Event) -> bool {
        let engines = || event.engines.iter();
        let players = engines().map(|engine| match &engine.in_process {
            Some(own) => own.to_string(),
            None => engine.name.clone(),
        });
        let variants = self.openings.iter().map(|(name, ..)| name.as_str());
        players.eq(self.players.iter().cloned())
            && engines()
                .map(|engine| engine.limits.settings())
                .eq(self.budgets.iter().cloned())
            && variants.eq(event.variants.iter().map(|name| name.game.name()))
            && self.seed == event.seed
    }
}

/// Reads the games of a match. Checks that each game fits the schedule and follows the rules. An
/// [`OldPair`] is not checked, because it has no turns.
#[derive(Clone, Copy, Debug)]
pub struct MatchReader<'a> {
    /// The match.
    pub event: &'a Event,
    /// Its schedule. The journal may go beyond it, because an earlier run may have played more
    /// rounds.
    pub plans: &'a [Plan],
    /// Its first positions.
    pub starts: &'a FirstPositions,
}

impl LineReader for MatchReader<'_> {
    type Entry = MatchLine;

    fn read(&self, line: &str) -> Result<MatchLine, String> {
        // A `MatchLine` is not deserialized directly: for an untagged enum, the error does not say
        // what is wrong with the line.
        let value: serde_json::Value =
            serde_json::from_str(line).map_err(|error| error.to_string())?;
        if value.get("number").is_some() {
            let pair = serde_json::from_value(value).map_err(|error| error.to_string())?;
            return Ok(MatchLine::Pair(pair));
        }
        let entry: Entry = serde_json::from_value(value).map_err(|error| error.to_string())?;
        let game = entry.game;
        let Some(index) = game.checked_sub(1) else {
            return Err("games are counted from 1".to_owned());
        };
        let plan = self.plans.get(index);
        if plan.is_some_and(|plan| !is_planned(&entry, plan, self.event)) {
            return Err(format!(
                "the schedule has no game {game} with this variant, round and players"
            ));
        }
        check(&entry, self.event, Some(self.starts))?;
        Ok(MatchLine::Game(Box::new(entry)))
    }

    fn games(&self, line: &MatchLine) -> RangeInclusive<usize> {
        match line {
            MatchLine::Game(entry) => entry.game..=entry.game,
            MatchLine::Pair(pair) => pair.numbers(),
        }
    }
}

/// Opens or creates the journal of a match to append to it, and returns its contents. If `wanted`
/// has more rounds than the first line of the journal, `wanted` becomes the new first line, because
/// the schedule of the old one lacks the games of the added rounds. A first line of the oldest
/// format ([`OldTerms`]) is never replaced.
///
/// # Errors
///
/// If it is the journal of another match or of a match with another SPRT, or has an unknown
/// version. Also for the same reasons as [`Journal::resume`].
pub fn resume_match<'a>(
    path: &Path,
    wanted: &Header,
    damaged: DamagedLines,
    reader: MatchReader<'a>,
) -> Result<(Journal<MatchLine>, Contents<MatchReader<'a>>), JournalError> {
    let mut has_fewer_rounds = false;
    // Old journals do not store the SPRT.
    let mut sprt = wanted.event.sprt;
    let (journal, contents) = Journal::resume(path, wanted, damaged, |line| {
        let is_same = match serde_json::from_str::<OldTerms>(line.text()) {
            Ok(terms) => terms.fits(&wanted.event),
            Err(_) => {
                let found = header(line)?;
                has_fewer_rounds = found.event.rounds < wanted.event.rounds;
                sprt = found.event.sprt;
                without_length(found.event) == without_length(wanted.event.clone())
            }
        };
        if is_same && sprt != wanted.event.sprt {
            return Err(other_sprt(sprt));
        }
        if is_same {
            return Ok(reader);
        }
        let problem = "this is the journal of another match: players, weights, networks, limits, variants, \
                       openings or the seed differ";
        Err(problem.to_owned())
    })?;
    if has_fewer_rounds {
        return Ok((journal.replaced_by(wanted, &contents.entries)?, contents));
    }
    Ok((journal, contents))
}

/// Why a match with another SPRT than that of the journal cannot be resumed.
fn other_sprt(found: Option<Sprt>) -> String {
    let (begun, option) = found.map_or_else(
        || ("without an SPRT".to_owned(), "without --sprt"),
        |sprt| (format!("with {sprt}"), "with the same --sprt"),
    );
    format!("this match was begun {begun}; resume it {option}, or choose another folder with --out")
}

/// The event with one round and without an SPRT, so that two events that differ only in their
/// numbers of rounds and their SPRTs become equal.
fn without_length(event: Event) -> Event {
    Event {
        rounds: 1,
        sprt: None,
        ..event
    }
}
