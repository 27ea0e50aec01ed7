//! `reviver uci`: the line protocol on standard input and output.

use std::io::{BufReader, stdin, stdout};

use super::Error;
use crate::protocol;

/// Speaks the protocol until `quit` or the end of input.
pub(super) fn run() -> Result<(), Error> {
    Ok(protocol::run(BufReader::new(stdin()), stdout())?)
}
