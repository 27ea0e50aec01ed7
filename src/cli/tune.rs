//! `reviver tune`: fits the weights of the evaluation to games of the engine against itself.

use std::io::{Write, stdout};
use std::path::PathBuf;

use super::learning::{self, Progress, at_least, within};
use super::{Error, args::game as variant, note};
use crate::eval::{Feature, Weights, Worth, weights_text};
use crate::games::Game;
use crate::learn::selfplay::Selection;
use crate::learn::tune::{Fit, Plan, Samples, fit};

/// Fit the weights of the evaluation to games that `reviver selfplay` has kept
///
/// The loss on the positions that are learned from, and on those of games set aside, is printed after
/// each pass; Ctrl-C ends behind the pass. The weights that do best on the games set aside go to a file
/// that people can read; play them by `--new weights=FILE` in `reviver match` before they are trusted.
/// Third numbers, percent of a lead, are not learned and stay as they were.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: reviver tune ssehc ssehc.games --out ssehc.toml --epochs 10")]
pub(super) struct Args {
    /// The game
    #[arg(value_parser = variant())]
    variant: &'static Game,
    /// Files of games
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Where the weights go
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Begin with the weights of this file instead of those of the program
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Positions of a game at most
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = at_least(1))]
    per_game: u64,
    /// Halfmoves on the clock of a position at most: longer shuffles only tell that the game is drawn
    #[arg(long, value_name = "N", default_value_t = 8)]
    halfmoves: u16,
    /// Set one of so many games aside
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = at_least(2))]
    validation: u64,
    /// Passes over all positions
    #[arg(long, value_name = "N", default_value_t = Plan::default().epochs)]
    epochs: usize,
    /// Positions in a step
    #[arg(long, value_name = "N", default_value_t = Plan::default().batch as u64, value_parser = at_least(1))]
    batch: u64,
    /// Centipawns of a step at first
    #[arg(long, value_name = "X", default_value_t = Plan::default().step, value_parser = within(1e-3, 100.0))]
    step: f64,
    /// The share of the search's score, 0 to 1, in what is learned; the rest is the game's outcome
    #[arg(long, value_name = "X", default_value_t = Plan::default().blend, value_parser = within(0.0, 1.0))]
    blend: f64,
    /// What it costs a weight to be 100 centipawns from where it began
    #[arg(long, value_name = "X", default_value_t = Plan::default().pull, value_parser = within(0.0, 1.0))]
    pull: f64,
    /// Seed of the choice of positions and of their order
    #[arg(long, value_name = "N", default_value_t = Plan::default().seed)]
    seed: u64,
}

impl Args {
    /// Learns, and writes what was learned.
    pub(super) fn run(self) -> Result<(), Error> {
        let weights = self.weights()?;
        let [training, validation] = self.samples(&weights)?;
        let mut progress = Progress::new(training.len(), validation.len())?;
        let plan = Plan {
            epochs: self.epochs,
            batch: self.batch as usize,
            step: self.step,
            blend: self.blend,
            pull: self.pull,
            seed: self.seed,
        };
        let fit = fit([&training, &validation], &weights, &plan, |epoch| {
            progress.print(epoch)
        });
        progress.finish(&self.out, weights_text::write(&fit.weights).as_bytes())?;
        describe(&weights, &fit);
        writeln!(
            stdout(),
            "{}: loss {:.6} to {:.6} in pass {}, 100 centipawns expect {:.3}",
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
        let player = learning::player("weights", path)?;
        Ok(player.weights(self.variant).clone())
    }

    fn samples(&self, weights: &Weights) -> Result<[Samples; 2], Error> {
        let games = learning::games(&self.files, self.variant)?;
        let selection = Selection {
            per_game: self.per_game as usize,
            halfmoves: self.halfmoves,
            validation: self.validation as usize,
            seed: self.seed,
        };
        Ok(selection.of_games(self.variant, &games, weights))
    }
}

/// What has become of each weight.
fn describe(before: &Weights, fit: &Fit) {
    for feature in Feature::ALL {
        let [old, new] = [before[feature], fit.weights[feature]];
        if old != new {
            let text = |weights: Worth| {
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
