//! The report as one HTML page with charts. It loads no other file.

use std::fmt::Write;

use super::mean::Mean;
use super::measure::Row;
use super::plan::RANDOM_PLIES;
use super::report::{MARK_MEANING, Report, columns, endings, games_played, has_marks, remark};
use crate::diagram::escaped;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;color:#282828;background:#f4f4f1;\
max-width:70rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;background:#fff}\
th,td{padding:.25rem .6rem;border-bottom:1px solid #ddd;text-align:right;white-space:nowrap}\
td:first-child,th:first-child{text-align:left}.wrap{overflow-x:auto}\
figure{margin:1rem 0;background:#fff;border:1px solid #ddd;padding:.5rem}\
figure svg{width:100%;height:auto;display:block}figcaption{color:#555}";

/// The width of the names at the left of a chart, in units of its `viewBox`.
const NAMES_WIDTH: f64 = 240.0;

/// The width of a chart with its names, in units of its `viewBox`.
const CHART_WIDTH: f64 = 860.0;

/// The height of a row of a chart, in units of its `viewBox`.
const ROW_HEIGHT: f64 = 26.0;

/// A chart that shows one number for each row.
struct Figure {
    title: &'static str,
    value: fn(&Row) -> Option<Mean>,
    /// The upper end of the scale. `None`: the highest value or interval end, but at least 1.
    max: Option<f64>,
}

const FIGURES: [Figure; 5] = [
    Figure {
        title: "Share of the points that the first player scores",
        value: |row| row.first_player.map(Mean::from),
        max: Some(1.0),
    },
    Figure {
        title: "Share of drawn games",
        value: |row| row.draws.map(Mean::from),
        max: Some(1.0),
    },
    Figure {
        title: "Share of the points that the stronger player scores",
        value: |row| row.stronger_player.map(Mean::from),
        max: Some(1.0),
    },
    Figure {
        title: "Length in plies",
        value: |row| row.plies,
        max: None,
    },
    Figure {
        title: "Changes of the lead in a game",
        value: |row| row.lead_changes,
        max: None,
    },
];

/// The page as HTML.
#[must_use]
pub fn page(report: &Report) -> String {
    let mut text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Games compared</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>Games compared</h1>\n"
    );
    let _ = writeln!(
        text,
        "<p>{}: {}. \
         Numbers have 95 % intervals. A number with (-) has no interval, because it is the same in all games. \
         Each game begins after {RANDOM_PLIES} random turns. In variants in which the players place their \
         kings, the engine places both kings before these turns, on the same squares in every game.</p>",
        escaped(&report.program),
        games_played(report)
    );
    push_table(&mut text, report);
    for figure in &FIGURES {
        push_figure(&mut text, report, figure);
    }
    text.push_str("<h2>The games</h2>\n<dl>\n");
    for row in &report.rows {
        let _ = writeln!(
            text,
            "<dt><strong>{}</strong>: <code>{}</code></dt><dd>{}<br>{}</dd>",
            escaped(&row.game),
            escaped(&row.definition),
            escaped(remark(row)),
            escaped(endings(row))
        );
    }
    text.push_str("</dl>\n</body>\n</html>\n");
    text
}

fn push_table(text: &mut String, report: &Report) {
    let (heads, rows) = columns(report);
    text.push_str("<div class=\"wrap\"><table>\n<tr>");
    for head in heads {
        let _ = write!(text, "<th>{head}</th>");
    }
    text.push_str("</tr>\n");
    for row in rows {
        text.push_str("<tr>");
        for cell in row {
            let _ = write!(text, "<td>{}</td>", escaped(cell));
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</table></div>\n");
    if has_marks(report) {
        let _ = writeln!(text, "<p>{MARK_MEANING}.</p>");
    }
}

/// Writes a chart with a row for each variant: its name, a line for the interval, a dot at the
/// value, and the value as a number. A row without a value has only the name.
fn push_figure(text: &mut String, report: &Report, figure: &Figure) {
    let max_high = || {
        let values = report.rows.iter().filter_map(figure.value);
        let ends = values.map(|mean| mean.high.unwrap_or(mean.value));
        ends.fold(1.0, f64::max)
    };
    let max = figure.max.unwrap_or_else(max_high);
    let x_of = |value: f64| {
        NAMES_WIDTH + (value / max).clamp(0.0, 1.0) * (CHART_WIDTH - NAMES_WIDTH - 80.0)
    };
    let height = ROW_HEIGHT * (report.rows.len() as f64 + 1.0);
    let _ = writeln!(
        text,
        "<figure><svg viewBox=\"0 0 {CHART_WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"14\" \
         role=\"img\" aria-label=\"{}\">",
        figure.title
    );
    for (number, row) in report.rows.iter().enumerate() {
        let y = ROW_HEIGHT * (number as f64 + 1.0);
        let _ = writeln!(
            text,
            "<text x=\"4\" y=\"{:.0}\">{}</text>",
            y + 5.0,
            escaped(&row.game)
        );
        let Some(Mean { value, low, high }) = (figure.value)(row) else {
            continue;
        };
        let shown = match figure.max {
            Some(_) => format!("{:.0} %", 100.0 * value),
            None => format!("{value:.1}"),
        };
        if let Some((low, high)) = low.zip(high) {
            let _ = write!(
                text,
                "<line x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{y:.0}\" y2=\"{y:.0}\" stroke=\"#0072b2\" stroke-width=\"2\"/>",
                x_of(low),
                x_of(high)
            );
        }
        let _ = writeln!(
            text,
            "<circle cx=\"{:.1}\" cy=\"{y:.0}\" r=\"4\" fill=\"#0072b2\"/>\
             <text x=\"{:.0}\" y=\"{:.0}\">{shown}</text>",
            x_of(value),
            CHART_WIDTH - 70.0,
            y + 5.0
        );
    }
    let _ = writeln!(
        text,
        "</svg><figcaption>{}</figcaption></figure>",
        figure.title
    );
}
