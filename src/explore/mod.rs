//! A tree of best play from the start positions of a game, grown by searches.
//!
//! The tree grows by drop-out expansion: T. Lincke, "Strategies for the Automatic Construction of
//! Opening Books" (2000).
//!
//! 1. The search of a position scores its best turns (`explorer`). These turns are its candidates.
//! 2. A candidate of a position P leads to a position Q. If Q is in the tree at a greater ply than
//!    P, the candidate gets the score of Q, from the view of the player to play in P. Otherwise the
//!    candidate keeps its score from the search of P. The score of a position is the best score of
//!    its candidates (`tree`).
//! 3. A leaf is a position that is not searched yet. The leaf whose path deviates least from best
//!    play is searched next (`tree`, `growth`).
//!
//! The other modules:
//!
//! * `node`: a searched position; `leaf`: a position that is not searched yet
//! * `file`: the tree's file, which stores the searched positions
//! * `terms`: what the searches depend on, such as the node limit; stored in the first line of the
//!   tree's file
//! * `one_run`: whether a single run without shards would make the same tree

mod explorer;
mod file;
mod growth;
mod leaf;
mod node;
mod one_run;
mod terms;
mod tree;

pub use explorer::{Explorer, explorer};
pub use file::{OpenTree, TreeFile, read_tree};
pub use growth::{Growth, GrowthEnd};
pub use leaf::Leaf;
pub use node::{Candidate, Node};
pub use one_run::is_of_one_run;
pub use terms::TreeTerms;
pub use tree::{Inserted, Tree};
