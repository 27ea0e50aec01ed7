//! Learning from games: self-play, the tuning of weights and the training of networks.

pub mod selfplay;
pub mod train;
pub mod tune;
