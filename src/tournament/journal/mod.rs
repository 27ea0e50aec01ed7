//! Journals: files of played games. An event can be resumed from its journal.
//!
//! The journals of events and matches have the same format: a header and one line per game. Every
//! line has a checksum. Every game with turns is checked by the rules when it is read. Old journals
//! can still be read. Before version 3 they have no checksums. Before version 2 the journals of
//! matches have another format, without turns. Other parts of the program store entries of other
//! types in journals.

mod contents;
mod error;
mod file;
mod header;
mod match_journal;
mod tail;

pub use contents::{Contents, GAME_IS_PLAYED_AGAIN, LineReader};
pub use error::{DamagedLine, DamagedLines, JournalError};
pub use file::{Journal, read as read_contents, text};
pub use header::{GameReader, Header, journal_name, read, read_event, read_sound, resume};
pub use match_journal::{MatchLine, MatchReader, OldPair, OldTerms, resume_match};
pub use tail::Tail;
