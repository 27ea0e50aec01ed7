//! The transposition table: the results of searched positions, shared by all threads without locks.
//!
//! A slot is two 64-bit words: the key xored with a hash of the data, and the data. If a thread
//! writes a slot while another thread reads or writes it, a probe may read words of two entries.
//! Such words almost never give the key of the position, so the probe ignores them (Hyatt and Mann,
//! *A lock-less transposition table implementation for parallel search chess engines*, 2002).
//! In the slot, the static evaluation replaces the key's lowest 16 bits. The key's highest bits
//! choose the bucket. A search xors the key with its salt, so it finds only entries of searches
//! with the same salt.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use rayon::prelude::*;
use zerocopy::FromZeros;

use super::pages;
use super::report::Bound;
use crate::board::{Key, Turn};

/// A transposition table entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TtEntry {
    /// The best turn, or the one that caused a cutoff.
    pub(super) turn: Option<Turn>,
    /// The score. The distance to a forced end is counted from this position
    /// ([`super::Score::to_table`]).
    pub(super) score: i16,
    /// Whether the score is exact or a bound.
    pub(super) bound: Bound,
    /// Plies searched below the position; 0 for quiescence.
    pub(super) depth: u8,
    /// The static evaluation.
    pub(super) eval: i16,
}

const SLOTS: usize = 4;
const GENERATIONS: u8 = 32;
/// The part of the key that a slot stores.
const KEY_MASK: u64 = !0xffff;
/// The position of the salt's lowest bit in the key. The salt lies above the bits outside
/// [`KEY_MASK`].
const SALT_SHIFT: u32 = 16;

/// Two words. The second is the data ([`Data`]). The first is the key with the static evaluation in
/// its lowest 16 bits (those outside [`KEY_MASK`]), xored with [`Data::hash`].
type Slot = [AtomicU64; 2];

/// The slots in which the entry of a position may be. They fill one cache line.
type Bucket = [Slot; SLOTS];

/// A slot's data: turn (bits 0-24), score (25-40), depth (41-48), bound (49-50, 0 means empty),
/// generation (51-55: the number of the search, modulo [`GENERATIONS`]).
#[derive(Clone, Copy)]
struct Data(u64);

impl Data {
    /// A hash of the data. If a data bit changes, some of the hash bits in [`KEY_MASK`] change. A
    /// probe compares these bits. The factor is odd, and near 2^64 divided by the golden ratio
    /// (Knuth, *The Art of Computer Programming*, volume 3, section 6.4).
    fn hash(self) -> u64 {
        self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn pack(entry: &TtEntry, generation: u8) -> Self {
        let bound = match entry.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        Self(
            u64::from(entry.turn.map_or(0, Turn::bits))
                | u64::from(entry.score as u16) << 25
                | u64::from(entry.depth) << 41
                | bound << 49
                | u64::from(generation) << 51,
        )
    }

    fn bound(self) -> Option<Bound> {
        match self.0 >> 49 & 3 {
            0 => None,
            1 => Some(Bound::Upper),
            2 => Some(Bound::Lower),
            _ => Some(Bound::Exact),
        }
    }

    fn turn(self) -> Option<Turn> {
        Turn::from_bits(self.0 as u32 & 0x1ff_ffff)
    }

    fn depth(self) -> u8 {
        (self.0 >> 41) as u8
    }

    fn generation(self) -> u8 {
        (self.0 >> 51) as u8 % GENERATIONS
    }

    fn unpack(self, eval: i16) -> Option<TtEntry> {
        Some(TtEntry {
            turn: self.turn(),
            score: (self.0 >> 25) as i16,
            bound: self.bound()?,
            depth: self.depth(),
            eval,
        })
    }
}

/// The transposition table.
pub(super) struct TranspositionTable {
    /// The slots of all buckets, and `SLOTS - 1` more, so that the first bucket can begin at a
    /// cache line. Buckets of an aligned type would need no such slots, but their memory would come
    /// from `posix_memalign`. After such memory is freed, glibc 2.36 often does not reuse it.
    slots: Vec<Slot>,
    /// The number of slots before the first bucket.
    unused: usize,
    generation: AtomicU8,
    /// All keys are xored with this.
    salt: Key,
}

impl std::fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TranspositionTable of {} buckets", self.buckets().len())
    }
}

