//! `reviver tournament`: plays engines against engines, merges journals, and rates players.

mod players;
mod progress;
mod rate;

use std::collections::BTreeMap;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use super::args::{
    self, Clock, Concurrency, Depth, DropDamaged, Games, Movetime, Nodes, OpeningsFile, Out, Part,
    Resume, Seed, SequentialTest,
};
use super::concurrency::{Pace, warn_if_crowded};
use super::files::{check_folder, read_file};
use super::terminal::{fitted, printable_lines, unbroken};
use super::{Error, note, signals};
use crate::files::Existing;
use crate::play::duration::Span;
use crate::play::limits::PlayerLimits;
use crate::players::process::stable_program_path;
use crate::players::spec::THIS_PROGRAM;
use crate::plural::counted;
use crate::report::{self, HTML, summary, write};
use crate::tournament::config::{CommandLine, Config, EngineConfig, OpeningsConfig, Variants};
use crate::tournament::event::Format;
use crate::tournament::folder::{EventOutcome, ExistingJournal, FolderOptions, run};
use crate::tournament::journal::journal_name;
use crate::tournament::merge::{Completeness, MergeError, merge};
use crate::tournament::results::{Results, timing};
use crate::tournament::runner::RunOptions;
use crate::tournament::schedule::Shard;
use players::EngineRange;
use progress::{Progress, print_timing};
use rate::Rate;

/// Nodes for each search by default.
const NODES: u64 = 1000;

/// Play engines against engines, with this program as the referee
///
/// A file describes the event. In simple cases, options describe it instead. Every game is appended
/// to a journal when it ends, so a crash loses no finished game. --resume plays the games that are
/// missing. If you raise the number of rounds, it plays the further rounds too. The folder of the
/// journal also gets the game records, forward games and reports. `merge` merges the journals of
/// shards.
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    mut_arg("out", args::default("the name of CONFIG without its ending, or tournament")),
    mut_arg("nodes", |arg| args::default_limit(NODES)(arg).conflicts_with("config")),
    mut_arg("depth", |arg| arg.conflicts_with("config")),
    mut_arg("movetime", |arg| arg.conflicts_with("config")),
    mut_arg("time", |arg| arg.conflicts_with("config")),
    mut_arg("openings", |arg| arg.conflicts_with("config")),
    mut_arg("sprt", |arg| arg.conflicts_with("config")),
    mut_arg("variant", args::default("those of CONFIG, or all")),
    mut_arg("seed", args::default("that of CONFIG, or 0")),
    mut_arg("concurrency", args::default(
        "that of CONFIG; else one for each core, or one for every two cores if the games are timed"
    )),
    after_long_help = examples(),
    after_help = "More help: reviver tournament --help\nExample: reviver tournament event.toml"
)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Option<TournamentCommand>,
    /// The file that describes the event
    #[arg(value_name = "CONFIG", required_unless_present = "engine")]
    config: Option<PathBuf>,
    #[command(flatten)]
    quick: Quick,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    concurrency: Concurrency,
    #[command(flatten)]
    part: Part,
    #[command(flatten)]
    resume: Resume,
    #[command(flatten)]
    drop_damaged: DropDamaged,
    #[command(flatten)]
    out: Out,
    /// After Ctrl-C or SIGTERM, games under way may go on for this time; a second signal, at least
    /// half a second later, abandons them
    #[arg(long, value_name = "TIME", default_value = "20s")]
    grace: Span,
}

/// The options of an event without a file.
#[derive(Debug, clap::Args)]
struct Quick {
    /// The command of an engine; repeat it for each engine. `reviver` is this program. A single
    /// engine plays itself
    #[arg(long, value_name = "COMMAND", conflicts_with = "config")]
    engine: Vec<String>,
    /// Every game is between the first engine and one of the others
    #[arg(long, conflicts_with = "config")]
    gauntlet: bool,
    #[command(flatten)]
    movetime: Movetime,
    #[command(flatten)]
    time: Clock,
    #[command(flatten)]
    nodes: Nodes,
    #[command(flatten)]
    depth: Depth,
    #[command(flatten)]
    openings: OpeningsFile,
    /// Random plies before each game, in place of the built-in openings
    #[arg(
        long,
        value_name = "N",
        conflicts_with_all = ["config", "openings"]
    )]
    random_plies: Option<u32>,
    #[command(flatten)]
    sprt: SequentialTest,
}

