//! Every start of a game solved, a line each, in a file that grows and can be gone on with.

use std::collections::{BTreeMap, HashMap};
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write, stdout};
use std::path::Path;

use super::work::Work;
use super::{Args, failed, order, replace};
use crate::board::Setup;
use crate::cli::{Error, note};
use crate::rules::{Rules, Variant};
use crate::solve::verify::verify;
use crate::solve::{Verdict, Win};

/// The first line of the file: the pieces on the board; who wins, in how many turns, with which
/// first turn, in how many positions of the proof; turns within which each player is shown to have
/// no win; and nodes of the search.
const COLUMNS: &str = "start\twinner\tturns\tfirst\tsteps\tno1\tno2\tnodes";

/// The lines of a file, by the name of their start.
struct Lines(HashMap<String, String>);

/// Solves the starts that the file lacks, or could not be solved with as many nodes as there are
/// now, and adds them to it.
pub(super) fn solve<R: Rules>(
    args: &Args,
    variant: Variant,
    path: &Path,
    work: &mut Work,
) -> Result<(), Error> {
    let starts = variant.starts();
    let mut lines = Lines::read(path)?;
    lines.write(&starts, path)?;
    let mut file = OpenOptions::new()
        .append(true)
        .open(path)
        .map_err(|error| failed(path, error))?;
    for (number, start) in (1..).zip(&starts) {
        let name = name(start);
        let known = lines.0.get(&name);
        if known.is_some_and(|line| is_done(line, args.nodes)) {
            continue;
        }
        work.show(format!("{number} of {}, {name}: ", starts.len()));
        let position = R::from_setup(variant, *start)?;
        let Some(line) = solve_one(args, variant, &position, work)? else {
            break;
        };
        let line = format!("{name}\t{line}");
        writeln!(file, "{line}").map_err(|error| failed(path, error))?;
        lines.0.insert(name, line);
    }
    work.finish();
    lines.write(&starts, path)?;
    note(&format!("{} of {} starts", lines.0.len(), starts.len()));
    lines.print_histogram()
}

/// The line of one start behind its name; `None` when it was interrupted.
fn solve_one<R: Rules>(
    args: &Args,
    variant: Variant,
    position: &R,
    work: &mut Work,
) -> Result<Option<String>, Error> {
    let before = work.nodes();
    work.solver.clear();
    let question = args.question(position);
    let verdict = work.shortest(position, &question, args.nodes, args.deadline());
    let nodes = work.nodes() - before;
    let mut steps = 0;
    if let Some(win) = verdict.win {
        let Some(proof) = work.proof(position, order(win)) else {
            return Ok(None);
        };
        let mut text = Vec::new();
        proof.write(variant, &mut text)?;
        // What goes into the table has been checked by the rules alone.
        verify(&String::from_utf8_lossy(&text))
            .map_err(|flaw| Error::Failed(format!("{}: {flaw}", position.setup())))?;
        steps = proof.len();
    } else if work.is_stopped() {
        return Ok(None);
    }
    Ok(Some(line(&verdict, steps, nodes)))
}

fn line(verdict: &Verdict, steps: usize, nodes: u64) -> String {
    let won = match verdict.win {
        Some(Win {
            winner,
            turns,
            is_shortest,
            first,
        }) => format!(
            "{}\t{}{turns}\t{}\t{steps}",
            winner.number(),
            if is_shortest { "" } else { "<=" },
            first.map_or_else(|| "-".to_owned(), |turn| turn.to_string()),
        ),
        None => "-\t-\t-\t-".to_owned(),
    };
    let fails = |turns: Option<u8>| turns.map_or_else(|| "-".to_owned(), |n| n.to_string());
    format!(
        "{won}\t{}\t{}\t{nodes}",
        fails(verdict.first_fails),
        fails(verdict.second_fails)
    )
}

