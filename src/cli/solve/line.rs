//! A line of a table of solved positions: the result for its position, and the search that wrote
//! the line.

use std::fmt;

use crate::rules::Seat;
use crate::solve::{Win, WinBounds, WinQuery};

/// The end of the column `within` if the search was run with `--at-once`, as in `9 at once`.
const AT_ONCE: &str = " at once";

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

/// What a search looks for, and its nodes: the columns `for`, `within` and `nodes` of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LineSearch {
    /// The players whose win is searched for.
    winners: Vec<Seat>,
    /// The search is for wins in at most this many turns.
    turns: u8,
    /// Whether the search allows all `turns` turns at once. Otherwise it looks for shorter wins
    /// first.
    at_once: bool,
    nodes: u64,
}

impl LineSearch {
    /// The planned search for an answer to this question, with this limit of nodes.
    pub(super) fn planned(question: &WinQuery, nodes: Option<u64>) -> Self {
        Self {
            winners: question.winners.clone(),
            turns: question.turns,
            at_once: question.at_once,
            nodes: nodes.unwrap_or(u64::MAX),
        }
    }

    /// This search with the number of nodes that it took.
    pub(super) fn with_nodes(self, nodes: u64) -> Self {
        Self { nodes, ..self }
    }

    /// The search that wrote `line`, if it [covers](Self::covers) `self`. Otherwise `self`.
    pub(super) fn or_greater(self, line: Option<&str>) -> Self {
        let earlier = line.and_then(Self::read);
        earlier
            .filter(|earlier| earlier.covers(&self))
            .unwrap_or(self)
    }

    /// The search that wrote this line. `None` if the column `within` is `-`, as in lines of
    /// earlier versions of the program.
    fn read(line: &str) -> Option<Self> {
        let mut fields = line.split('\t').skip(7);
        let winners = match fields.next()? {
            "1" => vec![Seat::First],
            "2" => vec![Seat::Second],
            "both" => vec![Seat::First, Seat::Second],
            _ => return None,
        };
        let within = fields.next()?;
        let number = within.strip_suffix(AT_ONCE);
        Some(Self {
            winners,
            turns: number.unwrap_or(within).parse().ok()?,
            at_once: number.is_some(),
            nodes: fields.next()?.parse().ok()?,
        })
    }

    /// Whether this search makes `other` unnecessary. Both must be for the same players, and both
    /// with `--at-once` or both without. This search must have at least as many turns and nodes.
    fn covers(&self, other: &Self) -> bool {
        self.players() == other.players()
            && self.at_once == other.at_once
            && self.turns >= other.turns
            && self.nodes >= other.nodes
    }

    /// The column `for`.
    fn players(&self) -> String {
        match self.winners.as_slice() {
            [winner] => winner.number().to_string(),
            _ => "both".to_owned(),
        }
    }
}

impl fmt::Display for LineSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (players, turns) = (self.players(), self.turns);
        let at_once = if self.at_once { AT_ONCE } else { "" };
        write!(f, "{players}\t{turns}{at_once}\t{}", self.nodes)
    }
}

/// Whether a line is done, so that its position is not searched again for `search`. A line is done
/// in three cases:
///
/// * It has a winner.
/// * It excludes all wins that `search` looks for.
/// * Its own search [covers](LineSearch::covers) `search`.
pub(super) fn is_done(line: &str, search: &LineSearch) -> bool {
    let excluded = excluded_wins(line);
    let is_excluded = |&seat: &Seat| excluded.no_win(seat) >= Some(search.turns);
    !matches!(solved(line), Solved::Undecided)
        || search.winners.iter().all(is_excluded)
        || LineSearch::read(line).is_some_and(|earlier| earlier.covers(search))
}

/// Reads within how many turns each player is known to have no forced win: the columns `no1` and
/// `no2` of a line.
pub(super) fn excluded_wins(line: &str) -> WinBounds {
    let field = |at: usize| line.split('\t').nth(at)?.parse().ok();
    WinBounds {
        win: None,
        no_win_for_first: field(5),
        no_win_for_second: field(6),
    }
}

/// Merges the excluded wins of an earlier search into the result of a later one: for each player,
/// keeps the greater number of turns within which a win is excluded. Then marks a win in the result
/// as the shortest if every shorter win of the same player is excluded.
pub(super) fn add_excluded(verdict: &mut WinBounds, earlier: WinBounds) {
    verdict.no_win_for_first = verdict.no_win_for_first.max(earlier.no_win_for_first);
    verdict.no_win_for_second = verdict.no_win_for_second.max(earlier.no_win_for_second);
    let merged = *verdict;
    if let Some(win) = &mut verdict.win {
        let shorter = win.turns.checked_sub(1);
        win.is_shortest |= shorter.is_none() || merged.no_win(win.winner) >= shorter;
    }
}

/// The result in a line of the table.
pub(super) fn solved(line: &str) -> Solved {
    match line.split('\t').nth(1) {
        Some("1") => Solved::Won(Seat::First),
        Some("2") => Solved::Won(Seat::Second),
        _ => Solved::Undecided,
    }
}

