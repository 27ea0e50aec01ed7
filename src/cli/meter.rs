//! The progress of a long task, on standard error: a bar on a terminal, else at most ten lines.

use std::io::{IsTerminal, stderr};

use indicatif::{ProgressBar, ProgressStyle};

use super::note;

/// The maximum number of progress lines if standard error is not a terminal.
const LINES: u64 = 10;

/// Shows how much is done, with a message about the results so far.
#[derive(Debug)]
pub(super) struct Meter {
    bar: Option<ProgressBar>,
    total: u64,
    unit: &'static str,
    /// How many tenths of the work were done when the latest line was printed, or at the start of
    /// the run if no line has been printed yet.
    tenths_shown: u64,
}

impl Meter {
    /// A meter for `total` units of work. `done` of them are done already.
    pub(super) fn new(done: u64, total: u64, unit: &'static str) -> Self {
        let bar = stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(total).with_position(done);
            let template = format!("{{bar:24}} {{pos}}/{{len}} {unit} {{wide_msg}} {{eta}} left");
            // If the template is wrong, the bar has the default style.
            if let Ok(style) = ProgressStyle::with_template(&template) {
                bar.set_style(style);
            }
            // The remaining time is estimated from the speed of this run alone.
            bar.reset_eta();
            bar
        });
        Self {
            bar,
            total,
            unit,
            tenths_shown: done * LINES / total.max(1),
        }
    }

    /// Sets the number of units that are done. `message` describes the results so far.
    pub(super) fn set(&mut self, done: u64, message: impl FnOnce() -> String) {
        if let Some(bar) = &self.bar {
            bar.set_message(message());
            bar.set_position(done);
            return;
        }
        let step = done * LINES / self.total.max(1);
        if step > self.tenths_shown {
            self.tenths_shown = step;
            note(&format!(
                "{done}/{} {}: {}",
                self.total,
                self.unit,
                message()
            ));
        }
    }

    /// Prints a note without disturbing the bar.
    pub(super) fn note(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(text),
            None => note(text),
        }
    }

    /// Removes the bar.
    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
