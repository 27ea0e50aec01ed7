//! Learning from games: self-play, the tuning of weights and the training of networks.
//!
//! A match (`tournament`) shows whether new weights or a new network are better. Nothing here decides
//! that.

mod opening;
pub mod selfplay;
pub mod train;
pub mod tune;
