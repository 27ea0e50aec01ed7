//! A table of solved positions, one in each line of a file. Later runs can add lines.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{Write, stdout};
use std::path::Path;

use super::line::{
    LineSearch, Solved, add_excluded, excluded_wins, is_done, result_columns, solved,
};
use super::origin::{Origin, TITLE};
use super::run::{Limits, SolverRun};
use crate::cli::files::write_pieces;
use crate::cli::{Error, note};
use crate::files::checksum::{self, VerifiedLine};
use crate::files::{AppendFile, Existing};
use crate::games::Game;
use crate::protocol::excerpt::excerpt;
use crate::rules::Rules;
use crate::solve::verify::verify;
use crate::solve::{Win, WinBounds, WinQuery};

/// The second line of the file, below the [title](Origin::title). The columns are:
///
/// * the name of the position
/// * the winner, the turns to the win, the first turn of the win, and the steps of its proof
/// * the numbers of turns within which player 1 and player 2 have no forced win
/// * the players for whom the search looked for a win: `1`, `2` or `both`
/// * the maximum number of turns of that win; with `--at-once`, ` at once` follows the number
/// * the nodes of the search, and the checksum of the line
const COLUMNS: &str = "start\twinner\tturns\tfirst\tsteps\tno1\tno2\tfor\twithin\tnodes\tcrc32";

/// The columns of earlier versions, and the text to insert before `nodes` for the missing columns.
/// Files of the oldest version have no title.
const OLD_COLUMNS: [(&str, &str); 2] = [
    (
        "start\twinner\tturns\tfirst\tsteps\tno1\tno2\tfor\tnodes\tcrc32",
        "-\t",
    ),
    (
        "start\twinner\tturns\tfirst\tsteps\tno1\tno2\tnodes\tcrc32",
        "-\t-\t",
    ),
];

/// The file, and its lines without their checksums. The key of a line is its first column, the
/// *name* of the position: the pieces (`Kh8,ka1`), or the turns that lead to the position.
pub(super) struct Table {
    file: AppendFile,
    title: String,
    lines: HashMap<String, String>,
}

/// What to find out about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task<'a> {
    pub(super) game: &'static Game,
    pub(super) question: &'a WinQuery,
    pub(super) limits: Limits,
}

impl Table {
    /// A new table.
    pub(super) fn create(
        path: &Path,
        existing: Existing,
        origin: &Origin<'_>,
    ) -> Result<Self, Error> {
        let contents = Contents {
            title: &origin.title,
            lines: &HashMap::new(),
            names: &[],
        };
        let _replaced = AppendFile::to_replace(path, existing)?;
        Ok(Self {
            file: contents.write(path, existing)?,
            title: origin.title.clone(),
            lines: HashMap::new(),
        })
    }

    /// The table in a file. Damaged lines are reported and skipped: their positions are solved
    /// again. A file of an earlier version is rewritten in the form of this version.
    ///
    /// # Errors
    ///
    /// If the file is not a table, or is the table of another game or position. Such a file is not
    /// changed.
    pub(super) fn resume(path: &Path, origin: &Origin<'_>) -> Result<Self, Error> {
        let title = &origin.title;
        let (mut file, bytes) = AppendFile::open(path)?;
        // Drops an incomplete last line, which an interrupted run can leave.
        let whole = bytes.iter().rposition(|&byte| byte == b'\n');
        let whole = whole.map_or(0, |at| at + 1);
        let bytes = bytes.get(..whole).unwrap_or_default();
        let lines = read(path, bytes, origin)?;
        if bytes.starts_with(format!("{title}\n{COLUMNS}\n").as_bytes()) {
            file.truncate(whole as u64)?;
        } else {
            drop(file);
            let mut names: Vec<String> = lines.keys().cloned().collect();
            names.sort_unstable();
            let contents = Contents {
                title,
                lines: &lines,
                names: &names,
            };
            file = contents.write(path, Existing::Replace)?;
        }
        Ok(Self {
            file,
            title: title.clone(),
            lines,
        })
    }

    /// The error of a run that was interrupted. `count` says what the table has.
    pub(super) fn interrupted(count: &str) -> Error {
        Error::Unfinished(format!(
            "interrupted at {count}; to continue, repeat the command with --resume"
        ))
    }

    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Solves a position. If the table has a line for it that needs no further search
    /// ([`is_done`]), only reads the result from this line.
    pub(super) fn solve<R: Rules>(
        &mut self,
        name: &str,
        position: &R,
        task: &Task<'_>,
        run: &mut SolverRun,
    ) -> Result<Solved, Error> {
        let known = self.lines.get(name).map(String::as_str);
        let search = LineSearch::planned(task.question, task.limits.nodes);
        if let Some(known) = known.filter(|line| is_done(line, &search)) {
            return Ok(solved(known));
        }
        run.solver.clear();
        let nodes = run.nodes();
        let mut verdict = run.shortest(position, task.question, task.limits);
        let nodes = run.nodes() - nodes;
        let earlier = known.map_or(WinBounds::default(), excluded_wins);
        add_excluded(&mut verdict, earlier);
        let steps = match verdict.win {
            Some(win) => match checked_proof(position, win, task.game, run)? {
                Some(steps) => steps,
                None => return Ok(Solved::Interrupted),
            },
            None if run.is_stopped() => return Ok(Solved::Interrupted),
            None => 0,
        };
        let search = search.with_nodes(nodes).or_greater(known);
        let line = format!("{name}\t{}\t{search}", result_columns(&verdict, steps));
        let solved = solved(&line);
        let checked = checksum::with_checksum(&line) + "\n";
        self.file.append(checked.as_bytes())?;
        self.lines.insert(name.to_owned(), line);
        Ok(solved)
    }

