//! `reviver openings`: makes openings for matches.

use std::collections::HashSet;
use std::io::{Write, stdout};

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::args::{self, Nodes, RandomPlies, Seed};
use super::{Error, note};
use crate::games::{Game, TypedGame, Visitor};
use crate::plural::counted;
use crate::rules::Rules;
use crate::tournament::openings::{Candidate, Maker};

/// The default number of nodes of the search that scores a position.
const NODES: u64 = 30_000;

/// The number of candidates (positions after random plies) that are examined in parallel.
const BATCH: u64 = 64;

/// The command gives up after `count * CANDIDATES` candidates.
const CANDIDATES: u64 = 1000;

/// Make openings: positions with a nearly even score, each reached by a few random plies
///
/// Two lines of comments come first. Each further line has the form `FEN ; id "N"`. The same arguments give
/// the same positions, so the files positions/*/openings.epd can be made again.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("nodes", args::default(NODES)),
    mut_arg("max_random_plies", args::default_value(8)),
    after_help = "Example: reviver openings ssehc --count 10 --nodes 1000"
)]
pub(super) struct Args {
    /// The game
    #[arg(value_parser = args::game(), value_name = "GAME")]
    variant: &'static Game,
    /// Positions to make
    #[arg(long, value_name = "N", default_value_t = 1000)]
    count: usize,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    random_plies: RandomPlies,
    #[command(flatten)]
    nodes: Nodes,
    /// The highest score that the search may give to either player, in centipawns
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(i32).range(0..))]
    bound: i32,
}

impl Args {
    /// Makes and prints the positions.
    pub(super) fn run(self) -> Result<(), Error> {
        self.random_plies.range()?;
        self.variant.dispatch(self)
    }

    /// The two lines of comments before the openings: how the openings were made, and the command
    /// for it. In the command of a game that is not built in, `FILE` stands for the game file.
    fn header(&self) -> String {
        let Self {
            variant,
            count,
            bound,
            ..
        } = self;
        let RandomPlies {
            min_random_plies: min,
            max_random_plies: max,
        } = self.random_plies;
        let (seed, nodes) = (self.seed.value(), self.nodes());
        let game_file = if variant.is_built_in() {
            ""
        } else {
            " --game FILE"
        };
        format!(
            "# {variant}: {min} to {max} random plies, {bound} centipawns at most after {nodes} nodes\n\
             # reviver openings {variant}{game_file} --count {count} --seed {seed} \
             --min-random-plies {min} --max-random-plies {max} --nodes {nodes} --bound {bound}"
        )
    }

    fn nodes(&self) -> u64 {
        self.nodes.nodes.unwrap_or(NODES)
    }
}

impl Visitor for Args {
    type Output = Result<(), Error>;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Self::Output {
        let maker = Maker {
            variant,
            seed: self.seed.value(),
            plies: self.random_plies.range()?,
            nodes: self.nodes(),
            bound: self.bound,
        };
        let mut out = stdout().lock();
        writeln!(out, "{}", self.header())?;
        let mut known = HashSet::new();
        let mut examined = 0;
        while known.len() < self.count {
            if examined / CANDIDATES >= self.count as u64 {
                return Err(Error::Failed(format!(
                    "found only {} with a nearly even score in {}: allow more plies or a greater --bound",
                    counted(known.len() as u64, "different position"),
                    counted(examined, "try")
                )));
            }
            let batch: Vec<Candidate> = (examined..examined + BATCH)
                .into_par_iter()
                .filter_map(|number| maker.candidate(number))
                .collect();
            examined += BATCH;
            for candidate in batch {
                if known.len() < self.count && known.insert(candidate.key) {
                    writeln!(out, "{} ; id \"{}\"", candidate.setup, known.len())?;
                }
            }
        }
        let found = counted(known.len(), "opening");
        note(&format!("{found} found in {examined} tries"));
        Ok(())
    }
}
