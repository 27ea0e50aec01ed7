//! The options of games between programs: how many games, from which positions, and between whom.

use std::ops::RangeInclusive;
use std::path::Path;

use crate::cli::Error;
use crate::cli::option_values::{opponent, whole_number};
use crate::players::settings::PlayerKind;
use crate::stats::sprt::Sprt;

/// The maximum of `--games`.
const MAX_GAMES: u64 = 10_000_000;

/// How many games are played.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(in crate::cli) struct GameCount {
    /// How many times each GAME is played
    #[arg(long, value_name = "N", value_parser = whole_number(1..=MAX_GAMES))]
    pub(in crate::cli) games: Option<u64>,
}

/// When a match ends before all games are played.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(in crate::cli) struct SequentialTest {
    /// End a match as soon as a sequential test decides between two hypotheses: the first engine
    /// (--new in a match) is stronger by ELO0, or by ELO1 (normalised Elo). ALPHA and BETA are the
    /// error probabilities of the test, by default 0.05
    #[arg(
        long,
        value_name = "ELO0,ELO1[,ALPHA,BETA]",
        allow_hyphen_values = true
    )]
    pub(in crate::cli) sprt: Option<Sprt>,
}

/// The positions from which games start.
#[derive(Clone, Debug, Default, clap::Args)]
pub(in crate::cli) struct OpeningsFile {
    /// Start from the positions of this file, which has one EPD or FEN on each line; {variant} in
    /// the name of the file stands for the name of the game [default: the built-in openings]
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) openings: Option<String>,
}

/// A simple player.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(in crate::cli) struct Opponent {
    /// Let the engine play against a simple player: random turns, the best evaluation one ply ahead, or
    /// Monte-Carlo tree search with random games
    #[arg(long, value_parser = opponent())]
    pub(in crate::cli) opponent: Option<PlayerKind>,
}

/// Settings of the engine.
#[derive(Clone, Debug, Default, clap::Args)]
pub(in crate::cli) struct EngineSettings {
    /// Settings of the engine, as for a player of `reviver match`
    #[arg(long, value_name = "NAME=VALUE", num_args = 1..)]
    pub(in crate::cli) settings: Vec<String>,
}

impl EngineSettings {
    /// The files of weights and networks in the settings. `network=none` names no file.
    pub(in crate::cli) fn files(&self) -> impl Iterator<Item = &Path> {
        let values = self.settings.iter().filter_map(|word| {
            let (name, value) = word.split_once('=')?;
            let is_file = matches!(name, "weights" | "network") && word != "network=none";
            is_file.then_some(value)
        });
        values.map(Path::new)
    }
}

/// Random plies at the start of a game.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(in crate::cli) struct RandomPlies {
    /// The fewest random plies at the start of a game
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(in crate::cli) min_random_plies: usize,
    /// The most random plies at the start of a game
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(in crate::cli) max_random_plies: usize,
}

/// The length of a game.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(in crate::cli) struct PlyLimit {
    /// Plies after which a game is a draw
    #[arg(long, value_name = "N", value_parser = whole_number(1..=u32::MAX))]
    pub(in crate::cli) ply_limit: u32,
}

impl RandomPlies {
    /// The allowed numbers of random plies.
    ///
    /// # Errors
    ///
    /// If the minimum is greater than the maximum.
    pub(in crate::cli) fn range(self) -> Result<RangeInclusive<usize>, Error> {
        let (min, max) = (self.min_random_plies, self.max_random_plies);
        if min > max {
            return Err(Error::Usage(format!(
                "--min-random-plies {min} is more than --max-random-plies {max}"
            )));
        }
        Ok(min..=max)
    }
}