    /// Keeps only the positions with these names. Rewrites the file in the order of `names`.
    pub(super) fn keep(&mut self, names: &[String]) -> Result<(), Error> {
        let path = self.file.path().to_owned();
        let contents = Contents {
            title: &self.title,
            lines: &self.lines,
            names,
        };
        self.file = contents.write(&path, Existing::Replace)?;
        let names: HashSet<&String> = names.iter().collect();
        self.lines.retain(|name, _| names.contains(name));
        Ok(())
    }

    /// Prints the number of positions for each winner and each number of turns.
    pub(super) fn print_histogram(&self) -> Result<(), Error> {
        let mut histogram: BTreeMap<(&str, Option<u32>, &str), u32> = BTreeMap::new();
        for line in self.lines.values() {
            let mut fields = line.split('\t').skip(1);
            if let (Some(winner), Some(turns)) = (fields.next(), fields.next()) {
                // Sorts the rows of a winner by the number of turns: `5`, `<=5`, `6`, ...
                let number = turns.trim_start_matches("<=").parse().ok();
                *histogram.entry((winner, number, turns)).or_default() += 1;
            }
        }
        let mut out = stdout().lock();
        writeln!(out, "winner\tturns\tpositions")?;
        for ((winner, _, turns), count) in histogram {
            writeln!(out, "{winner}\t{turns}\t{count}")?;
        }
        Ok(())
    }
}

/// What is written into a new file.
struct Contents<'a> {
    title: &'a str,
    lines: &'a HashMap<String, String>,
    /// The names of the positions whose lines are written.
    names: &'a [String],
}

impl Contents<'_> {
    /// Writes the file, and opens it to append more lines.
    fn write(&self, path: &Path, existing: Existing) -> Result<AppendFile, Error> {
        write_pieces(path, existing, &mut |out| {
            writeln!(out, "{}\n{COLUMNS}", self.title)?;
            for line in self.names.iter().filter_map(|name| self.lines.get(name)) {
                writeln!(out, "{}", checksum::with_checksum(line))?;
            }
            Ok(())
        })?;
        Ok(AppendFile::open(path)?.0)
    }
}

/// The lines of a file by the names of their positions. If a position has two lines, the later line
/// counts.
///
/// # Errors
///
/// If the file is not a table, or is the table of another game or position.
fn read(path: &Path, bytes: &[u8], origin: &Origin<'_>) -> Result<HashMap<String, String>, Error> {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = (1..).zip(text.lines()).peekable();
    let title = lines.next_if(|(_, line)| line.starts_with(TITLE));
    let (at, header) = lines.next().unwrap_or((1, ""));
    let failed = |text: String| Err(Error::Failed(format!("{}: {text}", path.display())));
    if title.is_some_and(|(_, title)| title != origin.title) {
        return failed(format!(
            "line 1: this is the table of another game or position; the first line must be {:?}",
            origin.title
        ));
    }
    let old = OLD_COLUMNS.iter().find(|(columns, _)| *columns == header);
    if header != COLUMNS && old.is_none() {
        return failed(format!(
            "line {at}: this is not a table of solved positions with checksums; the columns of such a table \
             are {COLUMNS:?}"
        ));
    }
    let columns = header.split('\t').count() - 1;
    let mut read = HashMap::new();
    for (number, line) in lines {
        let complaint = match checksum::verify(line) {
            Ok(VerifiedLine::Checked(line)) if line.split('\t').count() == columns => {
                let name = line.split('\t').next().unwrap_or_default();
                let line = match (old, line.rsplit_once('\t')) {
                    (Some((_, missing)), Some((rest, nodes))) => {
                        format!("{rest}\t{missing}{nodes}")
                    }
                    _ => line.to_owned(),
                };
                read.insert(name.to_owned(), line);
                continue;
            }
            Ok(_) => format!("a line must have {columns} columns and a checksum"),
            Err(error) => error.to_string(),
        };
        note(&format!(
            "{}: line {number}: {complaint}; the line is skipped, and its position is solved again",
            path.display()
        ));
    }
    if title.is_none()
        && let Some(name) = read.keys().filter(|name| !(origin.can_have)(name)).min()
    {
        return failed(format!(
            "this is the table of another game or position: its position '{}' cannot occur in this run",
            excerpt(name)
        ));
    }
    Ok(read)
}

/// Proves a win, and verifies the proof by the rules alone. Returns the number of steps of the
/// proof; `None` if the run was interrupted.
fn checked_proof<R: Rules>(
    position: &R,
    win: Win,
    game: &'static Game,
    run: &mut SolverRun,
) -> Result<Option<usize>, Error> {
    let Some(proof) = run.proof(position, win) else {
        return Ok(None);
    };
    let mut text = Vec::new();
    proof.write(game, &mut text)?;
    verify(&String::from_utf8_lossy(&text))
        .map_err(|flaw| Error::Failed(format!("{}: {flaw}", position.setup())))?;
    Ok(Some(proof.len()))
}
