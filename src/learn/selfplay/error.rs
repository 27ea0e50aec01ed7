//! Errors of files of games.

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;

use thiserror::Error;

use super::encoding::DecodeError;
use crate::files::OutputError;

/// Why a file of games cannot be used.
#[derive(Debug, Error)]
pub enum GamesError {
    /// It cannot be opened, read or written.
    #[error(transparent)]
    File(#[from] OutputError),
    /// It is not a file of games, or it ends before the end of its second line, which holds the
    /// settings.
    #[error("{}: this is not a self-play file; such a file begins with the line 'reviver self-play 3' and a line of settings", .0.display())]
    NotSelfPlay(PathBuf),
    /// Its games were played with other settings.
    #[error("{}: these games were played with other settings: {found} instead of {expected}", path.display())]
    OtherSettings {
        /// The file.
        path: PathBuf,
        /// How they were played.
        found: String,
        /// How they should have been played.
        expected: String,
    },
    /// The line with the settings is damaged. No game can be added, because it is unknown with
    /// which settings the games of the file were played.
    #[error("{}: the second line, which holds the settings of the games, is damaged; other subcommands can read the games, but no game can be added", .0.display())]
    DamagedSettings(PathBuf),
    /// The file is damaged and does not number its games, so the numbers of the lost games are
    /// unknown.
    #[error("{}: {damage}; no game can be added to a damaged file of this old form, which does not number its games", path.display())]
    Unnumbered {
        /// The file.
        path: PathBuf,
        /// The first damage.
        damage: Damage,
    },
}

/// Skipped bytes of a file of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damage {
    /// Where they are, counted from the start of the file.
    pub bytes: Range<usize>,
    /// The number of the last legal game before these bytes, counted from 1; 0 if there is none.
    pub after: u64,
    /// What is wrong with them.
    pub cause: DamageCause,
}

/// What is wrong with bytes that are skipped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DamageCause {
    /// The bytes are not a [frame](crate::files::frames), or their checksum is wrong. A frame holds
    /// one game.
    ///
    /// In a file without checksums, the length of each game stands before the game. If this length
    /// is greater than the number of bytes after it, the game cannot be read. The cause is then
    /// `Changed` if a legal game begins later in the file, and [`DamageCause::Incomplete`] if none
    /// does.
    Changed,
    /// The program was stopped while it wrote them.
    Incomplete,
    /// They are not a legal game. Their checksum is right, or the file has no checksums.
    Game(DecodeError),
    /// An earlier game of the file has the same number.
    Repeated,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Range { start, end } = self.bytes;
        let last = end.saturating_sub(1);
        match self.after {
            0 => write!(f, "the first game")?,
            game => write!(f, "the game after game {game}")?,
        }
        match &self.cause {
            DamageCause::Changed => write!(f, " is damaged")?,
            DamageCause::Incomplete => write!(f, " is incomplete")?,
            DamageCause::Game(problem) => write!(f, " is wrong: {problem}")?,
            DamageCause::Repeated => {
                write!(f, " has the same number as an earlier game of the file")?;
            }
        }
        write!(f, " (bytes {start} to {last})")
    }
}
