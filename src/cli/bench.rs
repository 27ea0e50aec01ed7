//! `reviver bench`: how many nodes a fixed set of searches takes, and how fast they are.

use std::io::{Write, stdout};
use std::time::{Duration, Instant};

use super::{Error, note};
use crate::notation::position;
use crate::record::score_text;
use crate::rules::{History, Rules, Variant, Visitor};
use crate::search::{Control, Limits, Options, Root, Search};

/// What is searched: a variant and a position a line.
const POSITIONS: &str = include_str!("../../positions/bench.epd");

/// Depth to which each position is searched when nothing else is asked for.
const DEPTH: u32 = 8;

/// Search a fixed set of positions of all games, for the count of nodes and the speed
///
/// The count is the same on every machine, so that it tells whether a change has touched what the
/// engine thinks; commit messages quote it.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: reviver bench --depth 4")]
pub(super) struct Args {
    /// Plies to search each position [default: 8, unless --nodes is given]
    #[arg(long, value_name = "D")]
    depth: Option<u32>,
    /// Nodes to search each position
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
}

/// Nodes and time.
#[derive(Clone, Copy, Debug, Default)]
struct Effort {
    nodes: u64,
    time: Duration,
}

impl Args {
    /// Searches everything and prints the sum.
    pub(super) fn run(self) -> Result<(), Error> {
        let depth = match (self.depth, self.nodes) {
            (None, None) => Some(DEPTH),
            (depth, _) => depth,
        };
        let limits = Limits {
            depth,
            nodes: self.nodes,
            ..Limits::default()
        };
        let mut total = Effort::default();
        for variant in Variant::ALL {
            let effort = variant.dispatch(Suite { limits: &limits })?;
            total.nodes += effort.nodes;
            total.time += effort.time;
        }
        let speed = total.nodes as f64 / total.time.as_secs_f64().max(1e-9);
        writeln!(stdout(), "{} nodes {speed:.0} nps", total.nodes)?;
        Ok(())
    }
}

/// The positions of one variant in the order of the file.
fn positions(variant: Variant) -> impl Iterator<Item = &'static str> {
    POSITIONS
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter(move |(name, _)| *name == variant.name())
        .map(|(_, fen)| fen)
}

/// The searches of one variant.
struct Suite<'a> {
    limits: &'a Limits,
}

impl Visitor for Suite<'_> {
    type Output = Result<Effort, Error>;

    fn visit<R: Rules>(self, variant: Variant) -> Self::Output {
        let mut search = Search::<R>::new(Options::of(variant));
        let mut total = Effort::default();
        for (index, fen) in positions(variant).enumerate() {
            let position: R = position::read(variant, fen)?;
            let history = History::starting_at(&position);
            search.clear();
            let started = Instant::now();
            let best = search.go(
                Root {
                    position: &position,
                    keys: history.keys(),
                },
                self.limits,
                &Control::default(),
                &mut |_| {},
            );
            let time = started.elapsed();
            let turn = best.turn.map_or_else(String::new, |turn| turn.to_string());
            note(&format!(
                "{variant} {}: {} nodes in {:.3} s, depth {}, {} {turn}",
                index + 1,
                best.nodes,
                time.as_secs_f64(),
                best.depth,
                score_text(best.score),
            ));
            total.nodes += best.nodes;
            total.time += time;
        }
        Ok(total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_five_positions_to_search() {
        for variant in Variant::ALL {
            assert!(positions(variant).count() >= 5, "{variant}");
        }
        let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
        let known: usize = Variant::ALL
            .map(|variant| positions(variant).count())
            .iter()
            .sum();
        assert_eq!(lines.count(), known);
    }
}
