//! The options of learning: which positions are taken from games, and how weights are learned from
//! them.

use crate::cli::option_values::{whole_number, within};

/// Which positions are taken from a game.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(in crate::cli) struct Sampling {
    /// The most positions to take from a game
    #[arg(long, value_name = "N", value_parser = whole_number(1..=u64::MAX))]
    pub(in crate::cli) per_game: u64,
    /// Take a position only if its halfmove clock in the game is at most N
    #[arg(long, value_name = "N")]
    pub(in crate::cli) halfmoves: u16,
}

/// How many successors of a position are scored.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(in crate::cli) struct Siblings {
    /// Score at most N successors of a position; if it has more, choose N of them at random
    #[arg(long, value_name = "N", value_parser = whole_number(2..=u64::MAX))]
    pub(in crate::cli) siblings: u64,
}

/// How weights or a network are learned from the games of `reviver selfplay`.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(in crate::cli) struct Learning {
    /// Set every Nth pair of consecutive games aside for validation, beginning with the first
    #[arg(long, value_name = "N", value_parser = whole_number(2..=u64::MAX))]
    pub(in crate::cli) validation: u64,
    /// Number of passes over all positions
    #[arg(long, value_name = "N", value_parser = whole_number(1..=usize::MAX))]
    pub(in crate::cli) epochs: usize,
    /// Positions in a step
    #[arg(long, value_name = "N", value_parser = whole_number(1..=u64::MAX))]
    pub(in crate::cli) batch: u64,
    /// The size of the first step; in `tune`, in centipawns
    #[arg(long, value_name = "X", value_parser = within(1e-6, 1.0))]
    pub(in crate::cli) step: f64,
    /// The weight of the search score in the target, from 0 to 1; the game result has the remaining weight
    #[arg(long, value_name = "X", value_parser = within(0.0, 1.0))]
    pub(in crate::cli) blend: f64,
    /// In games with points, what counts as the game result: from 0 (only win, draw or loss) to 1
    /// (only the final points)
    #[arg(long, value_name = "X", default_value_t = 0.0, value_parser = within(0.0, 1.0))]
    pub(in crate::cli) points: f64,
    /// The weight of the order of siblings (successors of one position) in the loss function; needs
    /// siblings scored by `selfplay`
    #[arg(long, value_name = "X", value_parser = within(0.0, 1000.0))]
    pub(in crate::cli) order: f64,
}
