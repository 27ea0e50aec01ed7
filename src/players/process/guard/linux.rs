//! Guards on Linux. A guard is a process that first asks the system to send it a kill signal when
//! its parent ends, and then becomes an engine. The parent is the *manager*: the Reviver process
//! that plays games with the engine.
//!
//! The system sends the signal when the *thread* that started the guard ends. So one thread starts
//! all engines of a `Launcher`, and lives as long as the `Launcher`.

use std::fs::{File, OpenOptions};
use std::io::{self, PipeWriter, Read, Write, stderr};
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;

use rustix::io::Errno;
use rustix::process::{Pid, Signal, getppid, set_parent_process_death_signal};

use super::task::{Engine, SUBCOMMAND};
use crate::players::process::group::command;

/// Starts engines. Each starts as a guard process, which then becomes the engine.
#[derive(Debug)]
pub(in crate::players::process) struct Guard {
    program: PathBuf,
    starts: Sender<Start>,
}

/// A command to start, and the channel to which the process is sent.
struct Start {
    command: Command,
    reply: SyncSender<io::Result<Child>>,
}

impl Guard {
    /// `program` runs the guards: its subcommand [`SUBCOMMAND`] must call [`super::run`].
    pub(in crate::players::process) fn new(program: PathBuf) -> io::Result<Self> {
        let (starts, requests) = channel();
        thread::Builder::new()
            .name("launcher".to_owned())
            .spawn(move || start_all(&requests))?;
        Ok(Self { program, starts })
    }

    /// Starts a guard, and waits until it has become the engine.
    pub(in crate::players::process) fn start(
        &self,
        words: &[String],
        errors: PipeWriter,
    ) -> io::Result<Child> {
        // This pipe is closed when the guard becomes the engine.
        let (mut status, to_status) = io::pipe()?;
        let program = self.program.to_string_lossy().into_owned();
        let [manager, errors_fd] = [
            std::process::id().to_string(),
            errors.as_raw_fd().to_string(),
        ];
        let guard = [&program, SUBCOMMAND, "become", &manager, &errors_fd, "--"];
        let guard = guard.map(str::to_owned).into_iter();
        let words: Vec<String> = guard.chain(words.iter().cloned()).collect();
        let mut child = self.spawn(command(&words, to_status)?)?;
        let mut report = Vec::new();
        let read = status.read_to_end(&mut report);
        let report = String::from_utf8_lossy(&report);
        // The guard opens `errors` through `/proc`, so this process must keep it open until here.
        drop(errors);
        let error = match (read, report.strip_prefix(READY)) {
            (Err(error), _) => error,
            (Ok(_), Some("")) => return Ok(child),
            (Ok(_), Some(report)) => reported_error(report),
            (Ok(_), None) => io::Error::other(GUARD_FAILED),
        };
        let _ = child.kill();
        let _ = child.wait();
        Err(error)
    }

    fn spawn(&self, command: Command) -> io::Result<Child> {
        let gone = || io::Error::other("the thread that starts engines has ended");
        let (reply, child) = sync_channel(1);
        let start = Start { command, reply };
        self.starts.send(start).map_err(|_| gone())?;
        child.recv().map_err(|_| gone())?
    }
}

fn start_all(requests: &Receiver<Start>) {
    for Start { mut command, reply } in requests {
        let child = command.spawn();
        // `command` holds the writing end of the status pipe. Close it: the manager reads the pipe
        // until no process can write to it.
        drop(command);
        let _ = reply.send(child);
    }
}

/// The error whose code is the first line of the report. The guard's error message may follow,
/// because it goes to the same pipe.
fn reported_error(report: &str) -> io::Error {
    let code = report.lines().next().unwrap_or_default();
    let code = code.parse().map(io::Error::from_raw_os_error);
    code.unwrap_or_else(|_| io::Error::other(GUARD_FAILED))
}

/// The error if a guard fails and reports no error code.
const GUARD_FAILED: &str = "the helper process that starts it (engine-guard) failed";

/// What a guard reports first. If the guard cannot become the engine, a line with the error code
/// follows.
const READY: &str = ".";

/// Becomes the engine. If this fails, returns the error, and writes its code to standard error. The
/// standard error of a guard is the status pipe, which the manager reads.
pub(super) fn become_engine(engine: &Engine) -> io::Error {
    // This copy of standard error is closed when the engine is executed.
    let mut status = match stderr().as_fd().try_clone_to_owned() {
        Ok(copy) => File::from(copy),
        Err(error) => return error,
    };
    let error = execute(engine, &mut status);
    let code = error.raw_os_error().unwrap_or(Errno::INVAL.raw_os_error());
    // If the manager has ended, this write fails, and nobody needs the error code.
    let _ = writeln!(status, "{code}");
    error
}

fn execute(engine: &Engine, status: &mut File) -> io::Error {
    let errors = match prepare(engine, status) {
        Ok(errors) => errors,
        Err(error) => return error,
    };
    let Some((program, arguments)) = engine.words.split_first() else {
        return Errno::NOENT.into();
    };
    Command::new(program).args(arguments).stderr(errors).exec()
}

/// Asks the system to kill this process when the manager ends, and opens the engine's standard
/// error.
fn prepare(engine: &Engine, status: &mut File) -> io::Result<File> {
    status.write_all(READY.as_bytes())?;
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // If the manager ended before that call, no signal comes.
    if getppid().map(Pid::as_raw_pid) != i32::try_from(engine.manager).ok() {
        return Err(Errno::SRCH.into());
    }
    let errors = format!("/proc/{}/fd/{}", engine.manager, engine.errors);
    OpenOptions::new().write(true).open(errors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_code_is_read_without_the_message_that_follows() {
        let code = Errno::SRCH.raw_os_error();
        for report in [
            format!("{code}\n"),
            format!("{code}\nreviver: engine-guard: No such process\n"),
        ] {
            assert_eq!(reported_error(&report).raw_os_error(), Some(code));
        }
        let failed = reported_error("thread 'main' panicked\n").to_string();
        assert_eq!(failed, GUARD_FAILED);
    }
}
