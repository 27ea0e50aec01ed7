//! Process groups. A group holds an engine and the processes that the engine starts. The group
//! is killed as a whole.

#[cfg(not(unix))]
mod other;
#[cfg(unix)]
mod unix;

use std::io::{self, PipeWriter};
use std::process::{Command, Stdio};

#[cfg(not(unix))]
pub(super) use other::{has_ended, kill, lead_group, was_killed};
#[cfg(unix)]
pub(super) use unix::{has_ended, kill, lead_group, was_killed};

/// A command that starts a process group. Standard input and output are pipes, and standard error
/// is `errors`.
pub(super) fn command(words: &[String], errors: PipeWriter) -> io::Result<Command> {
    let (program, arguments) = words
        .split_first()
        .ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
    let mut command = Command::new(program);
    command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(errors);
    lead_group(&mut command);
    Ok(command)
}