/// The columns from `winner` to `no2` of a line.
pub(super) fn result_columns(verdict: &WinBounds, steps: usize) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    fn search(winners: &[Seat], turns: u8, nodes: Option<u64>) -> LineSearch {
        let question = WinQuery {
            winners: winners.to_vec(),
            turns,
            at_once: false,
        };
        LineSearch::planned(&question, nodes)
    }

    #[test]
    fn a_line_without_a_winner_is_done_only_for_the_same_players_and_at_most_as_many_nodes() {
        let is_done = |line, winners, nodes| is_done(line, &search(winners, 9, nodes));
        let undecided = "Ka1,kb3\t-\t-\t-\t-\t3\t2\tboth\t9\t1000";
        assert!(is_done(undecided, &BOTH, Some(1000)));
        assert!(!is_done(undecided, &BOTH, Some(1001)));
        assert!(!is_done(undecided, &BOTH, None));
        assert!(!is_done(undecided, &BOTH[..1], Some(1000)));
        let first = "Ka1,kb3\t-\t-\t-\t-\t3\t-\t1\t9\t1000";
        assert!(is_done(first, &BOTH[..1], Some(1000)));
        assert!(!is_done(first, &BOTH[1..], Some(1000)));
        // The oldest lines have `-` in the columns `for` and `within`, later ones in `within` only.
        let oldest = "Ka1,kb3\t-\t-\t-\t-\t3\t2\t-\t-\t1000";
        assert!(!is_done(oldest, &BOTH, Some(1000)));
        let old = "Ka1,kb3\t-\t-\t-\t-\t3\t2\tboth\t-\t1000";
        assert!(!is_done(old, &BOTH, Some(1000)));
        let won = "Ka1,kd1\t1\t2\ta1b2*b\t9\t1\t1\tboth\t9\t83";
        assert!(is_done(won, &BOTH, None));
        assert!(is_done(won, &BOTH[1..], None));
    }

    #[test]
    fn a_line_without_a_winner_is_done_only_for_a_search_with_at_most_as_many_turns() {
        let is_done = |line, winners, turns| is_done(line, &search(winners, turns, Some(1)));
        let proven = "Ka1,kb3\t-\t-\t-\t-\t2\t2\tboth\t2\t1000";
        assert!(is_done(proven, &BOTH, 2));
        assert!(!is_done(proven, &BOTH, 3));
    }

    #[test]
    fn a_line_that_excludes_all_wins_is_done_for_any_number_of_nodes() {
        let excluded = "Ka1,kb3\t-\t-\t-\t-\t2\t1\tboth\t9\t1000";
        for (winners, turns, done) in [
            (&BOTH[..], 1, true),
            (&BOTH, 2, false),
            (&BOTH[..1], 2, true),
            (&BOTH[1..], 2, false),
        ] {
            let search = search(winners, turns, None);
            assert_eq!(is_done(excluded, &search), done, "{search:?}");
        }
        let unknown = "Ka1,kb3\t-\t-\t-\t-\t2\t-\tboth\t9\t1000";
        assert!(!is_done(unknown, &search(&BOTH, 0, None)));
    }

    #[test]
    fn a_line_without_a_winner_is_not_done_if_only_one_of_the_searches_is_at_once() {
        let way = |at_once| LineSearch {
            at_once,
            ..search(&BOTH, 9, Some(1000))
        };
        for at_once in [false, true] {
            let search = way(at_once);
            let line = format!("Ka1,kb3\t-\t-\t-\t-\t3\t2\t{search}");
            assert!(is_done(&line, &search), "{line}");
            assert!(!is_done(&line, &way(!at_once)), "{line}");
        }
        assert_eq!(way(true).to_string(), "both\t9 at once\t1000");
    }

    #[test]
    fn a_line_names_the_earlier_search_only_if_it_covers_the_later_one() {
        let line = "Ka1,kb3\t-\t-\t-\t-\t3\t2\tboth\t9\t1000";
        for (winners, turns, nodes, columns) in [
            (&BOTH[..], 9, 10, "both\t9\t1000"),
            (&BOTH, 2, 10, "both\t9\t1000"),
            (&BOTH, 9, 1001, "both\t9\t1001"),
            (&BOTH, 10, 10, "both\t10\t10"),
            (&BOTH[1..], 9, 10, "2\t9\t10"),
        ] {
            let search = search(winners, turns, None).with_nodes(nodes);
            assert_eq!(search.or_greater(Some(line)).to_string(), columns);
        }
        let search = search(&BOTH, 9, None).with_nodes(10);
        assert_eq!(search.or_greater(None).to_string(), "both\t9\t10");
    }

    #[test]
    fn a_win_is_the_shortest_if_an_earlier_search_has_excluded_shorter_ones() {
        let before = excluded_wins("Ka1,kb3\t-\t-\t-\t-\t3\t2\tboth\t9\t1000");
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
            add_excluded(&mut verdict, before);
            result_columns(&verdict, 9)
        };
        assert_eq!(verdict(4), "1\t4\t-\t9\t3\t2");
        assert_eq!(verdict(5), "1\t<=5\t-\t9\t3\t2");
    }
}
