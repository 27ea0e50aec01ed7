//! Sends lines to an engine, receives its lines, and reports wrong and missing lines. The *manager*
//! is the Reviver process that plays games with the engine. A *question* is one or more commands
//! whose answer the manager waits for.

use std::io;
use std::process::ExitStatus;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::manager::Manager;
use super::memory::MemoryWatch;
use super::pipes::{MAX_LINE_KIB, NoLine, OutputLine, Process};
use super::reply::Reply;
use super::transcript::Transcript;
use super::waits::{Delays, EngineWaits};
use crate::play::fault::{Fault, FaultKind, Halt};
use crate::play::shortage::Shortage;
use crate::protocol::command::Command;
use crate::protocol::excerpt::excerpt;
use crate::protocol::shortage::{EX_TEMPFAIL, GO_REFUSED, NO_THREAD};

/// The maximum number of lines that an engine may send before its answer.
const MAX_LINES: u32 = 200_000;

/// The maximum number of mebibytes that an engine may send before its answer.
const MAX_MIB: usize = 64;

/// How often the manager checks, while it waits, whether it must stop.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// How long the manager waits after an engine has ended. If the manager is told to stop during this
/// time, the engine is not at fault: a signal that ends many processes, as at the end of a cluster
/// job, can reach the engine before the manager.
const STOP_GRACE: Duration = Duration::from_secs(2);

/// If a program in Rust, C++ or Python gets no memory, its message on standard error contains one
/// of these texts.
const NO_MEMORY: [&str; 3] = ["memory allocation of ", "std::bad_alloc", "MemoryError"];

/// How many wrong lines of each kind an engine sent in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct WrongLines {
    /// Lines that are not part of the protocol.
    pub(crate) stray: u32,
    /// Malformed `info` lines.
    pub(crate) bad_info: u32,
    /// Error messages about a command.
    pub(crate) complaints: u32,
}

/// Why there is no reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoReply {
    /// No reply came in time.
    Timeout,
    /// The engine has closed its output.
    Closed,
    /// Too many lines came.
    ManyLines,
    /// Too many bytes came.
    ManyBytes,
    /// A line is too long.
    LongLine,
    /// Games are being abandoned.
    Abandoned,
}

/// The lines between the manager and an engine.
#[derive(Debug)]
pub(crate) struct Conversation<'a> {
    /// The name of the engine.
    name: &'a str,
    manager: Manager<'a>,
    process: Process,
    /// Watches memory from the start of the process.
    memory: MemoryWatch,
    transcript: Transcript,
    /// Lines received since the last question.
    lines: u32,
    /// Bytes received since the last question.
    bytes: usize,
    /// The first stray line ([`WrongLines::stray`]) since the last question.
    stray: Option<String>,
    wrong: WrongLines,
    /// See [`Conversation::allow_error_about`].
    allowed_error: Option<&'static str>,
}

impl<'a> Conversation<'a> {
    /// Starts an engine.
    pub(crate) fn start(name: &'a str, words: &[String], manager: Manager<'a>) -> io::Result<Self> {
        Ok(Self {
            name,
            manager,
            memory: MemoryWatch::new(),
            process: Process::start(words, manager.launcher)?,
            transcript: Transcript::default(),
            lines: 0,
            bytes: 0,
            stray: None,
            wrong: WrongLines::default(),
            allowed_error: None,
        })
    }

    /// The wrong lines of this game.
    pub(crate) const fn wrong_lines(&self) -> WrongLines {
        self.wrong
    }

    /// Allows one error message about `command`, because the engine need not know this command. The
    /// message is not counted as a wrong line. `None` allows none.
    pub(super) const fn allow_error_about(&mut self, command: Option<&'static str>) {
        self.allowed_error = command;
    }

    /// How long the manager's own threads for this engine have waited for a processor.
    pub(super) fn delays(&self) -> &Delays {
        self.process.delays()
    }

    /// How long the threads of the engine have waited for a processor.
    pub(super) fn engine_waits(&self) -> EngineWaits {
        self.process.engine_waits()
    }

    /// Forgets the lines of the previous game, including lines that came after its end.
    pub(crate) fn begin_game(&mut self) {
        self.catch_up();
        self.transcript.begin_game();
        self.wrong = WrongLines::default();
    }

