//! The journal of a match. It is that of an event, with two differences: a match can be made longer, and
//! journals before version 2 of the format have another header and a line per pair of games.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::file::{Journal, JournalError};
use super::header::{Header, header};
use crate::play::entry::Entry;
use crate::record::GameResult;
use crate::rules::Seat;
use crate::tournament::event::Event;
use crate::tournament::results::GameFigures;

/// A line of the journal of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum MatchLine {
    /// A pair of games, as old journals keep it.
    Pair(OldPair),
    /// A game.
    Game(Box<Entry>),
}

/// A pair of games, as old journals keep it. In the first game the first engine of the match plays the
/// first turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OldPair {
    /// Its number, from 0.
    pub number: usize,
    games: [OldGame; 2],
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct OldGame {
    /// The player who won, 1 or 2; `None` for a draw.
    winner: Option<u8>,
    ending: String,
    plies: u32,
    legal_turns: u64,
}

impl OldPair {
    /// The numbers of its games in the schedule, and their figures.
    pub fn games(&self) -> impl Iterator<Item = (usize, GameFigures)> {
        let first = 2 * self.number + 1;
        (first..).zip(self.games.iter().map(OldGame::figures))
    }
}

impl OldGame {
    fn figures(&self) -> GameFigures {
        GameFigures {
            result: match self.winner {
                Some(1) => GameResult::Won(Seat::First),
                Some(_) => GameResult::Won(Seat::Second),
                None => GameResult::Drawn,
            },
            ending: self.ending.clone(),
            plies: self.plies,
            legal_turns: Some(self.legal_turns),
            has_fault: false,
        }
    }
}

/// The first line of an old journal, without digests of weights and of openings, which this version
/// computes in another way.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct OldTerms {
    players: [String; 2],
    budgets: [String; 2],
    openings: Vec<(String, usize, String)>,
    seed: u64,
}

impl OldTerms {
    /// Whether the match is this one, as far as an old journal says.
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
            && variants.eq(event.variants.iter().map(|name| name.0.name()))
            && self.seed == event.seed
    }
}

/// Opens the journal of a match to append to it, or creates it, and returns its lines.
///
/// # Errors
///
/// If it is the journal of another match, or cannot be read or written.
pub fn resume_match(
    path: &Path,
    wanted: &Header,
) -> Result<(Journal<MatchLine>, Vec<MatchLine>), JournalError> {
    let fits = |line: &str| {
        let is_same = match serde_json::from_str::<OldTerms>(line) {
            Ok(terms) => terms.fits(&wanted.event),
            Err(_) => without_length(header(line)?.event) == without_length(wanted.event.clone()),
        };
        if is_same {
            return Ok(());
        }
        Err("this is the journal of another match: players, limits, variants, openings or the seed differ"
            .to_owned())
    };
    let (journal, contents) = Journal::resume(path, wanted, fits)?;
    Ok((journal, contents.entries))
}

/// A match without what may change when it is resumed.
fn without_length(event: Event) -> Event {
    Event {
        rounds: 1,
        sprt: None,
        ..event
    }
}
