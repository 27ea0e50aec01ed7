//! The games that are kept on disk after every turn.
//!
//! Each game has a file in the state folder of the system, with a checksum in its last line. The
//! file is written under a temporary name, synced and renamed. While a program plays the game, the
//! program holds a lock on a second file. The system releases the lock however the program ends. So
//! a game was interrupted if its file is still there and its lock is free. The next start at a
//! terminal or with `--resume` saves the interrupted games that are over, and offers or continues
//! the latest unfinished one. If a failure or a signal other than Ctrl-C ends the program, the game
//! with the turns that were taken back is kept in a file of its own. The next start at a terminal
//! or with `--resume` saves it too. SIGKILL and a power failure leave no time to keep it.
//!
//! When the person leaves a game, the program saves the game in a file outside this folder, and
//! removes the file in this folder. If the person quits an unfinished game at a terminal, the
//! program also writes the path of the saved game to this folder. So the next start can offer the
//! game.

use std::ffi::OsStr;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::cli::state_folder::{remove_empty_folders, state_folder};
use crate::files::{Existing, Output, OutputError, reason};

/// The extension of the files of kept games.
const EXTENSION: &str = "pgn";

/// The name of a file in the folder of the kept games. This file contains the path of the saved
/// game that the person last left unfinished.
const LEFT: &str = "left";

/// The first part of the name of a game with turns that were taken back.
const TAKEN_BACK: &str = "taken-back-";

/// What stands before the checksum. Readers of game records skip a line that starts with a percent
/// sign.
const CHECKSUM: &str = "%crc32 ";

/// What happens to a kept game that cannot be continued, as a text for the person.
pub(in crate::cli::play) const SAVED_LATER: &str =
    "The next start of reviver play at a terminal saves it.";

/// The folder of the kept games.
#[derive(Clone, Debug)]
pub(in crate::cli::play) struct Folder(PathBuf);

/// A game that this program keeps, or takes over from a program that has ended. The game is locked,
/// so that no other program takes it.
#[derive(Debug)]
pub(in crate::cli::play) struct KeptGame {
    path: PathBuf,
    lock: File,
}

/// Why a kept game cannot be read.
#[derive(Debug, Error)]
pub(in crate::cli::play) enum KeptError {
    /// The system cannot read it.
    #[error("{}", reason(.0))]
    System(#[from] io::Error),
    /// Its checksum is wrong or missing.
    #[error("its checksum is wrong or missing")]
    Checksum,
}

impl Folder {
    /// The folder in the state folder of this program. `None` if the home folder of the user is
    /// unknown.
    pub(in crate::cli::play) fn of_the_system() -> Option<Self> {
        state_folder("play").map(Self)
    }

    /// Notes the file of an unfinished game that the person has left. Ignores a failure, because
    /// the person was told the name of the file.
    pub(in crate::cli::play) fn remember_left(&self, file: &Path) {
        let Ok(file) = std::path::absolute(file) else {
            return;
        };
        if let Some(name) = file.to_str()
            && self.create().is_ok()
        {
            let _ = Output::write(self.0.join(LEFT), Existing::Replace, name);
        }
    }

    /// The file of the unfinished game that the person has left. The path is relative if the file
    /// is in or below the current folder.
    pub(in crate::cli::play) fn left_file(&self) -> Option<PathBuf> {
        let file = PathBuf::from(fs::read_to_string(self.0.join(LEFT)).ok()?);
        let here = std::env::current_dir().ok();
        let relative = here.and_then(|here| Some(file.strip_prefix(here).ok()?.to_owned()));
        Some(relative.unwrap_or(file))
    }

    /// Forgets the game that the person has left.
    pub(in crate::cli::play) fn forget_left(&self) {
        let file = self.0.join(LEFT);
        if fs::remove_file(&file).is_ok() {
            remove_empty_folders(&file);
        }
    }

    /// Makes the folder. On Unix, only this user can read it.
    fn create(&self) -> io::Result<()> {
        let mut builder = DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&self.0)
    }

