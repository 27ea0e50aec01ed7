//! Learning from games: self-play, the tuning of weights and the training of networks.
//!
//! Nothing here decides whether weights or networks are used; a match (`tournament`) shows whether they
//! are better.

pub mod selfplay;
pub mod train;
pub mod tune;
