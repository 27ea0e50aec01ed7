//! `reviver compare`: games compared by play.

use std::collections::BTreeSet;
use std::io::{IsTerminal, Write, stdout};
use std::path::Path;
use std::sync::atomic::Ordering;

use super::args::{
    self, Concurrency, DropDamaged, GameList, Json, Nodes, Out, OutputFormat, Part, Resume, Seed,
    whole_number,
};
use super::concurrency::Pace;
use super::files::{check_folder, file_error, write_file};
use super::meter::Meter;
use super::{Error, note, signals, terminal};
use crate::compare::{
    self, CompareError, Comparison, ComparisonRun, PlayedGames, Settings, Variation,
};
use crate::files::{Existing, Output};
use crate::games::{self, Loaded};
use crate::tournament::runner::{RunOptions, StopSignals};

/// The files of the report in the folder of `--out`.
const REPORTS: [&str; 2] = ["report.json", "index.html"];

/// Nodes for each turn by default.
const NODES: u64 = 2000;

/// The default of `--games-per-opponent`.
const GAMES: u32 = 40;

/// A game that has lasted this many plies is a draw.
const PLIES: u32 = 600;

/// Compare games by play: who is favoured, how often they are drawn, how long they last
///
/// The engine plays each game against itself, and against a player with an eighth of the nodes. The
/// result has these values, each with its 95 % interval: the score of the first player, the share
/// of draws, the length, the number of legal turns, the score of the stronger player, the changes
/// of the lead, and how often rare rules are used. If a win can be forced in one turn from every
/// start position tried, the game is a dud and is not played.
///
/// The folder of --out gets journals, report.json and index.html. The parts of --shard share this
/// folder. When all parts are played, --resume without --shard writes the report. The same
/// arguments give the same report.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("nodes", |arg| args::default(NODES)(arg).value_parser(whole_number(2..=u64::MAX))),
    mut_arg("resume", |arg| arg.requires("out")),
    mut_arg("shard", |arg| arg.requires("out")),
    after_help = "Examples:\n  \
    reviver compare unplay unplay-strict\n  \
    reviver compare my-unplay.toml --vary goal,own-check --games-per-opponent 100 --out compared\n  \
    reviver compare ssehc --vary point-far=-2..0 --shard 1/2 --out compared"
)]
pub(super) struct Args {
    /// `all`, names of games separated by spaces or commas, or game files that end with .toml
    #[arg(value_name = "GAME|FILE", required = true, value_parser = games_in)]
    games: Vec<LoadedGames>,
    /// Vary switches: NAME, NAME=VALUE|VALUE or NAME=LOW..HIGH, separated by commas
    #[arg(long, value_name = "SWITCHES", allow_hyphen_values = true)]
    vary: Option<Variation>,
    /// Play each compared game N times between equal players, and N times (N + 1 if N is odd)
    /// between a player and a weaker one, which has an eighth of the nodes
    #[arg(long, value_name = "N", default_value_t = GAMES, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    games_per_opponent: u32,
    #[command(flatten)]
    nodes: Nodes,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    concurrency: Concurrency,
    #[command(flatten)]
    part: Part,
    #[command(flatten)]
    out: Out,
    #[command(flatten)]
    resume: Resume,
    #[command(flatten)]
    drop_damaged: DropDamaged,
    #[command(flatten)]
    json: Json,
}

/// The games that one word of the command line names.
#[derive(Clone, Debug)]
struct LoadedGames(Vec<Loaded>);

/// Reads a list of games, or a game file. Each note about a file begins with the name of the file.
fn games_in(text: &str) -> Result<LoadedGames, String> {
    if text.ends_with(".toml") {
        let mut loaded = games::load(Path::new(text)).map_err(|error| error.to_string())?;
        for note in &mut loaded.notes {
            note.insert_str(0, &format!("{text}: "));
        }
        return Ok(LoadedGames(vec![loaded]));
    }
    let list = GameList::read(text).map_err(|error| error.to_string())?;
    let loaded = |game| Loaded {
        game,
        notes: Vec::new(),
    };
    Ok(LoadedGames(list.0.into_iter().map(loaded).collect()))
}

impl From<CompareError> for Error {
    fn from(error: CompareError) -> Self {
        match error {
            CompareError::Shortage(shortage) => shortage.into(),
            CompareError::Journal(error) => error.into(),
            error => Error::Failed(error.to_string()),
        }
    }
}

