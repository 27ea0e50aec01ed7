//! Learning from games: self-play, the tuning of weights and search parameters, and the training of
//! networks.
//!
//! A match (`tournament`) shows whether new weights or a new network are better. Nothing here decides
//! that.

pub mod selfplay;
pub mod spsa;
pub mod train;
pub mod tune;
