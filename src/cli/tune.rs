//! `reviver tune`: fits the weights of the evaluation to games of the engine against itself, or
//! tunes the parameters of the search.

use std::io::{Write, stdout};
use std::path::PathBuf;

use clap::Arg;

mod search;

use super::args::{self, Force, GameList, Learning, Out, Sampling, Seed, within};
use super::files::refuse_input;
use super::learning::{self, Learned, Progress};
use super::{Error, note};
use crate::eval::{Feature, Weight, Weights, weights_text};
use crate::files::Output;
use crate::games::Game;
use crate::learn::tune::{Fit, Samples, TuneSettings, fit};
use search::SearchArgs;

/// Fit the weights of the evaluation to the games of `reviver selfplay`, or tune the parameters of
/// the search
///
/// After each pass, prints the training loss and the validation loss. Validation uses games that
/// are set aside. Ctrl-C ends the learning after the current pass. The weights with the least
/// validation loss go to a TOML file; try them with `--new weights=FILE` in `reviver match`. The
/// third number of a weight, its lead percentage (see the manual), is not learned. Positions with a
/// high halfmove clock are on the way to a draw by fifty moves and teach little, so --halfmoves
/// leaves them out.
///
/// With --search, give no files of games: the engine plays pairs of games between two vectors of
/// parameters. The parameters take steps towards the vector that wins (SPSA). The result is printed
/// as words NAME=VALUE, for `--new` in `reviver match`. Every pair is a line of journal.jsonl in
/// the folder of --out. With --shard K/N the file is journal-K-of-N.jsonl; all parts use the same
/// folder. If --settings sets a parameter, its tuning begins at that value. Otherwise it begins at
/// the value of the GAME, or of the first GAME if you name several. Ctrl-C keeps the pairs that
/// have been played, and the exit code is 75; --resume continues the run.
/// The same arguments give the same result.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("out", |arg| arg.required(true)),
    mut_arg("force", |arg| arg.conflicts_with("search")),
    mut_arg("nodes", args::default(search::NODES)),
    mut_arg("per_game", args::default_value(40)),
    mut_arg("halfmoves", args::default_value(8)),
    mut_arg("validation", args::default_value(10)),
    mut_arg("epochs", args::default_value(TuneSettings::default().epochs)),
    mut_arg("batch", args::default_value(TuneSettings::default().batch)),
    mut_arg("step", |arg| {
        let step = TuneSettings::default().learning_rate;
        args::default_value(step)(arg).value_parser(within(1e-3, 100.0))
    }),
    mut_arg("blend", args::default_value(TuneSettings::default().blend)),
    mut_arg("order", args::default_value(TuneSettings::default().order)),
    mut_args(refuse_mixed_modes),
    after_help = "Examples:\n  \
    reviver tune ssehc ssehc.games --out ssehc.toml --epochs 10\n  \
    reviver tune unachess --search --only reduction_base,reduction_scale --out tuning"
)]
pub(super) struct Args {
    /// The game; with --search also several, separated by commas, or `all`
    #[arg(id = "game_list", value_parser = args::games(), value_name = "GAME")]
    variant: GameList,
    /// The files of games
    #[arg(required_unless_present = "search", conflicts_with = "search")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    out: Out,
    #[command(flatten)]
    force: Force,
    /// Begin with the weights of this file instead of those of the game
    #[arg(long, value_name = "FILE", conflicts_with = "search")]
    from_weights: Option<PathBuf>,
    #[command(flatten)]
    sampling: Sampling,
    #[command(flatten)]
    learning: Learning,
    /// The penalty on a weight that is 100 centipawns from its first value
    #[arg(long, value_name = "X", default_value_t = TuneSettings::default().l2_penalty, value_parser = within(0.0, 1.0), conflicts_with = "search")]
    pull: f64,
    #[command(flatten)]
    seed: Seed,
    /// Tune the parameters of the search, not the weights, in games of the engine against itself
    #[arg(long)]
    search: bool,
    #[command(flatten, next_help_heading = "Options with --search")]
    spsa: SearchArgs,
}

/// The ids of the options of fitting (not of --search) that `reviver train` has too.
const OF_FITTING: [&str; 9] = [
    "per_game",
    "halfmoves",
    "validation",
    "epochs",
    "batch",
    "step",
    "blend",
    "points",
    "order",
];

/// The ids of the options of --search (not of fitting) that other subcommands have too.
const OF_SEARCH: [&str; 8] = [
    "nodes",
    "settings",
    "openings",
    "shard",
    "concurrency",
    "resume",
    "drop_damaged",
    "json",
];

