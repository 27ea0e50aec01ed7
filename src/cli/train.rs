//! `reviver train`: trains a network on games of the engine against itself.

use std::path::PathBuf;

use super::Error;
use super::args::{self, Force, Out, Seed, whole_number};
use super::learning::{self, Learned, Progress, within};
use crate::eval::network::RealNetwork;
use crate::files::Output;
use crate::games::Game;
use crate::learn::selfplay::Selection;
use crate::learn::train::{Samples, TrainSettings, train};
use crate::players::settings::read_network;

/// Train a network on the games of `reviver selfplay`; the evaluation adds the network's output to the weighted
/// sum of the features
///
/// After each pass, prints two losses: one on the positions that are learned from, and one on the positions
/// of the games set aside. Ctrl-C ends the learning after the present pass. The network with the least loss on
/// the games set aside goes to a file; try it with `--new network=FILE` in `reviver match`.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("out", |arg| arg.required(true)),
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
    /// The most positions to take from a game
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole_number(1..=u64::MAX))]
    per_game: u64,
    /// The highest halfmove clock of a position to learn from
    #[arg(long, value_name = "N", default_value_t = 30)]
    halfmoves: u16,
    /// Set every Nth game aside for validation
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole_number(2..=u64::MAX))]
    validation: u64,
    /// Passes over all positions
    #[arg(long, value_name = "N", default_value_t = TrainSettings::default().epochs, value_parser = whole_number(1..=usize::MAX))]
    epochs: usize,
    /// Positions in a step
    #[arg(long, value_name = "N", default_value_t = TrainSettings::default().batch as u64, value_parser = whole_number(1..=u64::MAX))]
    batch: u64,
    /// The first step size
    #[arg(long, value_name = "X", default_value_t = TrainSettings::default().learning_rate, value_parser = within(1e-6, 1.0))]
    step: f64,
    /// The weight of the search score in the target, from 0 to 1; the game result has the remaining weight
    #[arg(long, value_name = "X", default_value_t = TrainSettings::default().blend, value_parser = within(0.0, 1.0))]
    blend: f64,
    /// In games with points, the weight of the final points in the game result, from 0 to 1
    #[arg(long, value_name = "X", default_value_t = 0.0, value_parser = within(0.0, 1.0))]
    points: f64,
    /// How much the order of siblings (successors of one position) counts in the loss, if `selfplay` has scored
    /// siblings
    #[arg(long, value_name = "X", default_value_t = TrainSettings::default().order, value_parser = within(0.0, 1000.0))]
    order: f64,
    /// Learn also from the mirror image of each position
    #[arg(long)]
    mirror: bool,
    #[command(flatten)]
    seed: Seed,
}

impl Args {
    /// Learns, and writes the result.
    pub(super) fn run(self) -> Result<(), Error> {
        let (out, existing) = (self.out.required()?, self.force.existing());
        Output::check(out, existing)?;
        let from = self.network()?;
        let games = learning::games(&self.files, self.variant)?;
        let selection = Selection {
            max_per_game: self.per_game as usize,
            max_halfmoves: self.halfmoves,
            point_share: self.points,
            validation_interval: self.validation as usize,
            seed: self.seed.value(),
        };
        let weights = self.variant.weights();
        let [mut training, validation]: [Samples; 2] =
            selection.of_games(self.variant, &games, weights);
        if self.mirror {
            training.add_flipped();
        }
        drop(games);
        let mut progress = Progress::new(training.len(), validation.len())?;
        let settings = TrainSettings {
            epochs: self.epochs,
            batch: self.batch as usize,
            learning_rate: self.step,
            blend: self.blend,
            order: self.order,
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
