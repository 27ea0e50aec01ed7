//! The proof table: the values of searched positions, in a fixed amount of memory.
//!
//! One entry serves a position for every number of turns: a win within four turns is a win within
//! five, and if there is no win within four there is none within three.

use std::io::{self, Read, Write};

use thiserror::Error;

use super::numbers::ProofNumbers;
use crate::board::{Key, Turn};

/// The number of entries per bucket. The entry that took the least work is replaced.
const BUCKET: usize = 4;

/// An entry of the proof table.
#[derive(Clone, Copy, Debug, Default)]
struct ProofEntry {
    key: Key,
    /// The first turn of the win, as [`Turn::bits`]; 0 for none.
    turn: u32,
    proof: u32,
    disproof: u32,
    /// The number of turns within which there is a win, plus one; 0 if none is known.
    won_within: u8,
    /// The number of turns within which there is no win, plus one; 0 if nothing is known.
    not_won_within: u8,
    /// The binary logarithm of the nodes it took; 0 marks an empty entry.
    work: u8,
}

/// The value of a position for a number of turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NodeValue {
    /// The winner wins within so many turns.
    Won { turns: u8, first: Option<Turn> },
    /// There is no win within the turns asked for.
    NotWon,
    /// Not settled yet.
    Open(ProofNumbers),
}

impl NodeValue {
    /// The proof numbers of the value.
    pub(super) const fn numbers(self) -> ProofNumbers {
        match self {
            NodeValue::Won { .. } => ProofNumbers::PROVEN,
            NodeValue::NotWon => ProofNumbers::DISPROVEN,
            NodeValue::Open(numbers) => numbers,
        }
    }
}

impl ProofEntry {
    const BYTES: usize = 23;

    fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..8].copy_from_slice(&self.key.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.turn.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.proof.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.disproof.to_le_bytes());
        bytes[20..].copy_from_slice(&[self.won_within, self.not_won_within, self.work]);
        bytes
    }

    fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        let word = |at: usize| {
            let mut word = [0; 4];
            word.copy_from_slice(&bytes[at..at + 4]);
            u32::from_le_bytes(word)
        };
        Self {
            key: u64::from(word(0)) | u64::from(word(4)) << 32,
            turn: word(8),
            proof: word(12),
            disproof: word(16),
            won_within: bytes[20],
            not_won_within: bytes[21],
            work: bytes[22],
        }
    }

    fn value(&self, turns: u8) -> Option<NodeValue> {
        if self.won_within > 0 && self.won_within <= turns + 1 {
            return Some(NodeValue::Won {
                turns: self.won_within - 1,
                first: Turn::from_bits(self.turn),
            });
        }
        if turns < self.not_won_within {
            return Some(NodeValue::NotWon);
        }
        // The numbers stored for another number of turns are the best estimate, if there are any.
        (turns > 0 && self.proof > 0 && self.disproof > 0).then_some(NodeValue::Open(
            ProofNumbers {
                proof: self.proof,
                disproof: self.disproof,
            },
        ))
    }

    fn update(&mut self, turns: u8, value: NodeValue) {
        match value {
            NodeValue::Won { turns, first } => {
                if self.won_within == 0 || turns + 1 < self.won_within {
                    self.won_within = turns + 1;
                    self.turn = first.map_or(0, Turn::bits);
                }
            }
            NodeValue::NotWon => {
                if turns + 1 > self.not_won_within {
                    self.not_won_within = turns + 1;
                    (self.proof, self.disproof) = (0, 0);
                }
            }
            NodeValue::Open(numbers) => {
                (self.proof, self.disproof) = (numbers.proof, numbers.disproof)
            }
        }
    }
}

/// A proof table of fixed size.
#[derive(Debug)]
pub(super) struct ProofTable {
    entries: Vec<ProofEntry>,
    used: usize,
}

/// Why a saved table cannot be loaded.
#[derive(Debug, Error)]
pub enum TableError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file has another title.
    #[error("the file is not the saved table of this search; its first line must be '{0}'")]
    OtherTitle(String),
}

impl ProofTable {
    pub(super) fn new(mebibytes: usize) -> Self {
        let entries = (mebibytes.max(1) << 20) / size_of::<ProofEntry>();
        let buckets = (entries / BUCKET).max(1);
        Self {
            entries: vec![ProofEntry::default(); buckets * BUCKET],
            used: 0,
        }
    }

    /// How full the table is, in permille.
    pub(super) fn fill(&self) -> u32 {
        (self.used * 1000 / self.entries.len()) as u32
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(ProofEntry::default());
        self.used = 0;
    }

    fn bucket(&self, key: Key) -> usize {
        let buckets = (self.entries.len() / BUCKET) as u128;
        // This multiplication maps the key to a bucket without a division.
        ((u128::from(key) * buckets) >> 64) as usize * BUCKET
    }

