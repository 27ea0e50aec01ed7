//! `reviver match`: two settings of the engine, or the engine and a simple opponent, in many games.

use std::io::{Write, stdout};
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, RangedU64ValueParser, TypedValueParser};

mod files;
mod report;

use super::{Error, interrupt, meter::Meter, note};
use crate::games::{self, Game};
use crate::play::budget::Budget;
use crate::players::setting::{Kind, Setting, SettingError};
use crate::search::Options;
use crate::stats::sprt::Sprt;
use crate::tournament::contest::{Contest, Counted, Standing};
use crate::tournament::openings;
use files::Files;

/// Nodes for a turn, where nothing else is asked for.
const NODES: u64 = 5000;

/// The name that stands for all games.
const ALL: &str = "all";

/// Let two settings of the engine play each other, each opening from both sides
///
/// Settings are words NAME=VALUE: weights=FILE (or a folder with a VARIANT.toml for each game),
/// network=FILE (beside the weights, in whatever game; none leaves out the program's own), nodes,
/// depth, movetime and clock (what may be spent on a turn, times in seconds), level (0 to 20), contempt
/// (how far ahead it thinks itself in the Ssehc games, 50 if nothing is said, 100 where --opponent is),
/// hash (in MiB), overhead (seconds kept back), and every parameter of the search by its name.
///
/// At fixed nodes or depth the result follows from the arguments alone, on any number of threads.
/// Ctrl-C ends the match with the results so far. The result is one line on standard output; what
/// the games had in common stands on standard error.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    reviver match ssehc --new reduction_base=500 --games 200\n  \
    reviver match unachess --opponent greedy --games 4 --nodes 200\n  \
    reviver match all --new weights=tuned --old weights=hand --sprt 0,10")]
pub(super) struct Args {
    /// The game, or all of them in turn
    #[arg(value_parser = variants(), value_name = "VARIANT|all")]
    variant: Variants,
    /// What makes the first player of the match different
    #[arg(long, value_name = "NAME=VALUE", num_args = 1..)]
    new: Vec<String>,
    /// What makes the second player of the match different
    #[arg(long, value_name = "NAME=VALUE", num_args = 1..)]
    old: Vec<String>,
    /// Play against somebody of known weakness instead: uniformly at random, by the evaluation one
    /// ply ahead, or by Monte-Carlo tree search with random games
    #[arg(long, value_parser = opponent())]
    opponent: Option<Kind>,
    /// Nodes a turn for both players [default: 5000]
    #[arg(long, value_name = "N", group = "budget")]
    nodes: Option<String>,
    /// Plies a turn for both players
    #[arg(long, value_name = "D", group = "budget")]
    depth: Option<String>,
    /// Seconds a turn for both players
    #[arg(long, value_name = "S", group = "budget")]
    movetime: Option<String>,
    /// Seconds for the game, and for each turn, on the clocks of both players
    #[arg(long, value_name = "S+S", group = "budget")]
    clock: Option<String>,
    /// Games at most in each variant, two from each opening [default: all openings]
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// End as soon as a sequential test tells which is true: that the first player is stronger by
    /// ELO0 or by ELO1 (normalised Elo), with these errors [default: 0.05,0.05]
    #[arg(
        long,
        value_name = "ELO0,ELO1[,ALPHA,BETA]",
        allow_hyphen_values = true
    )]
    sprt: Option<Sprt>,
    /// Seed of the order of the openings and of all other chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games at a time; 0 takes as many as the machine has cores
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = threads())]
    threads: usize,
    /// Start from the positions of this file instead of those that come with the program
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Note every result in this file, and go on from there when it is there already
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Write the games to this file
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
}

