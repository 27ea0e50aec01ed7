//! Lines both ways between the referee and an engine, with what is wrong about them.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::child::{Line, Process, Silence};
use super::reply::Reply;
use super::transcript::Transcript;
use crate::play::fault::{Fault, FaultKind, Halt};
use crate::protocol::command::Command;
use crate::protocol::excerpt::excerpt;

/// Lines that may come before an answer does.
const MOST_LINES: u32 = 200_000;

/// How often a waiting referee looks up whether the event is being abandoned.
const GLANCE: Duration = Duration::from_millis(100);

/// How often an engine said in a game what it should not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Noise {
    /// Lines that are none of the protocol.
    pub(crate) stray: u32,
    /// Analysis that is not in form.
    pub(crate) bad_info: u32,
    /// Complaints about what it was told.
    pub(crate) complaints: u32,
}

/// Why no reply came.
pub(crate) enum Missing {
    Timeout,
    Closed,
    Flood,
    Endless,
    Abandoned,
}

/// What is said to an engine and what it says.
#[derive(Debug)]
pub(crate) struct Conversation<'a> {
    abandon: &'a AtomicBool,
    process: Process,
    transcript: Transcript,
    /// Lines since the last question.
    lines: u32,
    /// The first line since the last question that is none of the protocol.
    stray: Option<String>,
    noise: Noise,
}

impl<'a> Conversation<'a> {
    /// Starts an engine.
    pub(crate) fn start(words: &[String], abandon: &'a AtomicBool) -> io::Result<Self> {
        Ok(Self {
            abandon,
            process: Process::start(words)?,
            transcript: Transcript::default(),
            lines: 0,
            stray: None,
            noise: Noise::default(),
        })
    }

    /// What it has said in this game that it should not.
    pub(crate) const fn noise(&self) -> Noise {
        self.noise
    }

    /// Forgets the last game, and what was said between the games.
    pub(crate) fn begin_game(&mut self) {
        self.catch_up();
        self.transcript.begin_game();
        self.noise = Noise::default();
    }

    pub(crate) fn say(&mut self, line: &str) {
        self.transcript.sent(line);
        self.process.say(line);
    }

    pub(crate) fn tell(&mut self, command: &Command) {
        self.say(&command.to_string());
    }

    /// Forgets what came before a question.
    pub(crate) fn begin_question(&mut self) {
        self.lines = 0;
        self.stray = None;
    }

    /// The next line that is no empty one, and when it came.
    pub(crate) fn next(&mut self, deadline: Instant) -> Result<(Instant, Reply), Missing> {
        loop {
            if self.abandon.load(Ordering::Relaxed) {
                return Err(Missing::Abandoned);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.process.line(left.min(GLANCE)) {
                Ok((_, Line::Endless)) => return Err(Missing::Endless),
                Ok((at, Line::Text(line))) => {
                    self.lines += 1;
                    if self.lines > MOST_LINES {
                        return Err(Missing::Flood);
                    }
                    let reply = self.hear(&line);
                    // What is said too late is no answer, and a flood leaves no moment of silence
                    // in which the deadline would show. Of a late answer it is told how late.
                    if at > deadline && !matches!(reply, Reply::Best(..)) {
                        return Err(Missing::Timeout);
                    }
                    if reply != Reply::Empty {
                        return Ok((at, reply));
                    }
                }
                Err(Silence::Closed) => return Err(Missing::Closed),
                Err(Silence::Timeout) if Instant::now() >= deadline => {
                    return Err(Missing::Timeout);
                }
                Err(Silence::Timeout) => {}
            }
        }
    }

    fn hear(&mut self, line: &str) -> Reply {
        self.transcript.heard(line);
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

    /// Takes note of what was said between two questions.
    pub(crate) fn catch_up(&mut self) {
        for _ in 0..MOST_LINES {
            match self.process.waiting_line() {
                Some(Line::Text(line)) => {
                    self.hear(&line);
                }
                Some(Line::Endless) | None => break,
            }
        }
    }

    /// What it means that no reply came where `what` was due.
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
                    "no {what}, but a line that is none of the protocol: '{line}'"
                )),
                None => Fault::new(FaultKind::Stall, format!("no {what}")),
            },
        })
    }

    /// Waits for a reply for which `fits` has a value.
    pub(crate) fn wait<T>(
        &mut self,
        patience: Duration,
        what: &str,
        mut fits: impl FnMut(Reply) -> Option<T>,
    ) -> Result<(Instant, T), Halt> {
        let deadline = Instant::now() + patience;
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

    /// Everything said in this game, both ways, and the last lines on standard error.
    pub(crate) fn last_words(&mut self) -> (Vec<String>, Vec<String>) {
        self.catch_up();
        let mut lines = self.transcript.lines();
        let unfinished = self.process.unfinished();
        if !unfinished.is_empty() {
            lines.push(format!("< {}", excerpt(&unfinished)));
            lines.push("# the line above has no end".to_owned());
        }
        (lines, self.process.errors())
    }

    /// Ends it in order.
    pub(crate) fn quit(self) {
        self.process.quit();
    }
}
