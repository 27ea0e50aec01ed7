//! The report, as data for programs and as a table for people.

use std::fmt::Write;

use serde::Serialize;

use super::forced::ForcedWin;
use super::mean::Mean;
use super::measure::{Row, WeightsOrigin};
use super::plan::{Comparison, NODE_RATIO, Settings};
use crate::plural::counted;
use crate::record::ending_title;
use crate::stats::counts::Estimate;

/// The result of a comparison. It contains no dates or durations. If the same program plays all
/// games of a comparison again, the report is the same.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The program and its version.
    pub program: String,
    /// How the games were compared.
    pub settings: Settings,
    /// The ratio of the node limits in the games at two strengths. The node limit of the weaker
    /// player is rounded down, but at least 1.
    pub ratio: u64,
    /// Whether all games have been played.
    pub complete: bool,
    /// The rows.
    pub rows: Vec<Row>,
}

impl Report {
    /// A report on these rows. `missing` is the number of games that have not been played yet.
    pub(super) fn new(comparison: &Comparison, rows: Vec<Row>, missing: usize) -> Self {
        Self {
            program: format!("Reviver {}", env!("CARGO_PKG_VERSION")),
            settings: comparison.settings,
            ratio: NODE_RATIO,
            complete: missing == 0,
            rows,
        }
    }
}

/// A share with its interval, as in `54 % (49 to 59)`.
pub(super) fn percent(share: Option<Estimate>) -> String {
    share.map_or_else(
        || "-".to_owned(),
        |share| {
            format!(
                "{:.0} % ({:.0} to {:.0})",
                100.0 * share.value,
                100.0 * share.low,
                100.0 * share.high
            )
        },
    )
}

/// A mean with its interval, as in `54.1 (49.1 to 59.1)`, or without one, as in `3.0 (-)`.
pub(super) fn number(mean: Option<Mean>) -> String {
    let Some(Mean { value, low, high }) = mean else {
        return "-".to_owned();
    };
    match low.zip(high) {
        Some((low, high)) => format!("{value:.1} ({low:.1} to {high:.1})"),
        None => format!("{value:.1} (-)"),
    }
}

/// Remarks on a row: its forced win, its weights, and a note if no game at even strength has a
/// capture or an un-capture.
pub(super) fn remark(row: &Row) -> String {
    let mut words = Vec::new();
    if let Some(forced) = row.forced {
        words.push(forced_words(forced));
    }
    words.push(match row.weights {
        WeightsOrigin::Own => row.weights.description().to_owned(),
        WeightsOrigin::OfBase | WeightsOrigin::OfAnotherGoal => {
            format!("{} ({})", row.weights.description(), row.weights_game)
        }
    });
    if row.games > 0 && row.captures.is_some_and(|captures| captures.value == 0.0) {
        let what = if row.reverse {
            "nothing is ever un-captured"
        } else {
            "nothing is ever captured"
        };
        words.push(what.to_owned());
    }
    words.join("; ")
}

/// A forced win, as in `the first player wins by force in 3 turns`. If the win takes at most one
/// turn, the game is a dud, and the text begins with `dud: `.
fn forced_words(forced: ForcedWin) -> String {
    let dud = if forced.is_dud() { "dud: " } else { "" };
    let player = match forced.first_player {
        Some(true) => "the first player",
        Some(false) => "the second player",
        None => "either the first or the second player",
    };
    // `forced.turns` is 0 if every turn of the opponent loses at once. The text then says "1 turn".
    let turns = counted(forced.turns.max(1), "turn");
    match forced.starts {
        0 | 1 => format!("{dud}{player} wins by force in {turns}"),
        starts => format!(
            "{dud}from each of {starts} random starts {player} wins by force in at most {turns}"
        ),
    }
}

/// The endings of a row with their counts, the most frequent first, as in
/// `whole army un-captured 31, threefold repetition 9`.
pub(super) fn endings(row: &Row) -> String {
    let mut endings: Vec<(&String, &u64)> = row.endings.iter().collect();
    endings.sort_by(|one, other| other.1.cmp(one.1).then(one.0.cmp(other.0)));
    let words: Vec<String> = endings
        .into_iter()
        .map(|(ending, count)| format!("{} {count}", ending_title(ending)))
        .collect();
    words.join(", ")
}

/// Explains the mark after the name of a game.
pub(super) const MARK_MEANING: &str = "* weights of another goal: they were fitted to a game with another goal or \
                                       scoring, so the engine plays this game badly; tune weights for it and \
                                       compare again";

/// The mark after the name of a game that is played with weights of another goal.
fn mark(row: &Row) -> &'static str {
    match row.weights {
        WeightsOrigin::OfAnotherGoal => " *",
        WeightsOrigin::Own | WeightsOrigin::OfBase => "",
    }
}

/// Whether any row has a mark.
pub(super) fn has_marks(report: &Report) -> bool {
    report.rows.iter().any(|row| !mark(row).is_empty())
}

