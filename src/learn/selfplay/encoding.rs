//! One game as bytes, with numbers in little-endian order:
//!
//! | bytes | content |
//! |---|---|
//! | 1 | half points of the player who played the first turn of the game: 0, 1 or 2 |
//! | 1 | length of the position in bytes |
//! | its length | the position where the game starts, in the project's own notation |
//! | 4 + 2 for each turn | the turn as [`Turn::bits`], and the score of the position in which it was chosen, in centipawns from the view of the player who chose it (signed; a score of at least 30,760 or at most -30,760 is a forced end; -32,768 means that the player did not search) |

use thiserror::Error;

use super::scored_game::ScoredGame;
use crate::board::{Setup, Turn};
use crate::games::{Game, TypedGame, Visitor};
use crate::notation::PositionError;
use crate::rules::Rules;

/// Stands for the score if the player did not search.
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
    /// A turn is not legal. The number is that of the turn, from 1.
    #[error("turn {0} is not legal")]
    Turn(usize),
}

/// The bytes of a game.
pub(super) fn encode(game: &ScoredGame) -> Vec<u8> {
    let fen = game.start.to_string();
    let mut bytes = vec![game.half_points, fen.len() as u8];
    bytes.extend(fen.bytes());
    for (turn, score) in &game.turns {
        bytes.extend(turn.bits().to_le_bytes());
        bytes.extend(score.unwrap_or(NO_SCORE).to_le_bytes());
    }
    bytes
}

/// Reads the bytes of a game. Replays the game to check that every turn is legal.
///
/// # Errors
///
/// If the bytes are not a game of this variant.
pub(super) fn decode(bytes: &[u8], game: &'static Game) -> Result<ScoredGame, DecodeError> {
    game.dispatch(Decoding(bytes))
}

struct Decoding<'a>(&'a [u8]);

impl Visitor for Decoding<'_> {
    type Output = Result<ScoredGame, DecodeError>;

    fn visit<R: Rules>(self, game: TypedGame<R>) -> Self::Output {
        let form = DecodeError::Form;
        let (&[half_points, length], rest) = self.0.split_first_chunk().ok_or(form("too short"))?;
        if half_points > 2 {
            return Err(form("more than two half points"));
        }
        let split = rest.split_at_checked(length.into());
        let (fen, turns) = split.ok_or(form("too short for its position"))?;
        let fen = std::str::from_utf8(fen).map_err(|_| form("the position is not text"))?;
        let mut position: R = game.read(fen)?;
        let start: Setup = *position.setup();
        let (turns, []) = turns.as_chunks::<6>() else {
            return Err(form("an incomplete turn at the end"));
        };
        let mut scored = Vec::with_capacity(turns.len());
        for (&[a, b, c, d, low, high], number) in turns.iter().zip(1..) {
            let turn = Turn::from_bits(u32::from_le_bytes([a, b, c, d]));
            let turn = turn
                .filter(|&turn| position.is_legal(turn))
                .ok_or(DecodeError::Turn(number))?;
            let score = i16::from_le_bytes([low, high]);
            scored.push((turn, (score != NO_SCORE).then_some(score)));
            position = position.play(turn);
        }
        Ok(ScoredGame {
            start,
            turns: scored,
            half_points,
        })
    }
}