/// Makes an option of [`OF_FITTING`] conflict with --search, and an option of [`OF_SEARCH`] with
/// files of games. Other subcommands have these options too, so their shared declaration cannot
/// have the conflict. Any other option is returned unchanged.
fn refuse_mixed_modes(arg: Arg) -> Arg {
    let id = arg.get_id().as_str();
    if OF_FITTING.contains(&id) {
        arg.conflicts_with("search")
    } else if OF_SEARCH.contains(&id) {
        arg.conflicts_with("files")
    } else {
        arg
    }
}

impl Args {
    /// Fits the weights, or tunes the parameters of the search.
    pub(super) fn run(self) -> Result<(), Error> {
        if self.search {
            let (out, seed) = (self.out.required()?, self.seed.value());
            return self.spsa.run(&self.variant.0, out, seed);
        }
        match self.variant.0.as_slice() {
            [variant] => self.fit_weights(variant),
            _ => Err(Error::Usage(
                "name one game: each game has its own weights; only --search tunes several games together"
                    .to_owned(),
            )),
        }
    }

    /// Fits the weights of a game.
    fn fit_weights(&self, variant: &'static Game) -> Result<(), Error> {
        let (out, existing) = (self.out.required()?, self.force.existing());
        refuse_input(out, self.files.iter().map(PathBuf::as_path))?;
        Output::check(out, existing)?;
        let weights = self.weights(variant)?;
        let selection = learning::selection(&self.sampling, &self.learning, self.seed.value());
        let [training, validation]: [Samples; 2] =
            learning::samples(&self.files, variant, selection, &weights)?;
        let mut progress = Progress::new(training.len(), validation.len())?;
        let settings = TuneSettings {
            epochs: self.learning.epochs,
            batch: self.learning.batch as usize,
            learning_rate: self.learning.step,
            blend: self.learning.blend,
            order: self.learning.order,
            l2_penalty: self.pull,
            seed: self.seed.value(),
        };
        let fit = fit([&training, &validation], &weights, &settings, |epoch| {
            progress.print(epoch)
        });
        progress.finish(&Learned {
            bytes: weights_text::write(&fit.weights).as_bytes(),
            option: "--from-weights",
            out,
            existing,
        })?;
        describe(&weights, &fit);
        writeln!(
            stdout(),
            "{variant}: validation loss {:.6} before the first pass, {:.6} after pass {}; \
             a lead of 100 centipawns scores {:.3} points on average",
            fit.first.validation,
            fit.best.validation,
            fit.best.number,
            1.0 / (1.0 + (-100.0 * fit.scale).exp())
        )?;
        Ok(())
    }

    /// The weights to begin with: those of `--from-weights`, or else those of the game.
    fn weights(&self, variant: &'static Game) -> Result<Weights, Error> {
        match &self.from_weights {
            Some(path) => learning::weights_of(path, variant),
            None => Ok(variant.weights().clone()),
        }
    }
}

/// Prints each changed weight on standard error.
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

#[cfg(test)]
mod tests {
    use clap::Parser;
    use clap::error::ErrorKind;

    use super::*;
    use crate::cli::{Cli, Command};
    use crate::games;

    #[test]
    fn drop_damaged_is_refused_together_with_files_of_games() {
        let game = games::default_game().name();
        let words = [
            "reviver",
            "tune",
            game,
            "games",
            "--out",
            "new.toml",
            "--drop-damaged",
        ];
        let error = Cli::try_parse_from(words).expect_err("refused");
        assert_eq!(error.kind(), ErrorKind::ArgumentConflict, "{error}");
    }

    #[test]
    fn a_folder_without_weights_of_the_game_is_refused() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let other = games::find("unachess").expect("a game");
        let text = weights_text::write(other.weights());
        std::fs::write(folder.path().join("unachess.toml"), text).expect("written");
        let path = folder.path().to_str().expect("a text");
        let words = [
            "reviver",
            "tune",
            "ssehc",
            "games",
            "--out",
            "new.toml",
            "--from-weights",
            path,
        ];
        let cli = Cli::try_parse_from(words).expect("a command line");
        let Some(Command::Tune(args)) = cli.command else {
            panic!("the subcommand is tune");
        };
        let game = games::find("ssehc").expect("a game");
        let error = args.weights(game).expect_err("no weights").to_string();
        assert!(
            error.ends_with("this folder has no file ssehc.toml"),
            "{error}"
        );
    }
}
