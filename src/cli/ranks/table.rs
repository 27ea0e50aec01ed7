//! The report of `reviver ranks` as text: one table for each phase of the game.

use std::fmt::Write;

use crate::learn::ranks::{EvaluatorReport, PhaseReport, RankReport};
use crate::plural::counted;
use crate::stats::counts::Estimate;

/// The headings of the columns. "siblings" and "positions" are rank correlations, not numbers of
/// siblings and positions.
const HEADINGS: [&str; 7] = [
    "evaluator",
    "siblings",
    "positions",
    "best (%)",
    "loss (cp)",
    "loss (%)",
    "saved (%)",
];

/// The report as text.
pub(super) fn text(report: &RankReport) -> String {
    let mut text = format!(
        "{}: {} of {}, {:.1} successors of each position\n",
        report.variant,
        counted(report.positions, "position"),
        counted(report.games, "game"),
        report.successors as f64 / report.positions.max(1) as f64
    );
    for phase in &report.phases {
        let _ = write!(
            text,
            "\n{}: {}",
            phase.phase.name(),
            counted(phase.positions, "position")
        );
        if phase.equal_labels > 0 {
            let equal = phase.equal_labels;
            let _ = write!(text, ", {equal} whose successors all have the same score");
        }
        text.push('\n');
        table(&mut text, phase);
    }
    text
}

fn table(text: &mut String, phase: &PhaseReport) {
    let rows: Vec<[String; HEADINGS.len()]> = [HEADINGS.map(str::to_owned)]
        .into_iter()
        .chain(phase.evaluators.iter().map(cells))
        .collect();
    let mut widths = [0; HEADINGS.len()];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.chars().count().max(*width);
        }
    }
    for row in &rows {
        let padded = row.iter().zip(widths);
        let padded: Vec<String> = padded
            .map(|(cell, width)| format!("{cell:<width$}"))
            .collect();
        let _ = writeln!(text, "{}", padded.join("  ").trim_end());
    }
}

fn cells(evaluator: &EvaluatorReport) -> [String; HEADINGS.len()] {
    let percent = |estimate: Option<Estimate>| {
        estimate.map(|Estimate { value, low, high }| Estimate {
            value: 100.0 * value,
            low: 100.0 * low,
            high: 100.0 * high,
        })
    };
    [
        evaluator.evaluator.clone(),
        number(evaluator.sibling_correlation, 3),
        number(evaluator.position_correlation, 3),
        number(percent(evaluator.best), 1),
        number(evaluator.loss_centipawns, 1),
        number(percent(evaluator.loss_points), 2),
        number(percent(evaluator.saved_points), 2),
    ]
}

/// A number with half the width of its 95 % interval, as in `0.412 +/- 0.021`; `-` for `None`.
fn number(estimate: Option<Estimate>, decimals: usize) -> String {
    let Some(Estimate { value, low, high }) = estimate else {
        return "-".to_owned();
    };
    let half = (high - low) / 2.0;
    let value = format!("{value:.decimals$}");
    let value = match value.strip_prefix('-') {
        // A value that is rounded to 0 has no sign.
        Some(digits) if digits.bytes().all(|byte| matches!(byte, b'0' | b'.')) => digits,
        _ => &value,
    };
    format!("{value} +/- {half:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_is_rounded_to_zero_has_no_sign() {
        for (value, text) in [
            (-0.0004, "0.000 +/- 0.020"),
            (-0.0, "0.000 +/- 0.020"),
            (-0.0006, "-0.001 +/- 0.020"),
            (0.412, "0.412 +/- 0.020"),
        ] {
            let estimate = Estimate {
                value,
                low: 0.0,
                high: 0.04,
            };
            assert_eq!(number(Some(estimate), 3), text);
        }
    }
}