/// The options of every event.
#[derive(Debug, clap::Args)]
struct Common {
    #[command(flatten)]
    games: Games,
    /// Openings for each pairing in each variant; each opening is played from both sides [default:
    /// the number in the file, or 1]
    #[arg(long, value_name = "N")]
    rounds: Option<u32>,
    #[command(flatten)]
    seed: Seed,
    /// Play only with the engines from the A-th to the B-th
    #[arg(long, value_name = "A-B")]
    players: Option<EngineRange>,
}

#[derive(Debug, clap::Subcommand)]
enum TournamentCommand {
    Merge(Merge),
    Rate(Rate),
}

/// Merge the journals of all shards, and check that each game is there exactly once
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("out", |out| out.required(true)),
    after_help = "Example: reviver tournament merge spring/journal-*.jsonl --out result"
)]
struct Merge {
    /// The journals
    #[arg(value_name = "JOURNAL", required = true)]
    journals: Vec<PathBuf>,
    #[command(flatten)]
    out: Out,
    /// Accept that games are missing
    #[arg(long)]
    partial: bool,
}

/// The end of the help. The lines of the files in it are never wrapped, so that a reader can copy
/// the files.
fn examples() -> String {
    format!(
        "{}{}\nOn a cluster with Slurm, a script for sbatch:\n\n{}\nOn Kubernetes, a Job:\n\n{}",
        include_str!("help.txt"),
        unbroken(include_str!("example.toml")),
        unbroken(include_str!("slurm.sh")),
        unbroken(include_str!("kubernetes.yaml")),
    )
}

impl Args {
    /// Plays the event, or works on journals.
    pub(super) fn run(self) -> Result<(), Error> {
        match self.command {
            Some(TournamentCommand::Merge(merge)) => merge.run(),
            Some(TournamentCommand::Rate(rate)) => rate.run(),
            None => self.play(),
        }
    }

    /// The configuration of the event, and the folder for it if `--out` names none.
    fn configuration(&self) -> Result<(Config, PathBuf), Error> {
        let (mut config, folder) = match &self.config {
            Some(path) => {
                let shown = path.display();
                let text = read_file(path)?;
                let config = Config::parse(&text)
                    .map_err(|error| Error::Usage(format!("{shown}: {error}")))?;
                let stem = path.file_stem().unwrap_or(path.as_os_str());
                (config, PathBuf::from(stem))
            }
            None => (self.quick.config(), PathBuf::from("tournament")),
        };
        self.common.change(&mut config)?;
        Ok((config, folder))
    }

    fn play(self) -> Result<(), Error> {
        let (config, folder) = self.configuration()?;
        let event = config.event().map_err(|error| {
            Error::Usage(match &self.config {
                Some(path) => format!("{}: {error}", path.display()),
                None => error.to_string(),
            })
        })?;
        config.notes().iter().for_each(|text| note(text));
        let pace = if event.is_reproducible() {
            Pace::Fixed
        } else {
            Pace::Timed
        };
        let games = self.concurrency.games(config.concurrency, pace);
        let shard = self.part.shard();
        let at_a_time = games.min(shard.games(&event));
        warn_if_crowded(at_a_time, event.threads_of_a_game(), pace);
        let options = FolderOptions {
            folder: self.out.out.unwrap_or(folder),
            journal: if self.resume.resume {
                ExistingJournal::Resume(self.drop_damaged.damaged_lines())
            } else {
                ExistingJournal::Refuse
            },
            guard: Some(stable_program_path().map_err(|e| Error::of_program_path(&e))?),
            run: RunOptions {
                shard,
                concurrency: games,
                grace: self.grace.0,
            },
        };
        check_folder(&options.folder)?;
        check_reports(&options)?;
        let signals = signals::draining();
        let failed = |error: &dyn std::error::Error| Error::Failed(error.to_string());
        let outcome = run(event, &options, &signals, &mut Progress::new())?;
        let EventOutcome {
            event,
            plans,
            entries,
            ..
        } = &outcome;
        // A shard cannot decide the SPRT alone. It writes no reports, because a later run of the
        // whole event would refuse to start in a folder with reports.
        let results = if shard.is_part() {
            Results::of(event, plans, entries).without_sprt()
        } else {
            write(&options.folder, event, plans, entries).map_err(|error| failed(&error))?
        };
        let page = (!shard.is_part()).then(|| options.folder.join(HTML));
        print(&outcome, &results, page.as_deref())
    }
}