    /// The error of the system, with the path of this folder.
    pub(in crate::cli::play) fn error(&self, source: io::Error) -> OutputError {
        OutputError::System {
            path: self.0.clone(),
            source,
        }
    }

    /// Begins to keep a game. The name of its file begins with `stem`.
    ///
    /// # Errors
    ///
    /// If the folder cannot be made or written, or no name is free.
    pub(in crate::cli::play) fn begin(&self, stem: &str) -> io::Result<KeptGame> {
        self.create()?;
        let time = jiff::Timestamp::now().strftime("%Y%m%d-%H%M%S");
        for number in 1..100 {
            let name = format!("{stem}-{time}-{number}.{EXTENSION}");
            let path = self.0.join(name);
            if path.exists() {
                continue;
            }
            if let Some(game) = KeptGame::lock(path)? {
                return Ok(game);
            }
        }
        Err(io::Error::other("no name is free"))
    }

    /// Keeps a game with turns that were taken back. The person left it with fewer turns. The name
    /// of its file contains `stem`.
    ///
    /// # Errors
    ///
    /// If the game cannot be kept. Then no file remains.
    pub(in crate::cli::play) fn keep_taken_back(
        &self,
        stem: &str,
        record: &str,
    ) -> Result<(), OutputError> {
        let begun = self.begin(&format!("{TAKEN_BACK}{stem}"));
        let kept = begun.map_err(|source| self.error(source))?;
        kept.write(record).inspect_err(|_| kept.remove())
    }

    /// Locks and returns the games that no program plays, the latest first.
    pub(in crate::cli::play) fn interrupted(&self) -> Vec<KeptGame> {
        let Ok(entries) = fs::read_dir(&self.0) else {
            return Vec::new();
        };
        let mut files: Vec<_> = entries
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| {
                path.extension()
                    .is_some_and(|extension| extension == EXTENSION)
            })
            .filter_map(|path| Some((path.symlink_metadata().ok()?.modified().ok()?, path)))
            .collect();
        files.sort();
        let lock_if_free = |(_, path)| KeptGame::lock(path).ok().flatten();
        files.into_iter().rev().filter_map(lock_if_free).collect()
    }
}

impl KeptGame {
    /// Locks the game of this file; `None` if a program plays it.
    fn lock(path: PathBuf) -> io::Result<Option<Self>> {
        let mut options = OpenOptions::new();
        options.create(true).write(true).truncate(false);
        let lock = options.open(lock_of(&path))?;
        match lock.try_lock() {
            Ok(()) => Ok(Some(Self { path, lock })),
            Err(fs::TryLockError::WouldBlock) => Ok(None),
            // Some file systems have no locks. There every game counts as free.
            Err(fs::TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                Ok(Some(Self { path, lock }))
            }
            Err(fs::TryLockError::Error(error)) => Err(error),
        }
    }

    pub(in crate::cli::play) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it is a game of [`Folder::keep_taken_back`].
    pub(in crate::cli::play) fn is_taken_back(&self) -> bool {
        let name = self.path.file_name().and_then(OsStr::to_str);
        name.is_some_and(|name| name.starts_with(TAKEN_BACK))
    }

    /// Writes the game to the disk.
    ///
    /// # Errors
    ///
    /// If the disk is full or the system refuses. The file then still has the game as it was last
    /// written.
    pub(in crate::cli::play) fn write(&self, record: &str) -> Result<(), OutputError> {
        let checksum = crc32fast::hash(record.as_bytes());
        let text = format!("{record}{CHECKSUM}{checksum:08x}\n");
        Output::write(&self.path, Existing::Replace, text)
    }

