//! The text of an [`Entry`]: a JSON object on one line.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use super::conduct::Conduct;
use super::entry::{Entry, EntryTurn, FaultEntry, Timing};
use super::game_name::GameName;
use super::player::Thought;
use super::score::ReportedScore;
use crate::board::{Setup, Turn};
use crate::games::{TypedGame, Visitor};
use crate::notation::{PositionError, TurnError, position, turn};
use crate::record::{GameResult, UnknownResult};
use crate::rules::{IllegalPosition, Rules, Seat};

/// The fields of the JSON object.
#[derive(Serialize, Deserialize)]
struct EntryText {
    game: usize,
    variant: GameName,
    round: u32,
    first: String,
    second: String,
    start: String,
    turns: Vec<String>,
    /// The player of each turn as a digit, 1 or 2: `1212`. Missing in journals of version 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    movers: Option<String>,
    thoughts: Vec<ThoughtText>,
    /// The number of legal turns, summed over all positions in which a player was asked for a turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    legal_turns: Option<u64>,
    result: String,
    ending: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<FaultEntry>,
    conduct: [Conduct; 2],
    timing: TimingText,
}

#[derive(Clone, Copy, Default, Serialize, Deserialize)]
struct ThoughtText {
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<ReportedScore>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
}

/// A [`Timing`], and the time that each turn took.
#[derive(Serialize, Deserialize)]
struct TimingText {
    began: String,
    /// Milliseconds.
    turns: Vec<u64>,
    /// Microseconds.
    latency: [u64; 2],
    /// Milliseconds.
    lag: [u64; 2],
    /// Microseconds.
    #[serde(default)]
    delay: [u64; 2],
}

/// Why a text is not an entry.
#[derive(Debug, Error)]
enum EntryError {
    #[error("start: {0}")]
    Start(#[from] PositionError),
    #[error("start: {0}")]
    Refused(#[from] IllegalPosition),
    #[error("turn {number}: {source}")]
    Turn { number: usize, source: TurnError },
    #[error("turn {0} is not legal")]
    Illegal(usize),
    #[error("movers: a digit 1 or 2 for each turn is expected")]
    Movers,
    #[error("result: {0}")]
    Result(#[from] UnknownResult),
}

impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        EntryText::from(self.clone()).serialize(to)
    }
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Entry::try_from(EntryText::deserialize(from)?).map_err(D::Error::custom)
    }
}

impl From<Entry> for EntryText {
    fn from(entry: Entry) -> Self {
        let Timing {
            began,
            latency,
            lag,
            delay,
        } = entry.timing;
        let turns = &entry.turns;
        Self {
            game: entry.game,
            variant: GameName::from(entry.variant),
            round: entry.round,
            first: entry.first,
            second: entry.second,
            start: entry.start.to_string(),
            turns: turns.iter().map(|played| played.turn.to_string()).collect(),
            movers: Some(turns.iter().map(|played| digit(played.seat)).collect()),
            thoughts: turns.iter().map(|played| played.thought.into()).collect(),
            legal_turns: entry.legal_turns,
            result: entry.result.to_string(),
            ending: entry.ending,
            fault: entry.fault,
            conduct: entry.conduct,
            timing: TimingText {
                began,
                turns: turns.iter().map(|played| played.millis).collect(),
                latency,
                lag,
                delay,
            },
        }
    }
}

impl TryFrom<EntryText> for Entry {
    type Error = EntryError;

    fn try_from(text: EntryText) -> Result<Self, EntryError> {
        let variant = text.variant.game;
        let start = position::parse(variant.form(), &text.start)?;
        let turns = text.turns.iter().zip(1..).map(|(turn, number)| {
            turn::read(variant.form(), turn).map_err(|source| EntryError::Turn { number, source })
        });
        let turns: Vec<Turn> = turns.collect::<Result<_, _>>()?;
        let movers = match &text.movers {
            Some(digits) => seats(digits)?,
            None => variant.dispatch(Replay {
                start,
                turns: &turns,
            })?,
        };
        if movers.len() != turns.len() {
            return Err(EntryError::Movers);
        }
        let turns = turns.into_iter().zip(movers).enumerate();
        let turns = turns.map(|(index, (turn, seat))| {
            let thought = text.thoughts.get(index).copied().unwrap_or_default();
            EntryTurn {
                seat,
                turn,
                thought: thought.into(),
                millis: text.timing.turns.get(index).copied().unwrap_or_default(),
            }
        });
        Ok(Self {
            game: text.game,
            variant,
            round: text.round,
            first: text.first,
            second: text.second,
            start,
            turns: turns.collect(),
            legal_turns: text.legal_turns,
            result: text.result.parse::<GameResult>()?,
            ending: text.ending,
            fault: text.fault,
            conduct: text.conduct,
            timing: Timing {
                began: text.timing.began,
                latency: text.timing.latency,
                lag: text.timing.lag,
                delay: text.timing.delay,
            },
        })
    }
}

