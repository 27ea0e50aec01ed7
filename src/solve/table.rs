//! The proof table: the values of searched positions, in a fixed amount of memory.
//!
//! A search asks whether a player wins within a number of its own turns. The entry of a position
//! serves every such number: a win within four turns is a win within five, and no win within four
//! turns means no win within three.
//!
//! Threads may share the table: each bucket has its own lock.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::numbers::ProofNumbers;
use crate::board::{Key, Turn};

/// The number of entries per bucket. A new entry replaces the one with the least
/// [work](ProofEntry::work).
const BUCKET: usize = 4;

/// The entries of a bucket. The key of a position decides which bucket holds its entry.
type Bucket = [ProofEntry; BUCKET];

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
    /// The least number of turns within which a win is known, plus one; 0 if no win is known.
    pub(super) won_within: u8,
    /// One plus the greatest number of turns within which the search has excluded a win; 0 if there
    /// is no such number.
    pub(super) not_won_within: u8,
    /// One plus the binary logarithm of the nodes of the search; 0 marks an empty entry.
    pub(super) work: u8,
}

/// The value of a position for a number of turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NodeValue {
    /// The winner wins within `turns` own turns. `first` is the first of these turns, if the winner
    /// is to play.
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
        // The proof numbers may come from a search for a win within fewer or more turns. They are
        // still the best estimate.
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
    buckets: Vec<Mutex<Bucket>>,
    /// The number of entries in use.
    used: AtomicUsize,
}

impl ProofTable {
    pub(super) fn new(mebibytes: usize) -> Self {
        let buckets = (mebibytes.max(1) << 20) / size_of::<Mutex<Bucket>>();
        Self {
            buckets: (0..buckets).map(|_| Mutex::default()).collect(),
            used: AtomicUsize::new(0),
        }
    }

    /// How full the table is, in permille.
    pub(super) fn fill(&self) -> u32 {
        let used = self.used.load(Ordering::Relaxed);
        (used * 1000 / (self.buckets.len() * BUCKET)) as u32
    }

    pub(super) fn clear(&mut self) {
        for bucket in &mut self.buckets {
            *bucket = Mutex::default();
        }
        self.used = AtomicUsize::new(0);
    }

    fn bucket(&self, key: Key) -> MutexGuard<'_, Bucket> {
        // This multiplication maps the key to a bucket without a division.
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        lock(&self.buckets[index as usize])
    }

    pub(super) fn probe(&self, key: Key, turns: u8) -> Option<NodeValue> {
        self.bucket(key)
            .iter()
            .find(|entry| entry.key == key && entry.work > 0)?
            .value(turns)
    }

    pub(super) fn store(&self, key: Key, turns: u8, value: NodeValue, work: u64) {
        let work = (work.max(1).ilog2() + 1) as u8;
        let mut bucket = self.bucket(key);
        let known = bucket
            .iter_mut()
            .find(|entry| entry.key == key && entry.work > 0);
        if let Some(entry) = known {
            entry.update(turns, value);
            entry.work = entry.work.max(work);
            return;
        }
        let entry = least_work(&mut bucket);
        self.count_use(entry);
        *entry = ProofEntry {
            key,
            work,
            ..ProofEntry::default()
        };
        entry.update(turns, value);
    }

    /// Copies of the entries in use.
    pub(super) fn used(&self) -> impl Iterator<Item = ProofEntry> {
        let entries = self.buckets.iter().flat_map(|bucket| *lock(bucket));
        entries.filter(|entry| entry.work > 0)
    }

    /// Adds an entry of another table. `entry` replaces the entry of its bucket that took the least
    /// work, but only if `entry` took more.
    pub(super) fn insert(&self, entry: ProofEntry) {
        let mut bucket = self.bucket(entry.key);
        let replaced = least_work(&mut bucket);
        if replaced.work < entry.work {
            self.count_use(replaced);
            *replaced = entry;
        }
    }

    /// Counts one more entry in use if `entry` is empty. The caller overwrites `entry`.
    fn count_use(&self, entry: &ProofEntry) {
        if entry.work == 0 {
            self.used.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Locks a bucket. No code panics while it holds this lock, so the lock is never poisoned.
fn lock(bucket: &Mutex<Bucket>) -> MutexGuard<'_, Bucket> {
    bucket.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The entry that took the least work in a bucket.
fn least_work(bucket: &mut Bucket) -> &mut ProofEntry {
    let [first, others @ ..] = bucket;
    others.iter_mut().fold(first, |least, entry| {
        if entry.work < least.work {
            entry
        } else {
            least
        }
    })
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
        let table = ProofTable::new(1);
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
    fn a_new_entry_replaces_the_one_that_took_the_least_work() {
        let table = ProofTable::new(1);
        // These keys all belong to the first bucket.
        for key in 0..100 {
            table.store(key, 1, open(1, 1), 1 << (key % 50));
        }
        assert_eq!(table.probe(49, 1), Some(open(1, 1)));
        assert_eq!(table.probe(50, 1), None);
    }
}
