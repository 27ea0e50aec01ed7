//! Learning from games: self-play, the tuning of weights and the training of networks. Before
//! that, a measurement of how well an evaluation ranks siblings.
//!
//! A match (`tournament`) shows whether new weights or a new network are better. Nothing here decides
//! that.

mod opening;
pub mod ranks;
pub mod selfplay;
pub mod train;
pub mod tune;
