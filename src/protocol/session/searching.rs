//! Searches and perfts: starting them, stopping them, and their events as lines.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use super::Session;
use super::running::{Running, Task};
use crate::engine::{Event, SearchRequest};
use crate::protocol::command::Go;
use crate::protocol::limits::limits;
use crate::protocol::message::Message;
use crate::protocol::reply::{BestLine, InfoLine};
use crate::search::{Best, Bound, Control, Info, Report};

/// The time after which a search reports the root turn that it examines.
const CURRENT_TURN_AFTER: Duration = Duration::from_secs(3);

/// How long the end of a session waits for the last answer.
const SHUTDOWN_GRACE: Duration = Duration::from_millis(500);

impl<W: Write> Session<W> {
    pub(super) fn go(&mut self, go: &Go) -> io::Result<()> {
        if self.running.is_some() {
            return self.complain("a search is running; stop it before the next go");
        }
        let since = Instant::now();
        let control = Arc::new(Control::default());
        self.searches += 1;
        let (number, sender) = (self.searches, self.sender.clone());
        let listener = Box::new(move |event| {
            // If the session has ended meanwhile, nobody needs the event.
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
            return self.complain(format_args!("go: {error}"));
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
            since,
        });
        Ok(())
    }

    /// Tells the running search to stop.
    pub(super) fn stop(&mut self) {
        if let Some(running) = &mut self.running {
            running.stopping = true;
            running.control.stop();
        }
    }

    pub(super) fn ponder_hit(&mut self) -> io::Result<()> {
        match &mut self.running {
            Some(running) if running.task == Task::Ponder => {
                running.task = Task::Search;
                running.control.ponder_hit();
                Ok(())
            }
            _ => self.complain("ponderhit: no search is pondering"),
        }
    }

    /// Passes an event on to the client. Events of a search that has ended are dropped.
    pub(super) fn handle_event(&mut self, number: u64, event: Event) -> io::Result<()> {
        let running = self.running.as_mut();
        let Some(running) = running.filter(|running| running.number == number) else {
            return Ok(());
        };
        match event {
            Event::Report(Report::Info(info)) => {
                running.has_reported = true;
                self.say_info(&info)
            }
            Event::Report(Report::CurrentTurn {
                depth,
                turn,
                number,
            }) => {
                if !self.debug && running.since.elapsed() < CURRENT_TURN_AFTER {
                    return Ok(());
                }
                let place = format_args!("currmove {turn} currmovenumber {number}");
                self.say(format_args!("info depth {depth} {place}"))
            }
            Event::Best(best) => self.finish_search(&best),
            Event::PerftTurn(turn, leaves) => self.say(format_args!("{turn}: {leaves}")),
            Event::PerftTotal(total) => {
                self.running = None;
                match total {
                    Some(total) => self.say(format_args!("Nodes searched: {total}")),
                    None => self.say("info string perft stopped"),
                }
            }
            Event::Failed(reason) => {
                self.complain(format_args!("the program has failed: {reason}"))
            }
        }
    }

    fn say_info(&mut self, info: &Info) -> io::Result<()> {
        let weights = self.settings.game.weights();
        let wdl = self.settings.show_wdl.then_some(weights.scale);
        self.say(InfoLine { info, wdl })
    }

    /// Ends a search with its answer. At least one `info` line with a score comes before it, so that
    /// a referee can adjudicate by scores however short the search was.
    fn finish_search(&mut self, best: &Best) -> io::Result<()> {
        if let Some(running) = self.running.take()
            && !running.has_reported
        {
            self.say_info(&Info {
                depth: best.depth,
                seldepth: best.depth,
                multipv: 1,
                score: best.score,
                bound: Bound::Exact,
                nodes: best.nodes,
                time: running.since.elapsed(),
                hashfull: 0,
                pv: best.turn.into_iter().collect(),
            })?;
        }
        let dialect = self.dialect;
        self.say(BestLine { best, dialect })
    }

    /// Ends a search that is still running, and sends its answer if that comes at once. A perft gets
    /// that time to finish, so that a script may end with one.
    ///
    /// # Errors
    ///
    /// Only when the output cannot be written.
    pub(in crate::protocol) fn shut_down(&mut self, queue: &Receiver<Message>) -> io::Result<()> {
        let is_perft = |running: &Running| running.task == Task::Perft;
        if !self.running.as_ref().is_some_and(is_perft) {
            self.stop();
        }
        let end = Instant::now() + SHUTDOWN_GRACE;
        while self.running.is_some() {
            let left = end.saturating_duration_since(Instant::now());
            match queue.recv_timeout(left) {
                Ok(Message::Search(number, event)) => match self.handle_event(number, event) {
                    Err(error) if error.kind() != io::ErrorKind::BrokenPipe => return Err(error),
                    Err(_) => break,
                    Ok(()) => {}
                },
                Ok(Message::News(number, news)) => match self.handle_news(number, &news) {
                    Err(error) if error.kind() != io::ErrorKind::BrokenPipe => return Err(error),
                    Err(_) => break,
                    Ok(()) => {}
                },
                Ok(Message::Line(_)) => {}
                Err(_) => break,
            }
        }
        Ok(())
    }
}
