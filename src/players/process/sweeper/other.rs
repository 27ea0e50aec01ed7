//! The sweeper on systems other than Unix. It does nothing: Reviver kills process groups only on
//! Unix. The parent module says what a sweeper is for.

use std::io::{self, BufRead};
use std::path::Path;

#[derive(Debug)]
pub(in crate::players::process) struct Sweeper;

impl Sweeper {
    pub(in crate::players::process) fn start(_program: &Path) -> io::Result<Self> {
        Ok(Self)
    }

    pub(in crate::players::process) fn add(&self, _group: u32) {}

    pub(in crate::players::process) fn remove(&self, _group: u32) {}
}

pub(in crate::players::process) fn sweep(_input: impl BufRead) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
