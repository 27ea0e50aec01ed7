//! `reviver train`: trains a network on games of the engine against itself.

use std::path::PathBuf;

use super::Error;
use super::args::{self, Force, Learning, Out, Sampling, Seed};
use super::files::refuse_input;
use super::learning::{self, Learned, Progress};
use crate::eval::network::RealNetwork;
use crate::files::Output;
use crate::games::Game;
use crate::learn::train::{Samples, TrainSettings, train};
use crate::players::settings::read_network;

/// Train a network on the games of `reviver selfplay`; the evaluation adds the network's output to
/// the weighted sum of the features
///
/// After each pass, prints the training loss and the validation loss. Validation uses games that
/// are set aside. Ctrl-C ends the learning after the current pass. The network with the least
/// validation loss goes to a file; try it with `--new network=FILE` in `reviver match`.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("out", |arg| arg.required(true)),
    mut_arg("per_game", args::default_value(100)),
    mut_arg("halfmoves", args::default_value(30)),
    mut_arg("validation", args::default_value(20)),
    mut_arg("epochs", args::default_value(TrainSettings::default().epochs)),
    mut_arg("batch", args::default_value(TrainSettings::default().batch)),
    mut_arg("step", args::default_value(TrainSettings::default().learning_rate)),
    mut_arg("blend", args::default_value(TrainSettings::default().blend)),
    mut_arg("order", args::default_value(TrainSettings::default().order)),
    after_help = "Example: reviver train unachess unachess.games --out unachess.network"
)]
pub(super) struct Args {
    /// The game
    #[arg(value_parser = args::game(), value_name = "GAME")]
    variant: &'static Game,
    /// The files of games
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    out: Out,
    #[command(flatten)]
    force: Force,
    /// Begin with the network of this file instead of a random one
    #[arg(long, value_name = "FILE")]
    from_network: Option<PathBuf>,
    #[command(flatten)]
    sampling: Sampling,
    #[command(flatten)]
    learning: Learning,
    /// Learn also from each position with left and right exchanged
    #[arg(long)]
    mirror: bool,
    #[command(flatten)]
    seed: Seed,
}

impl Args {
    /// Learns, and writes the result.
    pub(super) fn run(self) -> Result<(), Error> {
        let (out, existing) = (self.out.required()?, self.force.existing());
        refuse_input(out, self.files.iter().map(PathBuf::as_path))?;
        Output::check(out, existing)?;
        let from = self.network()?;
        let selection = learning::selection(&self.sampling, &self.learning, self.seed.value());
        let weights = self.variant.weights();
        let [mut training, validation]: [Samples; 2] =
            learning::samples(&self.files, self.variant, selection, weights)?;
        if self.mirror {
            training.add_flipped();
        }
        let mut progress = Progress::new(training.len(), validation.len())?;
        let settings = TrainSettings {
            epochs: self.learning.epochs,
            batch: self.learning.batch as usize,
            learning_rate: self.learning.step,
            blend: self.learning.blend,
            order: self.learning.order,
            seed: self.seed.value(),
        };
        let network = train([&training, &validation], from, &settings, |epoch| {
            progress.print(epoch)
        });
        progress.finish(&Learned {
            bytes: &network.rounded().to_bytes(),
            option: "--from-network",
            out,
            existing,
        })
    }

    fn network(&self) -> Result<Option<RealNetwork>, Error> {
        let Some(path) = &self.from_network else {
            return Ok(None);
        };
        Ok(Some(RealNetwork::of(&*read_network(path)?)))
    }
}
