//! Starts and stops searches and perfts, and sends their events to the client as lines.

use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use super::Session;
use super::running::{CURRENT_TURN_AFTER, CurrentTurn, Running, Task};
use crate::engine::{EngineEvent, SearchRequest};
use crate::protocol::command::Go;
use crate::protocol::limits::limits;
use crate::protocol::message::Message;
use crate::protocol::outbox::Topic;
use crate::protocol::reply::{BestLine, DecidedLine, InfoLine};
use crate::protocol::shortage::GO_REFUSED;
use crate::search::{Best, Bound, Control, Info, Report};

/// The maximum time that [`Session::shut_down`] waits for the last answer.
const SHUTDOWN_GRACE: Duration = Duration::from_millis(500);

impl Session {
    pub(super) fn go(&mut self, go: &Go) {
        if let Some(task) = self.running_task() {
            return self.complain(format_args!(
                "a {task} is running; stop it before the next go"
            ));
        }
        if let Some(entry) = self.book_entry(go) {
            return self.play_from_book(entry);
        }
        let since = Instant::now();
        let control = Arc::new(Control::default());
        self.searches += 1;
        let (number, sender) = (self.searches, self.sender.clone());
        let listener = Box::new(move |event| {
            // If this fails, the session has ended and needs no event.
            let _ = sender.send(Message::Search(number, event));
        });
        let started = if let Some(depth) = go.perft {
            let depth = u32::try_from(depth).unwrap_or(u32::MAX);
            self.engine.perft(depth, Arc::clone(&control), listener)
        } else {
            let request = SearchRequest {
                options: self.settings.search_options(),
                limits: limits(go, self.engine.setup().side, self.engine.seat()),
                only: &go.searchmoves,
                control: Arc::clone(&control),
            };
            self.engine.search(request, listener)
        };
        if let Err(error) = started {
            return self.complain(format_args!("{GO_REFUSED}{error}"));
        }
        let task = match (go.perft, go.ponder) {
            (Some(_), _) => Task::Perft,
            (None, true) => Task::Ponder,
            (None, false) => Task::Search,
        };
        self.running = Some(Running {
            number,
            task,
            control,
            stopping: false,
            has_reported: false,
            current: CurrentTurn::new(since),
        });
    }

    /// Tells the running search, perft or question to stop.
    pub(super) fn stop(&mut self) {
        if let Some(running) = &mut self.running {
            running.stopping = true;
            running.control.stop();
        }
    }

    pub(super) fn ponder_hit(&mut self) {
        match &mut self.running {
            Some(running) if running.task == Task::Ponder => {
                running.task = Task::Search;
                running.control.ponder_hit();
            }
            _ => self.complain("ponderhit: no search is pondering"),
        }
    }

    /// Passes an event on to the client. Late events of earlier searches are dropped.
    pub(super) fn handle_event(&mut self, number: u64, event: EngineEvent) {
        let running = self.running.as_mut();
        let Some(running) = running.filter(|running| running.number == number) else {
            return;
        };
        match event {
            EngineEvent::Report(Report::Info(info)) => {
                running.has_reported = true;
                self.say_info(&info);
            }
            EngineEvent::Report(Report::CurrentTurn {
                depth,
                turn,
                number,
            }) => {
                let current = format_args!("currmove {turn} currmovenumber {number}");
                running.current.set(format!("info depth {depth} {current}"));
                self.report_current_turn();
            }
            EngineEvent::Report(Report::Decided(score)) => {
                running.has_reported = true;
                let wdl = self.settings.show_wdl;
                let line = DecidedLine { score, wdl };
                self.output.report(Topic::Line(1), line);
            }
            EngineEvent::Best(best) => self.finish_search(&best),
            EngineEvent::PerftTurn(turn, leaves) => self.say(format_args!("{turn}: {leaves}")),
            EngineEvent::PerftTotal(total) => {
                self.running = None;
                match total {
                    Some(total) => self.say(format_args!("Nodes searched: {total}")),
                    None => self.say("info string perft stopped"),
                }
            }
            EngineEvent::Failed(reason) => {
                self.complain(format_args!("the program has failed: {reason}"));
            }
        }
    }

    /// When [`Session::report_current_turn`] next has a line to report; `None` if no line waits.
    pub(super) fn next_report(&self) -> Option<Instant> {
        self.running
            .as_ref()?
            .current
            .due(self.current_turn_delay())
    }

    /// How long a search runs before it first reports which root turn it is searching.
    const fn current_turn_delay(&self) -> Duration {
        if self.debug {
            Duration::ZERO
        } else {
            CURRENT_TURN_AFTER
        }
    }

    /// Reports which root turn is being searched, if that report is due.
    pub(in crate::protocol) fn report_current_turn(&mut self) {
        let delay = self.current_turn_delay();
        let running = self.running.as_mut();
        if let Some(line) = running.and_then(|running| running.current.take(delay)) {
            self.output.report(Topic::CurrentTurn, line);
        }
    }

    pub(super) fn say_info(&mut self, info: &Info) {
        let weights = self.settings.game.weights();
        let wdl = self.settings.show_wdl.then_some(weights.scale);
        let topic = Topic::Line(info.multipv);
        self.output.report(topic, InfoLine { info, wdl });
    }

    /// Ends a search with `bestmove`. If the search has reported no score, an `info` line with the
    /// score of `best` comes first. So a referee can adjudicate by scores even after a very short
    /// search.
    fn finish_search(&mut self, best: &Best) {
        if let Some(running) = self.running.take()
            && !running.has_reported
        {
            // In an `info` line, depth 0 means that the position is decided. So the depth is at
            // least 1 if there is a best turn, even if the search has finished no iteration.
            let depth = best.depth.max(u32::from(best.turn.is_some()));
            self.say_info(&Info {
                depth,
                seldepth: depth,
                multipv: 1,
                score: best.score,
                bound: Bound::Exact,
                nodes: best.nodes,
                time: running.current.since.elapsed(),
                hashfull: 0,
                pv: best.turn.into_iter().collect(),
            });
        }
        self.say_best(best);
    }

    /// Ends the search with `bestmove`. Later reports do not replace those that still wait to be
    /// sent.
    pub(super) fn say_best(&mut self, best: &Best) {
        self.output.keep_reports();
        let dialect = self.dialect;
        self.say(BestLine { best, dialect });
    }

    /// Stops a running search or question, and waits at most [`SHUTDOWN_GRACE`] for its answer. A
    /// perft is not stopped but has the same time to finish. So a script may end with a short
    /// `go perft`.
    pub(in crate::protocol) fn shut_down(&mut self, queue: &Receiver<Message>) {
        let is_perft = |running: &Running| running.task == Task::Perft;
        if !self.running.as_ref().is_some_and(is_perft) {
            self.stop();
        }
        let end = Instant::now() + SHUTDOWN_GRACE;
        while self.running.is_some() {
            let left = end.saturating_duration_since(Instant::now());
            match queue.recv_timeout(left) {
                Ok(Message::Search(number, event)) => self.handle_event(number, event),
                Ok(Message::News(number, news)) => self.handle_news(number, &news),
                Ok(Message::Line(_) | Message::LogFailed(_)) => {}
                Ok(Message::OutputFailed) | Err(_) => break,
            }
        }
    }
}
