//! `reviver tune`: fits the weights of the evaluation to games of the engine against itself.

use std::io::{Write, stdout};
use std::path::PathBuf;

use super::args::{self, Force, Out, Seed, at_least};
use super::learning::{self, Progress, within};
use super::{Error, note};
use crate::eval::{Feature, Weight, Weights, weights_text};
use crate::files::Output;
use crate::games::Game;
use crate::learn::selfplay::Selection;
use crate::learn::tune::{Fit, Samples, TuneSettings, fit};
use crate::players::settings::read_weights;

/// Fit the weights of the evaluation to the games of `reviver selfplay`
///
/// After each pass the loss is printed, on the positions that are learned from and on those of the games
/// set aside. Ctrl-C ends the learning after the pass. The weights with the least loss on the games set
/// aside go to a TOML file; try them with `--new weights=FILE` in `reviver match`. The third number of a
/// weight, the percentage of a lead, is not learned.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("out", |arg| arg.required(true)),
    after_help = "Example: reviver tune ssehc ssehc.games --out ssehc.toml --epochs 10"
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
    /// Begin with the weights of this file instead of those of the game
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// The most positions of a game
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = at_least(1_u64))]
    per_game: u64,
    /// The highest halfmove clock of a position that is learned from; later positions only show that the game is
    /// drawn
    #[arg(long, value_name = "N", default_value_t = 8)]
    halfmoves: u16,
    /// Set every Nth game aside for validation
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = at_least(2_u64))]
    validation: u64,
    /// Passes over all positions
    #[arg(long, value_name = "N", default_value_t = TuneSettings::default().epochs, value_parser = at_least(1_usize))]
    epochs: usize,
    /// Positions in a step
    #[arg(long, value_name = "N", default_value_t = TuneSettings::default().batch as u64, value_parser = at_least(1_u64))]
    batch: u64,
    /// The first step size in centipawns
    #[arg(long, value_name = "X", default_value_t = TuneSettings::default().learning_rate, value_parser = within(1e-3, 100.0))]
    step: f64,
    /// The share of the score of the search in the target, from 0 to 1; the rest is the result of the game
    #[arg(long, value_name = "X", default_value_t = TuneSettings::default().blend, value_parser = within(0.0, 1.0))]
    blend: f64,
    /// The penalty on a weight that is 100 centipawns from its first value
    #[arg(long, value_name = "X", default_value_t = TuneSettings::default().l2_penalty, value_parser = within(0.0, 1.0))]
    pull: f64,
    #[command(flatten)]
    seed: Seed,
}

impl Args {
    /// Learns, and writes the result.
    pub(super) fn run(self) -> Result<(), Error> {
        let (out, existing) = (self.out.required()?, self.force.existing());
        Output::check(out, existing)?;
        let weights = self.weights()?;
        let [training, validation] = self.samples(&weights)?;
        let mut progress = Progress::new(training.len(), validation.len())?;
        let settings = TuneSettings {
            epochs: self.epochs,
            batch: self.batch as usize,
            learning_rate: self.step,
            blend: self.blend,
            l2_penalty: self.pull,
            seed: self.seed.value(),
        };
        let fit = fit([&training, &validation], &weights, &settings, |epoch| {
            progress.print(epoch)
        });
        progress.finish(out, existing, weights_text::write(&fit.weights).as_bytes())?;
        describe(&weights, &fit);
        writeln!(
            stdout(),
            "{}: loss {:.6} to {:.6} in pass {}, 100 centipawns score {:.3} points on average",
            self.variant,
            fit.first.validation,
            fit.best.validation,
            fit.best.number,
            1.0 / (1.0 + (-100.0 * fit.scale).exp())
        )?;
        Ok(())
    }

    fn weights(&self) -> Result<Weights, Error> {
        let Some(path) = &self.from else {
            return Ok(self.variant.weights().clone());
        };
        let read = read_weights(path)?.into_iter();
        let mut own = read.filter(|(game, _)| *game == self.variant);
        let weights = own.next().map(|(_, weights)| weights);
        Ok(weights.unwrap_or_else(|| self.variant.weights().clone()))
    }

    fn samples(&self, weights: &Weights) -> Result<[Samples; 2], Error> {
        let games = learning::games(&self.files, self.variant)?;
        let selection = Selection {
            max_per_game: self.per_game as usize,
            max_halfmoves: self.halfmoves,
            validation_interval: self.validation as usize,
            seed: self.seed.value(),
        };
        Ok(selection.of_games(self.variant, &games, weights))
    }
}

/// Prints the change of each weight on standard error.
fn describe(before: &Weights, fit: &Fit) {
    for feature in Feature::ALL {
        let [old, new] = [before[feature], fit.weights[feature]];
        if old != new {
            let text = |weights: Weight| {
                let centipawns = |weight: i32| f64::from(weight) / f64::from(Weights::SIXTEENTHS);
                let (early, late) = (centipawns(weights.early), centipawns(weights.late));
                format!("{early:7.1} {late:7.1}")
            };
            note(&format!(
                "{:<20}{}  ->{}",
                feature.name(),
                text(old),
                text(new)
            ));
        }
    }
}
