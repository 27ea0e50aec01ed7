//! Replaces the guard on systems other than Linux: engines start directly. On Unix, the sweeper
//! still kills the engines when the manager ends. The parent module says what the guard, the
//! sweeper and the manager are.

use std::io::{self, PipeWriter};
use std::path::PathBuf;
use std::process::Child;

use super::task::Engine;
use crate::players::process::group::command;

/// Starts engines without a guard process.
#[derive(Debug)]
pub(in crate::players::process) struct Guard;

impl Guard {
    pub(in crate::players::process) fn new(_program: PathBuf) -> io::Result<Self> {
        Ok(Self)
    }

    pub(in crate::players::process) fn start(
        &self,
        words: &[String],
        errors: PipeWriter,
    ) -> io::Result<Child> {
        command(words, errors)?.spawn()
    }
}

pub(super) fn become_engine(_engine: &Engine) -> io::Error {
    io::ErrorKind::Unsupported.into()
}
