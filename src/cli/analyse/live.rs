//! A line on standard error that tells how a search goes, where a person looks on.

use indicatif::{ProgressBar, ProgressStyle};

use crate::record::score_text;
use crate::search::Info;

/// The line. It is gone when it is dropped.
pub(in crate::cli) struct Live(ProgressBar);

impl Live {
    /// An empty line.
    pub(in crate::cli) fn new() -> Self {
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
            bar.set_style(style);
        }
        Self(bar)
    }

    /// Tells of progress at what `place` names.
    pub(in crate::cli) fn show(&self, place: &str, info: &Info) {
        if self.0.is_hidden() || info.multipv > 1 {
            return;
        }
        let line: Vec<String> = info.pv.iter().map(ToString::to_string).collect();
        let speed = info.nodes as f64 / info.time.as_secs_f64().max(1e-3) / 1e3;
        self.0.set_message(format!(
            "{place}: depth {}, {}, {} nodes, {speed:.0}k/s, {}",
            info.depth,
            score_text(info.score),
            info.nodes,
            line.join(" ")
        ));
        self.0.tick();
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
