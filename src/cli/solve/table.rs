//! A table of solved positions, one in each line of a file. Later runs can add lines.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{Write, stdout};
use std::path::Path;

use super::describe::players_text;
use super::origin::{Origin, TITLE};
use super::run::{Limits, SolverRun};
use crate::cli::files::write_pieces;
use crate::cli::{Error, note};
use crate::files::checksum::{self, VerifiedLine};
use crate::files::{AppendFile, Existing};
use crate::games::Game;
use crate::protocol::excerpt::excerpt;
use crate::rules::{Rules, Seat};
use crate::solve::verify::verify;
use crate::solve::{Win, WinBounds, WinQuery};

/// The second line of the file, below the [title](Origin::title). The columns are:
///
/// * the name of the position
/// * the winner, the turns to the win, the first turn of the win, and the steps of its proof
/// * the numbers of turns within which player 1 and player 2 have no forced win
/// * the players for whom the search looked for a win (`1`, `2` or `both`)
/// * the nodes of the search, and the checksum of the line
const COLUMNS: &str = "start\twinner\tturns\tfirst\tsteps\tno1\tno2\tfor\tnodes\tcrc32";

/// The columns of older versions, without `for`. Files with these columns have no title.
const OLD_COLUMNS: &str = "start\twinner\tturns\tfirst\tsteps\tno1\tno2\tnodes\tcrc32";

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

