//! `reviver openings`: makes positions from which matches start.

use std::collections::HashSet;
use std::io::{Write, stdout};

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::{Error, args::game as variant, note};
use crate::games::{Game, TypedGame, Visitor};
use crate::rules::Rules;
use crate::tournament::openings::{Candidate, Maker};

/// Candidates that are looked at between two counts of what they came to.
const BATCH: u64 = 64;

/// Candidates to look at for each position asked for, before giving up.
const CANDIDATES: u64 = 1000;

/// Make positions from which matches start: a few plies of chance, found undecided by a search
///
/// The positions stand in lines of the form `FEN ; id "N"`. They follow from the arguments alone, so
/// that the files positions/*/openings.epd can be made again.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: reviver openings ssehc --count 10 --nodes 1000")]
pub(super) struct Args {
    /// The game
    #[arg(value_parser = variant())]
    variant: &'static Game,
    /// Positions to make
    #[arg(long, value_name = "N", default_value_t = 1000)]
    count: usize,
    /// Seed of the chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The fewest plies of chance
    #[arg(long, value_name = "N", default_value_t = 2)]
    least: usize,
    /// The most plies of chance
    #[arg(long, value_name = "N", default_value_t = 8)]
    most: usize,
    /// Nodes of the search that judges a position
    #[arg(long, value_name = "N", default_value_t = 30_000)]
    nodes: u64,
    /// Centipawns of the evaluation by which neither player may be ahead
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(i32).range(0..))]
    bound: i32,
}

impl Args {
    /// Makes and prints the positions.
    pub(super) fn run(self) -> Result<(), Error> {
        if self.least > self.most {
            return Err(Error::Usage(format!(
                "--least {} is more than --most {}",
                self.least, self.most
            )));
        }
        self.variant.dispatch(self)
    }

    /// What a file says about how it was made.
    fn header(&self) -> String {
        let Self {
            variant,
            count,
            seed,
            least,
            most,
            nodes,
            bound,
        } = self;
        format!(
            "# {variant}: {least} to {most} plies of chance, undecided ({bound} centipawns at most) after {nodes} nodes\n\
             # reviver openings {variant} --count {count} --seed {seed} --least {least} --most {most} \
             --nodes {nodes} --bound {bound}"
        )
    }
}

impl Visitor for Args {
    type Output = Result<(), Error>;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Self::Output {
        let maker = Maker {
            variant,
            seed: self.seed,
            plies: self.least..=self.most,
            nodes: self.nodes,
            bound: self.bound,
        };
        let mut out = stdout().lock();
        writeln!(out, "{}", self.header())?;
        let mut known = HashSet::new();
        let mut looked_at = 0;
        while known.len() < self.count {
            if looked_at / CANDIDATES >= self.count as u64 {
                return Err(Error::Failed(format!(
                    "only {} of {looked_at} positions are undecided: allow more plies or a greater --bound",
                    known.len()
                )));
            }
            let batch: Vec<Candidate> = (looked_at..looked_at + BATCH)
                .into_par_iter()
                .filter_map(|number| maker.candidate(number))
                .collect();
            looked_at += BATCH;
            for candidate in batch {
                if known.len() < self.count && known.insert(candidate.key) {
                    writeln!(out, "{} ; id \"{}\"", candidate.setup, known.len())?;
                }
            }
        }
        note(&format!("{} of {looked_at} positions", known.len()));
        Ok(())
    }
}
