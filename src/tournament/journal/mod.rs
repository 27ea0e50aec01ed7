//! Journals: files of the games that have been played, from which an event can be resumed.
//!
//! Nothing here decides which games are played. Every journal has the same format, a header and one
//! line per game; every line has a checksum, and every game is replayed by the rules when it is
//! read. Journals before version 3 of the format, which have no checksums, and those of matches
//! before version 2 can still be read.

mod contents;
mod error;
mod file;
mod header;
mod match_journal;
mod tail;

pub use contents::{Contents, LineReader};
pub use error::{DamagedLine, DamagedLines, JournalError};
pub use file::{Journal, read as read_contents, text};
pub use header::{GameReader, Header, journal_name, read, read_event, read_sound, resume};
pub use match_journal::{MatchLine, MatchReader, OldPair, OldTerms, resume_match};
pub use tail::Tail;
