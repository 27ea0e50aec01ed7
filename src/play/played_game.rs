//! A game that has been played: its turns, and how it ended.

use std::time::Duration;

use super::adjudication::Verdict;
use super::fault::Fault;
use super::player::{Behaviour, Thought};
use crate::board::Turn;
use crate::live::LiveGame;
use crate::record::GameResult;
use crate::rules::{Outcome, Rules, Seat};

/// A game that has been played.
#[derive(Clone, Debug)]
pub struct PlayedGame<R: Rules> {
    /// Its turns and positions.
    pub game: LiveGame<R>,
    /// For each turn, who played it and what is known about it.
    pub turns: Vec<PlayedTurn>,
    /// How it ended.
    pub end: GameEnd,
    /// The fault that a player committed, if any.
    pub fault: Option<FaultBy>,
    /// The number of legal turns, summed over all positions in which a player was asked for a turn.
    pub legal_turns: u64,
    /// How each player behaved.
    pub behaviour: [Behaviour; 2],
}

/// A turn of a game that has been played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedTurn {
    /// Who played it.
    pub seat: Seat,
    /// The turn.
    pub turn: Turn,
    /// What the player reported about it.
    pub thought: Thought,
    /// How long it took.
    pub time: Duration,
}

/// The ending of a game in which the winner announced a forced win and the referee confirmed it.
pub const PROVEN: &str = "proven";

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameEnd {
    /// The result.
    pub result: GameResult,
    /// The word for the rule, the fault or the referee's decision.
    pub ending: &'static str,
}

impl From<Outcome> for GameEnd {
    fn from(outcome: Outcome) -> Self {
        Self {
            result: Some(outcome).into(),
            ending: outcome.ending.word(),
        }
    }
}

impl From<Verdict> for GameEnd {
    fn from(verdict: Verdict) -> Self {
        let (result, ending) = match verdict {
            Verdict::Win(seat) => (GameResult::Won(seat), "adjudicated-win"),
            Verdict::Draw => (GameResult::Drawn, "adjudicated-draw"),
            Verdict::PlyLimit => (GameResult::Drawn, "ply-limit"),
        };
        Self { result, ending }
    }
}

/// A fault and the player who committed it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FaultBy {
    /// The player.
    pub seat: Seat,
    /// The fault.
    pub fault: Fault,
}
