//! The line protocol that `protocol.md` describes: UCI, UGI, and commands for clients that know no
//! rules.
//!
//! Lines from the client and events from the search arrive in one queue, and [`run`] handles them one
//! by one. Nothing from outside can end it but `quit` and the end of input. No rule and no search is
//! known here: [`crate::engine`] offers both in plain types.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
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
pub mod reply;
mod session;
pub mod settings;

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use input::{Line, next_line};
use message::Message;
use session::{Flow, Session};

/// Speaks the protocol until `quit` or the end of input.
///
/// # Errors
///
/// Only when the output cannot be written. A client that has gone away is no error.
pub fn run(input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
    let (sender, receiver) = channel();
    let lines: Sender<Message> = sender.clone();
    thread::spawn(move || {
        let mut input = input;
        loop {
            let line = next_line(&mut input);
            let end = line == Line::End;
            if lines.send(Message::Line(line)).is_err() || end {
                break;
            }
        }
    });
    let mut session = Session::new(output, sender);
    for message in &receiver {
        match session.handle(message) {
            Ok(Flow::Continue) => {}
            Ok(Flow::Quit) => break,
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            Err(error) => return Err(error),
        }
    }
    session.shut_down(&receiver)
}
