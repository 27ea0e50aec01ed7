//! Self-play files: games with scores. Games can be added at the end.
//!
//! A file begins with the line `reviver self-play 3` and a line of JSON with a checksum. The JSON
//! says how the games were played. The games follow as [frames](crate::files::frames). The number
//! of a frame is the number of its game. The module `encoding` describes the content of a frame. A
//! damaged frame loses one game: readers skip the frame, and the game is played again when the file
//! is resumed. The damaged bytes stay in the file. If the program crashes while it writes, an
//! incomplete frame remains at the end. It is removed when the file is resumed.
//!
//! Files of the earlier form `reviver self-play 2` have no scored siblings ([`super::siblings`]).
//! Files of the first form `reviver self-play 1` also have no checksums and no numbers of games.
//! There the length of each game in bytes stands before the game. Files of both forms can be read.
//! They are converted to the present form when they are resumed.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;

use serde::Serialize;

use super::contents::{Contents, are_equal};
use super::encoding::encode;
use super::error::{Damage, DamageCause, GamesError};
use super::scored_game::ScoredGame;
use super::version::FileVersion;
use crate::files::checksum;
use crate::files::frames::frame;
use crate::files::{AppendFile, Existing, Output};
use crate::games::Game;

/// An open file to which games are added.
#[derive(Debug)]
pub struct GamesFile {
    file: AppendFile,
    numbers: BTreeSet<u64>,
    damage: Vec<Damage>,
}

/// The variant of a file, and the settings with which its games are played.
#[derive(Debug)]
pub struct FileSettings<'a, T> {
    /// The variant.
    pub game: &'static Game,
    /// Everything that the games depend on. The second line of the file is these settings as JSON.
    pub settings: &'a T,
}

impl<T: Serialize> FileSettings<'_, T> {
    fn json(&self) -> String {
        // This cannot fail: settings consist of numbers and strings.
        serde_json::to_string(self.settings).unwrap_or_default()
    }
}

impl GamesFile {
    /// Creates a file without games.
    ///
    /// # Errors
    ///
    /// If the file cannot be written. If it already exists, and `existing` is `Keep` or another
    /// program has it open.
    pub fn create<T: Serialize>(
        path: &Path,
        of: &FileSettings<'_, T>,
        existing: Existing,
    ) -> Result<Self, GamesError> {
        let _replaced = AppendFile::to_replace(path, existing)?;
        Output::write(path, existing, header(&of.json()))?;
        Self::resume(path, of)
    }

    /// Opens a file to add games with these settings. Creates the file if it does not exist.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written, or another program has it open. If it is not a file
    /// of games, if its games were played with other settings, or if the line with the settings is
    /// damaged. In a file of the first form, a damaged game is an error too, but an incomplete last
    /// game is not. On an error, the games in the file are unchanged.
    pub fn resume<T: Serialize>(path: &Path, of: &FileSettings<'_, T>) -> Result<Self, GamesError> {
        if !path.exists() {
            return Self::create(path, of, Existing::Keep);
        }
        let (mut file, bytes) = AppendFile::open(path)?;
        let contents = Contents::of(path, &bytes, of.game)?;
        let expected = of.json();
        match &contents.settings {
            Some(found) if are_equal(found, &expected, of.game) => {}
            Some(found) => {
                return Err(GamesError::OtherSettings {
                    path: path.to_owned(),
                    found: found.clone(),
                    expected,
                });
            }
            None => return Err(GamesError::DamagedSettings(path.to_owned())),
        }
        if contents.version != FileVersion::PRESENT {
            convert(path, &contents, &expected)?;
            let resumed = Self::resume(path, of)?;
            return Ok(Self {
                damage: contents.damage,
                ..resumed
            });
        }
        file.truncate(contents.complete_len as u64)?;
        Ok(Self {
            file,
            numbers: contents.games.into_keys().collect(),
            damage: contents.damage,
        })
    }

    /// The number of games in the file.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.numbers.len() as u64
    }

    /// What was skipped when the file was opened.
    #[must_use]
    pub fn damage(&self) -> &[Damage] {
        &self.damage
    }

    /// The numbers in this range that no game of the file has.
    #[must_use]
    pub fn missing(&self, numbers: Range<u64>) -> Vec<u64> {
        numbers
            .filter(|number| !self.numbers.contains(number))
            .collect()
    }

    /// Adds a game with its number.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn append(&mut self, number: u64, game: &ScoredGame) -> Result<(), GamesError> {
        self.file.append(&frame(number, &encode(game)))?;
        self.numbers.insert(number);
        Ok(())
    }

    /// Waits until all added games are on the disk.
    ///
    /// # Errors
    ///
    /// If they cannot be written. If another program has replaced or removed the file.
    pub fn sync(&mut self) -> Result<(), GamesError> {
        Ok(self.file.sync()?)
    }
}

/// The first two lines of a file.
fn header(settings: &str) -> String {
    let first = FileVersion::PRESENT.header();
    format!("{first}{}\n", checksum::with_checksum(settings))
}

/// Replaces a file of an earlier form by one of the present form with the same games. Damaged bytes
/// are left out. A file of the first form is refused if it has damage other than an incomplete last
/// game: such a file does not number its games, so the number of the lost game is unknown.
fn convert(path: &Path, contents: &Contents, settings: &str) -> Result<(), GamesError> {
    let is_before_end = |damage: &&Damage| damage.cause != DamageCause::Incomplete;
    let has_numbers = contents.version != FileVersion::V1;
    if !has_numbers && let Some(damage) = contents.damage.iter().find(is_before_end) {
        return Err(GamesError::Unnumbered {
            path: path.to_owned(),
            damage: damage.clone(),
        });
    }
    let mut bytes = header(settings).into_bytes();
    for (&number, game) in &contents.games {
        bytes.extend(frame(number, &encode(game)));
    }
    Ok(Output::write(path, Existing::Replace, bytes)?)
}
