//! Game files on the disk.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::catalogue::{self, Loaded};
use super::error::GameError;

/// The maximum size in bytes of a game file, and of a file that it names.
const MAX_BYTES: u64 = 1 << 24;

/// Why a file cannot be loaded as a game.
#[derive(Debug, Error)]
pub enum GameFileError {
    /// It cannot be read.
    #[error("{}: {source}", path.display())]
    System {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// It is a folder, a device or a pipe.
    #[error("{}: this is not a file; give the path of a game file, such as my-game.toml", .0.display())]
    NoFile(PathBuf),
    /// It is too large.
    #[error("{}: the file is larger than 16 MiB; a game file is a few lines of TOML", .0.display())]
    TooLarge(PathBuf),
    /// It is not UTF-8 text.
    #[error("{}: the file is not UTF-8 text; a game file is TOML", .0.display())]
    NoText(PathBuf),
    /// It does not define a game.
    #[error("{}: {error}", path.display())]
    Game {
        /// The file.
        path: PathBuf,
        /// The line, and what would be right.
        error: GameError,
    },
}

/// Adds the game of a game file to the catalogue. Paths in the file are relative to the folder of
/// the file. If a listed game ([`all`](super::all)) has the same rules and the same start, returns
/// that game instead. A note then names what is not used of the file, for example another title.
///
/// # Errors
///
/// If the file cannot be read or does not define a game. The error names the file, the line and
/// what would be right. It quotes only these parts of the file: numbers, a name that another game
/// has, squares and castling letters of the start position, and keywords of game files, such as
/// `random-kings`. Other text could be secret: a command of the protocol can name any file of the
/// machine.
pub fn load(path: &Path) -> Result<Loaded, GameFileError> {
    let bytes = read(path)?;
    let text = String::from_utf8(bytes).map_err(|_| GameFileError::NoText(path.to_owned()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    // `rules.md` and `lessons.toml` in the folder of a user's game are not read: its rules text and
    // its lessons follow from its switches and its base.
    let beside = |name: &str| {
        let wanted = !["rules.md", "lessons.toml"].contains(&name);
        wanted.then(|| read(&folder.join(name)).ok()).flatten()
    };
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    catalogue::add_from(&text, &beside, Some(absolute)).map_err(|error| {
        let path = path.to_owned();
        GameFileError::Game { path, error }
    })
}

fn read(path: &Path) -> Result<Vec<u8>, GameFileError> {
    let system = |source| {
        let path = path.to_owned();
        GameFileError::System { path, source }
    };
    // Opening a pipe would block until another program writes to it.
    let metadata = std::fs::metadata(path).map_err(system)?;
    if !metadata.is_file() {
        return Err(GameFileError::NoFile(path.to_owned()));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(system)?;
    file.take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(system)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(GameFileError::TooLarge(path.to_owned()));
    }
    Ok(bytes)
}