/// One game, or all.
#[derive(Clone, Debug)]
struct Variants(Vec<&'static Game>);

fn variants() -> impl TypedValueParser<Value = Variants> {
    let names = games::names().into_iter().chain([ALL]);
    PossibleValuesParser::new(names).map(|name| {
        let one = name.parse::<&'static Game>();
        Variants(one.map_or_else(|_| games::all(), |variant| vec![variant]))
    })
}

/// Reads how many games are played at a time.
pub(super) fn threads() -> impl TypedValueParser<Value = usize> {
    RangedU64ValueParser::<usize>::new().range(0..=1024)
}

/// Reads the name of a simple opponent.
pub(super) fn opponent() -> impl TypedValueParser<Value = Kind> {
    let others = Kind::ALL.into_iter().filter(|kind| *kind != Kind::Reviver);
    let names: Vec<&str> = others.map(Kind::name).collect();
    PossibleValuesParser::new(names).map(|name| {
        let named = Kind::ALL.into_iter().find(|kind| kind.name() == name);
        named.unwrap_or_default()
    })
}

impl Args {
    /// Plays the match and says how it ended.
    pub(super) fn run(self) -> Result<(), Error> {
        let contest = self.contest()?;
        let (mut files, mut standing) = Files::open(&self, &contest)?;
        let counted = |standing: &Standing| standing.total.pairs.total();
        let mut meter = Meter::new(counted(&standing), contest.total_pairs(), "pairs");
        let interrupted = interrupt::flag();
        let heard = contest.run(
            self.threads,
            &mut standing,
            &interrupted,
            |pair: &Counted, standing: &Standing| {
                files.keep(pair)?;
                meter.set(counted(standing), || report::progress(&contest, standing));
                Ok(())
            },
        );
        meter.finish();
        report::details(&standing);
        writeln!(stdout(), "{}", report::result(&contest, &standing))?;
        heard
    }

    fn contest(&self) -> Result<Contest, Error> {
        let usage = |error: SettingError| Error::Usage(error.to_string());
        let player = |kind, words: &[String]| -> Result<Setting, SettingError> {
            let mut player = Setting::new(kind, Budget::Nodes(NODES));
            self.set_budget(&mut player)?;
            for word in words {
                player.set(word)?;
            }
            Ok(player)
        };
        let mut new = Vec::new();
        if self.opponent.is_some() {
            new.push(format!("contempt={}", Options::CONTEMPT_FOR_WEAK));
        }
        new.extend_from_slice(&self.new);
        let players = [
            player(Kind::Reviver, &new).map_err(usage)?,
            player(self.opponent.unwrap_or_default(), &self.old).map_err(usage)?,
        ];
        let openings = self
            .variant
            .0
            .iter()
            .map(|&variant| Ok((variant, self.openings(variant)?)))
            .collect::<Result<Vec<_>, Error>>()?;
        let sizes = openings.iter().map(|(_, openings)| openings.len() as u64);
        let fewest = sizes.min().unwrap_or_default();
        let pairs = self.games.map_or(fewest, |games| games.div_ceil(2));
        if pairs > fewest {
            note(&format!(
                "There are openings for {fewest} pairs: beyond these, games start where others did."
            ));
        }
        Ok(Contest {
            players,
            openings,
            pairs,
            seed: self.seed,
            sprt: self.sprt,
        })
    }

    /// What both players may spend, before their own words change it.
    fn set_budget(&self, player: &mut Setting) -> Result<(), SettingError> {
        for (name, value) in [
            ("nodes", &self.nodes),
            ("depth", &self.depth),
            ("movetime", &self.movetime),
            ("clock", &self.clock),
        ] {
            if let Some(value) = value {
                player.set_budget(&format!("{name}={value}"))?;
            }
        }
        Ok(())
    }

    fn openings(&self, variant: &'static Game) -> Result<Vec<crate::board::Setup>, Error> {
        let mut openings = match &self.openings {
            None => openings::embedded(variant),
            Some(path) => {
                let path = path.display().to_string();
                let text = super::files::read_file(&path)?;
                openings::read(variant, &text)
                    .map_err(|error| Error::Failed(format!("{path}: {error}")))?
            }
        };
        if openings.is_empty() {
            return Err(Error::Failed(format!(
                "there is no position of {variant} to start from"
            )));
        }
        openings::shuffle(&mut openings, self.seed);
        Ok(openings)
    }
}
