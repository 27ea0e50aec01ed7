//! The journal: one line of JSON for each game that has been played, appended and synced before
//! anything else is done with it. It is the truth about an event; reports are made from it.
//!
//! The first line says which event it is. A last line that is not whole, because the machine or the
//! program was stopped while it was written, is dropped when the journal is opened again, and its
//! game is played anew.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::config::{Event, GameName};
use super::fault::FaultKind;
use super::reply::Told;
use super::schedule::{Plan, Shard};
use crate::record::GameResult;

/// The version of the form.
const VERSION: u32 = 1;

/// The first line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The version of the journal's form.
    pub journal: u32,
    /// The version of the program that began it.
    pub reviver: String,
    /// The digest of the event.
    pub hash: String,
    /// The part of the event.
    pub shard: Shard,
    /// The event.
    pub event: Event,
}

impl Header {
    /// The header for a part of an event.
    #[must_use]
    pub fn new(event: &Event, shard: Shard) -> Self {
        Self {
            journal: VERSION,
            reviver: env!("CARGO_PKG_VERSION").to_owned(),
            hash: event.hash(),
            shard,
            event: event.clone(),
        }
    }
}

/// A game that has been played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Its number in the schedule, from 1.
    pub game: usize,
    /// Which game.
    pub variant: GameName,
    /// The round, from 1.
    pub round: u32,
    /// The engine that played the first turn.
    pub first: String,
    /// The other one.
    pub second: String,
    /// The first position.
    pub start: String,
    /// The turns.
    pub turns: Vec<String>,
    /// What the engines told about them, one for each turn.
    pub thoughts: Vec<Thought>,
    /// `1-0`, `0-1` or `1/2-1/2`.
    #[serde(with = "result_text")]
    pub result: GameResult,
    /// How it ended: by a rule, a fault of an engine, or a verdict of the referee.
    pub ending: String,
    /// What an engine did wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultEntry>,
    /// What the engines said that they should not have said, first player first.
    pub conduct: [Conduct; 2],
    /// When, and how long everything took. Nothing else in an entry hangs on the clock on the wall
    /// as long as no engine is bounded by time.
    pub timing: Timing,
}

/// What an engine told about its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Thought {
    /// The score from its own view.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Told>,
    /// Plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// A fault of an engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FaultEntry {
    /// The player: 1 or 2.
    pub player: u8,
    /// Its name.
    pub engine: String,
    /// The kind.
    pub kind: FaultKind,
    /// What happened.
    pub detail: String,
    /// The file with all that was said, in the folder of the event.
    pub file: String,
}

/// What an engine did in a game besides answering.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Conduct {
    /// Turns that it played.
    pub turns: u32,
    /// Lines that are none of the protocol.
    pub stray: u32,
    /// Analysis that is not in form.
    pub bad_info: u32,
    /// Complaints about what it was told.
    pub complaints: u32,
    /// Last lines of analysis with an illegal turn in them.
    pub illegal_line: u32,
    /// Last lines of analysis that begin with another turn than the one played.
    pub other_line: u32,
}

impl Conduct {
    /// Both together.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            turns: self.turns + other.turns,
            stray: self.stray + other.stray,
            bad_info: self.bad_info + other.bad_info,
            complaints: self.complaints + other.complaints,
            illegal_line: self.illegal_line + other.illegal_line,
            other_line: self.other_line + other.other_line,
        }
    }
}

/// Times of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Timing {
    /// When it began, in UTC.
    pub began: String,
    /// Milliseconds that each turn took.
    pub turns: Vec<u64>,
    /// Microseconds from `isready` to `readyok` when the game began, first player first.
    pub latency: [u64; 2],
    /// The most milliseconds by which an answer came later than the time that the engine told last.
    pub lag: [u64; 2],
}

mod result_text {
    //! Results as text.
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use crate::record::GameResult;

    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "the form that serde asks for"
    )]
    pub(super) fn serialize<S: Serializer>(result: &GameResult, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(result)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<GameResult, D::Error> {
        let text = String::deserialize(from)?;
        text.parse().map_err(D::Error::custom)
    }
}