impl TranspositionTable {
    /// A table of at most this many MiB; 0 means 1 MiB. If memory is short, halves the size until
    /// the table fits. Writes to the first pages of the table, so that the operating system gives
    /// them memory now and not during a search ([`pages`]).
    #[must_use]
    pub(super) fn new(mebibytes: usize) -> Self {
        let mut count = mebibytes.max(1).saturating_mul(1 << 20) / size_of::<Bucket>();
        let mut slots = loop {
            match Slot::new_vec_zeroed(count * SLOTS + SLOTS - 1) {
                Ok(slots) => break slots,
                Err(_) if count > 1 => count /= 2,
                Err(_) => panic!("no memory for a transposition table of one bucket"),
            }
        };
        pages::prefer_huge(&mut slots);
        pages::touch(&slots);
        let unused = slots.as_ptr().align_offset(size_of::<Bucket>());
        Self {
            slots,
            // If no slot begins at a cache line, every bucket lies in two lines. Then the table
            // works more slowly.
            unused: if unused < SLOTS { unused } else { 0 },
            generation: AtomicU8::new(0),
            salt: 0,
        }
    }

    fn buckets(&self) -> &[Bucket] {
        self.slots[self.unused..].as_chunks().0
    }

    /// Removes all entries.
    pub(super) fn clear(&self) {
        self.slots.par_iter().for_each(|slot| {
            for word in slot {
                word.store(0, Ordering::Relaxed);
            }
        });
        self.generation.store(0, Ordering::Relaxed);
    }

