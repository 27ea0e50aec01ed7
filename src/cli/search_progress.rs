//! The progress of a search, on standard error if that is a terminal.

use indicatif::{ProgressBar, ProgressStyle};

use crate::record::score_label;
use crate::search::Info;

/// A line about the running search. Dropping this value clears the line.
pub(super) struct SearchProgress(ProgressBar);

impl SearchProgress {
    /// An empty line.
    pub(super) fn new() -> Self {
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
            bar.set_style(style);
        }
        Self(bar)
    }

    /// Shows the latest report of a search. `position` says what is searched, for example
    /// `after 3 of 40 turns`.
    pub(super) fn show(&self, position: &str, info: &Info) {
        if self.0.is_hidden() || info.multipv > 1 {
            return;
        }
        let line: Vec<String> = info.pv.iter().map(ToString::to_string).collect();
        let speed = info.nodes as f64 / info.time.as_secs_f64().max(1e-3) / 1e3;
        self.0.set_message(format!(
            "{position}: depth {}, {}, {} nodes, {speed:.0}k/s, {}",
            info.depth,
            score_label(info.score),
            info.nodes,
            line.join(" ")
        ));
        self.0.tick();
    }
}

impl Drop for SearchProgress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
