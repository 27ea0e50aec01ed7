//! One client's session: the game, the options and the search that may be running.
//!
//! * `commands`: what each command does
//! * `questions`: questions whose answers are JSON
//! * `book`: turns from the book
//! * `searching`: starting a search, stopping it and passing on its events
//! * `running`: the search under way
//! * `output`: replies to the client
//! * `log`: the log of all lines
//!
//! All lines to the client come from the session. The rules and the search are in [`Engine`].

mod book;
mod commands;
mod log;
mod output;
mod questions;
mod running;
mod searching;

use std::collections::VecDeque;
use std::fmt::Display;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use super::backlog::Backlog;
use super::command::Command;
use super::excerpt::excerpt;
use super::input::{InputLine, MAX_LINE_LENGTH};
use super::message::Message;
use super::option;
use super::outbox::Outbox;
use super::reply::Dialect;
use super::settings::Settings;
use crate::engine::{self, Engine, SearchThread};
use output::{Direction, Output};
use running::{Running, Task};

/// While the output is full and lines of the client wait, the session checks at this interval
/// whether the client reads.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Whether the session continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flow {
    Continue,
    /// The client has sent `quit`, or the output has failed.
    Quit,
    /// The client will send nothing more.
    EndOfInput,
}

/// The state of a session.
pub(super) struct Session {
    output: Output,
    /// Where searches, questions and logs send their messages.
    sender: Sender<Message>,
    settings: Settings,
    engine: Box<dyn Engine>,
    /// Where searches and perfts run.
    search_thread: Arc<SearchThread>,
    dialect: Dialect,
    debug: bool,
    running: Option<Running>,
    /// The number of the latest search, perft or [`Job`](crate::questions::Job). Events carry this
    /// number, so the session can drop late events of earlier searches.
    searches: u64,
    /// The number of the latest log. [`Message::LogFailed`] carries this number, so the session can
    /// ignore the failure of an earlier log.
    logs: u64,
    /// Lines that are not handled yet ([`Session::handle_lines`]).
    held: VecDeque<InputLine>,
    /// The bytes of the lines that are not handled yet.
    backlog: Backlog,
}

impl Session {
    /// A session with the default options, at the start position of the default game.
    pub(super) fn new(
        output: Outbox,
        sender: Sender<Message>,
        backlog: Backlog,
        search_thread: Arc<SearchThread>,
    ) -> Self {
        let settings = option::defaults();
        let (game, seed) = (settings.game, settings.start_seed);
        Self {
            output: Output::new(output),
            sender,
            engine: engine::with_thread(game, seed, &search_thread),
            search_thread,
            settings,
            dialect: Dialect::default(),
            debug: false,
            running: None,
            searches: 0,
            logs: 0,
            held: VecDeque::new(),
            backlog,
        }
    }

    /// Handles one message.
    pub(super) fn handle(&mut self, message: Message) -> Flow {
        match message {
            Message::Line(line) => self.held.push_back(line),
            Message::Search(number, event) => self.handle_event(number, event),
            Message::News(number, news) => self.handle_news(number, &news),
            Message::LogFailed(number) => self.output.log_failed(number),
            // Nobody can read the answers.
            Message::OutputFailed => return Flow::Quit,
        }
        self.handle_lines()
    }

    /// What is running now, if anything.
    fn running_task(&self) -> Option<Task> {
        self.running.as_ref().map(|running| running.task)
    }

    /// Handles the waiting lines in order. Lines must wait in two cases:
    ///
    /// * After `stop`, until the search has answered. So a client may send the next command before
    ///   `bestmove` comes.
    /// * While the output is full. The session may then end without handling the lines
    ///   ([`Session::flow_if_unread`]).
    pub(super) fn handle_lines(&mut self) -> Flow {
        while !self.running.as_ref().is_some_and(Running::is_stopping) {
            if self.output.is_full() {
                return self.flow_if_unread();
            }
            let Some(line) = self.held.pop_front() else {
                break;
            };
            self.backlog.remove(line.length());
            let flow = self.handle_line(line);
            if flow != Flow::Continue {
                return flow;
            }
        }
        Flow::Continue
    }

    /// Ends the session if the client does not read the output and the last waiting line is `quit`
    /// or the end of the input. While the [`Backlog`] is full, no input is read. A `quit` that the
    /// client sends during that time is not seen.
    fn flow_if_unread(&self) -> Flow {
        match self.held.back() {
            Some(last) if last.is_last() && self.output.is_unread() => match last {
                InputLine::End => Flow::EndOfInput,
                _ => Flow::Quit,
            },
            _ => Flow::Continue,
        }
    }

    /// The time at which the session acts even without a message. `None` if it waits for a message.
    pub(super) fn next_action(&self) -> Option<Instant> {
        let poll = self.output.is_full() && !self.held.is_empty();
        let poll = poll.then(|| Instant::now() + POLL_INTERVAL);
        self.next_report().into_iter().chain(poll).min()
    }

    fn handle_line(&mut self, line: InputLine) -> Flow {
        match line {
            InputLine::End => return Flow::EndOfInput,
            InputLine::Text(line) => {
                self.output.log(Direction::Received, &line);
                match Command::parse(&line) {
                    Ok(None) => {}
                    Ok(Some(Command::Quit)) => return Flow::Quit,
                    Ok(Some(command)) => self.execute(command),
                    Err(error) => self.complain(error),
                }
            }
            InputLine::NotText(text) => {
                self.output.log(Direction::Received, &text);
                self.complain(format_args!("'{}' is not UTF-8 text", excerpt(&text)));
            }
            InputLine::TooLong => {
                let text = format!("a line of more than {MAX_LINE_LENGTH} bytes");
                self.output.log(Direction::Received, &text);
                self.complain(format_args!(
                    "the line is too long; a line may have at most {MAX_LINE_LENGTH} bytes"
                ));
            }
        }
        Flow::Continue
    }

    /// Executes a command. If the command panics, the client gets an error message and the session
    /// continues.
    fn execute(&mut self, command: Command) {
        let name = excerpt(&command.to_string());
        if catch_unwind(AssertUnwindSafe(|| self.carry_out(command))).is_err() {
            self.complain(format_args!("the program has failed at '{name}'"));
        }
    }

    fn say(&mut self, text: impl Display) {
        self.output.say(text);
    }

    fn complain(&mut self, error: impl Display) {
        self.output.complain(error);
    }

    /// Waits until everything is written, or the client has not read for half a second. Returns the
    /// number of lost answers ([`Outbox::finish`]).
    ///
    /// # Errors
    ///
    /// If the output could not be written.
    pub(super) fn finish(&mut self) -> io::Result<usize> {
        self.output.finish()
    }
}
