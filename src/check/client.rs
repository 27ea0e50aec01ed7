//! The client that checks an engine. For each step it keeps the lines that it sent and received.

use std::time::{Duration, Instant};

use super::step::{CheckPlan, Step, StepResult};
use crate::games::Game;
use crate::players::process::Launcher;
use crate::players::process::pipes::{MAX_LINE_KIB, NoLine, OutputLine, Process};
use crate::players::process::reply::{Analysis, Declared, Reply};

/// At most this many lines of a step are shown.
const MAX_LINES: usize = 400;

/// At most this many bytes of a line are shown.
const MAX_LINE_LENGTH: usize = 4096;

/// The lines that are shown for a step have at most this many bytes in total.
const MAX_BYTES: usize = 64 << 10;

/// The maximum number of lines that [`Client::reply`] accepts in a step.
/// Lines that [`Client::receives_bestmove`] reads do not count.
const FLOOD: usize = 200_000;

/// A client, and the engine that it checks.
pub(super) struct Client {
    process: Process,
    timeout: Duration,
    lines: Vec<String>,
    /// The number of bytes in `lines`. It is wrong, and not used, once a line is left out.
    bytes: usize,
    /// Whether lines of this step are left out.
    is_full: bool,
    /// The number of lines that [`Client::reply`] has read in this step.
    received: usize,
    up: bool,
    pub(super) declared: Vec<Declared>,
}

/// The answer to `go`.
#[derive(Debug, Default)]
pub(super) struct SearchAnswer {
    pub(super) turn: String,
    pub(super) analyses: Vec<Analysis>,
}

/// Cuts a line to the length that is shown.
fn cut(mut line: String) -> String {
    if line.len() > MAX_LINE_LENGTH {
        line.truncate(line.floor_char_boundary(MAX_LINE_LENGTH));
        line.push_str("...");
    }
    line
}

/// Why a step failed.
pub(super) type Failure = String;

impl Client {
    pub(super) fn start(plan: &CheckPlan, launcher: &Launcher) -> std::io::Result<Self> {
        Ok(Self {
            process: Process::start(&plan.command, launcher)?,
            timeout: plan.timeout,
            lines: Vec::new(),
            bytes: 0,
            is_full: false,
            received: 0,
            up: true,
            declared: Vec::new(),
        })
    }

    /// Whether the engine still answers.
    pub(super) const fn is_up(&self) -> bool {
        self.up
    }

