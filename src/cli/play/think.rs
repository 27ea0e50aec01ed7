//! The engine's side of the board.

use std::io::{IsTerminal, Write, stderr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::guard::Guard;
use crate::board::Turn;
use crate::cli::notation::Notation;
use crate::live::LiveGame;
use crate::record::{Thought, score_text};
use crate::rules::Rules;
use crate::search::{Best, Control, Info, Limits, Options, Report, Root, Search};

/// An engine that shows what it thinks where a person looks on.
#[derive(Debug)]
pub(super) struct Thinker<R> {
    search: Search<R>,
    limits: Limits,
    notation: Notation,
    shown: bool,
}

/// What thinking came to.
#[derive(Clone, Debug)]
pub(super) struct Decision {
    /// The turn to play.
    pub(super) turn: Turn,
    /// What the engine thinks of it; `None` when it had no time to think.
    pub(super) thought: Option<Thought>,
    /// Whether a person has cut it short.
    pub(super) stopped: bool,
}

impl<R: Rules> Thinker<R> {
    /// An engine with these settings, which thinks this long.
    pub(super) fn new(options: Options, limits: Limits, notation: Notation) -> Self {
        Self {
            search: Search::new(options),
            limits,
            notation,
            shown: stderr().is_terminal(),
        }
    }

    /// Thinks about the turn to play; `None` when there is none.
    pub(super) fn think(&mut self, game: &LiveGame<R>, guard: &Guard) -> Option<Decision> {
        let control = Arc::new(Control::default());
        guard.watch(&control);
        let started = Instant::now();
        let (shown, notation) = (self.shown, self.notation);
        let best: Best = self.search.go(
            Root {
                position: game.position(),
                keys: game.keys(),
            },
            &self.limits,
            &control,
            &mut |report| {
                if let (true, Report::Info(info)) = (shown, report) {
                    show(&info, &notation.line(game.position(), &info.pv));
                }
            },
        );
        guard.done();
        if shown {
            clear();
        }
        let turn = best
            .turn
            .or_else(|| game.position().turns().first().copied())?;
        let thought = Thought {
            score: best.score,
            depth: best.depth,
            time: started.elapsed(),
        };
        Some(Decision {
            turn,
            thought: (best.depth > 0).then_some(thought),
            stopped: control.is_stopped(),
        })
    }
}

/// The thinking line: depth, score, nodes, time and as much of the expected turns as there is room.
fn show(info: &Info, pv: &[String]) {
    let mut line = format!(
        "  thinking: depth {}, {}, {} nodes, {}",
        info.depth,
        score_text(info.score),
        short(info.nodes),
        seconds(info.time)
    );
    for turn in pv {
        line.push_str(if turn.contains(' ') { "  " } else { " " });
        line.push_str(turn);
    }
    // Room for dots, and for the ^C that a terminal shows.
    let room = super::screen_width().saturating_sub(6);
    if line.len() > room {
        line.truncate(room);
        line.push_str("...");
    }
    let _ = write!(stderr(), "\r\x1b[K{line}");
}

fn clear() {
    let _ = write!(stderr(), "\r\x1b[K");
}

/// A number as people say it: 950, 12.3k, 4.56M.
fn short(number: u64) -> String {
    match number {
        0..1_000 => number.to_string(),
        1_000..1_000_000 => format!("{:.1}k", number as f64 / 1e3),
        _ => format!("{:.2}M", number as f64 / 1e6),
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