impl From<Thought> for ThoughtText {
    fn from(thought: Thought) -> Self {
        let Thought {
            score,
            depth,
            nodes,
        } = thought;
        Self {
            score: score.map(ReportedScore),
            depth,
            nodes,
        }
    }
}

impl From<ThoughtText> for Thought {
    fn from(text: ThoughtText) -> Self {
        Self {
            score: text.score.map(|score| score.0),
            depth: text.depth,
            nodes: text.nodes,
        }
    }
}

const fn digit(seat: Seat) -> char {
    match seat {
        Seat::First => '1',
        Seat::Second => '2',
    }
}

fn seats(digits: &str) -> Result<Vec<Seat>, EntryError> {
    let seats = digits.chars().map(|digit| match digit {
        '1' => Ok(Seat::First),
        '2' => Ok(Seat::Second),
        _ => Err(EntryError::Movers),
    });
    seats.collect()
}

/// Replays a game to find out who played each turn.
struct Replay<'a> {
    start: Setup,
    turns: &'a [Turn],
}

impl Visitor for Replay<'_> {
    type Output = Result<Vec<Seat>, EntryError>;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Self::Output {
        let mut position = variant.position(self.start)?;
        let mut seats = Vec::with_capacity(self.turns.len());
        for (&turn, number) in self.turns.iter().zip(1..) {
            if !position.is_legal(turn) {
                return Err(EntryError::Illegal(number));
            }
            seats.push(position.seat());
            position = position.play(turn);
        }
        Ok(seats)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An entry as version 1 of journals wrote it.
    const OLD: &str = r#"{"game":3,"variant":"unplay","round":1,"first":"a","second":"b",
        "start":"8/8/5k2/8/8/5K2/8/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 1",
        "turns":["f3e3","f6e6"],"thoughts":[{"score":"cp 5","depth":3,"nodes":12},{"score":"mate -2"}],
        "result":"1/2-1/2","ending":"ply-limit",
        "conduct":[{"turns":1,"stray":0,"bad_info":0,"complaints":0,"illegal_line":0,"other_line":0},
                   {"turns":1,"stray":0,"bad_info":0,"complaints":0,"illegal_line":0,"other_line":0}],
        "timing":{"began":"2026-01-01T00:00:00Z","turns":[7,8],"latency":[1,2],"lag":[0,0]}}"#;

    #[test]
    fn the_players_of_turns_in_an_entry_of_version_1_are_found_by_replay() {
        let entry: Entry = serde_json::from_str(OLD).expect("an entry");
        let seats: Vec<Seat> = entry.turns.iter().map(|played| played.seat).collect();
        assert_eq!(seats, [Seat::First, Seat::Second]);
        assert_eq!((entry.turns[1].millis, entry.legal_turns), (8, None));
        let text = serde_json::to_string(&entry).expect("JSON");
        assert!(text.contains("\"movers\":\"12\""), "{text}");
        assert_eq!(
            serde_json::from_str::<Entry>(&text).expect("an entry"),
            entry
        );
    }

    #[test]
    fn an_invalid_entry_is_refused_with_the_reason() {
        for (from, to, complaint) in [
            ("f3e3", "f3h8", "turn 1 is not legal"),
            ("f3e3", "f3", "turn 1: "),
            ("8/8/5k2", "8/5k2", "start: "),
            ("1/2-1/2", "won", "result: "),
            (
                "\"thoughts\"",
                "\"movers\":\"1\",\"thoughts\"",
                "movers: a digit 1 or 2",
            ),
        ] {
            let text = OLD.replace(from, to);
            let error = serde_json::from_str::<Entry>(&text).expect_err(to);
            assert!(error.to_string().contains(complaint), "{error}");
        }
    }
}
