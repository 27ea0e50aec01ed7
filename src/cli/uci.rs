//! `reviver uci`: the line protocol on standard input and output.

use std::io::{BufReader, stdin, stdout};

use super::Error;
use crate::protocol::{self, SessionError};

/// Speaks the protocol until `quit` or the end of input.
pub(super) fn run() -> Result<(), Error> {
    protocol::run(BufReader::new(stdin()), stdout()).map_err(|error| match error {
        // The computer is short of threads. The exit code of `Unfinished` tells a tournament
        // manager that the engine is not at fault.
        SessionError::Thread(_) => Error::Unfinished(error.to_string()),
        SessionError::Output(error) => error.into(),
    })
}