    /// The record as it was written.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or is damaged.
    pub(in crate::cli::play) fn read(&self) -> Result<String, KeptError> {
        let text = fs::read_to_string(&self.path).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => KeptError::Checksum,
            _ => KeptError::System(error),
        })?;
        let (record, found) = text.rsplit_once(CHECKSUM).ok_or(KeptError::Checksum)?;
        if found != format!("{:08x}\n", crc32fast::hash(record.as_bytes())) {
            return Err(KeptError::Checksum);
        }
        Ok(record.to_owned())
    }

    /// Removes the file. The caller has saved the game elsewhere, or the game has no turns. Also
    /// removes the folders of this program if they are then empty.
    pub(in crate::cli::play) fn remove(self) {
        let _ = fs::remove_file(&self.path);
        let _ = fs::remove_file(lock_of(&self.path));
        remove_empty_folders(&self.path);
    }

    /// Renames the file of a game that cannot be read or replayed, so that it is not offered again.
    /// Returns its new path.
    ///
    /// # Errors
    ///
    /// If the file cannot be renamed.
    pub(in crate::cli::play) fn put_aside(self) -> io::Result<PathBuf> {
        let aside = self.path.with_extension("damaged");
        fs::rename(&self.path, &aside)?;
        let _ = fs::remove_file(lock_of(&self.path));
        drop(self.lock);
        Ok(aside)
    }
}

/// The file whose lock shows that a program plays the game.
fn lock_of(path: &Path) -> PathBuf {
    path.with_extension("lock")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_offered_when_nobody_plays_it() {
        let temporary = tempfile::TempDir::new().expect("a folder");
        let state = temporary.path().join("state");
        let folder = Folder(state.join("reviver").join("play"));
        assert!(folder.interrupted().is_empty());
        fs::create_dir(&state).expect("a folder");
        fs::write(state.join("of another program"), "").expect("written");
        let game = folder.begin("reviver-game").expect("a folder");
        game.write("one\n").expect("written");
        game.write("two\n").expect("written again");
        assert!(
            folder.interrupted().is_empty(),
            "a game that is being played is offered"
        );
        drop(game);
        let mut interrupted = folder.interrupted();
        assert_eq!(interrupted.len(), 1);
        let game = interrupted.remove(0);
        assert_eq!(game.read().expect("whole"), "two\n");
        game.remove();
        assert!(folder.interrupted().is_empty());
        assert_eq!(fs::read_dir(&state).expect("a folder").count(), 1);
    }

    #[test]
    fn a_game_that_was_left_is_remembered_until_it_is_forgotten() {
        let temporary = tempfile::TempDir::new().expect("a folder");
        let state = temporary.path().join("state");
        let folder = Folder(state.join("reviver").join("play"));
        assert_eq!(folder.left_file(), None);
        fs::create_dir(&state).expect("a folder");
        let file = temporary.path().join("my game.pgn");
        folder.remember_left(&file);
        assert_eq!(folder.left_file(), Some(file));
        assert!(
            folder.interrupted().is_empty(),
            "the note of the left game counts as a kept game"
        );
        folder.remember_left(Path::new("here.pgn"));
        assert_eq!(folder.left_file(), Some(PathBuf::from("here.pgn")));
        folder.forget_left();
        assert_eq!(folder.left_file(), None);
        assert_eq!(fs::read_dir(&state).expect("a folder").count(), 0);
    }

    #[test]
    fn every_flipped_bit_and_every_truncation_is_found() {
        let temporary = tempfile::TempDir::new().expect("a folder");
        let folder = Folder(temporary.path().to_owned());
        let game = folder.begin("game").expect("a folder");
        game.write("1. f3e4 N@f3,f6e6 *\n\n").expect("written");
        let whole = fs::read(game.path()).expect("a file");
        for bit in 0..whole.len() * 8 {
            let mut flipped = whole.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            fs::write(game.path(), flipped).expect("written");
            assert!(game.read().is_err(), "flipped bit {bit} is not found");
        }
        for length in 0..whole.len() {
            fs::write(game.path(), &whole[..length]).expect("written");
            assert!(game.read().is_err(), "only {length} bytes are accepted");
        }
    }
}
