//! The lines to the client, and the log of the lines in both directions.

use std::fmt::Display;
use std::io;

use super::log::Log;
use crate::protocol::excerpt::{error_line, excerpt};
use crate::protocol::outbox::{Outbox, Topic};

/// The direction of a line in the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    /// From the client to the engine, marked `>`.
    Received,
    /// From the engine to the client, marked `<`.
    Sent,
}

/// The output to the client, and the log.
pub(super) struct Output {
    client: Outbox,
    log: Option<Log>,
}

impl Output {
    pub(super) const fn new(client: Outbox) -> Self {
        Self { client, log: None }
    }

    /// Sends one or more lines, separated by line feeds.
    pub(super) fn say(&mut self, text: impl Display) {
        let text = text.to_string();
        self.log(Direction::Sent, &text);
        self.client.answer(text);
    }

    /// Sends an error message.
    pub(super) fn complain(&mut self, error: impl Display) {
        let error = error_line(&error.to_string());
        self.say(format_args!("info string error: {error}"));
    }

    /// Sends a line. If the client does not read, the line replaces the waiting reports about the
    /// same topic.
    pub(super) fn report(&mut self, topic: Topic, text: impl Display) {
        let text = text.to_string();
        self.log(Direction::Sent, &text);
        self.client.report(topic, text);
    }

    /// Keeps the waiting reports: later reports do not replace them ([`Outbox::keep_reports`]).
    /// Called before `bestmove`, and before the last line about a job (a question that takes long).
    pub(super) fn keep_reports(&self) {
        self.client.keep_reports();
    }

    /// Whether too much output waits. Until the client reads it, the session must not handle the
    /// client's next lines.
    pub(super) fn is_full(&self) -> bool {
        self.client.is_full()
    }

    /// Whether the client has left output unread for half a second.
    pub(super) fn is_unread(&self) -> bool {
        self.client.is_unread()
    }

    /// Appends lines to the log. Closes the log if too much text waits to be written to it.
    pub(super) fn log(&mut self, direction: Direction, text: &str) {
        let Some(log) = &self.log else { return };
        let mark = match direction {
            Direction::Received => '>',
            Direction::Sent => '<',
        };
        let lines: Vec<String> = text
            .split('\n')
            .map(|line| format!("{mark} {line}"))
            .collect();
        if !log.append(lines.join("\n")) {
            self.close_log("too much text waits to be written to it");
        }
    }

    /// Closes the log with this number, because writing to it has failed. Does nothing if another
    /// log is open.
    pub(super) fn log_failed(&mut self, number: u64) {
        let failed = self.log.as_ref().filter(|log| log.number() == number);
        if let Some(Err(error)) = failed.map(Log::close) {
            self.close_log(error);
        }
    }

    /// Closes the log and tells the client why.
    fn close_log(&mut self, why: impl Display) {
        if let Some(log) = self.log.take() {
            let path = excerpt(log.path());
            self.complain(format_args!(
                "option Debug Log File: '{path}' is closed: {why}"
            ));
        }
    }

    /// Starts to log to `log`, and closes the earlier log. `None` ends logging.
    pub(super) fn log_to(&mut self, log: Option<Log>) {
        if let Some(log) = std::mem::replace(&mut self.log, log) {
            // Errors are not reported: this log is no longer wanted.
            let _ = log.close();
        }
    }

    /// Waits until everything is written. Gives up if the client does not read for half a second.
    /// Returns the number of lost answers ([`Outbox::finish`]).
    ///
    /// # Errors
    ///
    /// If the output could not be written.
    pub(super) fn finish(&mut self) -> io::Result<usize> {
        self.log_to(None);
        self.client.finish()
    }
}
