//! `reviver tournament`: engines against engines, and journals into results.

mod players;
mod progress;
mod rate;

use std::collections::BTreeMap;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::files::read_file;
use super::{Error, args::game as variant, note};
use crate::games::Game;
use crate::play::duration::{Span, TimeControl};
use crate::play::limits::PlayerLimits;
use crate::report::{HTML, summary, write};
use crate::tournament::config::{CommandLine, Config, EngineConfig, OpeningsConfig, Variants};
use crate::tournament::event::{Format, SprtConfig};
use crate::tournament::merge::merge;
use crate::tournament::results::EngineTiming;
use crate::tournament::runner::{Orders, Outcome, Wishes, run};
use crate::tournament::schedule::Shard;
use players::Places;
use progress::Progress;
use rate::Rate;

/// Play engines against engines, with the rules of this program as the referee
///
/// The event is described by a file, or by options in the common case. Every game that ends is
/// appended to a journal, so that nothing that happens to the event loses one: --resume goes on with
/// the games that are missing. Games, forward games and reports are written beside it.
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_long_help = EXAMPLES,
    after_help = "More is told by: reviver tournament --help\nExample: reviver tournament event.toml"
)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// The file that describes the event
    #[arg(value_name = "CONFIG", required_unless_present = "engine")]
    config: Option<PathBuf>,
    #[command(flatten)]
    quick: Quick,
    #[command(flatten)]
    beside: Beside,
    /// Games at a time [default: what the file says, or 1]
    #[arg(long, short = 'j', value_name = "N")]
    concurrency: Option<usize>,
    /// Play only part K of N; `merge` joins the parts
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// Go on with the games that are missing, or begin where there is no journal yet
    #[arg(long)]
    resume: bool,
    /// The folder for all files [default: named like CONFIG, or `tournament`]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// How long games under way may go on after Ctrl-C or SIGTERM, as in 20s; a second one ends
    /// them at once
    #[arg(long, value_name = "TIME", default_value = "20s")]
    grace: Span,
}

/// An event without a file.
#[derive(Debug, clap::Args)]
struct Quick {
    /// An engine's command, once for each engine; `reviver` is this program. One engine alone plays
    /// itself
    #[arg(long, value_name = "COMMAND", conflicts_with = "config")]
    engine: Vec<String>,
    /// The first engine against all others, instead of everybody against everybody
    #[arg(long, conflicts_with = "config")]
    gauntlet: bool,
    /// Nodes for a turn [default: 1000, unless another bound is given]
    #[arg(long, value_name = "N", conflicts_with = "config")]
    nodes: Option<u32>,
    /// Plies for a turn
    #[arg(long, value_name = "N", conflicts_with = "config")]
    depth: Option<u32>,
    /// Time for a turn, as in 100ms
    #[arg(long, value_name = "TIME", conflicts_with = "config")]
    movetime: Option<Span>,
    /// A clock, as in 10s+0.1s or 40/60s+0.5s
    #[arg(long, value_name = "CLOCK", conflicts_with = "config")]
    time: Option<TimeControl>,
    /// Positions to start from, in EPD or FEN; {variant} in the name stands for the game
    #[arg(long, value_name = "FILE", conflicts_with = "config")]
    openings: Option<String>,
    /// Play so many turns at random before each game [default: the openings of this program]
    #[arg(
        long,
        value_name = "N",
        conflicts_with_all = ["config", "openings"]
    )]
    plies: Option<u32>,
    /// Stop a match of two engines when it is decided whether the first one is stronger by ELO1
    /// rather than ELO0, in normalised Elo
    #[arg(
        long,
        value_name = "ELO0,ELO1[,ALPHA,BETA]",
        conflicts_with = "config",
        allow_hyphen_values = true
    )]
    sprt: Option<SprtConfig>,
}

/// What is said beside an event, with a file or without.
#[derive(Debug, clap::Args)]
struct Beside {
    /// A game to play, once for each [default: what the file says, or all]
    #[arg(long, value_name = "GAME", value_parser = variant())]
    variant: Vec<&'static Game>,
    /// Openings for each pairing in each game, each from both sides [default: what the file says, or
    /// 1]
    #[arg(long, value_name = "N")]
    rounds: Option<u32>,
    /// Seed of all chance [default: what the file says, or 0]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Play with some of the engines only: those from the A-th to the B-th
    #[arg(long, value_name = "A-B")]
    players: Option<Places>,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Merge(Merge),
    Rate(Rate),
}

