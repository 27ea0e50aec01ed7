//! Reads files of games in the present and in the earlier form.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::encoding::{self, GameProblem};
use super::error::{Damage, DamageCause, GamesError};
use super::scored_game::ScoredGame;
use crate::files::OutputError;
use crate::files::checksum::{self, Line};
use crate::files::frames::{Part, PartKind, parts};
use crate::games::Game;

/// The first line of a file.
pub(super) const HEAD: &str = "reviver self-play 2\n";

/// The first line of files without checksums.
const OLD_HEAD: &str = "reviver self-play 1\n";

/// The form of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// Without checksums: the length of each game stands before the game.
    Old,
    /// With checksums: each game is a frame.
    Framed,
}

/// The games of a file.
#[derive(Debug)]
pub struct Contents {
    /// How the games were played, as JSON; `None` if this line is damaged.
    pub terms: Option<String>,
    /// The games by their numbers in the file, from 0. Every turn is legal.
    pub games: BTreeMap<u64, ScoredGame>,
    /// What was skipped.
    pub damage: Vec<Damage>,
    pub(super) form: Form,
    /// The length of the file without an incomplete game at its end.
    pub(super) whole: usize,
}

/// Reads a file of games, and replays every game. Damaged parts are skipped and reported.
///
/// # Errors
///
/// If the file cannot be read, is not a file of games, or holds games of another variant.
pub fn read(path: &Path, game: &'static Game) -> Result<Contents, GamesError> {
    let bytes = std::fs::read(path).map_err(|source| OutputError::System {
        path: path.to_owned(),
        source,
    })?;
    let contents = Contents::of(path, &bytes, game)?;
    if let Some(found) = &contents.terms
        && !is_of(found, game)
    {
        return Err(GamesError::Terms {
            path: path.to_owned(),
            found: found.clone(),
            expected: format!("games of {game}"),
        });
    }
    Ok(contents)
}

/// Whether terms name this game.
fn is_of(terms: &str, game: &'static Game) -> bool {
    let terms = serde_json::from_str::<serde_json::Value>(terms).ok();
    let named = terms.as_ref().and_then(|terms| terms.get("variant"));
    named.and_then(|name| name.as_str()) == Some(game.identity().as_str())
}

impl Contents {
    /// The contents of a file with these bytes.
    ///
    /// # Errors
    ///
    /// If it is not a file of games.
    pub(super) fn of(path: &Path, bytes: &[u8], game: &'static Game) -> Result<Self, GamesError> {
        let not_games = || GamesError::Head(path.to_owned());
        let (form, head) = if bytes.starts_with(HEAD.as_bytes()) {
            (Form::Framed, HEAD)
        } else if bytes.starts_with(OLD_HEAD.as_bytes()) {
            (Form::Old, OLD_HEAD)
        } else {
            return Err(not_games());
        };
        let rest = &bytes[head.len()..];
        let length = rest.iter().position(|&byte| byte == b'\n');
        let length = length.ok_or_else(not_games)?;
        let line = String::from_utf8_lossy(&rest[..length]);
        let start = head.len() + length + 1;
        let terms = match (form, checksum::verify(&line)) {
            (Form::Framed, Ok(Line::Checked(terms))) => Some(terms.to_owned()),
            (Form::Framed, _) => None,
            (Form::Old, _) => Some(line.into_owned()),
        };
        let mut contents = Self {
            terms,
            games: BTreeMap::new(),
            damage: Vec::new(),
            form,
            whole: bytes.len(),
        };
        let found = match form {
            Form::Framed => framed(bytes, start, game),
            Form::Old => unframed(bytes, start, game),
        };
        let mut last = 0;
        for found in found {
            contents.take(found, &mut last);
        }
        Ok(contents)
    }

    /// Adds a game, or the damage in its place.
    fn take(&mut self, found: Found, last: &mut u64) {
        let Found { bytes, piece } = found;
        let cause = match piece {
            Piece::Game(number, _) if self.games.contains_key(&number) => DamageCause::Repeated,
            Piece::Game(number, Ok(game)) => {
                self.games.insert(number, game);
                *last = number + 1;
                return;
            }
            Piece::Game(_, Err(problem)) => DamageCause::Game(problem),
            Piece::Damaged => DamageCause::Changed,
            Piece::Incomplete => {
                self.whole = bytes.start;
                DamageCause::Incomplete
            }
        };
        let after = *last;
        self.damage.push(Damage {
            bytes,
            after,
            cause,
        });
    }
}

/// A game of a file, or damage.
struct Found {
    bytes: Range<usize>,
    piece: Piece,
}

enum Piece {
    /// A game with its number.
    Game(u64, Result<ScoredGame, GameProblem>),
    /// Bytes that are not a game.
    Damaged,
    /// A game whose end was not written.
    Incomplete,
}

/// The games of a file with checksums.
fn framed(bytes: &[u8], start: usize, game: &'static Game) -> Vec<Found> {
    let parts: Vec<Part<'_>> = parts(bytes, start).collect();
    let found = parts.into_par_iter().map(|Part { bytes, kind }| {
        let piece = match kind {
            PartKind::Frame { number, content } => {
                Piece::Game(number, encoding::decode(content, game))
            }
            PartKind::Damaged => Piece::Damaged,
            PartKind::Incomplete => Piece::Incomplete,
        };
        Found { bytes, piece }
    });
    found.collect()
}

/// The games of a file without checksums. After damage, reading goes on at the first byte at which a
/// legal game starts.
fn unframed(bytes: &[u8], start: usize, game: &'static Game) -> Vec<Found> {
    let block = |at: usize| {
        let (length, rest) = bytes.get(at..)?.split_first_chunk()?;
        rest.get(..u32::from_le_bytes(*length) as usize)
    };
    let is_game =
        |at: &usize| block(*at).is_some_and(|block| encoding::decode(block, game).is_ok());
    let mut found = Vec::new();
    let mut at = start;
    while at < bytes.len() {
        let begin = at;
        let block = block(begin);
        let decoded = block.map(|block| encoding::decode(block, game));
        let number = found.len() as u64;
        let piece = match (block, decoded) {
            (Some(block), Some(Ok(game))) => {
                at += 4 + block.len();
                Piece::Game(number, Ok(game))
            }
            (_, decoded) => {
                let next = (begin + 1..bytes.len()).find(is_game);
                at = next.unwrap_or(bytes.len());
                match decoded {
                    Some(Err(problem)) => Piece::Game(number, Err(problem)),
                    _ if next.is_none() => Piece::Incomplete,
                    _ => Piece::Damaged,
                }
            }
        };
        let bytes = begin..at;
        found.push(Found { bytes, piece });
    }
    found
}
