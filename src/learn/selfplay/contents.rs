//! Reads self-play files of the present and of earlier versions of the format.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::encoding::{self, DecodeError};
use super::error::{Damage, DamageCause, GamesError};
use super::scored_game::ScoredGame;
use super::version::FileVersion;
use crate::files::OutputError;
use crate::files::checksum::{self, VerifiedLine};
use crate::files::frames::{Part, PartKind, parts};
use crate::games::{Game, same_game};

/// The games of a file.
#[derive(Debug)]
pub struct Contents {
    /// How the games were played, as JSON; `None` if the line with the settings is damaged.
    pub settings: Option<String>,
    /// The games by their numbers in the file, from 0. Every turn is legal.
    pub games: BTreeMap<u64, ScoredGame>,
    /// What was skipped.
    pub damage: Vec<Damage>,
    pub(super) version: FileVersion,
    /// The length of the file in bytes, without an incomplete game at its end.
    pub(super) complete_len: usize,
}

/// Reads a file of games, and replays every game. Damaged parts are skipped and reported.
///
/// # Errors
///
/// If the file cannot be read, is not a file of games, or its settings name another variant.
pub fn read(path: &Path, game: &'static Game) -> Result<Contents, GamesError> {
    let bytes = std::fs::read(path).map_err(|source| OutputError::System {
        path: path.to_owned(),
        source,
    })?;
    let contents = Contents::of(path, &bytes, game)?;
    if let Some(found) = &contents.settings
        && !is_of(found, game)
    {
        return Err(GamesError::OtherSettings {
            path: path.to_owned(),
            found: found.clone(),
            expected: format!("settings of the variant {game}"),
        });
    }
    Ok(contents)
}

/// The field of the settings that names the game.
const VARIANT: &str = "variant";

/// Whether settings name this game, or an equal game with another name.
fn is_of(settings: &str, game: &'static Game) -> bool {
    let settings = serde_json::from_str::<serde_json::Value>(settings).ok();
    let named = settings.as_ref().and_then(|found| found.get(VARIANT));
    let named = named.and_then(serde_json::Value::as_str);
    named.is_some_and(|named| same_game(named, &game.identity()))
}

/// Whether two settings are equal, except that they may give `game` different names.
pub(super) fn are_equal(one: &str, other: &str, game: &'static Game) -> bool {
    let without_variant = |settings: &str| {
        let fields = serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(settings);
        let mut fields = fields.ok()?;
        fields.remove(VARIANT);
        is_of(settings, game).then_some(fields)
    };
    one == other || without_variant(one).is_some_and(|one| without_variant(other) == Some(one))
}

impl Contents {
    /// The contents of a file with these bytes.
    ///
    /// # Errors
    ///
    /// If it is not a file of games.
    pub(super) fn of(path: &Path, bytes: &[u8], game: &'static Game) -> Result<Self, GamesError> {
        let not_games = || GamesError::NotSelfPlay(path.to_owned());
        let version = FileVersion::of(bytes).ok_or_else(not_games)?;
        let header = version.header();
        let rest = &bytes[header.len()..];
        let length = rest.iter().position(|&byte| byte == b'\n');
        let length = length.ok_or_else(not_games)?;
        let line = String::from_utf8_lossy(&rest[..length]);
        let start = header.len() + length + 1;
        let settings = match (version, checksum::verify(&line)) {
            (FileVersion::V1, _) => Some(line.into_owned()),
            (_, Ok(VerifiedLine::Checked(settings))) => Some(settings.to_owned()),
            (_, _) => None,
        };
        let mut contents = Self {
            settings,
            games: BTreeMap::new(),
            damage: Vec::new(),
            version,
            complete_len: bytes.len(),
        };
        let file_parts = match version {
            FileVersion::V1 => read_unframed(bytes, start, game),
            FileVersion::V2 | FileVersion::V3 => read_frames(bytes, start, version, game),
        };
        let mut next_number = 0;
        for part in file_parts {
            contents.add(part, &mut next_number);
        }
        Ok(contents)
    }

    /// Adds a part of the file to the games or to the damage. `next_number` is the number of the
    /// last added game plus 1; 0 if there is none.
    fn add(&mut self, part: FilePart, next_number: &mut u64) {
        let FilePart { bytes, content } = part;
        let cause = match content {
            PartContent::Game(number, _) if self.games.contains_key(&number) => {
                DamageCause::Repeated
            }
            PartContent::Game(number, Ok(game)) => {
                self.games.insert(number, game);
                *next_number = number + 1;
                return;
            }
            PartContent::Game(_, Err(problem)) => DamageCause::Game(problem),
            PartContent::Damaged => DamageCause::Changed,
            PartContent::Incomplete => {
                self.complete_len = bytes.start;
                DamageCause::Incomplete
            }
        };
        let after = *next_number;
        self.damage.push(Damage {
            bytes,
            after,
            cause,
        });
    }
}

/// A game of a file, or damage.
struct FilePart {
    bytes: Range<usize>,
    content: PartContent,
}

enum PartContent {
    /// The number of a game, and the game. An error if the bytes of the game cannot be decoded.
    Game(u64, Result<ScoredGame, DecodeError>),
    /// Bytes in which no whole game was found.
    Damaged,
    /// A game whose end was not written.
    Incomplete,
}

/// The parts of a file in which each game is a [frame](crate::files::frames): bytes with a number
/// and checksums.
fn read_frames(
    bytes: &[u8],
    start: usize,
    version: FileVersion,
    game: &'static Game,
) -> Vec<FilePart> {
    let parts: Vec<Part<'_>> = parts(bytes, start).collect();
    let found = parts.into_par_iter().map(|Part { bytes, kind }| {
        let content = match kind {
            PartKind::Frame { number, content } => {
                PartContent::Game(number, encoding::decode(content, version, game))
            }
            PartKind::Damaged => PartContent::Damaged,
            PartKind::Incomplete => PartContent::Incomplete,
        };
        FilePart { bytes, content }
    });
    found.collect()
}

/// The parts of a file of version 1. It has no checksums, and the length of each game stands before
/// the game. After damage, reading goes on at the first byte at which a legal game starts.
fn read_unframed(bytes: &[u8], start: usize, game: &'static Game) -> Vec<FilePart> {
    let block = |at: usize| {
        let (length, rest) = bytes.get(at..)?.split_first_chunk()?;
        rest.get(..u32::from_le_bytes(*length) as usize)
    };
    let decode = |block| encoding::decode(block, FileVersion::V1, game);
    let is_game = |at: &usize| block(*at).is_some_and(|block| decode(block).is_ok());
    let mut found = Vec::new();
    let mut at = start;
    while at < bytes.len() {
        let begin = at;
        let block = block(begin);
        let decoded = block.map(decode);
        let number = found.len() as u64;
        let content = match (block, decoded) {
            (Some(block), Some(Ok(game))) => {
                at += 4 + block.len();
                PartContent::Game(number, Ok(game))
            }
            (_, decoded) => {
                let next = (begin + 1..bytes.len()).find(is_game);
                at = next.unwrap_or(bytes.len());
                match decoded {
                    Some(Err(problem)) => PartContent::Game(number, Err(problem)),
                    _ if next.is_none() => PartContent::Incomplete,
                    _ => PartContent::Damaged,
                }
            }
        };
        let bytes = begin..at;
        found.push(FilePart { bytes, content });
    }
    found
}