impl Args {
    /// Plays the games and prints the report.
    pub(super) fn run(self) -> Result<(), Error> {
        let comparison = self.comparison()?;
        let folder = self.out.out.as_deref();
        let known = match folder {
            Some(folder) => self.known(&comparison, folder)?,
            None => PlayedGames::new(),
        };
        let options = RunOptions {
            shard: self.part.shard(),
            concurrency: self.concurrency.games(None, Pace::Fixed),
            ..RunOptions::default()
        };
        let signals = signals::draining();
        let mut meter = None;
        let run = ComparisonRun {
            folder,
            known,
            damaged: self.drop_damaged.damaged_lines(),
            options: &options,
            signals: &signals,
        };
        let report = run.play(&comparison, &mut |done, all| {
            let meter = meter.get_or_insert_with(|| Meter::new(done as u64, all as u64, "games"));
            meter.set(done as u64, String::new);
        })?;
        if let Some(meter) = meter {
            meter.finish();
        }
        let json =
            serde_json::to_string(&report).map_err(|error| Error::Failed(error.to_string()))?;
        if let Some(folder) = folder.filter(|_| report.complete) {
            let [report_file, page_file] = REPORTS.map(|name| folder.join(name));
            write_file(&report_file, Existing::Replace, &format!("{json}\n"))?;
            let page = compare::page(&report)
                .map_err(|error| Error::Failed(format!("a picture cannot be drawn: {error}")))?;
            write_file(&page_file, Existing::Replace, &page)?;
        }
        if !report.complete {
            return Err(self.unfinished(&signals));
        }
        match self.json.format() {
            OutputFormat::Text => {
                let width = stdout().is_terminal().then(terminal::width);
                write!(
                    stdout(),
                    "{}",
                    terminal::fitted(&compare::table(&report, width))
                )?;
            }
            OutputFormat::Json => writeln!(stdout(), "{json}")?,
        }
        Ok(())
    }

    /// The error if games are still missing: a signal has stopped this run, or the games of other
    /// shards have not been played. The text says what to do next.
    fn unfinished(&self, signals: &StopSignals) -> Error {
        Error::Unfinished(if self.out.out.is_none() {
            "stopped: without --out no games were kept, so run the command again from the start"
                .to_owned()
        } else if self.part.shard.is_none() {
            "stopped: run the command again with --resume to finish the comparison".to_owned()
        } else {
            let why = if signals.drain.load(Ordering::Relaxed) {
                "stopped"
            } else {
                "other shards are missing"
            };
            format!(
                "{why}: run the command again with --resume and without --shard to finish the comparison"
            )
        })
    }

    fn comparison(&self) -> Result<Comparison, Error> {
        let mut games = Vec::new();
        let mut seen = BTreeSet::new();
        for Loaded { game: base, notes } in self.games.iter().flat_map(|games| &games.0) {
            notes.iter().for_each(|text| note(text));
            let varied = match &self.vary {
                None => vec![*base],
                Some(variation) => {
                    let varied = variation
                        .of(base)
                        .map_err(|error| Error::Usage(format!("--vary in {base}: {error}")))?;
                    for reason in varied.left_out {
                        note(&format!("--vary in {base}: left out {reason}"));
                    }
                    varied.games
                }
            };
            games.extend(varied.into_iter().filter(|game| seen.insert(*game)));
        }
        let settings = Settings {
            games: self.games_per_opponent,
            nodes: self.nodes.nodes.unwrap_or(NODES),
            plies: PLIES,
            seed: self.seed.value(),
        };
        Ok(Comparison::new(games, settings))
    }

    /// The games of earlier runs in the folder, including the games of other shards.
    ///
    /// # Errors
    ///
    /// * If the folder has a journal of an earlier run, but neither `--resume` nor `--shard` is
    ///   given.
    /// * If a report cannot be written.
    /// * If the folder has a report, but no journal of an earlier run.
    /// * If the folder cannot be made, or a journal in it cannot be used.
    fn known(&self, comparison: &Comparison, folder: &Path) -> Result<PlayedGames, Error> {
        check_folder(folder)?;
        std::fs::create_dir_all(folder).map_err(|error| file_error(folder, error))?;
        let damaged = self.drop_damaged.damaged_lines();
        let known = compare::read_known(comparison, folder, damaged, &mut |line| note(&line))?;
        let is_new = known.is_empty();
        let existing = if is_new {
            Existing::Keep
        } else {
            Existing::Replace
        };
        for name in REPORTS {
            Output::check(folder.join(name), existing).map_err(Error::of_folder)?;
        }
        if is_new || self.resume.resume || self.part.shard.is_some() {
            return Ok(known);
        }
        Err(Error::Usage(format!(
            "{}: there is an earlier run; add --resume to continue it, or choose another folder \
             with --out",
            folder.display()
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::error::Exit;
    use crate::play::shortage::Shortage;

    #[test]
    fn a_comparison_stopped_by_a_shortage_can_be_resumed() {
        let shortage = Shortage::of_files(4, 8, 80);
        let error = Error::from(CompareError::from(shortage));
        assert_eq!(error.exit(), Exit::Unfinished);
        assert!(error.to_string().contains("--resume"), "{error}");
    }
}
