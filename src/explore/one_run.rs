//! Whether a single run that grows a new tree, without shards, would make the same tree.

use super::tree::Tree;
use crate::games::{Game, TypedGame, Visitor};
use crate::rules::Rules;
use crate::tournament::schedule::Shard;

/// Whether one run makes exactly the nodes of `tree`. The run makes a tree of the same size, with
/// the same [ply cost](Tree::new) and without shards. The function grows the tree again. It takes
/// the nodes from `tree` and searches nothing.
#[must_use]
pub fn is_of_one_run(game: &'static Game, tree: &Tree) -> bool {
    game.dispatch(GrowAgain(tree))
}

struct GrowAgain<'a>(&'a Tree);

impl Visitor for GrowAgain<'_> {
    type Output = bool;

    fn visit<R: Rules>(self, game: TypedGame<R>) -> bool {
        let mut again = self.0.without_nodes();
        while again.len() < self.0.len() {
            let Some(leaf) = again.next_leaf(Shard::WHOLE) else {
                return false;
            };
            let position: R = leaf.position(game);
            // A node that was found by another path may have another ply, halfmove clock or move
            // number.
            let same = self
                .0
                .node(position.key())
                .filter(|node| node.ply == leaf.ply && node.setup == *position.setup());
            let Some(node) = same else {
                return false;
            };
            again.insert(node.clone());
        }
        true
    }
}
