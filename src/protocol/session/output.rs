//! The lines to the client, and the log of all lines both ways.

use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};

use crate::protocol::excerpt::error_line;

/// The direction of a line in the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    /// From the client to the engine, marked `>`.
    Received,
    /// From the engine to the client, marked `<`.
    Sent,
}

/// The client's end of the session, and the log.
pub(super) struct Output<W> {
    client: W,
    log: Option<File>,
}

impl<W: Write> Output<W> {
    pub(super) const fn new(client: W) -> Self {
        Self { client, log: None }
    }

    /// Sends a line, or several separated by line ends.
    pub(super) fn say(&mut self, text: impl Display) -> io::Result<()> {
        let text = text.to_string();
        self.log(Direction::Sent, &text);
        writeln!(self.client, "{text}")?;
        self.client.flush()
    }

    /// Sends an error message.
    pub(super) fn complain(&mut self, error: impl Display) -> io::Result<()> {
        let error = error_line(&error.to_string());
        self.say(format_args!("info string error: {error}"))
    }

    /// Appends lines to the log, and closes the log when it cannot be written.
    pub(super) fn log(&mut self, direction: Direction, text: &str) {
        if let Some(log) = &mut self.log {
            let mark = match direction {
                Direction::Received => '>',
                Direction::Sent => '<',
            };
            let lines: String = text
                .split('\n')
                .map(|line| format!("{mark} {line}\n"))
                .collect();
            if log.write_all(lines.as_bytes()).is_err() {
                self.log = None;
            }
        }
    }

    /// Logs to this file from now on, or to none. On an error the log stays as it was.
    pub(super) fn log_to(&mut self, path: Option<&str>) -> io::Result<()> {
        let open = |path| OpenOptions::new().create(true).append(true).open(path);
        self.log = path.map(open).transpose()?;
        Ok(())
    }
}