    pub(crate) fn send_line(&mut self, line: &str) {
        self.transcript.sent(line);
        self.process.send(line);
    }

    pub(crate) fn send(&mut self, command: &Command) {
        self.send_line(&command.to_string());
    }

    /// Sets the counts of lines and bytes to 0 and forgets the stray line.
    pub(crate) fn begin_question(&mut self) {
        self.lines = 0;
        self.bytes = 0;
        self.stray = None;
    }

    /// The next line that is not empty, and when it came.
    pub(crate) fn next(&mut self, deadline: Instant) -> Result<(Instant, Reply), NoReply> {
        loop {
            if self.manager.is_halted() {
                return Err(NoReply::Abandoned);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.process.line(left.min(POLL_INTERVAL)) {
                Ok((_, OutputLine::TooLong)) => return Err(NoReply::LongLine),
                Ok((at, OutputLine::Text(line))) => {
                    self.lines += 1;
                    self.bytes += line.len();
                    if self.lines > MAX_LINES {
                        return Err(NoReply::ManyLines);
                    }
                    if self.bytes > MAX_MIB << 20 {
                        return Err(NoReply::ManyBytes);
                    }
                    let reply = self.receive(&line);
                    // Check the deadline here too: `NoLine::Timeout` never occurs while lines keep
                    // coming. A late `bestmove` is returned, because the caller needs to know when
                    // it came.
                    if at > deadline && !matches!(reply, Reply::Best(..)) {
                        return Err(NoReply::Timeout);
                    }
                    if reply != Reply::Empty {
                        return Ok((at, reply));
                    }
                }
                Err(NoLine::Closed) => return Err(NoReply::Closed),
                Err(NoLine::Timeout) if Instant::now() >= deadline => {
                    return Err(NoReply::Timeout);
                }
                Err(NoLine::Timeout) => {}
            }
        }
    }

    fn receive(&mut self, line: &str) -> Reply {
        self.transcript.received(line);
        let reply = Reply::read(line);
        let is_error = matches!(reply, Reply::Other | Reply::Complaint(_));
        if is_error
            && self
                .allowed_error
                .take_if(|command| is_error_about(command, line))
                .is_some()
        {
            return reply;
        }
        match &reply {
            Reply::Other => {
                self.wrong.stray += 1;
                self.stray.get_or_insert_with(|| excerpt(line));
            }
            Reply::BadInfo => self.wrong.bad_info += 1,
            Reply::Complaint(_) => self.wrong.complaints += 1,
            _ => {}
        }
        reply
    }

    /// Reads the lines that came between two questions.
    pub(crate) fn catch_up(&mut self) {
        let now = Instant::now();
        while let Some((at, line)) = self.process.waiting_line() {
            match line {
                OutputLine::Text(line) => {
                    self.receive(&line);
                }
                OutputLine::TooLong => {}
            }
            // Later lines can wait. An engine that never stops sending must not keep this loop
            // running for ever.
            if at > now {
                break;
            }
        }
    }

    /// The [`Halt`] for an engine that did not send `what`. `why` is the reason.
    pub(crate) fn halt(&mut self, why: NoReply, what: &str) -> Halt {
        let malformed = |detail: String| Fault::new(FaultKind::Malformed, detail);
        let unfinished = self.process.unfinished();
        Halt::Fault(match why {
            NoReply::Abandoned => return Halt::Abandoned,
            NoReply::Closed => return self.end(),
            NoReply::ManyLines => {
                malformed(format!("it sent more than {MAX_LINES} lines and no {what}"))
            }
            NoReply::ManyBytes => {
                malformed(format!("it sent more than {MAX_MIB} MiB and no {what}"))
            }
            NoReply::LongLine => malformed(format!("a line of more than {MAX_LINE_KIB} KiB")),
            NoReply::Timeout if !unfinished.is_empty() => {
                let line = excerpt(&unfinished);
                malformed(format!("no {what}, but an unfinished line: '{line}'"))
            }
            NoReply::Timeout => match self.stray.take() {
                Some(line) => malformed(format!(
                    "no {what}, but a line that is not part of the protocol: '{line}'"
                )),
                None => Fault::new(FaultKind::Stall, format!("no {what}")),
            },
        })
    }

    /// The [`Halt`] for an engine that has ended or closed its output. In three cases the engine is
    /// not at fault: a request to stop comes within [`STOP_GRACE`], the engine was killed when
    /// memory ran out, or it says that the computer lacks something.
    fn end(&mut self) -> Halt {
        let deadline = Instant::now() + STOP_GRACE;
        let status = self.process.status();
        while !self.manager.is_stopping() {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            sleep(left.min(POLL_INTERVAL));
        }
        if self.manager.is_stopping() {
            return Halt::Abandoned;
        }
        if self.process.was_killed() && self.memory.has_run_out() {
            return Shortage::of_memory(&format!("engine {}", self.name)).into();
        }
        if let Some(words) = status.and_then(|status| self.lack(status)) {
            return Shortage::of_engine(&format!("engine {}", self.name), &words).into();
        }
        let how = match status {
            Some(status) => format!("it has ended: {status}"),
            None => "it has closed its output".to_owned(),
        };
        Fault::new(FaultKind::Crash, how).into()
    }

    /// The message of an engine that ended because the computer lacks something.
    fn lack(&self, status: ExitStatus) -> Option<String> {
        let errors = self.process.errors();
        if status.code() == Some(EX_TEMPFAIL) {
            let last = errors.last();
            let words =
                last.map_or_else(|| format!("it has ended: {status}"), |line| excerpt(line));
            return Some(words);
        }
        // More lines may follow the message, such as a stack backtrace.
        let mut lines = errors.iter().rev();
        let line = lines.find(|line| NO_MEMORY.iter().any(|words| line.contains(words)))?;
        (!status.success()).then(|| excerpt(line))
    }

    /// Waits until `accept` returns a value for a reply. Returns that value and when the reply
    /// came. `what` names the reply in the description of a fault.
    pub(crate) fn wait<T>(
        &mut self,
        timeout: Duration,
        what: &str,
        mut accept: impl FnMut(Reply) -> Option<T>,
    ) -> Result<(Instant, T), Halt> {
        let deadline = Instant::now() + timeout;
        loop {
            match self.next(deadline) {
                Ok((at, reply)) => {
                    if let Some(value) = accept(reply) {
                        return Ok((at, value));
                    }
                }
                Err(why) => return Err(self.halt(why, what)),
            }
        }
    }

    /// The text of a transcript: the lines before the first game and those of this game, in both
    /// directions, and the last lines of standard error. Of a long game, only the beginning and the
    /// end are kept.
    pub(crate) fn transcript(&mut self) -> String {
        self.catch_up();
        let mut text = self.transcript.text();
        let unfinished = self.process.unfinished();
        if !unfinished.is_empty() {
            text.push_str(&format!("< {}\n", excerpt(&unfinished)));
            text.push_str("# the line above is unfinished\n");
        }
        for line in self.process.errors() {
            text.push_str(&format!("! {line}\n"));
        }
        text
    }

    /// Asks the engine to quit.
    pub(crate) fn quit(self) {
        self.process.quit();
    }
}

/// Whether an error message is about `command`: it names the command, or says that some command is
/// unknown.
fn is_error_about(command: &str, line: &str) -> bool {
    const UNKNOWN: [&str; 4] = ["unknown", "unrecogni", "illegal", "invalid"];
    let line = line.to_ascii_lowercase();
    line.contains("command") && UNKNOWN.iter().any(|word| line.contains(word))
        || line
            .split(|letter: char| !letter.is_ascii_alphanumeric())
            .any(|word| word == command)
}

/// Why no `bestmove` will come; `None` if the reply does not refuse `go`.
pub(super) fn error_about_go(engine: &str, reply: &Reply) -> Option<Halt> {
    let Reply::Complaint(complaint) = reply else {
        return None;
    };
    if !complaint.starts_with(GO_REFUSED) {
        return None;
    }
    if complaint.contains(NO_THREAD) {
        return Some(Shortage::of_engine(&format!("engine {engine}"), complaint).into());
    }
    let detail = format!("it refuses go: '{}'", excerpt(complaint));
    Some(Fault::new(FaultKind::Malformed, detail).into())
}
