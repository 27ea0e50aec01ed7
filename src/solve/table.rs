//! The proof table: the values of searched positions, in a fixed amount of memory.
//!
//! One entry serves a position for every number of turns: a win within four turns is a win within
//! five, and if there is no win within four there is none within three.

use super::numbers::ProofNumbers;
use crate::board::{Key, Turn};

/// The number of entries per bucket. The entry that took the least work is replaced.
const BUCKET: usize = 4;

/// An entry of the proof table.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ProofEntry {
    pub(super) key: Key,
    /// The first turn of the win, as [`Turn::bits`]; 0 for none.
    pub(super) turn: u32,
    /// The proof number; 0 if no proof numbers are stored.
    pub(super) proof: u32,
    /// The disproof number; 0 if no proof numbers are stored.
    pub(super) disproof: u32,
    /// The number of turns within which there is a win, plus one; 0 if none is known.
    pub(super) won_within: u8,
    /// The number of turns within which there is no win, plus one; 0 if nothing is known.
    pub(super) not_won_within: u8,
    /// The binary logarithm of the nodes that the search of the position took, plus one; 0 marks an
    /// empty entry.
    pub(super) work: u8,
}

/// The value of a position for a number of turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NodeValue {
    /// The winner wins within `turns` own turns. `first` is the first one, if the winner is to
    /// play.
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

    /// The entries in use.
    pub(super) fn used(&self) -> impl Iterator<Item = &ProofEntry> {
        self.entries.iter().filter(|entry| entry.work > 0)
    }

    /// Adds an entry of another table, unless all entries in its bucket took at least as much work.
    pub(super) fn insert(&mut self, entry: ProofEntry) {
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
    fn a_full_bucket_keeps_the_entries_that_took_the_most_work() {
        let mut table = ProofTable::new(1);
        // These keys all belong to the first bucket.
        for key in 0..100 {
            table.store(key, 1, open(1, 1), 1 << (key % 50));
        }
        assert_eq!(table.probe(49, 1), Some(open(1, 1)));
        assert_eq!(table.probe(50, 1), None);
    }
}
