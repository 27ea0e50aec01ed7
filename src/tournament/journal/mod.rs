//! Journals: files of the games that have been played, from which an event can be resumed.
//!
//! Nothing here decides what is played. Every journal has the same format, a header and one line per
//! game; the journals of matches before version 2 of the format can still be read.

mod file;
mod header;
mod match_journal;

pub use file::{Contents, Journal, JournalError};
pub use header::{GameError, Header, check, read, resume};
pub use match_journal::{MatchLine, OldPair, OldTerms, resume_match};
