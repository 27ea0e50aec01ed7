//! The growth of a tree, one search after another.

use std::sync::atomic::{AtomicBool, Ordering};

use super::explorer::Explorer;
use super::file::TreeFile;
use super::tree::Tree;
use crate::tournament::journal::JournalError;
use crate::tournament::schedule::Shard;

/// How a tree grows.
#[derive(Clone, Copy, Debug)]
pub struct Growth<'a> {
    /// The growth ends when the tree has at least this many positions.
    pub size: usize,
    /// Only leaves of this shard are searched.
    pub shard: Shard,
    /// If this is set to true, the growth ends after the current search.
    pub halt: &'a AtomicBool,
}

/// Why the growth of a tree has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GrowthEnd {
    /// The tree has at least [`Growth::size`] positions.
    Grown,
    /// [`Growth::halt`] was set.
    Halted,
    /// The shard has no leaf to search. Each line of play in the shard ends for one of three
    /// reasons: the game is over, the score of the last turn is a forced win or loss, or the last
    /// turn leads to a position that the tree already has at an earlier ply.
    NoLeaf,
}

impl Growth<'_> {
    /// Grows a tree, and appends every searched position to its file. `on_search` gets the tree
    /// after each search.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn grow(
        &self,
        tree: &mut Tree,
        explorer: &mut dyn Explorer,
        file: &mut TreeFile,
        on_search: &mut dyn FnMut(&Tree),
    ) -> Result<GrowthEnd, JournalError> {
        while tree.len() < self.size {
            if self.halt.load(Ordering::Relaxed) {
                return Ok(GrowthEnd::Halted);
            }
            let Some(leaf) = tree.next_leaf(self.shard) else {
                return Ok(GrowthEnd::NoLeaf);
            };
            let node = explorer.search(&leaf);
            file.append(&node)?;
            tree.insert(node);
            on_search(tree);
        }
        Ok(GrowthEnd::Grown)
    }
}
