//! The protocol command `json`: a question, answered in JSON. A question that names no game is
//! about the game of the session.

use std::fmt::Display;
use std::sync::Arc;
use std::time::Instant;

use serde_json::json;

use super::Session;
use super::running::{CurrentTurn, Running, Task};
use crate::protocol::message::Message;
use crate::protocol::option::MULTIPV;
use crate::protocol::outbox::Topic;
use crate::questions::{self, Job, JobKind, News, NewsKind, QuestionError, SearchCaps};
use crate::search::Control;

impl Session {
    /// Answers a question, or starts to answer one that takes long.
    pub(super) fn question(&mut self, question: &str, body: &str) {
        let kind = JobKind::named(question);
        if let Some(task) = self.running_task().filter(|_| kind.is_some()) {
            return self.refuse(format_args!(
                "a {task} is running; stop it before the next question"
            ));
        }
        let body = match questions::with_game(question, body.as_bytes(), &self.engine.played()) {
            Ok(body) => body,
            Err(error) => return self.refuse(error),
        };
        let answered = match kind {
            None => questions::answer(question, &body).map(Some),
            Some(kind) => self.start_job(kind, &body).map(|()| None),
        };
        match answered {
            Ok(Some(answer)) => self.say(answer),
            Ok(None) => {}
            Err(error) => self.refuse(error),
        }
    }

    /// Answers with an error as JSON.
    fn refuse(&mut self, error: impl Display) {
        self.say(json!({ "error": error.to_string() }));
    }

    fn start_job(&mut self, kind: JobKind, body: &[u8]) -> Result<(), QuestionError> {
        let caps = SearchCaps {
            time: None,
            nodes: None,
            multipv: MULTIPV.bounds.max as usize,
            hash: self.settings.hash,
            threads: self.settings.used_threads(),
        };
        let job = Job::new(kind, body, &caps)?;
        self.searches += 1;
        let (number, sender) = (self.searches, self.sender.clone());
        let control = Arc::new(Control::default());
        job.spawn(Arc::clone(&control), move |news| {
            // If this fails, the session has ended and needs no report.
            let _ = sender.send(Message::News(number, news));
        })?;
        self.running = Some(Running {
            number,
            task: Task::Question,
            control,
            stopping: false,
            has_reported: false,
            current: CurrentTurn::new(Instant::now()),
        });
        Ok(())
    }

    /// Sends a report of the running question to the client as a line `json KIND OBJECT`. Late
    /// reports of earlier questions are dropped.
    pub(super) fn handle_news(&mut self, number: u64, news: &News) {
        let is_current = |running: &Running| running.number == number;
        if !self.running.as_ref().is_some_and(is_current) {
            return;
        }
        let line = format!("json {} {}", news.kind.word(), news.value);
        match news.kind {
            NewsKind::Info(rank) => self.output.report(Topic::Line(rank), line),
            NewsKind::Progress => self.output.report(Topic::Done, line),
            NewsKind::Best | NewsKind::Review | NewsKind::Error => {
                self.running = None;
                self.output.keep_reports();
                self.say(line);
            }
        }
    }
}