/// Why a journal cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// Its name.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// There is one already.
    #[error("{0} is there already; --resume goes on with it, --out takes another folder")]
    Exists(PathBuf),
    /// Somebody else is writing it.
    #[error("{0}: another tournament is writing it")]
    Busy(PathBuf),
    /// A line of it is none.
    #[error("{path}: line {line}: {error}")]
    Line {
        /// Its name.
        path: PathBuf,
        /// The line.
        line: usize,
        /// What is wrong.
        error: String,
    },
    /// It has no first line.
    #[error("{0}: the first line, which says what event it is, is missing")]
    NoHeader(PathBuf),
    /// It is of something else.
    #[error("{path}: it is of another event: {what}; {advice}")]
    OtherEvent {
        /// Its name.
        path: PathBuf,
        /// What differs.
        what: &'static str,
        /// What to do about it.
        advice: &'static str,
    },
    /// A game is there twice.
    #[error("{path}: game {game} is there twice")]
    Twice {
        /// Its name.
        path: PathBuf,
        /// The game.
        game: usize,
    },
    /// A game is not of the schedule.
    #[error("{path}: game {game} is not the one of the schedule")]
    NotScheduled {
        /// Its name.
        path: PathBuf,
        /// The game.
        game: usize,
    },
}

/// What a journal holds.
#[derive(Clone, PartialEq, Debug)]
pub struct Contents {
    /// Its first line.
    pub header: Option<Header>,
    /// The games in the order in which they ended.
    pub entries: Vec<Entry>,
    /// Bytes of whole lines.
    pub whole: u64,
    /// Whether a torn line stood at the end.
    pub is_torn: bool,
}

/// Reads the text of a journal.
///
/// # Errors
///
/// Names the line that is wrong. The last one may be; then it is torn and left out.
pub fn parse(path: &Path, bytes: &[u8]) -> Result<Contents, JournalError> {
    let mut contents = Contents {
        header: None,
        entries: Vec::new(),
        whole: 0,
        is_torn: false,
    };
    let mut lines = (1..)
        .zip(bytes.split_inclusive(|&byte| byte == b'\n'))
        .peekable();
    while let Some((line, text)) = lines.next() {
        let read = if !text.ends_with(b"\n") {
            Err("it breaks off".to_owned())
        } else if line == 1 {
            serde_json::from_slice(text)
                .map(|header| contents.header = Some(header))
                .map_err(|error| error.to_string())
        } else {
            serde_json::from_slice(text)
                .map(|entry| contents.entries.push(entry))
                .map_err(|error| error.to_string())
        };
        match read {
            Ok(()) => contents.whole += text.len() as u64,
            // A first line that is whole and none of ours is of somebody else's file.
            Err(_) if lines.peek().is_none() && (line > 1 || !text.ends_with(b"\n")) => {
                contents.is_torn = true;
            }
            Err(error) => {
                let path = path.to_owned();
                return Err(JournalError::Line { path, line, error });
            }
        }
    }
    Ok(contents)
}

/// Reads a journal that is no longer written to.
///
/// # Errors
///
/// Where it cannot be read, or is none.
pub fn read(path: &Path) -> Result<(Header, Contents), JournalError> {
    let bytes = std::fs::read(path).map_err(|source| file_error(path, source))?;
    let contents = parse(path, &bytes)?;
    match contents.header.clone() {
        Some(header) => Ok((header, contents)),
        None => Err(JournalError::NoHeader(path.to_owned())),
    }
}

fn file_error(path: &Path, source: io::Error) -> JournalError {
    let path = path.to_owned();
    JournalError::File { path, source }
}

/// Asks that every entry is a game of the schedule, and none is there twice.
///
/// # Errors
///
/// Names the first game that is not, or is.
pub fn check(
    path: &Path,
    entries: &[Entry],
    event: &Event,
    plans: &[Plan],
) -> Result<(), JournalError> {
    let mut seen = BTreeMap::new();
    let name = |engine: usize| event.engines.get(engine).map(|engine| engine.name.as_str());
    for entry in entries {
        let game = entry.game;
        if seen.insert(game, ()).is_some() {
            let path = path.to_owned();
            return Err(JournalError::Twice { path, game });
        }
        let plan = game.checked_sub(1).and_then(|index| plans.get(index));
        let fits = plan.is_some_and(|plan| {
            plan.variant == entry.variant.0
                && plan.round == entry.round
                && name(plan.first) == Some(&entry.first)
                && name(plan.second) == Some(&entry.second)
        });
        if !fits {
            let path = path.to_owned();
            return Err(JournalError::NotScheduled { path, game });
        }
    }
    Ok(())
}

