//! A small direct-mapped memory of results of a pure function.
//!
//! Whether pawns can have come from the initial array, and which squares a lock of pawns cuts off,
//! depends on very little of a position and is asked again and again in a search. Engines keep pawn
//! hash tables for the same reason.

use std::hash::Hash;

/// Remembers the newest result for each slot.
pub(super) struct Memo<K, V> {
    slots: Box<[Option<(K, V)>]>,
    hasher: ahash::RandomState,
}

impl<K: Copy + Eq + Hash, V: Copy> Memo<K, V> {
    /// A memory with `slots` places.
    pub(super) fn new(slots: usize) -> Self {
        let hasher = ahash::RandomState::with_seeds(1, 2, 3, 4);
        Self {
            slots: vec![None; slots].into_boxed_slice(),
            hasher,
        }
    }

    /// The remembered result for `key`, or the one that `make` computes.
    #[inline]
    pub(super) fn get(&mut self, key: K, make: impl FnOnce() -> V) -> &V {
        let slot = self.hasher.hash_one(key) as usize % self.slots.len();
        let entry = &mut self.slots[slot];
        if !matches!(entry, Some((known, _)) if *known == key) {
            *entry = None;
        }
        &entry.get_or_insert_with(|| (key, make())).1
    }
}