/// The headings of the columns, and the cells of each row.
pub(super) fn columns(report: &Report) -> (Vec<&'static str>, Vec<Vec<String>>) {
    let heads = vec![
        "game",
        "first player",
        "draws",
        "plies",
        "choices",
        "stronger player",
        "lead changes",
        "castling",
        "en passant",
        "promotion",
        "captures",
    ];
    let rows = report.rows.iter().map(|row| {
        vec![
            format!("{}{}", row.game, mark(row)),
            percent(row.first_player),
            percent(row.draws),
            number(row.plies),
            number(row.choices),
            percent(row.stronger_player),
            number(row.lead_changes),
            percent(row.castling),
            percent(row.en_passant),
            percent(row.promotion),
            number(row.captures),
        ]
    });
    (heads, rows.collect())
}

/// The report for people. If its table is wider than `width` columns, each game has a list of its
/// values instead. `None`: the table may have any width.
#[must_use]
pub fn table(report: &Report, width: Option<usize>) -> String {
    let (heads, rows) = columns(report);
    let mut text = grid(&heads, &rows);
    if width.is_some_and(|width| text.lines().any(|line| line.chars().count() > width)) {
        text = lists(&heads, &rows);
    }
    if has_marks(report) {
        let _ = writeln!(text, "{MARK_MEANING}");
    }
    text.push('\n');
    for row in &report.rows {
        // The definition of a built-in game is its name.
        if row.definition == row.game {
            let _ = writeln!(text, "{}", row.game);
        } else {
            let _ = writeln!(text, "{}: {}", row.game, row.definition);
        }
        let _ = writeln!(text, "  {}", remark(row));
        if !row.endings.is_empty() {
            let _ = writeln!(text, "  endings: {}", endings(row));
        }
    }
    let _ = writeln!(
        text,
        "\n{}: {}; seed {}",
        report.program,
        games_played(report),
        report.settings.seed
    );
    text
}

/// The table: a line for each game.
fn grid(heads: &[&str], rows: &[Vec<String>]) -> String {
    let widths: Vec<usize> = heads
        .iter()
        .enumerate()
        .map(|(column, head)| {
            let cells = rows.iter().map(|row| row[column].len());
            cells.chain([head.len()]).max().unwrap_or_default()
        })
        .collect();
    let mut text = String::new();
    let heads: Vec<String> = heads.iter().map(|&head| head.to_owned()).collect();
    for row in [&heads].into_iter().chain(rows) {
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let _ = match column {
                0 => write!(text, "{cell:<width$}"),
                _ => write!(text, "  {cell:>width$}"),
            };
        }
        text.push('\n');
    }
    text
}

/// The values of one game after the other, each on a line of its own after its heading.
fn lists(heads: &[&str], rows: &[Vec<String>]) -> String {
    let widths = heads.iter().map(|head| head.len());
    let width = widths.max().unwrap_or_default();
    let mut text = String::new();
    for row in rows {
        let mut cells = heads.iter().zip(row);
        if let Some((_, game)) = cells.next() {
            let _ = writeln!(text, "{game}");
        }
        for (head, cell) in cells {
            let _ = writeln!(text, "  {head:<width$}  {cell}");
        }
    }
    text
}

/// How many games of each variant are played, and with how many nodes a turn. Duds are not played.
pub(super) fn games_played(report: &Report) -> String {
    let Settings { games, nodes, .. } = report.settings;
    let nodes = counted(nodes, "node");
    format!(
        "for each variant that is not a dud: {} between equal players ({nodes} a turn), then {} against a \
         weaker player ({} a turn)",
        counted(games, "game"),
        counted(report.settings.games_at_two_strengths(), "game"),
        counted(report.settings.weaker_nodes(), "node")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dash_replaces_a_missing_interval_or_mean() {
        let numbers = |numbers: [f64; 3]| number(Mean::of(numbers.into_iter()));
        assert_eq!(numbers([3.0; 3]), "3.0 (-)");
        assert_eq!(numbers([2.0, 3.0, 4.0]), "3.0 (0.5 to 5.5)");
        assert_eq!(number(None), "-");
    }

    #[test]
    fn a_list_has_a_line_for_each_value_of_a_game() {
        let row = ["ssehc", "5 %", "70.0"].map(str::to_owned).to_vec();
        let lines = lists(&["game", "draws", "plies"], &[row.clone(), row]);
        let game = "ssehc\n  draws  5 %\n  plies  70.0\n";
        assert_eq!(lines, format!("{game}{game}"));
    }

    #[test]
    fn a_forced_win_from_random_starts_names_a_player_only_if_the_same_player_always_wins() {
        for (first_player, turns, starts, words) in [
            (
                Some(true),
                1,
                1,
                "dud: the first player wins by force in 1 turn",
            ),
            (
                Some(false),
                3,
                8,
                "from each of 8 random starts the second player wins by force in at most 3 turns",
            ),
            (
                None,
                2,
                8,
                "from each of 8 random starts either the first or the second player wins by force in at most 2 turns",
            ),
        ] {
            let forced = ForcedWin {
                first_player,
                turns,
                starts,
            };
            assert_eq!(forced_words(forced), words);
        }
    }
}
