//! `reviver bench`: the nodes and the speed of a fixed set of searches.

use std::io::{Write, stdout};
use std::time::{Duration, Instant};

use super::args::{self, Depth, Nodes};
use super::{Error, note};
use crate::games::{self, Game, TypedGame, Visitor};
use crate::record::score_text;
use crate::rules::{History, Rules};
use crate::search::{Control, Limits, Root, Search};

/// The default depth of each search in plies. The node counts in positions/*/bench.epd are for this
/// depth.
const DEPTH: u32 = 8;

/// Search a fixed set of positions of each built-in game, and print the numbers of nodes and the
/// speed
///
/// The counts are the same on every machine, so they show whether a change affects the search.
/// Commit messages quote the sum.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("depth", args::default_limit(DEPTH)),
    after_help = "Example: reviver bench --depth 4"
)]
pub(super) struct Args {
    /// The game [default: all games]
    #[arg(value_name = "GAME", value_parser = args::game())]
    game: Option<&'static Game>,
    #[command(flatten)]
    depth: Depth,
    #[command(flatten)]
    nodes: Nodes,
    /// Fail if the number of nodes of a game differs from the number in its file
    /// positions/GAME/bench.epd
    #[arg(long, conflicts_with_all = ["depth", "nodes"])]
    check: bool,
}

/// Nodes and time.
#[derive(Clone, Copy, Debug, Default)]
struct Effort {
    nodes: u64,
    time: Duration,
}

impl Args {
    /// Searches the positions. Prints the nodes of each game, then the sum and the speed.
    pub(super) fn run(self) -> Result<(), Error> {
        if let Some(own) = self.game.filter(|game| !game.is_built_in()) {
            return Err(Error::Usage(format!(
                "{own} has no positions for bench: only built-in games have them"
            )));
        }
        let (depth, nodes) = (self.depth.depth, self.nodes.nodes);
        let limits = Limits {
            depth: depth.or(nodes.is_none().then_some(DEPTH)),
            nodes,
            ..Limits::default()
        };
        let mut total = Effort::default();
        let mut wrong = Vec::new();
        let is_wanted =
            |variant: &&Game| self.game.is_none_or(|game| game.name() == variant.name());
        for variant in games::all().into_iter().filter(is_wanted) {
            let effort = variant.dispatch(Searches { limits: &limits })?;
            writeln!(stdout(), "{variant} {} nodes", effort.nodes)?;
            total.nodes += effort.nodes;
            total.time += effort.time;
            let stated = stated_nodes(variant);
            if self.check && stated != Some(effort.nodes) {
                let stated = stated.map_or_else(|| "no number of".to_owned(), |n| n.to_string());
                wrong.push(format!(
                    "{variant} takes {} nodes, but positions/{variant}/bench.epd states {stated} nodes",
                    effort.nodes
                ));
            }
        }
        let speed = total.nodes as f64 / total.time.as_secs_f64().max(1e-9);
        writeln!(stdout(), "{} nodes {speed:.0} nps", total.nodes)?;
        if wrong.is_empty() {
            Ok(())
        } else {
            Err(Error::Failed(wrong.join("; ")))
        }
    }
}

/// The positions in the `bench.epd` of a game.
fn positions(variant: &'static Game) -> impl Iterator<Item = &'static str> {
    let lines = variant.bench_text().lines();
    lines.filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
}

/// The number in the line `# nodes N` of the game's `bench.epd`: the nodes of all searches at the
/// default depth.
fn stated_nodes(variant: &'static Game) -> Option<u64> {
    let mut lines = variant.bench_text().lines();
    lines
        .find_map(|line| line.strip_prefix("# nodes "))
        .and_then(|count| count.parse().ok())
}

/// The searches of one game.
struct Searches<'a> {
    limits: &'a Limits,
}

impl Visitor for Searches<'_> {
    type Output = Result<Effort, Error>;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Self::Output {
        let mut search = Search::<R>::new(variant.search_options());
        let mut total = Effort::default();
        for (index, fen) in positions(variant.game()).enumerate() {
            let position: R = variant.read(fen)?;
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
    fn every_game_has_at_least_five_positions_to_search_and_a_count() {
        for variant in games::built_in() {
            assert!(positions(variant).count() >= 5, "{variant}");
            assert!(stated_nodes(variant).is_some(), "{variant}");
        }
    }
}
