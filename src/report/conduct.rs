//! How the engines followed the protocol, as tables of the report.

use super::page::{Cell, Page, Table, text_rows};
use crate::tournament::results::{EngineTiming, Results};

impl Page {
    /// Adds the tables `conduct`, `timing` (if the results have times) and `faults` (if there were
    /// faults).
    pub(super) fn conduct(&mut self, results: &Results) {
        self.add("<h2>Conduct</h2>");
        let rows = results.conduct.iter().map(|engine| {
            let conduct = &engine.conduct;
            let counts = [
                conduct.turns,
                conduct.illegal_line,
                conduct.other_line,
                conduct.bad_info,
                conduct.stray,
                conduct.complaints,
            ];
            let faults = engine.faults.iter();
            let faults: Vec<String> = faults
                .map(|(kind, count)| format!("{kind} {count}"))
                .collect();
            let mut row = vec![engine.engine.clone()];
            row.extend(counts.map(|count| count.to_string()));
            row.push(if faults.is_empty() {
                "none".to_owned()
            } else {
                faults.join(", ")
            });
            row
        });
        let rows = text_rows(rows);
        self.table(&Table {
            id: "conduct",
            text_columns: &[0, 7],
            caption: "How the engines followed the protocol",
            head: &[
                "engine",
                "turns",
                "turns whose last line of analysis has an illegal turn",
                "turns whose last line of analysis does not begin with the turn played",
                "malformed info lines",
                "lines that are not part of the protocol",
                "error messages about commands",
                "faults",
            ],
            rows,
        });
        if let Some(timing) = &results.timing {
            self.timing(timing);
        }
        self.faults(results);
    }

    fn timing(&mut self, timing: &[EngineTiming]) {
        let milliseconds = |micros: u64| format!("{:.2} ms", micros as f64 / 1000.0);
        let rows = timing.iter().map(|engine| {
            vec![
                engine.engine.clone(),
                format!("{} ms", engine.slowest),
                milliseconds(engine.mean_latency),
                milliseconds(engine.longest_latency),
                format!("{} ms", engine.longest_lag),
                milliseconds(engine.longest_delay),
            ]
        });
        let rows = text_rows(rows);
        self.table(&Table {
            id: "timing",
            text_columns: &[0],
            caption: "How fast the engines answered. The delays of the referee do not count as time of \
                      the engines",
            head: &[
                "engine",
                "slowest turn",
                "mean time to readyok",
                "longest time to readyok",
                "longest lag (time taken minus the time that the engine reported)",
                "longest delay of the referee",
            ],
            rows,
        });
    }

    fn faults(&mut self, results: &Results) {
        if results.faults.is_empty() {
            return;
        }
        let rows = results.faults.iter().map(|incident| {
            let fault = &incident.fault;
            vec![
                Cell::Text(incident.variant.game.name().to_owned()),
                Cell::Game(incident.game),
                Cell::Text(fault.engine.clone()),
                Cell::Text(fault.kind.to_string()),
                Cell::Text(fault.detail.clone()),
                Cell::File(fault.file.clone().unwrap_or_default()),
            ]
        });
        let rows = rows.collect();
        self.table(&Table {
            id: "faults",
            text_columns: &[0, 2, 3, 4, 5],
            caption: "The faults",
            head: &[
                "variant",
                "number",
                "engine",
                "fault",
                "what happened",
                "file with the lines sent and received",
            ],
            rows,
        });
    }
}
