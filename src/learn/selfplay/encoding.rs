//! One game as bytes, with numbers in little-endian order:
//!
//! | bytes | content |
//! |---|---|
//! | 1 | half points of [`Seat::First`](crate::rules::Seat::First): 0, 1 or 2 |
//! | 1 | number of bytes of the next field |
//! | this number | the position where the game starts, as text (protocol.md) |
//! | 4 | number of turns |
//! | 6 for each turn | 4 for the turn ([`Turn::bits`]), 2 for the score (see below) |
//! | the rest | siblings, one group after the other |
//!
//! The score of a turn is that of the position before it, as the player who chose the turn sees
//! it: a signed number of centipawns. A score of at least 30,760 or at most -30,760 is a forced
//! end. -32,768 means no score.
//!
//! A group of siblings has a root and a parent. The root is a position of the game, at which a
//! search began. The parent is a position in that search. The siblings are successors of the
//! parent; each has a score. The bytes of a group are:
//!
//! | bytes | content |
//! |---|---|
//! | 4 | the number of plies of the game before the root |
//! | 2 | the number of turns from the root to the parent |
//! | 2 | the number of successors of the parent that were scored |
//! | 4 for each turn | the turns from the root to the parent |
//! | 6 for each successor | 4 for the turn that leads to it, 2 for its score as the player to play in the parent sees it |
//!
//! The forms of `FileVersion::V1` and `V2` have no number of turns and no siblings: the turns fill
//! the rest of the bytes.

use thiserror::Error;

use super::scored_game::{ScoredGame, Siblings};
use super::version::FileVersion;
use crate::board::{Setup, Turn};
use crate::games::{Game, TypedGame, Visitor};
use crate::notation::PositionError;
use crate::rules::Rules;

/// Written in place of the score if a turn has none.
const NO_SCORE: i16 = i16::MIN;

/// Why bytes are not a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DecodeError {
    /// They do not have the form of a game.
    #[error("{0}")]
    Form(&'static str),
    /// The text of the first position is not a position, or the variant does not allow it.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The turn with this number, from 1, is not legal.
    #[error("turn {0} is not legal")]
    Turn(usize),
    /// A turn in a group of siblings is not legal. The number is [`Siblings::ply`].
    #[error("a turn of the siblings after ply {0} is not legal")]
    Siblings(u32),
}

/// The bytes of a game in the present form.
pub(super) fn encode(game: &ScoredGame) -> Vec<u8> {
    let fen = game.start.to_string();
    let mut bytes = vec![game.half_points, fen.len() as u8];
    bytes.extend(fen.bytes());
    bytes.extend((game.turns.len() as u32).to_le_bytes());
    for (turn, score) in &game.turns {
        bytes.extend(turn.bits().to_le_bytes());
        bytes.extend(score.unwrap_or(NO_SCORE).to_le_bytes());
    }
    for siblings in &game.siblings {
        bytes.extend(siblings.ply.to_le_bytes());
        bytes.extend((siblings.line.len() as u16).to_le_bytes());
        bytes.extend((siblings.successors.len() as u16).to_le_bytes());
        for turn in &siblings.line {
            bytes.extend(turn.bits().to_le_bytes());
        }
        for (turn, score) in &siblings.successors {
            bytes.extend(turn.bits().to_le_bytes());
            bytes.extend(score.to_le_bytes());
        }
    }
    bytes
}

/// Reads the bytes of a game in the form `version`. Replays the game and the lines to siblings, to
/// check that every turn is legal.
///
/// # Errors
///
/// If the bytes are not a game of this variant.
pub(super) fn decode(
    bytes: &[u8],
    version: FileVersion,
    game: &'static Game,
) -> Result<ScoredGame, DecodeError> {
    game.dispatch(Decoding {
        bytes: Bytes(bytes),
        version,
    })
}

