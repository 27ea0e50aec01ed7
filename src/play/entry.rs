//! What a journal says about a game.

use serde::{Deserialize, Serialize};

use super::fault::FaultKind;
use super::game_name::GameName;
use super::score::ReportedScore;
use crate::board::Turn;
use crate::games::{TypedGame, Visitor};
use crate::record::GameResult;
use crate::rules::{Rules, Seat};

/// A game that has been played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Its number in the schedule, from 1.
    pub game: usize,
    /// Which game.
    pub variant: GameName,
    /// The round, from 1.
    pub round: u32,
    /// The engine that played the first turn.
    pub first: String,
    /// The other one.
    pub second: String,
    /// The first position.
    pub start: String,
    /// The turns.
    pub turns: Vec<String>,
    /// What the engines told about them, one for each turn.
    pub thoughts: Vec<Thought>,
    /// `1-0`, `0-1` or `1/2-1/2`.
    #[serde(with = "result_text")]
    pub result: GameResult,
    /// How it ended: by a rule, a fault of an engine, or a verdict of the referee.
    pub ending: String,
    /// What an engine did wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultEntry>,
    /// What the engines said that they should not have said, first player first.
    pub conduct: [Conduct; 2],
    /// When, and how long everything took. Nothing else in an entry hangs on the clock on the wall
    /// as long as no engine is bounded by time.
    pub timing: Timing,
}

/// What an engine told about its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Thought {
    /// The score from its own view.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<ReportedScore>,
    /// Plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// A fault of an engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FaultEntry {
    /// The player: 1 or 2.
    pub player: u8,
    /// Its name.
    pub engine: String,
    /// The kind.
    pub kind: FaultKind,
    /// What happened.
    pub detail: String,
    /// The file with all that was said, in the folder of the event.
    pub file: String,
}

/// What an engine did in a game besides answering.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Conduct {
    /// Turns that it played.
    pub turns: u32,
    /// Lines that are none of the protocol.
    pub stray: u32,
    /// Analysis that is not in form.
    pub bad_info: u32,
    /// Complaints about what it was told.
    pub complaints: u32,
    /// Last lines of analysis with an illegal turn in them.
    pub illegal_line: u32,
    /// Last lines of analysis that begin with another turn than the one played.
    pub other_line: u32,
}

impl Conduct {
    /// Both together.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            turns: self.turns + other.turns,
            stray: self.stray + other.stray,
            bad_info: self.bad_info + other.bad_info,
            complaints: self.complaints + other.complaints,
            illegal_line: self.illegal_line + other.illegal_line,
            other_line: self.other_line + other.other_line,
        }
    }
}

/// Times of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Timing {
    /// When it began, in UTC.
    pub began: String,
    /// Milliseconds that each turn took.
    pub turns: Vec<u64>,
    /// Microseconds from `isready` to `readyok` when the game began, first player first.
    pub latency: [u64; 2],
    /// The most milliseconds by which an answer came later than the time that the engine told last.
    pub lag: [u64; 2],
}

impl Entry {
    /// Who played each turn. Players need not alternate: where they switch colours, one of them plays
    /// twice.
    #[must_use]
    pub fn movers(&self) -> Vec<Seat> {
        struct Replay<'a>(&'a Entry);
        impl Visitor for Replay<'_> {
            type Output = Vec<Seat>;
            fn visit<R: Rules>(self, variant: TypedGame<R>) -> Vec<Seat> {
                let mut seats = Vec::with_capacity(self.0.turns.len());
                let Ok(mut position) = variant.read(&self.0.start) else {
                    return seats;
                };
                for text in &self.0.turns {
                    let Ok(turn) = text.parse::<Turn>() else {
                        break;
                    };
                    if !position.is_legal(turn) {
                        break;
                    }
                    seats.push(position.seat());
                    position = position.play(turn);
                }
                seats
            }
        }
        self.variant.0.dispatch(Replay(self))
    }
}

mod result_text {
    //! Results as text.
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use crate::record::GameResult;

    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "the form that serde asks for"
    )]
    pub(super) fn serialize<S: Serializer>(result: &GameResult, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(result)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<GameResult, D::Error> {
        let text = String::deserialize(from)?;
        text.parse().map_err(D::Error::custom)
    }
}
