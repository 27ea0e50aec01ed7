//! A table of solved positions, a line each, in a file that grows and can be gone on with.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write, stdout};
use std::path::{Path, PathBuf};

use super::work::Work;
use super::{Args, failed, order, replace};
use crate::cli::Error;
use crate::rules::{Rules, Seat, Variant};
use crate::solve::verify::verify;
use crate::solve::{Win, WinBounds, WinQuery};

/// The first line of the file: the position; who wins, in how many turns, with which first turn, in
/// how many positions of the proof; turns within which each player is shown to have no win; and
/// nodes of the search.
const COLUMNS: &str = "start\twinner\tturns\tfirst\tsteps\tno1\tno2\tnodes";

/// The file, and its lines by the names of their positions.
pub(super) struct Table {
    path: PathBuf,
    file: File,
    lines: HashMap<String, String>,
}

impl Table {
    /// The table in a file, which is made where there is none.
    pub(super) fn open(path: &Path) -> Result<Self, Error> {
        let lines = read(path)?;
        let mut names: Vec<String> = lines.keys().cloned().collect();
        names.sort_unstable();
        Ok(Self {
            path: path.to_owned(),
            file: rewrite(path, &lines, &names)?,
            lines,
        })
    }

    /// How many positions it has.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Solves a position unless its line is there and needs no more work. `None` when it was
    /// interrupted, otherwise who wins as far as that is known.
    pub(super) fn solve<R: Rules>(
        &mut self,
        args: &Args,
        name: &str,
        position: &R,
        task: (Variant, &WinQuery),
        work: &mut Work,
    ) -> Result<Option<Option<Seat>>, Error> {
        let known = self.lines.get(name);
        if let Some(known) = known.filter(|line| is_done(line, args.nodes)) {
            return Ok(Some(winner(known)));
        }
        let before = known.map_or(Before::default(), |line| Before::read(line));
        let Some(line) = solve_one(args, position, task, before, work)? else {
            return Ok(None);
        };
        let line = format!("{name}\t{line}");
        let winner = winner(&line);
        writeln!(self.file, "{line}").map_err(|error| failed(&self.path, error))?;
        self.lines.insert(name.to_owned(), line);
        Ok(Some(winner))
    }

    /// Writes the file anew, with the lines of these names in their order and no others.
    pub(super) fn keep(&mut self, names: &[String]) -> Result<(), Error> {
        self.file = rewrite(&self.path, &self.lines, names)?;
        let names: HashSet<&String> = names.iter().collect();
        self.lines.retain(|name, _| names.contains(name));
        Ok(())
    }

    /// How many positions each player wins in how many turns.
    pub(super) fn print_histogram(&self) -> Result<(), Error> {
        let mut histogram: BTreeMap<(&str, &str), u32> = BTreeMap::new();
        for line in self.lines.values() {
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

/// Writes the lines of these names, and opens the file for more.
fn rewrite(path: &Path, lines: &HashMap<String, String>, names: &[String]) -> Result<File, Error> {
    replace(path, &mut |out| {
        writeln!(out, "{COLUMNS}")?;
        for line in names.iter().filter_map(|name| lines.get(name)) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    })?;
    let file = OpenOptions::new().append(true).open(path);
    file.map_err(|error| failed(path, error))
}

/// The lines of a file by their names; none where there is no file.
fn read(path: &Path) -> Result<HashMap<String, String>, Error> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(HashMap::new()),
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
    // Of two lines for one position the later one is kept.
    (2..).zip(lines).map(named).collect()
}

/// The line of one position behind its name; `None` when it was interrupted.
fn solve_one<R: Rules>(
    args: &Args,
    position: &R,
    (variant, question): (Variant, &WinQuery),
    before: Before,
    work: &mut Work,
) -> Result<Option<String>, Error> {
    let nodes = work.nodes();
    work.solver.clear();
    let mut verdict = work.shortest(position, question, args.nodes, args.deadline());
    let nodes = work.nodes() - nodes;
    before.add_to(&mut verdict);
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

/// What an earlier search has shown of a position that it did not solve.
#[derive(Clone, Copy, Default)]
struct Before {
    no_win_for_first: Option<u8>,
    no_win_for_second: Option<u8>,
}

impl Before {
    fn read(line: &str) -> Self {
        let field = |at: usize| line.split('\t').nth(at)?.parse().ok();
        Self {
            no_win_for_first: field(5),
            no_win_for_second: field(6),
        }
    }

    /// A later search need not show it again, and may find the shortest win without knowing.
    fn add_to(self, verdict: &mut WinBounds) {
        verdict.no_win_for_first = verdict.no_win_for_first.max(self.no_win_for_first);
        verdict.no_win_for_second = verdict.no_win_for_second.max(self.no_win_for_second);
        let fails = |seat: Seat| match seat {
            Seat::First => verdict.no_win_for_first,
            Seat::Second => verdict.no_win_for_second,
        };
        if let Some(win) = &mut verdict.win {
            let shorter = win.turns.checked_sub(1);
            win.is_shortest |= shorter.is_none() || fails(win.winner) >= shorter;
        }
    }
}

/// Who wins, by a line of the table.
fn winner(line: &str) -> Option<Seat> {
    match line.split('\t').nth(1) {
        Some("1") => Some(Seat::First),
        Some("2") => Some(Seat::Second),
        _ => None,
    }
}

fn line(verdict: &WinBounds, steps: usize, nodes: u64) -> String {
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
        fails(verdict.no_win_for_first),
        fails(verdict.no_win_for_second)
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
    fn a_win_is_the_shortest_where_an_earlier_search_has_excluded_shorter_ones() {
        let before = Before::read("Ka1,kb3\t-\t-\t-\t-\t3\t2\t1000");
        let verdict = |turns| {
            let mut verdict = WinBounds {
                win: Some(Win {
                    winner: Seat::First,
                    turns,
                    is_shortest: false,
                    first: None,
                }),
                ..WinBounds::default()
            };
            before.add_to(&mut verdict);
            line(&verdict, 9, 50)
        };
        assert_eq!(verdict(4), "1\t4\t-\t9\t3\t2\t50");
        assert_eq!(verdict(5), "1\t<=5\t-\t9\t3\t2\t50");
    }
}
