//! Shows the progress of an event on standard error. On a terminal, shows a bar. Elsewhere, prints
//! a line after a game if the previous line is at least ten seconds old, and always after the last
//! game of the run.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::note::note;
use crate::report::elo as elo_text;
use crate::tournament::event::{Event, Format};
use crate::tournament::observer::Observer;
use crate::tournament::results::{EngineTiming, Standing};

/// The least time between two lines if there is no bar. The line after the last game need not wait.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// Shows progress.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    /// The number of games that this shard needs, including those of earlier runs.
    total: usize,
    began: Instant,
    /// The number of games that earlier runs have played.
    before: usize,
    last_line: Option<Instant>,
    /// The number of games and the standing after the latest game, if they are not printed yet.
    unprinted: Option<(usize, String)>,
}

impl Progress {
    pub(super) fn new() -> Self {
        Self {
            bar: None,
            total: 0,
            began: Instant::now(),
            before: 0,
            last_line: None,
            unprinted: None,
        }
    }

    fn time_left(&self, done: usize) -> String {
        let played = done.saturating_sub(self.before);
        if played == 0 {
            return "?".to_owned();
        }
        let left = self.total.saturating_sub(done) as f64 / played as f64;
        let seconds = (self.began.elapsed().as_secs_f64() * left).ceil() as u64;
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
        format!("{hours}:{minutes:02}:{:02}", seconds % 60)
    }
}

impl Observer for Progress {
    fn begin(&mut self, total: usize, before: usize) {
        (self.total, self.before) = (total, before);
        self.began = Instant::now();
        self.bar = stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(total as u64).with_position(before as u64);
            let style =
                ProgressStyle::with_template("{bar:24} {pos}/{len} games, {eta} left\n{wide_msg}");
            // The template is a constant. If it is wrong, the default style is used.
            if let Ok(style) = style {
                bar.set_style(style);
            }
            bar.reset_eta();
            bar.enable_steady_tick(Duration::from_millis(500));
            bar
        });
    }

    fn show(&mut self, event: &Event, standing: &Standing, done: usize) {
        if let Some(bar) = &self.bar {
            bar.set_position(done as u64);
            bar.set_message(text(event, standing));
            return;
        }
        let due = self
            .last_line
            .is_none_or(|printed| printed.elapsed() >= LINE_INTERVAL);
        let standing = text(event, standing);
        if due || done == self.total {
            self.last_line = Some(Instant::now());
            self.unprinted = None;
            let left = self.time_left(done);
            self.note(&format!(
                "{done}/{} games, {left} left: {standing}",
                self.total
            ));
        } else {
            self.unprinted = Some((done, standing));
        }
    }

    fn note(&mut self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(text),
            None => {
                let _ = writeln!(stderr(), "{text}");
            }
        }
    }

    fn end(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        if let Some((done, standing)) = self.unprinted.take() {
            self.note(&format!("{done}/{} games: {standing}", self.total));
        }
    }
}

/// The standing as one line of text.
fn text(event: &Event, standing: &Standing) -> String {
    let tally = standing.tally();
    let score = 100.0 * tally.score();
    let mut text = if event.format == Format::Balance {
        format!("the first player scores {score:.1} %")
    } else {
        let first = event.engines.first();
        let first = first.map_or("", |engine| engine.name.as_str());
        let elo = tally.elo();
        let elo = elo.map_or_else(String::new, |interval| {
            format!(", Elo {}", elo_text(&interval))
        });
        let games = tally.games;
        format!(
            "{first} +{} ={} -{}, {score:.1} %{elo}",
            games.wins(),
            games.draws(),
            games.losses()
        )
    };
    if let Some(sprt) = standing.sprt() {
        let [low, high] = sprt.bounds;
        text.push_str(&format!(", LLR {:.2} ({low:.2}, {high:.2})", sprt.llr));
    }
    match standing.faults() {
        0 => {}
        1 => text.push_str(", 1 fault"),
        faults => text.push_str(&format!(", {faults} faults")),
    }
    text
}

/// Prints how long each engine took to answer, and how long this program, as the referee, delayed a
/// turn.
pub(super) fn print_timing(timing: &[EngineTiming]) {
    for engine in timing {
        let milliseconds = |micros: u64| micros as f64 / 1000.0;
        note(&format!(
            "{}: slowest turn {} ms; readyok after {:.2} ms on average, {:.2} ms at most; answers take up \
             to {} ms longer than the engine reports; the referee delays a turn by up to {:.2} ms",
            engine.engine,
            engine.slowest,
            milliseconds(engine.mean_latency),
            milliseconds(engine.longest_latency),
            engine.longest_lag,
            milliseconds(engine.longest_delay),
        ));
    }
}