/// Bytes that are read from the front.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    /// The next `N` bytes.
    fn array<const N: usize>(&mut self) -> Result<[u8; N], DecodeError> {
        let split = self.0.split_first_chunk();
        let (array, rest) = split.ok_or(DecodeError::Form("too short"))?;
        self.0 = rest;
        Ok(*array)
    }

    /// The next `count` bytes.
    fn slice(&mut self, count: usize) -> Result<&'a [u8], DecodeError> {
        let split = self.0.split_at_checked(count);
        let (slice, rest) = split.ok_or(DecodeError::Form("too short for its start position"))?;
        self.0 = rest;
        Ok(slice)
    }

    /// The next turn; `None` if it is not a legal turn in the position.
    fn turn<R: Rules>(&mut self, position: &R) -> Result<Option<Turn>, DecodeError> {
        let turn = Turn::from_bits(u32::from_le_bytes(self.array()?));
        Ok(turn.filter(|&turn| position.is_legal(turn)))
    }

    fn score(&mut self) -> Result<i16, DecodeError> {
        Ok(i16::from_le_bytes(self.array()?))
    }
}

struct Decoding<'a> {
    bytes: Bytes<'a>,
    version: FileVersion,
}

/// The number of bytes of a turn with its score.
const SCORED_TURN: usize = 6;

impl Visitor for Decoding<'_> {
    type Output = Result<ScoredGame, DecodeError>;

    fn visit<R: Rules>(mut self, game: TypedGame<R>) -> Self::Output {
        let form = DecodeError::Form;
        let [half_points, length] = self.bytes.array()?;
        if half_points > 2 {
            return Err(form("more than two half points"));
        }
        let fen = std::str::from_utf8(self.bytes.slice(length.into())?);
        let first: R = game.read(fen.map_err(|_| form("the position is not text"))?)?;
        let start: Setup = *first.setup();
        let count = self.turns()?;
        let mut positions = vec![first];
        let mut turns = Vec::new();
        for (number, ply) in (1..=count).zip(0..) {
            let position: &R = &positions[ply];
            let turn = self.bytes.turn(position)?;
            let turn = turn.ok_or(DecodeError::Turn(number))?;
            let score = self.bytes.score()?;
            turns.push((turn, (score != NO_SCORE).then_some(score)));
            let next = position.play(turn);
            positions.push(next);
        }
        let mut siblings = Vec::new();
        while !self.bytes.0.is_empty() {
            siblings.push(self.siblings(&positions)?);
        }
        Ok(ScoredGame {
            start,
            turns,
            half_points,
            siblings,
        })
    }
}

impl Decoding<'_> {
    /// The number of turns of the game.
    fn turns(&mut self) -> Result<usize, DecodeError> {
        let incomplete = DecodeError::Form("an incomplete turn at the end");
        let too_short = DecodeError::Form("too short for its number of turns");
        let rest = |bytes: &Bytes<'_>| bytes.0.len();
        match self.version {
            FileVersion::V1 | FileVersion::V2 => {
                let length = rest(&self.bytes);
                let is_whole = length.is_multiple_of(SCORED_TURN);
                is_whole.then_some(length / SCORED_TURN).ok_or(incomplete)
            }
            FileVersion::V3 => {
                let count = u32::from_le_bytes(self.bytes.array()?) as usize;
                let fits = count <= rest(&self.bytes) / SCORED_TURN;
                fits.then_some(count).ok_or(too_short)
            }
        }
    }

    /// The next group of siblings. `positions` are all positions of the game.
    fn siblings<R: Rules>(&mut self, positions: &[R]) -> Result<Siblings, DecodeError> {
        let ply = u32::from_le_bytes(self.bytes.array()?);
        let illegal = || DecodeError::Siblings(ply);
        let [turns, successors] =
            [self.bytes.array()?, self.bytes.array()?].map(u16::from_le_bytes);
        let root = positions.get(ply as usize);
        let mut parent = root
            .ok_or(DecodeError::Form("siblings after the end of the game"))?
            .clone();
        let mut line = Vec::with_capacity(turns.into());
        for _ in 0..turns {
            let turn = self.bytes.turn(&parent)?.ok_or_else(illegal)?;
            line.push(turn);
            parent = parent.play(turn);
        }
        let mut scored = Vec::with_capacity(successors.into());
        for _ in 0..successors {
            let turn = self.bytes.turn(&parent)?.ok_or_else(illegal)?;
            scored.push((turn, self.bytes.score()?));
        }
        Ok(Siblings {
            ply,
            line,
            successors: scored,
        })
    }
}
