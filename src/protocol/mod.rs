//! The line protocol: UCI, UGI and the rules on tap, told in `protocol.md`.
//!
//! Lines from the client and events from the search arrive in one queue, and one loop empties it:
//! the only writer of the output. Nothing from outside can end it but `quit` and the end of input.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

pub mod command;
mod display;
pub mod input;
mod limits;
mod memory;
pub mod option;
pub mod reply;
mod session;

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use input::{Line, next_line};
use session::{Flow, Session};

use crate::engine::Event;

/// What the loop waits for.
enum Message {
    /// A line from the client.
    Line(Line),
    /// News from the search with this number.
    Search(u64, Event),
}

/// Speaks the protocol until `quit` or the end of input.
///
/// # Errors
///
/// Only when the output cannot be written.
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
            // Nobody listens any more.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            Err(error) => return Err(error),
        }
    }
    session.wind_down(&receiver)
}