/// The result for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Solved {
    /// The run was interrupted.
    Interrupted,
    /// This player wins.
    Won(Seat),
    /// No win was found.
    Undecided,
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
        Ok(Self {
            file: contents.write(path, existing)?,
            title: origin.title.clone(),
            lines: HashMap::new(),
        })
    }

    /// The table in a file. Damaged lines are reported and skipped: their positions are solved
    /// again. A file of an earlier version is rewritten with the title and the columns of this version.
    ///
    /// # Errors
    ///
    /// If the file is not a table, or is the table of another game or position. The file stays as it is.
    pub(super) fn resume(path: &Path, origin: &Origin<'_>) -> Result<Self, Error> {
        let title = &origin.title;
        let (mut file, bytes) = AppendFile::open(path)?;
        // An interrupted run can leave an incomplete last line. It is dropped.
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

    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Solves a position. If its line in the table is done ([`is_done`]), only reads the result.
    pub(super) fn solve<R: Rules>(
        &mut self,
        name: &str,
        position: &R,
        task: &Task<'_>,
        run: &mut SolverRun,
    ) -> Result<Solved, Error> {
        let known = self.lines.get(name).map(String::as_str);
        if let Some(known) = known.filter(|line| is_done(line, task)) {
            return Ok(solved(known));
        }
        run.solver.clear();
        let nodes = run.nodes();
        let mut verdict = run.shortest(position, task.question, task.limits);
        let nodes = run.nodes() - nodes;
        known
            .map_or(Excluded::default(), Excluded::read)
            .add_to(&mut verdict);
        let steps = match verdict.win {
            Some(win) => match checked_proof(position, win, task.game, run)? {
                Some(steps) => steps,
                None => return Ok(Solved::Interrupted),
            },
            None if run.is_stopped() => return Ok(Solved::Interrupted),
            None => 0,
        };
        let players = players_text(task.question);
        let line = format!("{name}\t{}\t{players}\t{nodes}", line(&verdict, steps));
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
                // Sorts the rows of a winner by the number of turns: `N`, then `<=N`.
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

/// The lines of a file by the names of their positions. If a position has two lines, the later one counts.
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
    if header != COLUMNS && header != OLD_COLUMNS {
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
                let line = match line.rsplit_once('\t') {
                    Some((rest, nodes)) if header == OLD_COLUMNS => format!("{rest}\t-\t{nodes}"),
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

/// What an earlier search has shown: within how many turns each player has no forced win. `None` if
/// nothing is known.
#[derive(Clone, Copy, Default)]
struct Excluded {
    no_win_for_first: Option<u8>,
    no_win_for_second: Option<u8>,
}

impl Excluded {
    fn read(line: &str) -> Self {
        let field = |at: usize| line.split('\t').nth(at)?.parse().ok();
        Self {
            no_win_for_first: field(5),
            no_win_for_second: field(6),
        }
    }

    /// Merges these numbers into the result of a later search: keeps the greater number for each
    /// player. If the kept numbers exclude a shorter win, marks the win as the shortest.
    fn add_to(self, verdict: &mut WinBounds) {
        verdict.no_win_for_first = verdict.no_win_for_first.max(self.no_win_for_first);
        verdict.no_win_for_second = verdict.no_win_for_second.max(self.no_win_for_second);
        let no_win = |seat: Seat| match seat {
            Seat::First => verdict.no_win_for_first,
            Seat::Second => verdict.no_win_for_second,
        };
        if let Some(win) = &mut verdict.win {
            let shorter = win.turns.checked_sub(1);
            win.is_shortest |= shorter.is_none() || no_win(win.winner) >= shorter;
        }
    }
}

/// The result in a line of the table.
fn solved(line: &str) -> Solved {
    match line.split('\t').nth(1) {
        Some("1") => Solved::Won(Seat::First),
        Some("2") => Solved::Won(Seat::Second),
        _ => Solved::Undecided,
    }
}

/// The columns from `winner` to `no2` of a line.
fn line(verdict: &WinBounds, steps: usize) -> String {
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
    let number = |turns: Option<u8>| turns.map_or_else(|| "-".to_owned(), |n| n.to_string());
    format!(
        "{won}\t{}\t{}",
        number(verdict.no_win_for_first),
        number(verdict.no_win_for_second)
    )
}

/// Whether a line is done, so that its position is not searched again. A line with a winner is
/// done. A line without a winner is done if its search looked for wins of the same players as
/// `task`, and took at least as many nodes as `task` allows. Without a limit of nodes, such a line
/// is never done.
fn is_done(line: &str, task: &Task<'_>) -> bool {
    let fields: Vec<&str> = line.split('\t').collect();
    match fields.as_slice() {
        [_, "-", .., players, searched] => {
            let searched: Option<u64> = searched.parse().ok();
            let allowed = task.limits.nodes;
            *players == players_text(task.question)
                && allowed.is_some_and(|nodes| searched >= Some(nodes))
        }
        [_, _, .., _] => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_start_without_a_winner_is_searched_again_only_with_more_nodes_or_for_another_winner() {
        let is_done = |line, winners: &[Seat], nodes| {
            let task = Task {
                game: crate::games::all().first().expect("a game"),
                question: &WinQuery {
                    winners: winners.to_vec(),
                    turns: 9,
                    at_once: false,
                },
                limits: Limits { nodes, time: None },
            };
            is_done(line, &task)
        };
        let both = [Seat::First, Seat::Second];
        let undecided = "Ka1,kb3\t-\t-\t-\t-\t3\t2\tboth\t1000";
        assert!(is_done(undecided, &both, Some(1000)));
        assert!(!is_done(undecided, &both, Some(1001)));
        assert!(!is_done(undecided, &both, None));
        assert!(!is_done(undecided, &both[..1], Some(1000)));
        let first = "Ka1,kb3\t-\t-\t-\t-\t3\t-\t1\t1000";
        assert!(is_done(first, &both[..1], Some(1000)));
        assert!(!is_done(first, &both[1..], Some(1000)));
        // A line of an earlier version does not say who was to win.
        let old = "Ka1,kb3\t-\t-\t-\t-\t3\t2\t-\t1000";
        assert!(!is_done(old, &both, Some(1000)));
        let won = "Ka1,kd1\t1\t2\ta1b2*b\t9\t1\t1\tboth\t83";
        assert!(is_done(won, &both, None));
        assert!(is_done(won, &both[1..], None));
    }

    #[test]
    fn a_win_is_the_shortest_if_an_earlier_search_has_excluded_shorter_ones() {
        let before = Excluded::read("Ka1,kb3\t-\t-\t-\t-\t3\t2\tboth\t1000");
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
            line(&verdict, 9)
        };
        assert_eq!(verdict(4), "1\t4\t-\t9\t3\t2");
        assert_eq!(verdict(5), "1\t<=5\t-\t9\t3\t2");
    }
}
