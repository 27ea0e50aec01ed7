//! The line protocol that `protocol.md` describes: UCI, UGI, and commands for clients that know no
//! rules.
//!
//! Lines from the client and events from the search arrive in one queue, and [`run`] handles them
//! one by one. A separate thread writes the replies, so that commands are executed even while the
//! client does not read. The session ends only at `quit`, at the end of input, or if the output
//! fails. The rules and the search are in [`crate::engine`], which offers both in plain types.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::todo,
    clippy::indexing_slicing
)]

pub mod command;
mod display;
pub mod excerpt;
pub mod input;
mod limits;
mod memory;
mod message;
pub mod option;
mod outbox;
pub mod reply;
mod session;
pub mod settings;

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Instant;

use input::{InputLine, next_line};
use message::Message;
use outbox::Outbox;
use session::{Flow, Session};

/// Speaks the protocol until `quit` or the end of input.
///
/// # Errors
///
/// If the output cannot be written, if the client does not read the answers after the end of its
/// input, or if a thread cannot be started. It is not an error if the client has closed the output.
pub fn run(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let (sender, receiver) = channel();
    let lines: Sender<Message> = sender.clone();
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || {
            let mut input = input;
            loop {
                let line = next_line(&mut input);
                let end = line == InputLine::End;
                if lines.send(Message::Line(line)).is_err() || end {
                    break;
                }
            }
        })?;
    let failure = sender.clone();
    let outbox = Outbox::start(output, move || {
        // If the session has ended meanwhile, it has the error already.
        let _ = failure.send(Message::OutputFailed);
    })?;
    let mut session = Session::new(outbox, sender);
    let mut flow = Flow::Continue;
    while flow == Flow::Continue {
        let message = match session.next_report() {
            None => receiver.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(at) => receiver.recv_timeout(at.saturating_duration_since(Instant::now())),
        };
        match message {
            Ok(message) => flow = session.handle(message),
            Err(RecvTimeoutError::Timeout) => session.report_current_turn(),
            // This does not happen: the session itself has a sender.
            Err(RecvTimeoutError::Disconnected) => flow = Flow::EndOfInput,
        }
    }
    session.shut_down(&receiver);
    match session.finish() {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Ok(lost) if lost > 0 && flow == Flow::EndOfInput => Err(io::Error::new(
            io::ErrorKind::TimedOut,
            format!("nobody reads the output: {lost} answers are lost"),
        )),
        Ok(_) => Ok(()),
        Err(error) => Err(error),
    }
}
