//! A game that has been played, as it is stored in a journal.

use serde::{Deserialize, Serialize};

use super::conduct::Conduct;
use super::fault::FaultKind;
use super::player::Thought;
use crate::board::{Setup, Turn};
use crate::games::Game;
use crate::record::GameResult;
use crate::rules::Seat;

/// A game that has been played.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// Its number in the schedule, from 1.
    pub game: usize,
    /// The variant.
    pub variant: &'static Game,
    /// The round, from 1.
    pub round: u32,
    /// The name of the engine that was player 1 ([`Seat::First`]).
    pub first: String,
    /// The name of the other engine.
    pub second: String,
    /// The first position.
    pub start: Setup,
    /// The turns.
    pub turns: Vec<EntryTurn>,
    /// The number of legal turns, summed over all positions in which a player was asked for a turn;
    /// `None` in journals that did not count them.
    pub legal_turns: Option<u64>,
    /// The result.
    pub result: GameResult,
    /// How the game ended: by a rule, by a fault, or by a decision of the referee.
    pub ending: String,
    /// The fault of a player; `None` if there was none. Every fault ends the game, except a
    /// disagreement about the result of a game that is over.
    pub fault: Option<FaultEntry>,
    /// How well each player followed the protocol, first player first.
    pub conduct: [Conduct; 2],
    /// When the game was played, and how fast the players answered. In a second run of the game,
    /// only this field and `EntryTurn::millis` differ, if both players are deterministic.
    pub timing: Timing,
}

impl Entry {
    /// The name of the engine in a seat.
    #[must_use]
    pub fn name(&self, seat: Seat) -> &str {
        match seat {
            Seat::First => &self.first,
            Seat::Second => &self.second,
        }
    }
}

/// A turn that was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EntryTurn {
    /// Who played it. When the players switch colours, one of them plays twice in a row.
    pub seat: Seat,
    /// The turn.
    pub turn: Turn,
    /// What the player reported about it.
    pub thought: Thought,
    /// Milliseconds that it took.
    pub millis: u64,
}

/// The folder for the files of faults, relative to the folder of the event.
pub const FAULTS: &str = "faults";

/// A fault of a player.
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
    /// The path of the file with the lines to and from the player ([`FaultEntry::file_name`]).
    /// `None` for a player in this process.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

impl FaultEntry {
    /// The path of the file for a fault in game number `game`, relative to the folder of the event.
    #[must_use]
    pub fn file_name(game: usize, kind: FaultKind) -> String {
        format!("{FAULTS}/game-{game:06}-{kind}.txt")
    }
}

/// When a game was played, and how fast the players answered.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Timing {
    /// When it began, in UTC.
    pub began: String,
    /// How long each player took to answer the second `isready` at the start of the game, in
    /// microseconds, first player first. The first `isready` is not measured, because a player may
    /// prepare for the game before it answers.
    pub latency: [u64; 2],
    /// The largest lag of each player's answers in the game, in milliseconds. The lag is the time
    /// that this program measured for the answer, minus the time in the player's last line of
    /// analysis (`info ... time`). 0 if no lag is above 0.
    pub lag: [u64; 2],
    /// The longest delay of a turn of each player, in microseconds. The delay is the sum of the
    /// times for which two threads of this program waited for a processor: the thread that writes
    /// to the player, and the one that reads from it. 0 in journals that did not measure it.
    pub delay: [u64; 2],
}
