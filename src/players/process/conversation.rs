//! Lines both ways between the referee and an engine, and what is wrong with the engine's lines.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::pipes::{Line, NoLine, Process};
use super::reply::Reply;
use super::transcript::Transcript;
use crate::play::fault::{Fault, FaultKind, Halt};
use crate::protocol::command::Command;
use crate::protocol::excerpt::excerpt;

/// Lines that an engine may send before its answer.
const MOST_LINES: u32 = 200_000;

/// How often a waiting referee checks whether games are being abandoned.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// How many lines of each wrong kind an engine sent in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Noise {
    /// Lines that are not part of the protocol.
    pub(crate) stray: u32,
    /// Malformed lines of analysis.
    pub(crate) bad_info: u32,
    /// Complaints about the commands that it was sent.
    pub(crate) complaints: u32,
}

/// Why there is no reply.
pub(crate) enum Missing {
    /// None came in time.
    Timeout,
    /// The engine has closed its output.
    Closed,
    /// Too many other lines came.
    Flood,
    /// A line is too long.
    Endless,
    /// Games are being abandoned.
    Abandoned,
}

/// The lines between the referee and an engine.
#[derive(Debug)]
pub(crate) struct Conversation<'a> {
    /// Set when games are abandoned.
    halt: &'a AtomicBool,
    process: Process,
    transcript: Transcript,
    /// Lines received since the last question.
    lines: u32,
    /// The first line since the last question that is not part of the protocol.
    stray: Option<String>,
    noise: Noise,
}

impl<'a> Conversation<'a> {
    /// Starts an engine.
    pub(crate) fn start(words: &[String], halt: &'a AtomicBool) -> io::Result<Self> {
        Ok(Self {
            halt,
            process: Process::start(words)?,
            transcript: Transcript::default(),
            lines: 0,
            stray: None,
            noise: Noise::default(),
        })
    }

    /// The wrong lines of this game.
    pub(crate) const fn noise(&self) -> Noise {
        self.noise
    }

    /// Forgets the last game, and the lines since then.
    pub(crate) fn begin_game(&mut self) {
        self.catch_up();
        self.transcript.begin_game();
        self.noise = Noise::default();
    }

    pub(crate) fn send_line(&mut self, line: &str) {
        self.transcript.sent(line);
        self.process.send(line);
    }

    pub(crate) fn send(&mut self, command: &Command) {
        self.send_line(&command.to_string());
    }

    /// Begins to count lines anew.
    pub(crate) fn begin_question(&mut self) {
        self.lines = 0;
        self.stray = None;
    }

    /// The next line that is not empty, and when it came.
    pub(crate) fn next(&mut self, deadline: Instant) -> Result<(Instant, Reply), Missing> {
        loop {
            if self.halt.load(Ordering::Relaxed) {
                return Err(Missing::Abandoned);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.process.line(left.min(POLL_INTERVAL)) {
                Ok((_, Line::Endless)) => return Err(Missing::Endless),
                Ok((at, Line::Text(line))) => {
                    self.lines += 1;
                    if self.lines > MOST_LINES {
                        return Err(Missing::Flood);
                    }
                    let reply = self.receive(&line);
                    // A line after the deadline is no answer. In a flood of lines the timeout below
                    // never happens. A late turn is returned all the same, to report how late it is.
                    if at > deadline && !matches!(reply, Reply::Best(..)) {
                        return Err(Missing::Timeout);
                    }
                    if reply != Reply::Empty {
                        return Ok((at, reply));
                    }
                }
                Err(NoLine::Closed) => return Err(Missing::Closed),
                Err(NoLine::Timeout) if Instant::now() >= deadline => {
                    return Err(Missing::Timeout);
                }
                Err(NoLine::Timeout) => {}
            }
        }
    }

    fn receive(&mut self, line: &str) -> Reply {
        self.transcript.received(line);
        let reply = Reply::read(line);
        match &reply {
            Reply::Other => {
                self.noise.stray += 1;
                self.stray.get_or_insert_with(|| excerpt(line));
            }
            Reply::BadInfo => self.noise.bad_info += 1,
            Reply::Complaint(_) => self.noise.complaints += 1,
            _ => {}
        }
        reply
    }

    /// Takes note of the lines that came between two questions.
    pub(crate) fn catch_up(&mut self) {
        for _ in 0..MOST_LINES {
            match self.process.waiting_line() {
                Some(Line::Text(line)) => {
                    self.receive(&line);
                }
                Some(Line::Endless) | None => break,
            }
        }
    }

    /// The fault of an engine that did not send `what`.
    pub(crate) fn fault(&mut self, missing: &Missing, what: &str) -> Halt {
        let malformed = |detail: String| Fault::new(FaultKind::Malformed, detail);
        let unfinished = self.process.unfinished();
        Halt::Fault(match missing {
            Missing::Abandoned => return Halt::Abandoned,
            Missing::Flood => malformed(format!("more than {MOST_LINES} lines and no {what}")),
            Missing::Endless => malformed("a line without end".to_owned()),
            Missing::Closed => {
                let how = match self.process.status() {
                    Some(status) => format!("it has ended: {status}"),
                    None => "it has closed its output".to_owned(),
                };
                Fault::new(FaultKind::Crash, how)
            }
            Missing::Timeout if !unfinished.is_empty() => {
                let line = excerpt(&unfinished);
                malformed(format!("no {what}, but a line that is not ended: '{line}'"))
            }
            Missing::Timeout => match self.stray.take() {
                Some(line) => malformed(format!(
                    "no {what}, but a line that is not part of the protocol: '{line}'"
                )),
                None => Fault::new(FaultKind::Stall, format!("no {what}")),
            },
        })
    }

    /// Waits for a reply for which `fits` returns a value.
    pub(crate) fn wait<T>(
        &mut self,
        timeout: Duration,
        what: &str,
        mut fits: impl FnMut(Reply) -> Option<T>,
    ) -> Result<(Instant, T), Halt> {
        let deadline = Instant::now() + timeout;
        loop {
            match self.next(deadline) {
                Ok((at, reply)) => {
                    if let Some(value) = fits(reply) {
                        return Ok((at, value));
                    }
                }
                Err(missing) => return Err(self.fault(&missing, what)),
            }
        }
    }

    /// All lines of this game, both ways, and the last lines of standard error.
    pub(crate) fn transcript(&mut self) -> (Vec<String>, Vec<String>) {
        self.catch_up();
        let mut lines = self.transcript.lines();
        let unfinished = self.process.unfinished();
        if !unfinished.is_empty() {
            lines.push(format!("< {}", excerpt(&unfinished)));
            lines.push("# the line above has no end".to_owned());
        }
        (lines, self.process.errors())
    }

    /// Lets the engine quit.
    pub(crate) fn quit(self) {
        self.process.quit();
    }
}
