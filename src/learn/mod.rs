//! Learning from games: self-play, the tuning of weights and search parameters, and the training of
//! networks. A measurement (`ranks`) shows how well an evaluation ranks siblings: the successors of
//! one position.
//!
//! A match (`tournament`), not this module, shows whether new weights or a new network are better.

mod frontier;
mod line;
mod opening;
pub mod ranks;
pub mod selfplay;
pub mod spsa;
mod successors;
pub mod train;
pub mod tune;

pub use opening::has_random_start;
