//! The tree. It holds the searched positions (the nodes), backs up their scores, and selects the
//! leaf that is searched next. A leaf is a position that is not searched yet.
//!
//! A position that several paths reach is one node, so the "tree" is a graph. A candidate is a turn
//! that the search of a node has scored. It is an edge of the graph only if it leads to a node with
//! a greater ply. So the graph has no cycles.

use std::collections::{HashMap, HashSet};

use super::leaf::{Leaf, Root, roots};
use super::node::{Candidate, Node};
use crate::board::{Key, Turn};
use crate::book::{BookEntry, BookLine};
use crate::games::Game;
use crate::search::Score;
use crate::tournament::schedule::Shard;

/// In a game with one start position, the shards divide the positions at this ply among themselves.
/// In a game with several, they divide the start positions.
const SHARD_PLY: u32 = 2;

/// Searched positions and the start positions from which they are reached.
#[derive(Debug)]
pub struct Tree {
    roots: Vec<Root>,
    ply_cost: u16,
    nodes: Vec<Node>,
    indices: HashMap<Key, usize>,
}

/// What a tree has done with a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inserted {
    /// The tree has the node now.
    Stays,
    /// The node was left out, because the tree has another node for the position.
    Left,
}

/// The scores of the candidates of each node, backed up from the nodes below.
struct BackedUp(Vec<Vec<Score>>);

impl BackedUp {
    /// The index and the score of the best candidate of a node; the first of equally good
    /// candidates.
    fn best(&self, node: usize) -> (usize, Score) {
        let mut best = (0, -Score::INFINITE);
        for (at, &score) in self.0[node].iter().enumerate() {
            if score > best.1 {
                best = (at, score);
            }
        }
        best
    }
}

impl Tree {
    /// A tree without nodes. The deviation of a path from best play, in centipawns, is a sum over
    /// its turns. A turn adds `ply_cost`, and the amount by which its score is below the score of
    /// the best candidate. A smaller `ply_cost` gives longer lines and fewer alternatives.
    #[must_use]
    pub fn new(game: &'static Game, ply_cost: u16) -> Self {
        Self {
            roots: roots(game),
            ply_cost,
            nodes: Vec::new(),
            indices: HashMap::new(),
        }
    }

    /// A tree of the same game with the same ply cost, without nodes.
    pub(super) fn without_nodes(&self) -> Self {
        Self {
            roots: self.roots.clone(),
            ply_cost: self.ply_cost,
            nodes: Vec::new(),
            indices: HashMap::new(),
        }
    }

    /// The node for the position with this key.
    pub(super) fn node(&self, key: Key) -> Option<&Node> {
        self.nodes.get(*self.indices.get(&key)?)
    }

    /// The number of nodes.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the tree has no nodes.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Whether the position with this key is in the tree.
    #[must_use]
    pub fn contains(&self, key: Key) -> bool {
        self.indices.contains_key(&key)
    }

    /// Adds a node. If the tree already has a node for the position, the new node replaces it only
    /// if the ply of the new node is smaller.
    pub fn insert(&mut self, node: Node) -> Inserted {
        let key = node.key;
        match self.indices.get(&key) {
            None => {
                self.indices.insert(key, self.nodes.len());
                self.nodes.push(node);
            }
            Some(&known) if node.ply < self.nodes[known].ply => self.nodes[known] = node,
            Some(_) => return Inserted::Left,
        }
        Inserted::Stays
    }

    /// The child to which a candidate of `node` leads. `None` if the tree does not have the child,
    /// or if the ply of the child is not greater than the ply of `node`. Also `None` if the game is
    /// over after the candidate. The key of a position leaves out the halfmove clock. So the tree
    /// can have this position with a smaller clock, at which fifty moves do not end the game yet.
    fn child(&self, node: usize, candidate: &Candidate) -> Option<usize> {
        let &child = self.indices.get(&candidate.next)?;
        (!candidate.ends_game && self.nodes[child].ply > self.nodes[node].ply).then_some(child)
    }