    pub(super) fn probe(&self, key: Key, turns: u8) -> Option<NodeValue> {
        let at = self.bucket(key);
        self.entries[at..at + BUCKET]
            .iter()
            .find(|entry| entry.key == key && entry.work > 0)?
            .value(turns)
    }

    pub(super) fn store(&mut self, key: Key, turns: u8, value: NodeValue, work: u64) {
        let work = (work.max(1).ilog2() + 1) as u8;
        let at = self.bucket(key);
        let bucket = &mut self.entries[at..at + BUCKET];
        let index = bucket
            .iter()
            .position(|entry| entry.key == key && entry.work > 0);
        if let Some(index) = index {
            let entry = &mut bucket[index];
            entry.update(turns, value);
            entry.work = entry.work.max(work);
            return;
        }
        let Some(entry) = bucket.iter_mut().min_by_key(|entry| entry.work) else {
            return;
        };
        if entry.work == 0 {
            self.used += 1;
        }
        *entry = ProofEntry {
            key,
            work,
            ..ProofEntry::default()
        };
        entry.update(turns, value);
    }

    /// Writes all entries. `title` is the first line.
    pub(super) fn save(&self, title: &str, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{title}")?;
        for entry in self.entries.iter().filter(|entry| entry.work > 0) {
            out.write_all(&entry.to_bytes())?;
        }
        Ok(())
    }

    /// Loads entries that were saved with this title. The table may have had another size.
    pub(super) fn load(&mut self, title: &str, input: &mut dyn Read) -> Result<(), TableError> {
        let other_title = || TableError::OtherTitle(title.to_owned());
        let mut first = vec![0; title.len() + 1];
        input.read_exact(&mut first).map_err(|_| other_title())?;
        if first != format!("{title}\n").as_bytes() {
            return Err(other_title());
        }
        self.clear();
        let mut bytes = [0; ProofEntry::BYTES];
        while read_whole(input, &mut bytes)? {
            self.insert(ProofEntry::from_bytes(&bytes));
        }
        Ok(())
    }

    fn insert(&mut self, entry: ProofEntry) {
        let at = self.bucket(entry.key);
        let replaced = self.entries[at..at + BUCKET]
            .iter_mut()
            .min_by_key(|other| other.work);
        if let Some(replaced) = replaced.filter(|other| other.work < entry.work) {
            if replaced.work == 0 {
                self.used += 1;
            }
            *replaced = entry;
        }
    }
}

/// Fills `bytes`; `false` at the end of the input. An incomplete last entry is dropped.
fn read_whole(input: &mut dyn Read, bytes: &mut [u8]) -> io::Result<bool> {
    match input.read_exact(bytes) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(proof: u32, disproof: u32) -> NodeValue {
        NodeValue::Open(ProofNumbers { proof, disproof })
    }

    const WON_IN_3: NodeValue = NodeValue::Won {
        turns: 3,
        first: None,
    };

    #[test]
    fn one_entry_serves_every_number_of_turns() {
        let mut table = ProofTable::new(1);
        table.store(7, 2, open(4, 5), 1);
        assert_eq!(table.probe(7, 2), Some(open(4, 5)));
        table.store(7, 1, NodeValue::NotWon, 10);
        table.store(7, 4, WON_IN_3, 10);
        assert_eq!(table.probe(7, 0), Some(NodeValue::NotWon));
        assert_eq!(table.probe(7, 1), Some(NodeValue::NotWon));
        assert_eq!(table.probe(7, 2), None);
        assert_eq!(table.probe(7, 3), Some(WON_IN_3));
        assert_eq!(table.probe(7, 9), Some(WON_IN_3));
        assert_eq!(table.probe(8, 3), None);
    }

    #[test]
    fn a_full_table_keeps_the_most_expensive_entries() {
        let mut table = ProofTable::new(1);
        for key in 0..100 {
            table.store(key, 1, open(1, 1), 1 << (key % 50));
        }
        assert_eq!(table.probe(49, 1), Some(open(1, 1)));
        assert_eq!(table.probe(50, 1), None);
    }

    #[test]
    fn a_saved_table_can_be_loaded_only_with_its_title() {
        let mut table = ProofTable::new(1);
        table.store(u64::MAX / 3, 4, WON_IN_3, 10);
        let mut file = Vec::new();
        table.save("title", &mut file).unwrap();
        let mut other = ProofTable::new(2);
        other.load("title", &mut file.as_slice()).unwrap();
        assert_eq!(other.probe(u64::MAX / 3, 5), Some(WON_IN_3));
        let error = other.load("another", &mut file.as_slice()).unwrap_err();
        assert!(error.to_string().contains("another"), "{error}");
        file.truncate(file.len() - 1);
        other.load("title", &mut file.as_slice()).unwrap();
        assert_eq!(other.probe(u64::MAX / 3, 5), None);
    }
}
