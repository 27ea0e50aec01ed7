//! `reviver train`: trains a network beside the weights on games of the engine against itself.

use std::path::PathBuf;

use super::learning::{self, Progress, at_least, within};
use super::{Error, args::game as variant};
use crate::eval::network::RealNetwork;
use crate::games::Game;
use crate::learn::selfplay::Selection;
use crate::learn::train::{Plan, Samples, train};

/// Train a network beside the weights on games that `reviver selfplay` has kept
///
/// The loss on the positions that are learned from, and on those of games set aside, is printed after
/// each pass; Ctrl-C ends behind the pass. The network that does best on the games set aside goes to a
/// file; play it by `--new network=FILE` in `reviver match` before it is trusted.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: reviver train unachess unachess.games --out unachess.network")]
pub(super) struct Args {
    /// The game
    #[arg(value_parser = variant())]
    variant: &'static Game,
    /// Files of games
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Where the network goes
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Begin with the network of this file instead of one by lot
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Positions of a game at most
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = at_least(1))]
    per_game: u64,
    /// Halfmoves on the clock of a position at most
    #[arg(long, value_name = "N", default_value_t = 30)]
    halfmoves: u16,
    /// Set one of so many games aside
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = at_least(2))]
    validation: u64,
    /// Passes over all positions
    #[arg(long, value_name = "N", default_value_t = Plan::default().epochs)]
    epochs: usize,
    /// Positions in a step
    #[arg(long, value_name = "N", default_value_t = Plan::default().batch as u64, value_parser = at_least(1))]
    batch: u64,
    /// How far a number goes in a step at first
    #[arg(long, value_name = "X", default_value_t = Plan::default().step, value_parser = within(1e-6, 1.0))]
    step: f64,
    /// The share of the search's score, 0 to 1, in what is learned; the rest is the game's outcome
    #[arg(long, value_name = "X", default_value_t = Plan::default().blend, value_parser = within(0.0, 1.0))]
    blend: f64,
    /// Learn from each position as it is in a mirror as well
    #[arg(long)]
    mirror: bool,
    /// Seed of all chance
    #[arg(long, value_name = "N", default_value_t = Plan::default().seed)]
    seed: u64,
}

impl Args {
    /// Learns, and writes what was learned.
    pub(super) fn run(self) -> Result<(), Error> {
        let from = self.network()?;
        let games = learning::games(&self.files, self.variant)?;
        let selection = Selection {
            per_game: self.per_game as usize,
            halfmoves: self.halfmoves,
            validation: self.validation as usize,
            seed: self.seed,
        };
        let weights = self.variant.weights();
        let [mut training, validation]: [Samples; 2] =
            selection.of_games(self.variant, &games, weights);
        if self.mirror {
            training.add_wings_exchanged();
        }
        drop(games);
        let mut progress = Progress::new(training.len(), validation.len())?;
        let plan = Plan {
            epochs: self.epochs,
            batch: self.batch as usize,
            step: self.step,
            blend: self.blend,
            seed: self.seed,
        };
        let network = train([&training, &validation], from, &plan, |epoch| {
            progress.print(epoch)
        });
        progress.finish(&self.out, &network.rounded().to_bytes())
    }

    fn network(&self) -> Result<Option<RealNetwork>, Error> {
        let Some(path) = &self.from else {
            return Ok(None);
        };
        let network = learning::player("network", path)?.network(self.variant);
        Ok(network.map(|network| RealNetwork::of(&network)))
    }
}