    /// Begins a new search: all entries stored so far become one search older. The search finds
    /// only entries that were stored with the same salt. So entries with another salt need not be
    /// cleared. Clearing a large table would take seconds, because the operating system has to give
    /// the table all its memory first. Two salts must differ in their lowest 48 bits.
    pub(super) fn begin_search(&mut self, salt: u64) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
        self.salt = salt << SALT_SHIFT;
    }

    fn bucket(&self, key: Key) -> &Bucket {
        let buckets = self.buckets();
        let index = (u128::from(key) * buckets.len() as u128) >> 64;
        &buckets[index as usize]
    }

    /// The entry of a position.
    #[inline]
    #[must_use]
    pub(super) fn probe(&self, key: Key) -> Option<TtEntry> {
        let key = key ^ self.salt;
        self.bucket(key).iter().find_map(|[key_xor_hash, data]| {
            let data = Data(data.load(Ordering::Relaxed));
            let key_and_eval = key_xor_hash.load(Ordering::Relaxed) ^ data.hash();
            if key_and_eval & KEY_MASK == key & KEY_MASK {
                data.unpack(key_and_eval as i16)
            } else {
                None
            }
        })
    }

    /// Stores an entry in the bucket of its position. The entry replaces the old entry of the same
    /// position, or else fills an empty slot, or else replaces the entry with the lowest value. The
    /// value of an entry is its depth, less 8 plies for each search since the entry was stored.
    /// These searches are counted modulo 32.
    ///
    /// The new entry is discarded if three conditions hold: its score is not exact, the old entry
    /// of the same position is from this search, and the old entry is more than 3 plies deeper. If
    /// the new entry has no turn, it takes the turn of the old entry of the same position.
    #[inline]
    pub(super) fn store(&self, key: Key, mut entry: TtEntry) {
        let key = key ^ self.salt;
        let generation = self.generation.load(Ordering::Relaxed);
        let mut replaced = None;
        let mut least = i32::MAX;
        for slot @ [key_xor_hash, data] in self.bucket(key) {
            let old = Data(data.load(Ordering::Relaxed));
            let key_and_eval = key_xor_hash.load(Ordering::Relaxed) ^ old.hash();
            let age = (generation + GENERATIONS - old.generation()) % GENERATIONS;
            if old.bound().is_some() && key_and_eval & KEY_MASK == key & KEY_MASK {
                let deeper = i32::from(old.depth()) > i32::from(entry.depth) + 3;
                if deeper && age == 0 && entry.bound != Bound::Exact {
                    return;
                }
                entry.turn = entry.turn.or(old.turn());
                replaced = Some(slot);
                break;
            }
            let value = if old.bound().is_none() {
                i32::MIN
            } else {
                i32::from(old.depth()) - 8 * i32::from(age)
            };
            if value < least {
                least = value;
                replaced = Some(slot);
            }
        }
        if let Some([key_xor_hash, data]) = replaced {
            let new = Data::pack(&entry, generation);
            let key_and_eval = key & KEY_MASK | u64::from(entry.eval as u16);
            data.store(new.0, Ordering::Relaxed);
            key_xor_hash.store(key_and_eval ^ new.hash(), Ordering::Relaxed);
        }
    }

    /// How full the table is with entries of this search, in permille.
    #[must_use]
    pub(super) fn permille_full(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed);
        let buckets = self.buckets();
        let sample = &buckets[..buckets.len().min(1000 / SLOTS)];
        let used = sample
            .as_flattened()
            .iter()
            .map(|[_, data]| Data(data.load(Ordering::Relaxed)))
            .filter(|data| data.bound().is_some() && data.generation() == generation)
            .count();
        (used * 1000 / (sample.len() * SLOTS).max(1)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Act, Square, TurnFields};

    fn entry(depth: u8, score: i16) -> TtEntry {
        TtEntry {
            turn: Turn::new(TurnFields::new(Act::Move, Square::E2, Square::E4)),
            score,
            bound: Bound::Exact,
            depth,
            eval: -score,
        }
    }

    #[test]
    fn a_bucket_is_a_cache_line() {
        assert_eq!((size_of::<Bucket>(), size_of::<Slot>()), (64, 16));
        for mebibytes in [1, 3, 16] {
            let table = TranspositionTable::new(mebibytes);
            assert_eq!(table.buckets().len(), (mebibytes << 20) / 64);
            assert_eq!(table.buckets().as_ptr().addr() % 64, 0);
        }
    }

    #[test]
    fn a_probe_finds_exactly_what_was_stored() {
        let table = TranspositionTable::new(1);
        let key = 0x1234_5678_9abc_def0;
        assert_eq!(table.probe(key), None);
        assert_eq!(table.probe(0), None);
        for score in [-32_000, -1, 0, 31_000] {
            for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                let entry = TtEntry {
                    bound,
                    ..entry(200, score)
                };
                table.store(key, entry);
                assert_eq!(table.probe(key), Some(entry));
            }
        }
        assert_eq!(table.probe(key ^ 1 << 40), None);
        table.clear();
        assert_eq!(table.probe(key), None);
    }

    #[test]
    fn a_slot_with_words_of_two_entries_is_not_found() {
        let other_turn = Turn::new(TurnFields::new(Act::Move, Square::D2, Square::D4));
        let [one, other] = [entry(5, 40).turn, other_turn].map(|turn| {
            let table = TranspositionTable::new(1);
            table.store(
                1 << 40,
                TtEntry {
                    turn,
                    ..entry(5, 40)
                },
            );
            table
        });
        let [first, second] = [&one, &other].map(|table| {
            let mut slots = table.bucket(1 << 40).iter();
            slots.find(|[_, data]| data.load(Ordering::Relaxed) != 0)
        });
        let (Some([_, data]), Some([_, new_data])) = (first, second) else {
            panic!("the entry was not stored")
        };
        data.store(new_data.load(Ordering::Relaxed), Ordering::Relaxed);
        assert_eq!(one.probe(1 << 40), None);
    }

    #[test]
    fn an_entry_without_a_turn_keeps_the_old_turn() {
        let table = TranspositionTable::new(1);
        table.store(7 << 32, entry(3, 1));
        let without = TtEntry {
            turn: None,
            ..entry(4, 2)
        };
        table.store(7 << 32, without);
        let found = table.probe(7 << 32).expect("stored");
        assert_eq!((found.turn, found.score), (entry(0, 0).turn, 2));
    }

    #[test]
    fn the_shallowest_entry_is_replaced_and_old_entries_count_as_shallower() {
        let mut table = TranspositionTable::new(1);
        // These keys choose the same bucket, but differ in the bits that a slot stores.
        let keys: Vec<Key> = (1..=6).map(|n| n << 16).collect();
        for (depth, &key) in [9, 8, 7, 6].into_iter().zip(&keys) {
            table.store(key, entry(depth, 0));
        }
        table.store(keys[4], entry(1, 0));
        assert!(table.probe(keys[3]).is_none());
        assert!(table.probe(keys[0]).is_some());
        for _ in 0..2 {
            table.begin_search(0);
        }
        table.store(keys[4], entry(2, 0));
        table.store(keys[5], entry(1, 0));
        assert!(table.probe(keys[4]).is_some() && table.probe(keys[5]).is_some());
    }

    #[test]
    fn fullness_counts_only_entries_of_this_search() {
        let mut table = TranspositionTable::new(1);
        for key in 0..100_000_u64 {
            table.store(key.wrapping_mul(0x9e37_79b9_7f4a_7c15), entry(1, 0));
        }
        assert!(table.permille_full() > 900);
        table.begin_search(0);
        assert_eq!(table.permille_full(), 0);
    }

    #[test]
    fn a_search_finds_only_entries_with_its_salt_and_loses_no_others() {
        let mut table = TranspositionTable::new(1);
        let key = 0x1234_5678_9abc_def0;
        let salts = [0, 1, 0xffff, 0x1_fffe, 0x1234_5678_9abc_def0];
        for salt in salts {
            table.begin_search(salt);
            assert_eq!(table.probe(key), None, "{salt}");
            table.store(key, entry(5, salt as i16));
        }
        for salt in salts {
            table.begin_search(salt);
            assert_eq!(table.probe(key), Some(entry(5, salt as i16)), "{salt}");
        }
    }
}
