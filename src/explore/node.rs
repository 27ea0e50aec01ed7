//! A searched position with its candidates: the best turns, as the search scored them.

use serde::{Deserialize, Serialize, Serializer};

use crate::board::{Key, Setup, Turn};
use crate::games::{Game, TypedGame, Visitor};
use crate::notation::{position, turn};
use crate::rules::{History, Rules, Seat};
use crate::search::Score;

/// The greatest ply that a line of the tree's file may have.
const MAX_NODE_PLY: u32 = 1_000_000;

/// A searched position.
#[derive(Clone, Debug)]
pub struct Node {
    /// The position.
    pub setup: Setup,
    /// The key of the position.
    pub key: Key,
    /// The player to play.
    pub seat: Seat,
    /// The number of plies from a start position, on the path by which this position was found.
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
    /// The player to play after the turn.
    pub next_seat: Seat,
    /// Whether the game is over after the turn. Repetition is not considered.
    pub ends_game: bool,
}

impl Candidate {
    /// A candidate of a position. The turn must be legal in this position.
    fn of<R: Rules>(position: &R, turn: Turn, score: Score) -> Self {
        let next = position.play(turn);
        Self {
            turn,
            score,
            next: next.key(),
            next_seat: next.seat(),
            ends_game: History::starting_at(&next).outcome(&next).is_some(),
        }
    }
}

/// A node as a line of the tree's file stores it.
#[derive(Serialize, Deserialize)]
struct NodeRecord {
    fen: String,
    ply: u32,
    turns: Vec<(String, i32)>,
}

impl NodeRecord {
    /// The turns and their scores. Does not check whether the turns are legal in the position.
    fn scored(&self, game: &Game) -> Result<Vec<(Turn, Score)>, String> {
        let mut scored: Vec<(Turn, Score)> = Vec::new();
        for (text, score) in &self.turns {
            let turn = turn::read(game.form(), text).map_err(|error| error.to_string())?;
            if scored.iter().any(|&(other, _)| other == turn) {
                return Err(format!("the turn {turn} occurs twice"));
            }
            if !(-Score::WIN.0..=Score::WIN.0).contains(score) {
                let win = Score::WIN.0;
                return Err(format!("the score {score} is not between -{win} and {win}"));
            }
            scored.push((turn, Score(*score)));
        }
        if scored.is_empty() {
            return Err("the position has no scored turn".to_owned());
        }
        Ok(scored)
    }
}

impl Node {
    /// A position with the turns that a search has scored. The turns must be legal.
    #[must_use]
    pub fn new<R: Rules>(position: &R, ply: u32, scored: &[(Turn, Score)]) -> Self {
        let candidates = scored
            .iter()
            .map(|&(turn, score)| Candidate::of(position, turn, score))
            .collect();
        Self {
            setup: *position.setup(),
            key: position.key(),
            seat: position.seat(),
            ply,
            candidates,
        }
    }

    /// Reads a line of the tree's file.
    ///
    /// # Errors
    ///
    /// If the line is not a position of the game with legal turns and their scores. Also if its ply
    /// is greater than [`MAX_NODE_PLY`].
    pub(super) fn read(game: &'static Game, line: &str) -> Result<Self, String> {
        let record: NodeRecord = serde_json::from_str(line).map_err(|error| error.to_string())?;
        if record.ply > MAX_NODE_PLY {
            return Err(format!(
                "the ply {} is greater than {MAX_NODE_PLY}",
                record.ply
            ));
        }
        let setup = position::parse(game.form(), &record.fen).map_err(|error| error.to_string())?;
        let scored = record.scored(game)?;
        game.dispatch(CheckedNode {
            setup,
            ply: record.ply,
            scored,
        })
    }
}

/// Makes a node from a line, if the game accepts the position and the turns are legal.
struct CheckedNode {
    setup: Setup,
    ply: u32,
    scored: Vec<(Turn, Score)>,
}

impl Visitor for CheckedNode {
    type Output = Result<Node, String>;

    fn visit<R: Rules>(self, game: TypedGame<R>) -> Self::Output {
        let position = game
            .position(self.setup)
            .map_err(|error| error.to_string())?;
        for &(turn, _) in &self.scored {
            if let Some(illegality) = position.illegality(turn) {
                return Err(format!("{turn} is not legal: {illegality}"));
            }
        }
        Ok(Node::new(&position, self.ply, &self.scored))
    }
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let turns = self.candidates.iter();
        let record = NodeRecord {
            fen: self.setup.to_string(),
            ply: self.ply,
            turns: turns
                .map(|candidate| (candidate.turn.to_string(), candidate.score.0))
                .collect(),
        };
        record.serialize(serializer)
    }
}
