//! The report as one HTML page with charts. It loads no other file.

use super::mean::Mean;
use super::measure::Row;
use super::plan::RANDOM_PLIES;
use super::report::{
    MARK_MEANING, Report, columns, endings, games_played, has_marks, number, remark,
};
use crate::diagram::escaped;
use crate::report::{DotPlot, DotRow, DrawResult, Figure, Page, PageForm, Table, text_rows};
use crate::stats::counts::Estimate;

/// A chart that shows one number for each row.
struct Chart {
    id: &'static str,
    title: &'static str,
    /// The label of the axis.
    axis: &'static str,
    value: fn(&Row) -> Option<Mean>,
    scale: ChartScale,
}

/// The axis of a chart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ChartScale {
    /// Shares, shown per hundred.
    Percent,
    /// Shares, shown per hundred, with a line at 50.
    PercentWithMiddle,
    /// Numbers. The axis begins at 0. It ends at the highest value or upper end of an interval, but
    /// not below 1.
    Number,
}

const CHARTS: [Chart; 5] = [
    Chart {
        id: "first-player",
        title: "Points of the first player",
        axis: "points per hundred games",
        value: |row| row.first_player.map(Mean::from),
        scale: ChartScale::PercentWithMiddle,
    },
    Chart {
        id: "draws",
        title: "Drawn games",
        axis: "draws per hundred games",
        value: |row| row.draws.map(Mean::from),
        scale: ChartScale::Percent,
    },
    Chart {
        id: "stronger-player",
        title: "Points of the stronger player",
        axis: "points per hundred games",
        value: |row| row.stronger_player.map(Mean::from),
        scale: ChartScale::PercentWithMiddle,
    },
    Chart {
        id: "plies",
        title: "Length of the games",
        axis: "plies",
        value: |row| row.plies,
        scale: ChartScale::Number,
    },
    Chart {
        id: "lead-changes",
        title: "Changes of the lead in a game",
        axis: "changes of the lead",
        value: |row| row.lead_changes,
        scale: ChartScale::Number,
    },
];

/// The page as HTML.
///
/// # Errors
///
/// If a chart cannot be drawn.
pub fn page(report: &Report) -> DrawResult<String> {
    let mut page = Page::new(PageForm::OneFile);
    page.begin("Games compared");
    page.add(format_args!(
        "<p>{}: {}. \
         Numbers have 95 % intervals. A number with (-) has no interval, because it is the same in all games. \
         Each game begins after {RANDOM_PLIES} random turns. In variants in which the players place their \
         kings, the engine places both kings before these turns, on the same squares in every game.</p>",
        escaped(&report.program),
        games_played(report)
    ));
    add_tables(&mut page, report);
    page.add("<div class=\"pictures\">");
    for chart in &CHARTS {
        page.figure(&Figure {
            id: chart.id,
            pictures: vec![chart.draw(report)?],
            caption: &format!("{}, with 95 % intervals.", chart.title),
            key: &[],
        });
    }
    page.add("</div>\n<h2>The games</h2>\n<dl>");
    for row in &report.rows {
        page.add(format_args!(
            "<dt><strong>{}</strong>: <code>{}</code></dt><dd>{}<br>{}</dd>",
            escaped(&row.game),
            escaped(&row.definition),
            escaped(remark(row)),
            escaped(endings(row))
        ));
    }
    page.add("</dl>\n</main>\n</body>\n</html>");
    Ok(page.text)
}

/// The number of columns of [`columns`] that are about results. The others are about rules.
const RESULT_COLUMNS: usize = 7;

/// Adds the numbers of each game, as two tables, so that each fits on a screen.
fn add_tables(page: &mut Page, report: &Report) {
    let (mut head, mut rows) = columns(report);
    let mut rules_head = head.split_off(RESULT_COLUMNS);
    rules_head.insert(0, "game");
    let rules_rows = rows.iter_mut().map(|row| {
        let mut rules = row.split_off(RESULT_COLUMNS);
        rules.insert(0, row.first().cloned().unwrap_or_default());
        rules
    });
    let rules_rows: Vec<Vec<String>> = rules_rows.collect();
    page.table(&Table {
        id: "results",
        text_columns: &[0],
        caption: "Results, lengths and choices",
        head: &head,
        rows: text_rows(rows),
    });
    page.table(&Table {
        id: "rules",
        text_columns: &[0],
        caption: "Games in which a rule is used, and captures or un-captures in a game",
        head: &rules_head,
        rows: text_rows(rules_rows),
    });
    if has_marks(report) {
        page.add(format_args!("<p>{MARK_MEANING}.</p>"));
    }
}

impl Chart {
    /// Draws the chart with a row for each game. A game without a value has a row without a dot.
    fn draw(&self, report: &Report) -> DrawResult<String> {
        let unit = match self.scale {
            ChartScale::Number => 1.0,
            ChartScale::Percent | ChartScale::PercentWithMiddle => 100.0,
        };
        let interval = |row: &Row| {
            let Mean { value, low, high } = (self.value)(row)?;
            Some(Estimate {
                value: unit * value,
                low: unit * low.unwrap_or(value),
                high: unit * high.unwrap_or(value),
            })
        };
        let ends = report.rows.iter().filter_map(interval);
        let highest = ends.map(|interval| interval.high).fold(1.0, f64::max);
        let shown = report.rows.iter().filter_map(|row| {
            let Mean { value, low, high } = (self.value)(row)?;
            let mean = Mean {
                value: unit * value,
                low: low.map(|low| unit * low),
                high: high.map(|high| unit * high),
            };
            Some(format!("{} {}", row.game, number(Some(mean))))
        });
        let shown: Vec<String> = shown.collect();
        let rows = report.rows.iter().map(|row| DotRow {
            name: row.game.clone(),
            dots: interval(row).map(|dot| (0, dot)).into_iter().collect(),
        });
        DotPlot {
            rows: rows.collect(),
            range: match self.scale {
                ChartScale::Number => (0.0, highest),
                ChartScale::Percent | ChartScale::PercentWithMiddle => (0.0, 100.0),
            },
            middle: (self.scale == ChartScale::PercentWithMiddle).then_some(50.0),
            axis: self.axis,
            alternative: format!(
                "{}, with 95 % intervals: {}. {}.",
                self.title,
                self.axis,
                shown.join("; ")
            ),
        }
        .draw()
    }
}