/// A journal that is being written, by nobody else.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Begins a journal.
    ///
    /// # Errors
    ///
    /// Where there is one already, or it cannot be written.
    pub fn create(path: &Path, header: &Header) -> Result<Self, JournalError> {
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create_new(true).open(path);
        let file = file.map_err(|source| match source.kind() {
            io::ErrorKind::AlreadyExists => JournalError::Exists(path.to_owned()),
            _ => file_error(path, source),
        })?;
        let mut journal = Self::locked(path, file)?;
        journal.write_line(header)?;
        journal.sync_folder()?;
        Ok(journal)
    }

    /// Goes on with a journal, or begins it where there is none. Returns the games that it holds,
    /// and whether a torn line was dropped.
    ///
    /// # Errors
    ///
    /// Where it is of another event, or cannot be read or written.
    pub fn resume(path: &Path, header: &Header) -> Result<(Self, Vec<Entry>, bool), JournalError> {
        let mut options = OpenOptions::new();
        let file = match options.read(true).write(true).open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok((Self::create(path, header)?, Vec::new(), false));
            }
            Err(source) => return Err(file_error(path, source)),
        };
        let mut journal = Self::locked(path, file)?;
        let mut bytes = Vec::new();
        let in_file = |source| file_error(path, source);
        journal.file.read_to_end(&mut bytes).map_err(in_file)?;
        let contents = parse(path, &bytes)?;
        if let Some(found) = &contents.header {
            same_event(path, found, header)?;
        }
        journal.file.set_len(contents.whole).map_err(in_file)?;
        journal.file.seek(SeekFrom::End(0)).map_err(in_file)?;
        if contents.header.is_none() {
            journal.write_line(header)?;
            journal.sync_folder()?;
        }
        Ok((journal, contents.entries, contents.is_torn))
    }

    fn locked(path: &Path, file: File) -> Result<Self, JournalError> {
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::Busy(path.to_owned())),
            // Some file systems have no locks, and those that use them take care by themselves.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(source)) => return Err(file_error(path, source)),
        }
        Ok(Self {
            path: path.to_owned(),
            file,
        })
    }

    /// Appends a game. When this returns, the game cannot be lost any more.
    ///
    /// # Errors
    ///
    /// Where it cannot be written.
    pub fn append(&mut self, entry: &Entry) -> Result<(), JournalError> {
        self.write_line(entry)
    }

    fn write_line(&mut self, value: &impl Serialize) -> Result<(), JournalError> {
        let written = serde_json::to_vec(value)
            .map_err(io::Error::from)
            .and_then(|mut line| {
                line.push(b'\n');
                self.file.write_all(&line)?;
                self.file.sync_data()
            });
        written.map_err(|source| file_error(&self.path, source))
    }

    /// Makes the name of a new file last, too.
    fn sync_folder(&self) -> Result<(), JournalError> {
        let folder = self
            .path
            .parent()
            .filter(|path| !path.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        // Where folders cannot be opened, there is nothing to sync.
        if let Ok(folder) = File::open(folder) {
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

fn same_event(path: &Path, found: &Header, wanted: &Header) -> Result<(), JournalError> {
    let differs = |what, advice| {
        let path = path.to_owned();
        Err(JournalError::OtherEvent { path, what, advice })
    };
    let begin_anew =
        "begin it anew in another folder with --out, or bring the old configuration back";
    if found.journal != wanted.journal {
        return differs("its form is of another version of this program", begin_anew);
    }
    if found.hash != wanted.hash || found.event.hash() != found.hash {
        return differs("the configuration has changed since", begin_anew);
    }
    if found.shard != wanted.shard {
        return differs("it is of another shard", "give --shard as before");
    }
    Ok(())
}
