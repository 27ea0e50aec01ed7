//! The engine as a player: its search, its clock and its line of progress.

use std::io::{IsTerminal, Write, stderr};
use std::sync::Arc;
use std::time::Duration;
use std::time::Instant;

use super::guard::Guard;
use crate::board::Turn;
use crate::cli::notation::Notation;
use crate::cli::terminal;
use crate::live::LiveGame;
use crate::notation::NativeWords;
use crate::play::clock::Clocks;
use crate::record::{EngineComment, score_text};
use crate::rules::Seat;
use crate::search::{Best, Control, Info, Limits, Options, Report, Root, Search, TimeLimit};

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// The engine's turn: its clock runs.
    Turn,
    /// A hint, or the reply to a draw offer.
    Advice,
}

/// The settings of the engine in a game.
#[derive(Clone, Debug)]
pub(super) struct EngineSettings {
    pub(super) options: Options,
    /// The limits of each search. A clock replaces their time.
    pub(super) limits: Limits,
    pub(super) clocks: Clocks,
    pub(super) notation: Notation,
}

/// An engine. At a terminal it shows the progress of its search.
#[derive(Debug)]
pub(super) struct EnginePlayer<R> {
    search: Search<R>,
    limits: Limits,
    clocks: Clocks,
    notation: Notation,
    shows_progress: bool,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub(super) struct Decision {
    /// The turn to play.
    pub(super) turn: Turn,
    /// Score, depth and time; `None` if there was no time to search.
    pub(super) thought: Option<EngineComment>,
    /// Whether a person has stopped the search.
    pub(super) stopped: bool,
}

impl<R: NativeWords> EnginePlayer<R> {
    /// An engine with these settings.
    pub(super) fn new(settings: EngineSettings) -> Self {
        Self {
            search: Search::new(settings.options),
            limits: settings.limits,
            clocks: settings.clocks,
            notation: settings.notation,
            shows_progress: stderr().is_terminal(),
        }
    }

    /// The time on the engine's clock for a player; `None` without a clock.
    pub(super) fn clock(&self, seat: Seat) -> Option<Duration> {
        self.clocks.left(seat)
    }

    /// Searches the present position; `None` if there is no legal turn.
    pub(super) fn think(
        &mut self,
        live: &LiveGame<R>,
        purpose: Purpose,
        guard: &Guard,
    ) -> Option<Decision> {
        let control = Arc::new(Control::default());
        guard.watch(&control);
        let seat = live.position().seat();
        let limits = self.limits_for(seat);
        let started = Instant::now();
        let (shows_progress, notation) = (self.shows_progress, self.notation);
        let best: Best = self.search.go(
            Root {
                position: live.position(),
                keys: live.keys(),
            },
            &limits,
            &control,
            &mut |report| {
                if let (true, Report::Info(info)) = (shows_progress, report) {
                    show(&info, &notation.line(live.position(), &info.pv));
                }
            },
        );
        let time = started.elapsed();
        if purpose == Purpose::Turn {
            self.clocks.spend(seat, time);
        }
        guard.search_is_over();
        if shows_progress {
            clear();
        }
        let turn = best
            .turn
            .or_else(|| live.position().turns().first().copied())?;
        let thought = EngineComment {
            score: best.score,
            depth: best.depth,
            time,
        };
        Some(Decision {
            turn,
            thought: (best.depth > 0).then_some(thought),
            stopped: control.is_stopped(),
        })
    }

    fn limits_for(&self, seat: Seat) -> Limits {
        let Some(remaining) = self.clocks.left(seat) else {
            return self.limits.clone();
        };
        Limits {
            time: TimeLimit::Clock {
                remaining,
                increment: self.clocks.increment(seat).unwrap_or_default(),
                turns_to_go: self.clocks.turns_to_go(seat),
            },
            ..self.limits.clone()
        }
    }
}

/// The line of progress: depth, score, nodes, time, and the principal variation as far as it fits.
fn show(info: &Info, pv: &[String]) {
    let mut line = format!(
        "  thinking: depth {}, {}, {} nodes, {:.1} s",
        info.depth,
        score_text(info.score),
        rounded(info.nodes),
        info.time.as_secs_f64()
    );
    for turn in pv {
        line.push_str(if turn.contains(' ') { "  " } else { " " });
        line.push_str(turn);
    }
    // Leave room for dots, and for the ^C that a terminal shows.
    let room = terminal::width().saturating_sub(6);
    if line.len() > room {
        line.truncate(room);
        line.push_str("...");
    }
    let _ = write!(stderr(), "\r\x1b[K{line}");
}

fn clear() {
    let _ = write!(stderr(), "\r\x1b[K");
}

/// A number in three digits: 950, 12.3k, 4.56M.
fn rounded(number: u64) -> String {
    match number {
        0..1_000 => number.to_string(),
        1_000..1_000_000 => format!("{:.1}k", number as f64 / 1e3),
        _ => format!("{:.2}M", number as f64 / 1e6),
    }
}
