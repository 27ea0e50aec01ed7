//! A small direct-mapped cache for the results of a pure function.
//!
//! The results of two functions are cached. One says whether the pawns can have come from the
//! initial array (`pawns`). The other says from which squares a piece can reach its home (`cages`);
//! only pieces that can never un-move again block its way. Both depend on few facts of a position,
//! and the same facts recur often in a search. Chess engines have pawn hash tables for the same
//! reason.

use std::hash::Hash;

/// A cache that keeps the newest result for each slot.
pub(super) struct Cache<K, V> {
    slots: Box<[Option<(K, V)>]>,
    hasher: ahash::RandomState,
}

impl<K: Copy + Eq + Hash, V: Copy> Cache<K, V> {
    /// An empty cache with this many slots.
    pub(super) fn new(slots: usize) -> Self {
        let hasher = ahash::RandomState::with_seeds(1, 2, 3, 4);
        Self {
            slots: vec![None; slots].into_boxed_slice(),
            hasher,
        }
    }

    /// The cached result for `key`, or the one that `compute` returns.
    #[inline]
    pub(super) fn get(&mut self, key: K, compute: impl FnOnce() -> V) -> &V {
        let slot = self.hasher.hash_one(key) as usize % self.slots.len();
        let entry = &mut self.slots[slot];
        if !matches!(entry, Some((cached, _)) if *cached == key) {
            *entry = None;
        }
        &entry.get_or_insert_with(|| (key, compute())).1
    }
}
