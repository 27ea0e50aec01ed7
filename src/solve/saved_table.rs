//! A proof table in a file. The first line is the title. The entries follow in [frames]: blocks
//! with checksums. All frames have the same size, except that the last may be smaller. The entries
//! of a damaged frame are lost.
//!
//! An entry of a file may be wrong. So only two kinds of entries are saved, in which an error does
//! no harm:
//!
//! * Wins: their proofs can be verified by the rules.
//! * The proof numbers of open positions ([`ProofNumbers`]): they only guide the search.
//!
//! The knowledge that a position has no win is not saved, because nothing can verify it.

use std::io::{self, BufRead, Read, Write};

use thiserror::Error;

use super::numbers::ProofNumbers;
use super::table::{ProofEntry, ProofTable};
use crate::files::frames::{self, PartKind};

/// The size of an entry in bytes.
const ENTRY_SIZE: usize = 23;

/// The number of entries in a frame; the last frame may have fewer.
const FRAME_ENTRIES: usize = 4096;

/// Why a saved table cannot be loaded.
#[derive(Debug, Error)]
pub enum TableError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file has another title.
    #[error("the file is not a proof table of this search; its first line must be '{0}'")]
    OtherTitle(String),
}

/// What was loaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Loaded {
    /// The number of entries that were read. A full bucket may drop some of them.
    pub entries: usize,
    /// The number of damaged frames, which were skipped.
    pub damaged: usize,
}

impl ProofTable {
    /// Writes all entries that hold a win or the proof numbers of an open position. `title` is
    /// the first line.
    pub(super) fn save(&self, title: &str, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{title}")?;
        let mut content = Vec::with_capacity(FRAME_ENTRIES * ENTRY_SIZE);
        let mut number = 0;
        for entry in self.used().filter(|entry| entry.is_worth_saving()) {
            content.extend(entry.to_bytes());
            if content.len() == FRAME_ENTRIES * ENTRY_SIZE {
                out.write_all(&frames::frame(number, &content))?;
                content.clear();
                number += 1;
            }
        }
        if !content.is_empty() {
            out.write_all(&frames::frame(number, &content))?;
        }
        Ok(())
    }

    /// Replaces the entries by those of a saved table with this title. The saved table may have
    /// another size.
    pub(super) fn load(
        &mut self,
        title: &str,
        input: &mut dyn BufRead,
    ) -> Result<Loaded, TableError> {
        let mut first_line = Vec::new();
        let length = title.len() as u64 + 1;
        (&mut *input)
            .take(length)
            .read_until(b'\n', &mut first_line)?;
        if first_line != format!("{title}\n").as_bytes() {
            return Err(TableError::OtherTitle(title.to_owned()));
        }
        self.clear();
        let mut loaded = Loaded::default();
        let frame_size = frames::HEADER_LENGTH + FRAME_ENTRIES * ENTRY_SIZE;
        let mut bytes = Vec::with_capacity(frame_size);
        loop {
            bytes.clear();
            (&mut *input)
                .take(frame_size as u64)
                .read_to_end(&mut bytes)?;
            if bytes.is_empty() {
                return Ok(loaded);
            }
            let first_part = frames::parts(&bytes, 0).next().map(|part| part.kind);
            match first_part {
                Some(PartKind::Frame { content, .. }) => {
                    let (entries, _) = content.as_chunks();
                    for entry in entries {
                        self.insert(ProofEntry::from_bytes(entry));
                    }
                    loaded.entries += entries.len();
                }
                _ => loaded.damaged += 1,
            }
        }
    }
}

impl ProofEntry {
    /// Whether the entry holds a win, or the proof numbers of an open position.
    const fn is_worth_saving(&self) -> bool {
        self.won_within > 0 || (self.proof > 0 && self.disproof > 0)
    }

    fn to_bytes(self) -> [u8; ENTRY_SIZE] {
        let mut bytes = [0; ENTRY_SIZE];
        bytes[..8].copy_from_slice(&self.key.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.turn.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.proof.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.disproof.to_le_bytes());
        bytes[20..].copy_from_slice(&[self.won_within, 0, self.work]);
        bytes
    }

    fn from_bytes(bytes: &[u8; ENTRY_SIZE]) -> Self {
        let word = |at: usize| {
            let mut word = [0; 4];
            word.copy_from_slice(&bytes[at..at + 4]);
            u32::from_le_bytes(word)
        };
        Self {
            key: u64::from(word(0)) | u64::from(word(4)) << 32,
            turn: word(8),
            proof: word(12).min(ProofNumbers::LARGE),
            disproof: word(16).min(ProofNumbers::LARGE),
            won_within: bytes[20],
            // Not saved. Earlier versions saved `not_won_within` in byte 21, which is ignored.
            not_won_within: 0,
            work: bytes[22],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::NodeValue;
    use super::*;

    const WON_IN_3: NodeValue = NodeValue::Won {
        turns: 3,
        first: None,
    };

    fn saved(table: &ProofTable) -> Vec<u8> {
        let mut file = Vec::new();
        table.save("title", &mut file).expect("saved");
        file
    }

    fn load(table: &mut ProofTable, title: &str, bytes: &[u8]) -> Result<Loaded, TableError> {
        table.load(title, &mut &*bytes)
    }

    #[test]
    fn a_saved_table_can_be_loaded_only_with_its_title() {
        let table = ProofTable::new(1);
        table.store(u64::MAX / 3, 4, WON_IN_3, 10);
        let file = saved(&table);
        let mut other = ProofTable::new(2);
        let loaded = load(&mut other, "title", &file).expect("loaded");
        assert_eq!((loaded.entries, loaded.damaged), (1, 0));
        assert_eq!(other.probe(u64::MAX / 3, 5), Some(WON_IN_3));
        let error = load(&mut other, "another", &file).unwrap_err();
        assert!(error.to_string().contains("another"), "{error}");
    }

    #[test]
    fn a_damaged_frame_is_counted_and_its_entries_are_skipped() {
        let table = ProofTable::new(1);
        let keys = || (0..10_000_u64).map(|number| number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        for key in keys() {
            table.store(key, 4, WON_IN_3, 10);
        }
        let file = saved(&table);
        let entries = table.used().count();
        for at in (6..file.len()).step_by(1009) {
            let mut damaged = file.clone();
            damaged[at] ^= 16;
            let mut other = ProofTable::new(1);
            let loaded = load(&mut other, "title", &damaged).expect("loaded");
            assert_eq!(loaded.damaged, 1, "byte {at}");
            assert!(loaded.entries < entries, "byte {at}");
            let values = keys().filter_map(|key| other.probe(key, 4));
            assert!(values.into_iter().all(|value| value == WON_IN_3));
        }
        let mut other = ProofTable::new(1);
        let loaded = load(&mut other, "title", &file[..file.len() - 1]).expect("loaded");
        assert_eq!(loaded.damaged, 1);
    }
}
