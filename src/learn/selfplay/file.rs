//! Files of games with scores.
//!
//! A file begins with a line of text, `reviver self-play 1`, and a line of JSON, which says how its games
//! were played. The games follow, with numbers in little-endian order:
//!
//! | bytes | content |
//! |---|---|
//! | 4 | length of the rest, in bytes |
//! | 1 | half points of the player who played the first turn of the game: 0, 1 or 2 |
//! | 1 | length of the position |
//! | its length | the position where the game starts, in the project's own notation |
//! | 4 + 2 for each turn | the turn as [`Turn::bits`], and the score of the position in which it was chosen, in centipawns from the view of the player who chose it (signed; beyond 30,000 a forced end, -32,768 if it did not search) |
//!
//! A game that is cut off at the end of the file does not count. Such a game remains if the program
//! crashes while it writes.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use thiserror::Error;

use super::scored_game::ScoredGame;
use crate::board::{Setup, Turn};
use crate::games::{Game, TypedGame, Visitor};
use crate::notation::PositionError;
use crate::rules::Rules;

/// The first line.
const HEAD: &str = "reviver self-play 1\n";

/// The score of a player who does not search.
const NO_SCORE: i16 = i16::MIN;

/// Why a file of games cannot be used.
#[derive(Debug, Error)]
pub enum GamesError {
    /// It cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: String,
        /// Why.
        source: io::Error,
    },
    /// It is not a file of games.
    #[error("{path}: this is not a file of games with scores")]
    Head {
        /// The file.
        path: String,
    },
    /// Its games were played in another way.
    #[error("{path}: these games were played on other terms: {found} instead of {expected}")]
    Terms {
        /// The file.
        path: String,
        /// How they were played.
        found: String,
        /// How they should have been played.
        expected: String,
    },
    /// A game is malformed.
    #[error("{path}: game {number}: {problem}")]
    Game {
        /// The file.
        path: String,
        /// The game, from 1.
        number: usize,
        /// What is wrong with it.
        problem: GameProblem,
    },
}

/// Why a game in a file is malformed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GameProblem {
    /// Its bytes do not follow the format.
    #[error("{0}")]
    Form(&'static str),
    /// Its first position is wrong.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A turn is not legal.
    #[error("turn {0} is not legal")]
    Turn(usize),
}

/// A file of games to which more are appended.
#[derive(Debug)]
pub struct GamesFile {
    file: File,
    path: PathBuf,
    games: u64,
}

impl GamesFile {
    /// Opens a file for games that are played on these terms, or creates it. The games that it has
    /// already count.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written, is not a file of games, or has other terms.
    pub fn open<T: Serialize>(path: &Path, terms: &T) -> Result<Self, GamesError> {
        let in_file = |source| GamesError::File {
            path: path.display().to_string(),
            source,
        };
        let terms = serde_json::to_string(terms).map_err(|error| in_file(error.into()))? + "\n";
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(in_file)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(in_file)?;
        let head = HEAD.to_owned() + &terms;
        let (mut games, mut whole) = (0, head.len());
        // A file whose head was cut off has no games yet.
        if head.as_bytes().starts_with(&bytes) {
            file.set_len(0).map_err(in_file)?;
            file.rewind().map_err(in_file)?;
            file.write_all(head.as_bytes()).map_err(in_file)?;
        } else {
            let (found, rest) = split_head(path, &bytes)?;
            if found != terms.trim_end() {
                return Err(GamesError::Terms {
                    path: path.display().to_string(),
                    found: found.to_owned(),
                    expected: terms.trim_end().to_owned(),
                });
            }
            for block in blocks(rest) {
                games += 1;
                whole += 4 + block.len();
            }
            file.set_len(whole as u64).map_err(in_file)?;
            file.seek(SeekFrom::End(0)).map_err(in_file)?;
        }
        Ok(Self {
            file,
            path: path.to_owned(),
            games,
        })
    }