    /// All nodes, in the order of their plies; within a ply, in the order of their keys.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|&node| (self.nodes[node].ply, self.nodes[node].key));
        order
    }

    /// Backs up the scores from the leaves to the roots.
    fn backed_up(&self, order: &[usize]) -> BackedUp {
        let mut scores = BackedUp(vec![Vec::new(); self.nodes.len()]);
        for &node in order.iter().rev() {
            let seat = self.nodes[node].seat;
            let candidates = self.nodes[node].candidates.iter();
            let score = |candidate: &Candidate| match self.child(node, candidate) {
                None => candidate.score,
                Some(child) => {
                    let below = one_ply_further(scores.best(child).1);
                    if candidate.next_seat == seat {
                        below
                    } else {
                        -below
                    }
                }
            };
            scores.0[node] = candidates.map(score).collect();
        }
        scores
    }

    /// The least cost of a path to each node. The cost is the deviation from best play, as in
    /// [`Tree::new`]. `None` for nodes that no path of the shard reaches. `on_leaf` is called for
    /// each candidate that leads from a reached node to a leaf of the shard. It gets the cost of
    /// the path to the leaf, the index of the node, and the candidate.
    fn costs(
        &self,
        order: &[usize],
        shard: Shard,
        on_leaf: &mut dyn FnMut(i64, usize, &Candidate),
    ) -> Vec<Option<i64>> {
        let scores = self.backed_up(order);
        let mut costs = vec![None; self.nodes.len()];
        for root in &self.roots {
            if let Some(&node) = self.indices.get(&root.key)
                && self.is_in(shard, 0, root.key)
            {
                costs[node] = Some(0);
            }
        }
        for &node in order {
            let Some(cost) = costs[node] else { continue };
            let best = scores.best(node).1;
            let parent = &self.nodes[node];
            for (candidate, &score) in parent.candidates.iter().zip(&scores.0[node]) {
                let cost = cost + i64::from(self.ply_cost) + i64::from(best.0 - score.0);
                if !self.is_in(shard, parent.ply + 1, candidate.next) {
                    continue;
                }
                if let Some(child) = self.child(node, candidate) {
                    let known = costs[child].unwrap_or(i64::MAX);
                    costs[child] = Some(known.min(cost));
                } else if !self.contains(candidate.next) {
                    on_leaf(cost, node, candidate);
                }
            }
        }
        costs
    }

    /// Whether paths of a shard may pass through the position with this key at this ply.
    fn is_in(&self, shard: Shard, ply: u32, key: Key) -> bool {
        let divided = if self.roots.len() > 1 { 0 } else { SHARD_PLY };
        let [part, of] = shard.numbers();
        ply != divided || key % of == part - 1
    }

    /// Of the leaves of a shard, the one whose path deviates least from best play. A start position
    /// that is not searched yet comes before all other leaves. A leaf is left out if the game is
    /// over there, or if the score of the candidate that leads to it is a forced end. `None` if no
    /// leaf remains.
    #[must_use]
    pub fn next_leaf(&self, shard: Shard) -> Option<Leaf> {
        let mut roots = self.roots.iter();
        let is_new = |root: &&Root| {
            !root.is_over && !self.contains(root.key) && self.is_in(shard, 0, root.key)
        };
        if let Some(root) = roots.find(is_new) {
            return Some(Leaf::from(*root));
        }
        let mut least: Option<((i64, u32, Key), usize, Turn)> = None;
        self.costs(&self.order(), shard, &mut |cost, node, candidate| {
            let rank = (cost, self.nodes[node].ply, candidate.next);
            let is_open = !candidate.ends_game && !candidate.score.is_forced();
            if is_open && least.is_none_or(|(known, ..)| rank < known) {
                least = Some((rank, node, candidate.turn));
            }
        });
        let (_, node, turn) = least?;
        let node = &self.nodes[node];
        Some(Leaf::after(node, turn))
    }

    /// The score of the first start position and the best line from there. `None` if this position
    /// is not searched yet.
    #[must_use]
    pub fn main_line(&self) -> Option<(Score, Vec<Turn>)> {
        let &root = self.indices.get(&self.roots.first()?.key)?;
        let scores = self.backed_up(&self.order());
        let mut turns = Vec::new();
        let mut next = Some(root);
        while let Some(node) = next {
            let candidate = &self.nodes[node].candidates[scores.best(node).0];
            turns.push(candidate.turn);
            next = self.child(node, candidate);
        }
        Some((scores.best(root).1, turns))
    }

    /// The book of this tree, with at most `most` positions. The positions whose paths deviate
    /// least from best play come first.
    #[must_use]
    pub fn book(&self, most: usize) -> Vec<BookLine> {
        let order = self.order();
        let scores = self.backed_up(&order);
        let costs = self.costs(&order, Shard::WHOLE, &mut |_, _, _| {});
        let mut reached: Vec<(i64, usize)> = order
            .iter()
            .filter_map(|&node| Some((costs[node]?, node)))
            .collect();
        // The sort is stable, so nodes of the same cost stay in the order of their plies and keys.
        reached.sort_by_key(|&(cost, _)| cost);
        reached.truncate(most);
        let line = |(_, node): (i64, usize)| {
            let (best, score) = scores.best(node);
            let entry = BookEntry {
                turn: self.nodes[node].candidates[best].turn,
                score,
                positions: self.count_below(node),
            };
            let setup = self.nodes[node].setup;
            BookLine { setup, entry }
        };
        reached.into_iter().map(line).collect()
    }

    /// The number of nodes that can be reached from a node, without the node itself.
    fn count_below(&self, node: usize) -> u64 {
        let mut seen = HashSet::from([node]);
        let mut to_visit = vec![node];
        while let Some(node) = to_visit.pop() {
            for candidate in &self.nodes[node].candidates {
                if let Some(child) = self.child(node, candidate)
                    && seen.insert(child)
                {
                    to_visit.push(child);
                }
            }
        }
        seen.len() as u64 - 1
    }
}

/// Converts the score of a position to the score one ply earlier, from the view of the same player.
/// A forced end is then one ply further away, but stays a forced end. Other scores do not change.
fn one_ply_further(score: Score) -> Score {
    match score.forced_plies() {
        Some(_) if score > Score::DRAW => (score - 1).max(Score::FORCED),
        Some(_) => (score + 1).min(-Score::FORCED),
        None => score,
    }
}

#[cfg(test)]
mod tests;
