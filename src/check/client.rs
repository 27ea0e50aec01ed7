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

/// The maximum number of lines that the client accepts in a step.
const FLOOD: usize = 200_000;

/// The whole answer to a command must come within this many timeouts. The timeout is the time to
/// wait for each line.
const TIMEOUTS: u32 = 10;

/// A client, and the engine that it checks.
pub(super) struct Client {
    process: Process,
    timeout: Duration,
    lines: Vec<String>,
    /// The number of bytes in `lines`. Not used after a line is left out.
    bytes: usize,
    /// Whether lines of this step are left out.
    is_full: bool,
    /// The number of lines that were read in this step.
    received: usize,
    /// When the last command was sent.
    sent: Instant,
    up: bool,
    /// Whether a step has failed. If so, replies may be missing or may still come.
    has_failed: bool,
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
            sent: Instant::now(),
            up: true,
            has_failed: false,
            declared: Vec::new(),
        })
    }

    /// Whether the engine still answers.
    pub(super) const fn is_up(&self) -> bool {
        self.up
    }

    /// Whether the engine must be started again before the next step: it no longer answers, or a
    /// step has failed. A failed step can leave a search running or a reply unread.
    pub(super) const fn must_restart(&self) -> bool {
        !self.up || self.has_failed
    }

    /// Forgets that a step has failed. Call this only if no search runs and no reply is missing.
    pub(super) const fn forgive(&mut self) {
        self.has_failed = false;
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
        self.sent = Instant::now();
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

    /// The next line that is not empty. Fails if no such line comes in time, or if the line is a
    /// malformed `info` line or not part of the protocol. `what` is the name of the awaited reply,
    /// for the error text.
    fn reply(&mut self, what: &str) -> Result<Reply, Failure> {
        let limit = self.timeout.saturating_mul(TIMEOUTS);
        let left = limit.saturating_sub(self.sent.elapsed());
        if let Some(reply) = self.reply_within(left.min(self.timeout), what)? {
            return Ok(reply);
        }
        self.up = false;
        let unfinished = self.process.unfinished();
        if !unfinished.is_empty() {
            let unfinished = cut(unfinished);
            return Err(format!("no {what}, but an unfinished line: '{unfinished}'"));
        }
        let waited = if left < self.timeout {
            limit
        } else {
            self.timeout
        };
        Err(format!("no {what} within {waited:?}"))
    }

    /// [`Client::reply`], but `None` if no reply comes within this time.
    fn reply_within(&mut self, time: Duration, what: &str) -> Result<Option<Reply>, Failure> {
        let deadline = Instant::now() + time;
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
                        reply => return Ok(Some(reply)),
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
                Err(NoLine::Timeout) => return Ok(None),
            }
        }
    }

    /// Reads replies until `accept` returns a value, and returns this value. `what` is the name of
    /// the awaited reply, for the error text.
    pub(super) fn wait<T>(
        &mut self,
        what: &str,
        mut accept: impl FnMut(&mut Self, Reply) -> Result<Option<T>, Failure>,
    ) -> Result<T, Failure> {
        loop {
            let reply = self.reply(what)?;
            if let Some(value) = accept(self, reply)? {
                return Ok(value);
            }
        }
    }

    /// [`Client::wait`], but a failure does not end the wait as long as the engine answers. Returns
    /// the first failure.
    pub(super) fn wait_through_failures(
        &mut self,
        what: &str,
        mut accept: impl FnMut(&mut Self, Reply) -> Result<Option<()>, Failure>,
    ) -> Result<(), Failure> {
        let mut first = Ok(());
        loop {
            match self.wait(what, &mut accept) {
                Err(failure) if self.up => first = first.and(Err(failure)),
                done => return first.and(done),
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
            match self.reply("readyok") {
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

    /// Waits this long. Fails if `bestmove` comes: the engine must not send it before the command
    /// `awaited`. Other failures are those of [`Client::reply_within`].
    pub(super) fn no_bestmove(&mut self, time: Duration, awaited: &str) -> Result<(), Failure> {
        let deadline = Instant::now() + time;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.reply_within(left, "answer")? {
                Some(Reply::Best(..)) => return Err(format!("bestmove came before {awaited}")),
                Some(_) if !left.is_zero() => {}
                _ => return Ok(()),
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
        self.has_failed |= result == StepResult::Fail;
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn an_answer_must_end_within_ten_timeouts() {
        let script = "while :; do echo 'info string alive'; sleep 0.05; done";
        let plan = CheckPlan {
            command: ["sh", "-c", script].map(str::to_owned).into(),
            variants: Vec::new(),
            timeout: Duration::from_secs(1),
            guard: None,
        };
        let launcher = Launcher::new(None).expect("a launcher");
        let mut client = Client::start(&plan, &launcher).expect("a process");
        client.send("go depth 1");
        let failure = client.answer().expect_err("no bestmove");
        assert_eq!(failure, "no bestmove within 10s");
        assert!(!client.is_up());
    }
}
