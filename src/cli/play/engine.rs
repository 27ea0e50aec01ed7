//! The engine as a player and as an adviser: its searches and its line of progress.

use std::io::{IsTerminal, Write, stderr};
use std::sync::Arc;
use std::time::Instant;

use super::guard::Guard;
use crate::board::Turn;
use crate::cli::notation::Notation;
use crate::cli::scores;
use crate::cli::terminal::{self, HiddenKeys};
use crate::live::LiveGame;
use crate::notation::NativeWords;
use crate::play::clock::Clocks;
use crate::record::EngineComment;
use crate::search::{Best, Control, Info, Limits, Options, Report, Root, Search, Strength};

/// What a search is for.
#[derive(Debug)]
pub(super) enum Purpose<'a> {
    /// A turn that the engine plays. The clock of the player to play runs.
    Turn(&'a mut Clocks),
    /// A hint, or the reply to a draw offer: always at full strength.
    Advice(Limits),
}

/// An engine. At a terminal it shows the progress of its search.
#[derive(Debug)]
pub(super) struct PlayEngine<R> {
    search: Search<R>,
    /// The search for advice, created when it is first needed. It has tables of its own, so that
    /// advice does not change how the engine plays.
    advisor: Option<Search<R>>,
    notation: Notation,
    shows_progress: bool,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub(super) struct Decision {
    /// The turn to play.
    pub(super) turn: Turn,
    /// Score, depth and time; `None` if the search finished no iteration.
    pub(super) thought: Option<EngineComment>,
    /// Whether the person has stopped the search before its limits.
    pub(super) stopped: bool,
}

impl<R: NativeWords> PlayEngine<R> {
    /// An engine with these options. It shows turns in this notation.
    pub(super) fn new(options: Options, notation: Notation) -> Self {
        Self {
            search: Search::new(options),
            advisor: None,
            notation,
            shows_progress: stderr().is_terminal(),
        }
    }

    /// The options of a search at full strength.
    pub(super) fn full_strength(&self) -> Options {
        Options {
            strength: Strength::Full,
            ..self.search.options().clone()
        }
    }

    /// Changes how strong the engine plays.
    pub(super) fn set_strength(&mut self, strength: Strength) {
        let options = self.search.options().clone();
        self.search.set_options(Options {
            strength,
            ..options
        });
    }

    /// Searches the present position; `None` if there is no legal turn. `guard` lets Ctrl-C stop
    /// the search.
    pub(super) fn think(
        &mut self,
        live: &LiveGame<R>,
        purpose: Purpose<'_>,
        guard: &Guard,
    ) -> Option<Decision> {
        let control = Arc::new(Control::default());
        guard.watch(&control);
        let seat = live.position().seat();
        let strongest = self.full_strength();
        let (search, limits, clocks) = match purpose {
            Purpose::Turn(clocks) => {
                let mut limits = clocks.search_limits(seat);
                limits.is_from_start = live.is_from_start();
                (&mut self.search, limits, Some(clocks))
            }
            Purpose::Advice(limits) => {
                let advisor = self.advisor.get_or_insert_with(|| Search::new(strongest));
                (advisor, limits, None)
            }
        };
        let started = Instant::now();
        let (shows_progress, notation) = (self.shows_progress, self.notation);
        let hidden_keys = shows_progress.then(HiddenKeys::new);
        let best: Best = search.go(
            Root {
                position: live.position(),
                keys: live.keys(),
            },
            &limits,
            &control,
            &mut |report| {
                if let (true, Report::Info(info)) = (shows_progress, report) {
                    show_progress(&info, &notation.line(live.position(), &info.pv));
                }
            },
        );
        let time = started.elapsed();
        if let Some(clocks) = clocks {
            clocks.spend(seat, time);
        }
        guard.search_is_over();
        if shows_progress {
            clear_progress();
        }
        drop(hidden_keys);
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
}

/// Shows the line of progress, cut to the width of the terminal.
fn show_progress(info: &Info, pv: &[String]) {
    let mut line = format!(
        "  thinking: depth {}, {}, {} nodes, {:.1} s",
        info.depth,
        scores::in_words(info.score),
        rounded(info.nodes),
        info.time.as_secs_f64()
    );
    for turn in pv {
        line.push_str(if turn.contains(' ') { "  " } else { " " });
        line.push_str(turn);
    }
    // Leave room for three dots, and for the ^C that a terminal shows when Ctrl-C is pressed.
    let room = terminal::width().saturating_sub(6);
    if line.len() > room {
        line.truncate(room);
        line.push_str("...");
    }
    let _ = write!(stderr(), "\r\x1b[K{line}");
}

/// Removes the line of progress.
fn clear_progress() {
    let _ = write!(stderr(), "\r\x1b[K");
}

/// A number in short form: 950, 12.3k, 4.56M.
fn rounded(number: u64) -> String {
    match number {
        0..1_000 => number.to_string(),
        1_000..1_000_000 => format!("{:.1}k", number as f64 / 1e3),
        _ => format!("{:.2}M", number as f64 / 1e6),
    }
}
