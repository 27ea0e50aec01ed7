//! `reviver bench`: node count and speed of a fixed set of searches.

use std::io::{Write, stdout};
use std::time::{Duration, Instant};

use super::args::{self, Depth, Nodes};
use super::{Error, note};
use crate::notation::position;
use crate::record::score_text;
use crate::rules::{History, Rules, Variant, Visitor};
use crate::search::{Control, Limits, Options, Search};

/// The positions: on each line the name of a game and a FEN.
const POSITIONS: &str = include_str!("../../positions/bench.epd");

/// Depth of each search if there is no limit.
const DEPTH: u32 = 8;

/// Search fixed positions of all games and print the node count and the speed
///
/// The node count is the same on every machine. If a change of the program changes it, the change
/// affects the search; commit messages then quote the new count.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("depth", args::default_limit(DEPTH)),
    after_help = "Example: reviver bench --depth 4"
)]
pub(super) struct Args {
    #[command(flatten)]
    depth: Depth,
    #[command(flatten)]
    nodes: Nodes,
}

/// Nodes and time.
#[derive(Clone, Copy, Debug, Default)]
struct Work {
    nodes: u64,
    time: Duration,
}

impl Args {
    /// Searches all positions and prints the sum.
    pub(super) fn run(self) -> Result<(), Error> {
        let (depth, nodes) = (self.depth.depth, self.nodes.nodes);
        let limits = Limits {
            depth: depth.or(nodes.is_none().then_some(DEPTH)),
            nodes,
            ..Limits::default()
        };
        let mut total = Work::default();
        for variant in Variant::ALL {
            let work = variant.dispatch(Suite { limits: &limits })?;
            total.nodes += work.nodes;
            total.time += work.time;
        }
        let speed = total.nodes as f64 / total.time.as_secs_f64().max(1e-9);
        writeln!(stdout(), "{} nodes {speed:.0} nps", total.nodes)?;
        Ok(())
    }
}

/// The positions of a game in the order of the file.
fn positions(variant: Variant) -> impl Iterator<Item = &'static str> {
    POSITIONS
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter(move |(name, _)| *name == variant.name())
        .map(|(_, fen)| fen)
}

/// The searches of one game.
struct Suite<'a> {
    limits: &'a Limits,
}

impl Visitor for Suite<'_> {
    type Output = Result<Work, Error>;

    fn visit<R: Rules>(self, variant: Variant) -> Self::Output {
        let mut search = Search::<R>::new(Options::of(variant));
        let mut total = Work::default();
        for (index, fen) in positions(variant).enumerate() {
            let position: R = position::read(variant, fen)?;
            let history = History::starting_at(&position);
            search.clear();
            let started = Instant::now();
            let best = search.go(
                &position,
                history.keys(),
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