    /// Games in the file.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Appends a game.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn append(&mut self, game: &ScoredGame) -> Result<(), GamesError> {
        self.file
            .write_all(&encode(game))
            .map_err(|source| GamesError::File {
                path: self.path.display().to_string(),
                source,
            })?;
        self.games += 1;
        Ok(())
    }
}

/// The terms of a file and its games. Every turn is legal.
///
/// # Errors
///
/// If the file cannot be read or has other contents.
pub fn read(path: &Path, variant: &'static Game) -> Result<(String, Vec<ScoredGame>), GamesError> {
    let bytes = std::fs::read(path).map_err(|source| GamesError::File {
        path: path.display().to_string(),
        source,
    })?;
    let (terms, rest) = split_head(path, &bytes)?;
    let named = serde_json::from_str::<serde_json::Value>(terms).ok();
    let named = named.as_ref().and_then(|terms| terms.get("variant"));
    if named.and_then(|name| name.as_str()) != Some(variant.name()) {
        return Err(GamesError::Terms {
            path: path.display().to_string(),
            found: terms.to_owned(),
            expected: format!("games of {variant}"),
        });
    }
    let games = blocks(rest).zip(1..).map(|(block, number)| {
        let game = variant.dispatch(Decoding(block));
        game.map_err(|problem| GamesError::Game {
            path: path.display().to_string(),
            number,
            problem,
        })
    });
    Ok((terms.to_owned(), games.collect::<Result<_, _>>()?))
}

/// The line of terms, and the rest.
fn split_head<'a>(path: &Path, bytes: &'a [u8]) -> Result<(&'a str, &'a [u8]), GamesError> {
    let split = || {
        let rest = bytes.strip_prefix(HEAD.as_bytes())?;
        let end = rest.iter().position(|&byte| byte == b'\n')?;
        let terms = std::str::from_utf8(rest.get(..end)?).ok()?;
        Some((terms, rest.get(end + 1..)?))
    };
    split().ok_or_else(|| GamesError::Head {
        path: path.display().to_string(),
    })
}

/// The complete games.
fn blocks(mut bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let (length, rest) = bytes.split_first_chunk()?;
        let (block, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        bytes = rest;
        Some(block)
    })
}

fn encode(game: &ScoredGame) -> Vec<u8> {
    let fen = game.start.to_string();
    let mut block = vec![game.half_points, fen.len() as u8];
    block.extend(fen.bytes());
    for (turn, score) in &game.turns {
        block.extend(turn.bits().to_le_bytes());
        block.extend(score.unwrap_or(NO_SCORE).to_le_bytes());
    }
    let mut bytes = (block.len() as u32).to_le_bytes().to_vec();
    bytes.extend(block);
    bytes
}

/// Reads a game, and plays it through.
struct Decoding<'a>(&'a [u8]);

impl Visitor for Decoding<'_> {
    type Output = Result<ScoredGame, GameProblem>;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Self::Output {
        let form = GameProblem::Form;
        let (&[half_points, length], rest) = self.0.split_first_chunk().ok_or(form("too short"))?;
        if half_points > 2 {
            return Err(form("more points than there are"));
        }
        let split = rest.split_at_checked(length.into());
        let (fen, turns) = split.ok_or(form("too short for its position"))?;
        let fen = std::str::from_utf8(fen).map_err(|_| form("its position is no text"))?;
        let mut position: R = variant.read(fen)?;
        let start: Setup = *position.setup();
        let (turns, []) = turns.as_chunks::<6>() else {
            return Err(form("half a turn at its end"));
        };
        let mut scored = Vec::with_capacity(turns.len());
        for (&[a, b, c, d, low, high], number) in turns.iter().zip(1..) {
            let turn = Turn::from_bits(u32::from_le_bytes([a, b, c, d]));
            let turn = turn
                .filter(|&turn| position.is_legal(turn))
                .ok_or(GameProblem::Turn(number))?;
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
