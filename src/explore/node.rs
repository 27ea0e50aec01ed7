//! A searched position with its candidates: the best turns, as the search scored them.

use serde::{Deserialize, Serialize, Serializer};

use crate::board::{Key, Turn};
use crate::games::TypedGame;
use crate::notation::turn;
use crate::rules::{Rules, Seat};
use crate::search::Score;

/// A searched position.
#[derive(Clone, Debug)]
pub struct Node<R> {
    /// The position.
    pub position: R,
    /// The number of plies from the start on the path by which the position was found.
    pub ply: u32,
    /// The candidates in the order of the search, the best one first.
    pub candidates: Vec<Candidate>,
}

/// A turn that a search has scored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The turn.
    pub turn: Turn,
    /// Its score, from the view of the player who plays it.
    pub score: Score,
    /// The key of the position after the turn.
    pub next: Key,
    /// The player to play in that position.
    pub next_seat: Seat,
    /// Whether the game is over in that position.
    pub ends_game: bool,
}

impl Candidate {
    /// A candidate of a position, in which the turn must be legal.
    fn of<R: Rules>(position: &R, turn: Turn, score: Score) -> Self {
        let next = position.play(turn);
        Self {
            turn,
            score,
            next: next.key(),
            next_seat: next.seat(),
            ends_game: next.outcome().is_some(),
        }
    }
}

/// A node as a line of the file has it.
#[derive(Serialize, Deserialize)]
struct NodeRecord {
    fen: String,
    ply: u32,
    turns: Vec<(String, i32)>,
}

impl<R: Rules> Node<R> {
    /// A position with the turns that a search has scored. The turns must be legal.
    #[must_use]
    pub fn new(position: R, ply: u32, scored: &[(Turn, Score)]) -> Self {
        let candidates = scored
            .iter()
            .map(|&(turn, score)| Candidate::of(&position, turn, score))
            .collect();
        Self {
            position,
            ply,
            candidates,
        }
    }

    /// Reads a line of the file.
    ///
    /// # Errors
    ///
    /// If the line is not a position of the game with legal turns and their scores.
    pub(super) fn read(game: TypedGame<R>, line: &str) -> Result<Self, String> {
        let record: NodeRecord = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let position = game.read(&record.fen).map_err(|error| error.to_string())?;
        let mut scored: Vec<(Turn, Score)> = Vec::new();
        for (text, score) in record.turns {
            let turn = turn::read(R::FORM, &text).map_err(|error| error.to_string())?;
            if let Some(illegality) = position.illegality(turn) {
                return Err(format!("{turn} is not legal: {illegality}"));
            }
            if scored.iter().any(|&(other, _)| other == turn) {
                return Err(format!("{turn} is there twice"));
            }
            if !(-Score::WIN.0..=Score::WIN.0).contains(&score) {
                return Err(format!("{score} is not a score"));
            }
            scored.push((turn, Score(score)));
        }
        if scored.is_empty() {
            return Err("the position has no scored turn".to_owned());
        }
        Ok(Self::new(position, record.ply, &scored))
    }
}

impl<R: Rules> Serialize for Node<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let turns = self.candidates.iter();
        let record = NodeRecord {
            fen: self.position.setup().to_string(),
            ply: self.ply,
            turns: turns
                .map(|candidate| (candidate.turn.to_string(), candidate.score.0))
                .collect(),
        };
        record.serialize(serializer)
    }
}
