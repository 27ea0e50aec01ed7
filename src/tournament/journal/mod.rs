//! Journals: files of played games. An event can be resumed from its journal.
//!
//! The journals of events and matches have the same format: a header and one line per game. Every
//! line has a checksum. When a game is read, its turns are checked by the rules.
//!
//! Journals of older versions of the format can still be read. Before version 3 they have no
//! checksums. The oldest journals of matches have one line per pair of games, without turns.
//!
//! `learn/spsa` and `explore` use journals with entries of other types: a pair of games, and a
//! searched position.

mod contents;
mod error;
mod file;
mod header;
mod match_journal;
mod tail;

pub use contents::{Contents, GAME_IS_PLAYED_AGAIN, LineReader};
pub use error::{DamagedLine, DamagedLines, JournalError};
pub use file::{Journal, read as read_contents, text};
pub use header::{
    GameReader, Header, journal_name, read, read_event, read_from, read_sound, resume, take_names,
};
pub use match_journal::{MatchLine, MatchReader, OldPair, OldTerms, resume_match};
pub use tail::Tail;
