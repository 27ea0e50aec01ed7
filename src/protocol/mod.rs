//! The line protocol: UCI, UGI, and commands for clients that do not know the rules. `protocol.md`
//! describes it.
//!
//! Lines from the client and events from the search arrive in one queue, and [`run`] handles them
//! one by one. The session reaches the rules and the search through [`crate::engine`]. It ends only
//! at `quit`, at the end of input, or if the output fails.
//!
//! A separate thread writes the replies, so a client that does not read does not block the session.
//! But while too many bytes of replies wait, the session executes no commands. The threads for
//! input, output and searches start with the session. Each log file starts one more thread, and so
//! does each question that takes long (analysis or review). A search with several threads starts
//! helper threads. If one of them cannot be started, the search goes on without it.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::todo,
    clippy::indexing_slicing
)]

mod backlog;
pub mod command;
mod display;
pub mod excerpt;
pub mod input;
mod limits;
pub(crate) mod memory;
mod message;
pub mod option;
mod outbox;
pub mod reply;
mod session;
pub mod settings;
pub mod shortage;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Instant;

use thiserror::Error;

use crate::engine::SearchThread;
use backlog::Backlog;
use input::next_line;
use message::Message;
use outbox::Outbox;
use session::{Flow, Session};

/// Why a session ends with an error.
#[derive(Debug, Error)]
pub enum SessionError {
    /// The system cannot start a thread of the session.
    #[error("a thread cannot be started: {0}")]
    Thread(io::Error),
    /// The output cannot be written, or the client does not read it after the end of the input.
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// Speaks the protocol until `quit` or the end of input.
///
/// # Errors
///
/// If a thread cannot be started, if the output cannot be written, or if the client does not read
/// the answers after the end of the input. A client that closes the output causes no error.
pub fn run(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), SessionError> {
    let (sender, receiver) = channel();
    let search = SearchThread::start().map_err(SessionError::Thread)?;
    let failure_sender = sender.clone();
    let outbox = Outbox::start(output, move || {
        // If this fails, the session has ended and needs no message.
        let _ = failure_sender.send(Message::OutputFailed);
    });
    let outbox = outbox.map_err(SessionError::Thread)?;
    let lines: Sender<Message> = sender.clone();
    let backlog = Backlog::default();
    let session_backlog = backlog.clone();
    let reader = thread::Builder::new().name("input".to_owned());
    let reader = reader.spawn(move || {
        let mut input = input;
        loop {
            let line = next_line(&mut input);
            backlog.add(line.length());
            let is_last = line.is_last();
            if lines.send(Message::Line(line)).is_err() || is_last {
                break;
            }
        }
    });
    reader.map_err(SessionError::Thread)?;
    let mut session = Session::new(outbox, sender, session_backlog, Arc::new(search));
    let mut flow = Flow::Continue;
    while flow == Flow::Continue {
        let message = match session.next_action() {
            None => receiver.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(at) => receiver.recv_timeout(at.saturating_duration_since(Instant::now())),
        };
        match message {
            Ok(message) => flow = session.handle(message),
            Err(RecvTimeoutError::Timeout) => {
                session.report_current_turn();
                flow = session.handle_lines();
            }
            // Does not happen: the session itself has a sender.
            Err(RecvTimeoutError::Disconnected) => flow = Flow::EndOfInput,
        }
    }
    session.shut_down(&receiver);
    match session.finish() {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Ok(lost) if lost > 0 && flow == Flow::EndOfInput => Err(io::Error::new(
            io::ErrorKind::TimedOut,
            format!("nobody reads the output; lost answers: {lost}"),
        )
        .into()),
        Ok(_) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
