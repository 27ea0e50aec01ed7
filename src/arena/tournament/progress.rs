//! How an event is going, on standard error: a bar where somebody watches, a line now and then where
//! nobody does.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::config::{Event, Format};
use super::results::Results;

/// How often a line is printed where there is no bar.
const QUIET: Duration = Duration::from_secs(10);

/// Shows progress.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    total: usize,
    began: Instant,
    before: usize,
    printed: Option<Instant>,
}

impl Progress {
    /// Progress of so many games, some of which have been played before.
    pub(super) fn new(total: usize, before: usize) -> Self {
        let bar = stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(total as u64).with_position(before as u64);
            let style =
                ProgressStyle::with_template("{bar:24} {pos}/{len} games, {eta} left\n{wide_msg}");
            // The template is a constant of this file; without it there is a plain bar.
            if let Ok(style) = style {
                bar.set_style(style);
            }
            bar.reset_eta();
            bar.enable_steady_tick(Duration::from_millis(500));
            bar
        });
        Self {
            bar,
            total,
            began: Instant::now(),
            before,
            printed: None,
        }
    }

    /// Shows how far the event is.
    pub(super) fn show(&mut self, event: &Event, results: &Results, done: usize) {
        let standing = standing(event, results);
        if let Some(bar) = &self.bar {
            bar.set_position(done as u64);
            bar.set_message(standing);
            return;
        }
        let due = self
            .printed
            .is_none_or(|printed| printed.elapsed() >= QUIET);
        if due || done == self.total {
            self.printed = Some(Instant::now());
            let left = self.time_left(done);
            self.note(&format!(
                "{done}/{} games, {left} left: {standing}",
                self.total
            ));
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

    /// Says something without disturbing the bar.
    pub(super) fn note(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(text),
            None => {
                let _ = writeln!(stderr(), "{text}");
            }
        }
    }

    /// Takes the bar away.
    pub(super) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Who is where, in a line.
fn standing(event: &Event, results: &Results) -> String {
    if event.format == Format::Balance {
        let (mut games, mut points) = (0, 0.0);
        for game in &results.variants {
            games += game.games;
            points += game.first_wins as f64 + game.draws as f64 / 2.0;
        }
        let score = 100.0 * points / games.max(1) as f64;
        return format!("the first player scores {score:.1} %");
    }
    let first = event
        .engines
        .first()
        .map_or("", |engine| engine.name.as_str());
    let Some(place) = results.ranking.iter().find(|place| place.engine == first) else {
        return String::new();
    };
    let tally = &place.tally;
    let elo = tally
        .elo()
        .as_ref()
        .map_or_else(String::new, super::report::elo);
    let mut text = format!(
        "{first} +{} ={} -{}, {:.1} %, Elo {elo}",
        tally.wins,
        tally.draws,
        tally.losses,
        100.0 * place.score
    );
    if let Some(test) = &results.sprt {
        let [low, high] = test.bounds;
        text.push_str(&format!(", LLR {:.2} ({low:.2}, {high:.2})", test.llr));
    }
    if results.fault_count() > 0 {
        text.push_str(&format!(", {} faults", results.fault_count()));
    }
    text
}