/// Fails if the reports cannot be written. For a new event, also fails if a report exists already.
/// A shard writes no reports, so nothing is checked for it.
fn check_reports(options: &FolderOptions) -> Result<(), Error> {
    if options.run.shard.is_part() {
        return Ok(());
    }
    let is_new = !options.folder.join(journal_name(Shard::WHOLE)).exists();
    let existing = match options.journal {
        _ if is_new => Existing::Keep,
        ExistingJournal::Resume(_) => Existing::Replace,
        // The run itself refuses to write to this journal.
        ExistingJournal::Refuse => return Ok(()),
    };
    report::check(&options.folder, existing).map_err(Error::of_folder)
}

/// Prints the results and, if there is a page, its path.
fn print_results(results: &Results, page: Option<&Path>) -> Result<(), Error> {
    let mut text = printable_lines(&summary(results));
    if let Some(page) = page {
        text.push_str("\nReport: ");
        text.push_str(&unbroken(&page.display().to_string()));
    }
    Ok(writeln!(stdout(), "{}", fitted(&text))?)
}

/// Prints the times that the engines took, then the results. Fails if games are missing.
fn print(outcome: &EventOutcome, results: &Results, page: Option<&Path>) -> Result<(), Error> {
    let games = Results::counted(&outcome.event, &outcome.plans, &outcome.entries);
    print_timing(&timing(&outcome.event, &games));
    print_results(results, page)?;
    if outcome.missing > 0 {
        let games = counted(outcome.missing, "game");
        let are = if outcome.missing == 1 { "is" } else { "are" };
        return Err(Error::Unfinished(format!(
            "{games} {are} still to be played; go on with --resume"
        )));
    }
    Ok(())
}

impl Quick {
    fn config(&self) -> Config {
        let (movetime, time) = (self.movetime.movetime, self.time.time);
        let (nodes, depth) = (self.nodes.nodes, self.depth.depth);
        let is_limited = movetime.is_some() || time.is_some() || depth.is_some();
        let engines = self.engine.iter().enumerate().map(|(index, command)| {
            let twice = self.engine.iter().filter(|other| *other == command).count() > 1;
            let is_this_program = command == THIS_PROGRAM;
            let name = if is_this_program {
                "Reviver"
            } else {
                command.as_str()
            };
            EngineConfig {
                name: (is_this_program || twice).then(|| {
                    if twice {
                        format!("{name} {}", index + 1)
                    } else {
                        name.to_owned()
                    }
                }),
                command: (!is_this_program).then(|| CommandLine::Text(command.clone())),
                ..EngineConfig::default()
            }
        });
        Config {
            event: "Tournament".to_owned(),
            format: match self.engine.len() {
                1 => Format::Balance,
                _ if self.gauntlet => Format::Gauntlet,
                2 => Format::Match,
                _ => Format::RoundRobin,
            },
            variants: Some(Variants::One("all".to_owned())),
            rounds: 1,
            seed: 0,
            concurrency: None,
            limits: PlayerLimits {
                nodes: nodes.or((!is_limited).then_some(NODES)),
                depth,
                movetime,
                time,
                ..PlayerLimits::default()
            },
            options: BTreeMap::new(),
            openings: OpeningsConfig {
                random_plies: self.random_plies,
                file: self.openings.openings.clone(),
                ..OpeningsConfig::default()
            },
            adjudication: Default::default(),
            sprt: self.sprt.sprt,
            engines: engines.collect(),
        }
    }
}

impl Common {
    fn change(&self, config: &mut Config) -> Result<(), Error> {
        let games = self.games.list();
        if !games.is_empty() {
            let names = games.iter().map(|variant| variant.name().to_owned());
            config.variants = Some(Variants::Several(names.collect()));
        }
        config.rounds = self.rounds.unwrap_or(config.rounds);
        config.seed = self.seed.seed.unwrap_or(config.seed);
        if let Some(range) = self.players {
            config.engines = range
                .of(&config.engines)
                .map_err(|error| Error::Usage(format!("--players {range}: {error}")))?
                .to_vec();
        }
        Ok(())
    }
}

impl Merge {
    fn run(self) -> Result<(), Error> {
        let completeness = if self.partial {
            Completeness::Partial
        } else {
            Completeness::Whole
        };
        let out = self.out.required()?;
        check_folder(out)?;
        report::check(out, Existing::Keep).map_err(Error::of_folder)?;
        let merged = merge(&self.journals, out, completeness).map_err(|error| match error {
            MergeError::Journal(error) => Error::of_journal_to_read(&error),
            error => Error::Failed(error.to_string()),
        })?;
        let results = write(out, &merged.event, &merged.plans, &merged.entries)
            .map_err(|error| Error::Failed(error.to_string()))?;
        print_results(&results, Some(&out.join(HTML)))
    }
}