/// Join the journals of all shards into one result, and see that nothing is missing or twice
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: reviver tournament merge spring/journal-*.jsonl --out result")]
struct Merge {
    /// The journals
    #[arg(value_name = "JOURNAL", required = true)]
    journals: Vec<PathBuf>,
    /// The folder for the result
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Games may be missing
    #[arg(long)]
    partial: bool,
}

const EXAMPLES: &str = concat!(
    "\
Examples:
  reviver tournament event.toml --concurrency 2
  reviver tournament event.toml --concurrency 2 --resume
  reviver tournament event.toml --shard 1/4 --resume --out shards
  reviver tournament merge shards/journal-*.jsonl --out result
  reviver tournament event.toml --players 1-4 --seed 1 --rounds 50 --out weak
  reviver tournament event.toml --players 3-6 --seed 2 --rounds 20 --out strong
  reviver tournament rate weak/journal.jsonl strong/journal.jsonl
  reviver tournament --engine reviver --engine ./other --variant ssehc --rounds 50 --time 10s+0.1s
  reviver tournament --engine ./new --engine ./old --rounds 500 --time 10s+0.1s --sprt 0,5

Files in the folder of the event:
  journal.jsonl   every game, a line of JSON each: the truth. All else is made from it
  games.pgn       the game records; play --load and forward --file read them
  forward.pgn     the reverse games turned round, as ordinary chess games
  report.json     the results for programs
  report.html     the results for people, with pictures
  faults/         for each fault of an engine all lines both ways
A shard leaves journal-K-of-N.jsonl and faults/; merge makes the rest.

Exit codes: 0 all games are played; 75 games are missing, go on with --resume;
1 the event cannot go on; 2 the file or the command line is wrong.

Where every engine is bounded by nodes or depth alone, the same event gives the same
files byte for byte, whatever happens to it meanwhile; only the journal knows the time.

A file for an event:

",
    include_str!("example.toml"),
    "
On a cluster with Slurm, a script for sbatch:

",
    include_str!("slurm.sh"),
    "
On Kubernetes, a Job:

",
    include_str!("kubernetes.yaml"),
);

impl Args {
    /// Plays the event, or joins its parts.
    pub(super) fn run(self) -> Result<(), Error> {
        match self.command {
            Some(Command::Merge(merge)) => merge.run(),
            Some(Command::Rate(rate)) => rate.run(),
            None => self.play(),
        }
    }

    fn play(self) -> Result<(), Error> {
        let (mut config, name) = match &self.config {
            Some(path) => {
                let shown = path.display();
                let text = read_file(&shown.to_string())?;
                let config = Config::parse(&text)
                    .map_err(|error| Error::Usage(format!("{shown}: {error}")))?;
                let stem = path.file_stem().unwrap_or(path.as_os_str());
                (config, PathBuf::from(stem))
            }
            None => (self.quick.config(), PathBuf::from("tournament")),
        };
        self.beside.change(&mut config)?;
        let event = config.event().map_err(|error| {
            Error::Usage(match &self.config {
                Some(path) => format!("{}: {error}", path.display()),
                None => error.to_string(),
            })
        })?;
        let concurrency = self.concurrency.unwrap_or(config.concurrency);
        if !(1..=1024).contains(&concurrency) {
            return Err(Error::Usage("--concurrency is 1 to 1024".to_owned()));
        }
        let orders = Orders {
            folder: self.out.unwrap_or(name),
            shard: self.shard.unwrap_or(Shard::WHOLE),
            resume: self.resume,
            concurrency,
            grace: self.grace.0,
        };
        let wishes = listen()?;
        let outcome = run(event, &orders, &wishes, &mut Progress::new())
            .map_err(|error| Error::Failed(error.to_string()))?;
        // Reports of a part would stand in the way of those of the whole.
        if !orders.shard.is_part() {
            write(
                &orders.folder,
                &outcome.event,
                &outcome.plans,
                &outcome.entries,
            )
            .map_err(|error| Error::Failed(error.to_string()))?;
        }
        tell(&outcome, &orders)
    }
}