    /// The variants of the plan. If there are none, the variants that the engine declares and this
    /// program knows.
    pub(super) fn variants(&self, plan: &CheckPlan) -> Vec<&'static Game> {
        if !plan.variants.is_empty() {
            return plan.variants.clone();
        }
        let option = self.option("UCI_Variant");
        let choices = option
            .map(|option| option.choices.as_slice())
            .unwrap_or_default();
        choices
            .iter()
            .filter_map(|choice| choice.parse().ok())
            .collect()
    }

    pub(super) fn option(&self, name: &str) -> Option<&Declared> {
        let mut declared = self.declared.iter();
        declared.find(|option| option.name.eq_ignore_ascii_case(name))
    }

    pub(super) fn send(&mut self, line: &str) {
        self.keep(format!("> {line}"));
        self.process.send(line);
    }

    fn keep(&mut self, line: String) {
        if self.is_full {
            return;
        }
        let line = cut(line);
        self.bytes += line.len();
        self.is_full = self.lines.len() == MAX_LINES || self.bytes > MAX_BYTES;
        self.lines.push(if self.is_full {
            "# more lines are left out".to_owned()
        } else {
            line
        });
    }

    /// The next line that is not empty. A malformed `info` line is a failure, and so is a line that
    /// is not part of the protocol. `what` names the awaited reply in a failure.
    pub(super) fn reply(&mut self, timeout: Duration, what: &str) -> Result<Reply, Failure> {
        let deadline = Instant::now() + timeout;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.process.line(left) {
                Ok((_, OutputLine::Text(line))) => {
                    self.received += 1;
                    self.keep(format!("< {line}"));
                    if self.received > FLOOD {
                        self.up = false;
                        return Err(format!("more than {FLOOD} lines and no {what}"));
                    }
                    match Reply::read(&line) {
                        Reply::Empty => {}
                        Reply::Other => {
                            return Err(format!("'{}' is not part of the protocol", cut(line)));
                        }
                        Reply::BadInfo => {
                            return Err(format!("'{}' is malformed", cut(line)));
                        }
                        reply => return Ok(reply),
                    }
                }
                Ok((_, OutputLine::TooLong)) => {
                    self.up = false;
                    return Err(format!("a line of more than {MAX_LINE_KIB} KiB"));
                }
                Err(NoLine::Closed) => {
                    self.up = false;
                    let how = self.process.status();
                    let how = how.map_or_else(
                        || "its output is closed".to_owned(),
                        |status| status.to_string(),
                    );
                    return Err(format!("no {what}: {how}"));
                }
                Err(NoLine::Timeout) => {
                    self.up = false;
                    let unfinished = self.process.unfinished();
                    return Err(if unfinished.is_empty() {
                        format!("no {what} within {timeout:?}")
                    } else {
                        let unfinished = cut(unfinished);
                        format!("no {what}, but an unfinished line: '{unfinished}'")
                    });
                }
            }
        }
    }

    /// Reads replies until `accept` returns a value, and returns this value. `what` names the
    /// awaited reply in a failure.
    pub(super) fn wait<T>(
        &mut self,
        what: &str,
        mut accept: impl FnMut(&mut Self, Reply) -> Result<Option<T>, Failure>,
    ) -> Result<T, Failure> {
        loop {
            let reply = self.reply(self.timeout, what)?;
            if let Some(value) = accept(self, reply)? {
                return Ok(value);
            }
        }
    }

    pub(super) fn ready(&mut self) -> Result<(), Failure> {
        self.send("isready");
        self.wait("readyok", |_, reply| {
            Ok((reply == Reply::Ready).then_some(()))
        })
    }

    /// Ignores all lines up to the next `readyok`. Fails if the engine no longer answers.
    pub(super) fn skip_to_ready(&mut self) -> Result<(), Failure> {
        loop {
            match self.reply(self.timeout, "readyok") {
                Ok(Reply::Ready) => return Ok(()),
                Err(failure) if !self.up => return Err(failure),
                _ => {}
            }
        }
    }

    /// Waits until the engine is ready, and fails if it complains about an earlier command.
    pub(super) fn ready_without_complaint(&mut self) -> Result<(), Failure> {
        self.send("isready");
        self.wait("readyok", |_, reply| match reply {
            Reply::Ready => Ok(Some(())),
            Reply::Complaint(complaint) => Err(format!("it complains: {complaint}")),
            _ => Ok(None),
        })
    }

    /// Waits for the first line of analysis with a score.
    pub(super) fn first_analysis(&mut self) -> Result<Analysis, Failure> {
        self.wait("line of analysis", |_, reply| match reply {
            Reply::Analysis(analysis) if analysis.score.is_some() => Ok(Some(*analysis)),
            Reply::Complaint(complaint) => Err(format!("it complains: {complaint}")),
            Reply::Best(..) => Err("bestmove came before stop".to_owned()),
            _ => Ok(None),
        })
    }

    pub(super) fn answer(&mut self) -> Result<SearchAnswer, Failure> {
        let mut analyses = Vec::new();
        let turn = self.wait("bestmove", |_, reply| match reply {
            Reply::Best(Some(turn), _) => Ok(Some(turn)),
            Reply::Best(None, _) => Err(
                "bestmove must be followed by a move, and optionally by `ponder` and a second move"
                    .to_owned(),
            ),
            Reply::Analysis(analysis) => {
                analyses.push(*analysis);
                Ok(None)
            }
            Reply::Complaint(complaint) => Err(format!("it complains: {complaint}")),
            _ => Ok(None),
        })?;
        Ok(SearchAnswer { turn, analyses })
    }

    /// Whether `bestmove` comes within this time.
    pub(super) fn receives_bestmove(&mut self, moment: Duration) -> bool {
        let deadline = Instant::now() + moment;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.process.line(left) {
                Ok((_, OutputLine::Text(line))) => {
                    self.keep(format!("< {line}"));
                    if matches!(Reply::read(&line), Reply::Best(..)) {
                        return true;
                    }
                }
                Ok((_, OutputLine::TooLong)) | Err(_) => return false,
            }
            if Instant::now() >= deadline {
                return false;
            }
        }
    }

    /// Waits until the engine ends by itself. Fails if it ends with an error, or does not end
    /// within the timeout.
    pub(super) fn ends(&mut self) -> Result<(), Failure> {
        self.up = false;
        match self.process.status_within(self.timeout) {
            Some(status) if status.success() => Ok(()),
            Some(status) => Err(format!("it ended with {status}")),
            None => Err(format!("it did not end within {:?}", self.timeout)),
        }
    }

    pub(super) fn close_input(&mut self) {
        self.keep("# end of input".to_owned());
        self.process.close_input();
    }

    /// Ends a step: returns its result with its lines, and begins the next step.
    pub(super) fn step(&mut self, promise: &str, done: Result<(), Failure>) -> Step {
        let (result, detail) = match done {
            Ok(()) => (StepResult::Pass, String::new()),
            Err(detail) => (StepResult::Fail, detail),
        };
        self.received = 0;
        self.bytes = 0;
        self.is_full = false;
        Step {
            promise: promise.to_owned(),
            result,
            detail,
            lines: std::mem::take(&mut self.lines),
        }
    }

    /// Ends a step with the result [`StepResult::Absent`]. `why` is the reason.
    pub(super) fn absent(&mut self, promise: &str, why: &str) -> Step {
        Step {
            result: StepResult::Absent,
            detail: why.to_owned(),
            ..self.step(promise, Ok(()))
        }
    }
}
