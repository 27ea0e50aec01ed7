//! The client of a check: what it says and hears in a step is kept with the step.

use crate::games::Game;
use std::time::{Duration, Instant};

use super::{Plan, Step, Verdict};
use crate::players::process::child::{Line, Process, Silence};
use crate::players::process::reply::{Analysis, Declared, Reply};

/// Lines of a step that are shown.
const MOST_LINES: usize = 400;

/// Lines that may come before an answer does.
const FLOOD: usize = 200_000;

/// A client with an engine.
pub(super) struct Client {
    process: Process,
    patience: Duration,
    lines: Vec<String>,
    heard: usize,
    up: bool,
    pub(super) declared: Vec<Declared>,
}

/// The answer to `go`.
#[derive(Debug, Default)]
pub(super) struct Answer {
    pub(super) turn: String,
    pub(super) analyses: Vec<Analysis>,
}

/// Why a step failed.
pub(super) type Failure = String;

impl Client {
    pub(super) fn start(plan: &Plan) -> std::io::Result<Self> {
        Ok(Self {
            process: Process::start(&plan.command)?,
            patience: plan.patience,
            lines: Vec::new(),
            heard: 0,
            up: true,
            declared: Vec::new(),
        })
    }

    /// Whether the engine still answers.
    pub(super) const fn is_up(&self) -> bool {
        self.up
    }

    /// The games to check: those that are asked for, or all that the engine declares.
    pub(super) fn variants(&self, plan: &Plan) -> Vec<&'static Game> {
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

    pub(super) fn say(&mut self, line: &str) {
        self.keep(format!("> {line}"));
        self.process.say(line);
    }

    fn keep(&mut self, line: String) {
        if self.lines.len() < MOST_LINES {
            self.lines.push(line);
        } else if self.lines.len() == MOST_LINES {
            self.lines.push("# more lines are left out".to_owned());
        }
    }

    /// The next line.
    pub(super) fn reply(&mut self, patience: Duration, what: &str) -> Result<Reply, Failure> {
        let deadline = Instant::now() + patience;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.process.line(left) {
                Ok((_, Line::Text(line))) => {
                    self.heard += 1;
                    self.keep(format!("< {line}"));
                    if self.heard > FLOOD {
                        self.up = false;
                        return Err(format!("more than {FLOOD} lines and no {what}"));
                    }
                    match Reply::read(&line) {
                        Reply::Empty => {}
                        Reply::Other => return Err(format!("'{line}' is none of the protocol")),
                        Reply::BadInfo => return Err(format!("'{line}' is not in form")),
                        reply => return Ok(reply),
                    }
                }
                Ok((_, Line::Endless)) => {
                    self.up = false;
                    return Err("a line without end".to_owned());
                }
                Err(Silence::Closed) => {
                    self.up = false;
                    let how = self.process.status();
                    let how = how.map_or_else(
                        || "its output is closed".to_owned(),
                        |status| status.to_string(),
                    );
                    return Err(format!("no {what}: {how}"));
                }
                Err(Silence::Timeout) => {
                    self.up = false;
                    let unfinished = self.process.unfinished();
                    return Err(if unfinished.is_empty() {
                        format!("no {what} within {patience:?}")
                    } else {
                        format!("no {what}, but a line that is not ended: '{unfinished}'")
                    });
                }
            }
        }
    }

    /// Waits for a reply for which `fits` has a value.
    pub(super) fn wait<T>(
        &mut self,
        what: &str,
        mut fits: impl FnMut(&mut Self, Reply) -> Result<Option<T>, Failure>,
    ) -> Result<T, Failure> {
        loop {
            let reply = self.reply(self.patience, what)?;
            if let Some(value) = fits(self, reply)? {
                return Ok(value);
            }
        }
    }

    pub(super) fn ready(&mut self) -> Result<(), Failure> {
        self.say("isready");
        self.wait("readyok", |_, reply| {
            Ok((reply == Reply::Ready).then_some(()))
        })
    }

    /// Hears out an engine that still owes a `readyok`, whatever else it says before.
    pub(super) fn hear_out(&mut self) {
        while self.up && self.reply(self.patience, "readyok") != Ok(Reply::Ready) {}
    }

    /// Says that it shall be ready, and fails where it complains about what it was told before.
    pub(super) fn ready_without_complaint(&mut self) -> Result<(), Failure> {
        self.say("isready");
        self.wait("readyok", |_, reply| match reply {
            Reply::Ready => Ok(Some(())),
            Reply::Complaint(complaint) => Err(format!("it complains: {complaint}")),
            _ => Ok(None),
        })
    }

    pub(super) fn answer(&mut self) -> Result<Answer, Failure> {
        let mut analyses = Vec::new();
        let turn = self.wait("bestmove", |_, reply| match reply {
            Reply::Best(Some(turn), _) => Ok(Some(turn)),
            Reply::Best(None, _) => {
                Err("bestmove takes a move, and `ponder` with another behind it".to_owned())
            }
            Reply::Analysis(analysis) => {
                analyses.push(*analysis);
                Ok(None)
            }
            Reply::Complaint(complaint) => Err(format!("it complains: {complaint}")),
            _ => Ok(None),
        })?;
        Ok(Answer { turn, analyses })
    }

    /// Whether a line comes within a moment that should not.
    pub(super) fn hears_bestmove(&mut self, moment: Duration) -> bool {
        let deadline = Instant::now() + moment;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.process.line(left) {
                Ok((_, Line::Text(line))) => {
                    self.keep(format!("< {line}"));
                    if matches!(Reply::read(&line), Reply::Best(..)) {
                        return true;
                    }
                }
                Ok((_, Line::Endless)) | Err(_) => return false,
            }
            if Instant::now() >= deadline {
                return false;
            }
        }
    }

    /// Whether the process ends by itself, and how.
    pub(super) fn ends(&mut self) -> Result<(), Failure> {
        self.up = false;
        match self.process.status() {
            Some(status) if status.success() => Ok(()),
            Some(status) => Err(format!("it ended with {status}")),
            None => Err("it did not end within a second".to_owned()),
        }
    }

    pub(super) fn close_input(&mut self) {
        self.keep("# end of input".to_owned());
        self.process.close_input();
    }

    /// The step that was just done.
    pub(super) fn step(&mut self, promise: &str, done: Result<(), Failure>) -> Step {
        let (verdict, detail) = match done {
            Ok(()) => (Verdict::Pass, String::new()),
            Err(detail) => (Verdict::Fail, detail),
        };
        self.heard = 0;
        Step {
            promise: promise.to_owned(),
            verdict,
            detail,
            lines: std::mem::take(&mut self.lines),
        }
    }

    /// A step that the engine need not do and does not.
    pub(super) fn absent(&mut self, promise: &str, why: &str) -> Step {
        Step {
            verdict: Verdict::Absent,
            detail: why.to_owned(),
            ..self.step(promise, Ok(()))
        }
    }
}