/// Ctrl-C and SIGTERM: the first time games under way are played to their end, then no more.
fn listen() -> Result<Arc<Wishes>, Error> {
    let wishes = Arc::new(Wishes::default());
    let heard = Arc::clone(&wishes);
    ctrlc::set_handler(move || {
        if heard.drain.swap(true, Ordering::Relaxed) {
            heard.abandon.store(true, Ordering::Relaxed);
        }
    })
    .map_err(|error| Error::Failed(format!("signals cannot be heard: {error}")))?;
    Ok(wishes)
}

fn tell(outcome: &Outcome, orders: &Orders) -> Result<(), Error> {
    if outcome.was_torn {
        note("The journal's last line was torn; its game is played anew.");
    }
    tell_timing(&outcome.timing);
    let page = orders.folder.join(HTML);
    writeln!(
        stdout(),
        "{}\n{}",
        summary(&outcome.results),
        page.display()
    )?;
    if outcome.missing > 0 {
        return Err(Error::Unfinished(format!(
            "{} games are still to be played; go on with --resume",
            outcome.missing
        )));
    }
    Ok(())
}

fn tell_timing(timing: &[EngineTiming]) {
    for engine in timing {
        let milliseconds = |micros: u64| micros as f64 / 1000.0;
        note(&format!(
            "{}: slowest turn {} ms, readyok after {:.2} ms in the mean and {:.2} at most, answers up \
             to {} ms later than the engine's own time",
            engine.engine,
            engine.slowest,
            milliseconds(engine.mean_latency),
            milliseconds(engine.longest_latency),
            engine.longest_lag,
        ));
    }
}

impl Quick {
    fn config(&self) -> Config {
        let bound = self.depth.is_some() || self.movetime.is_some() || self.time.is_some();
        let engines = self.engine.iter().enumerate().map(|(index, command)| {
            let twice = self.engine.iter().filter(|other| *other == command).count() > 1;
            let own = command == "reviver";
            let name = if own { "Reviver" } else { command.as_str() };
            EngineConfig {
                name: (own || twice).then(|| {
                    if twice {
                        format!("{name} {}", index + 1)
                    } else {
                        name.to_owned()
                    }
                }),
                command: (!own).then(|| CommandLine::Text(command.clone())),
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
            variants: Variants::One("all".to_owned()),
            rounds: 1,
            seed: 0,
            concurrency: 1,
            limits: PlayerLimits {
                nodes: self.nodes.or((!bound).then_some(1000)),
                depth: self.depth,
                movetime: self.movetime,
                time: self.time,
                ..PlayerLimits::default()
            },
            options: BTreeMap::new(),
            openings: OpeningsConfig {
                plies: self.plies,
                file: self.openings.clone(),
                ..OpeningsConfig::default()
            },
            adjudication: Default::default(),
            sprt: self.sprt,
            engines: engines.collect(),
        }
    }
}

impl Beside {
    fn change(&self, config: &mut Config) -> Result<(), Error> {
        if !self.variant.is_empty() {
            let names = self.variant.iter().map(|variant| variant.name().to_owned());
            config.variants = Variants::Several(names.collect());
        }
        config.rounds = self.rounds.unwrap_or(config.rounds);
        config.seed = self.seed.unwrap_or(config.seed);
        if let Some(places) = self.players {
            config.engines = places
                .of(&config.engines)
                .map_err(|error| Error::Usage(format!("--players {places}: {error}")))?
                .to_vec();
        }
        Ok(())
    }
}

impl Merge {
    fn run(self) -> Result<(), Error> {
        let merged = merge(&self.journals, &self.out, self.partial)
            .map_err(|error| Error::Failed(error.to_string()))?;
        let results = write(&self.out, &merged.event, &merged.plans, &merged.entries)
            .map_err(|error| Error::Failed(error.to_string()))?;
        let page = Path::new(&self.out).join(HTML);
        writeln!(stdout(), "{}\n{}", summary(&results), page.display())?;
        Ok(())
    }
}