/// Whether a line needs no more work: it has a winner, or was searched with at least as many nodes.
fn is_done(line: &str, nodes: Option<u64>) -> bool {
    let fields: Vec<&str> = line.split('\t').collect();
    match fields.as_slice() {
        [_, "-", .., searched] => {
            let searched: Option<u64> = searched.parse().ok();
            nodes.is_some_and(|nodes| searched >= Some(nodes))
        }
        [_, _, .., _] => true,
        _ => false,
    }
}

/// A start by what stands on the board, White's pieces first, such as `Kh8,ka1`.
fn name(setup: &Setup) -> String {
    let placement = &setup.placement;
    let pieces = placement.occupied().into_iter();
    let mut names: Vec<String> = pieces
        .filter_map(|square| Some(format!("{}{square}", placement.piece_at(square)?.char())))
        .collect();
    // Capitals are White's and sort first.
    names.sort_unstable();
    if names.is_empty() {
        return "empty".to_owned();
    }
    names.join(",")
}

impl Lines {
    fn read(path: &Path) -> Result<Self, Error> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self(HashMap::new())),
            Err(error) => return Err(failed(path, error)),
        };
        // A line cut off by the end of an earlier run is done again.
        let whole = text.rfind('\n').map_or("", |at| &text[..at]);
        let mut lines = whole.lines();
        if lines.next() != Some(COLUMNS) {
            return Err(Error::Failed(format!(
                "{}: line 1: it is no table of starts, which begins with {COLUMNS:?}",
                path.display()
            )));
        }
        let columns = COLUMNS.split('\t').count();
        let named = |(number, line): (usize, &str)| {
            let start = line.split('\t').next().unwrap_or_default();
            if line.split('\t').count() == columns {
                Ok((start.to_owned(), line.to_owned()))
            } else {
                Err(Error::Failed(format!(
                    "{}: line {number}: it must have {columns} columns",
                    path.display()
                )))
            }
        };
        // Of two lines for one start the later one is kept.
        Ok(Self((2..).zip(lines).map(named).collect::<Result<_, _>>()?))
    }

    /// Writes the file anew, in the order of the starts.
    fn write(&self, starts: &[Setup], path: &Path) -> Result<(), Error> {
        replace(path, &mut |out| {
            writeln!(out, "{COLUMNS}")?;
            for start in starts {
                if let Some(line) = self.0.get(&name(start)) {
                    writeln!(out, "{line}")?;
                }
            }
            Ok(())
        })
    }

    /// How many starts each player wins in how many turns.
    fn print_histogram(&self) -> Result<(), Error> {
        let mut histogram: BTreeMap<(&str, &str), u32> = BTreeMap::new();
        for line in self.0.values() {
            let mut fields = line.split('\t').skip(1);
            if let (Some(winner), Some(turns)) = (fields.next(), fields.next()) {
                *histogram.entry((winner, turns)).or_default() += 1;
            }
        }
        let mut out = stdout().lock();
        writeln!(out, "winner\tturns\tstarts")?;
        for ((winner, turns), count) in histogram {
            writeln!(out, "{winner}\t{turns}\t{count}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_open_start_is_searched_again_with_more_nodes_only() {
        let open = "Ka1,kb3\t-\t-\t-\t-\t3\t2\t1000";
        assert!(is_done(open, Some(1000)));
        assert!(!is_done(open, Some(1001)));
        assert!(!is_done(open, None));
        assert!(is_done("Ka1,kd1\t1\t2\ta1b2*b\t9\t1\t1\t83", None));
    }

    #[test]
    fn every_start_has_a_name_of_its_own() {
        let names: std::collections::HashSet<String> =
            Variant::UnplayRandom.starts().iter().map(name).collect();
        assert_eq!(names.len(), crate::rules::variant::KING_PLACEMENTS);
        assert!(names.contains("Kh8,ka1"));
        assert_eq!(name(&Variant::Unachess.start(0)), "empty");
    }
}
