//! An engine's process and its pipes. The process cannot block whoever talks to it.
//!
//! Three threads stand between the referee and the pipes. One writes, because a full pipe blocks its
//! writer. One reads, and waits if it is far ahead, so that a flood of lines costs no memory. One keeps
//! the end of standard error.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::group;

/// Bytes of the longest line that is accepted.
const LONGEST_LINE: usize = 1 << 20;

/// Lines that are read ahead.
const WAITING_LINES: usize = 8192;

/// Bytes of standard error that are kept.
const KEPT_ERRORS: usize = 8192;

/// How long a process that was asked to quit, or has closed its output, may take to end.
const SHUTDOWN_GRACE: Duration = Duration::from_millis(1000);

/// A line from the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    /// Text, in which bytes that are not UTF-8 are replaced.
    Text(String),
    /// A line longer than any that is accepted.
    Endless,
}

/// Why there is no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoLine {
    /// None came in time.
    Timeout,
    /// The process has closed its output.
    Closed,
}

/// A running engine.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    to_process: Option<Sender<String>>,
    from_process: Receiver<(Instant, Line)>,
    unfinished: Arc<Mutex<Vec<u8>>>,
    errors: Arc<Mutex<VecDeque<u8>>>,
}

impl Process {
    /// Starts a command.
    pub(crate) fn start(words: &[String]) -> io::Result<Self> {
        let (program, arguments) = words
            .split_first()
            .ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = group::lead(&mut command).spawn()?;
        let (to_process, lines) = channel();
        let (sender, from_process) = sync_channel(WAITING_LINES);
        let unfinished = Arc::default();
        let errors = Arc::default();
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write(stdin, &lines));
        }
        if let Some(stdout) = child.stdout.take() {
            let unfinished = Arc::clone(&unfinished);
            thread::spawn(move || read(stdout, &sender, &unfinished));
        }
        if let Some(stderr) = child.stderr.take() {
            let errors = Arc::clone(&errors);
            thread::spawn(move || keep(stderr, &errors));
        }
        Ok(Self {
            child,
            to_process: Some(to_process),
            from_process,
            unfinished,
            errors,
        })
    }

    /// Sends a line. If the process has ended, the answer will be missing.
    pub(crate) fn send(&self, line: &str) {
        if let Some(to_process) = &self.to_process {
            let _ = to_process.send(format!("{line}\n"));
        }
    }

    /// The next line, and when it came. Waits for it until the timeout.
    pub(crate) fn line(&self, timeout: Duration) -> Result<(Instant, Line), NoLine> {
        self.from_process
            .recv_timeout(timeout)
            .map_err(|error| match error {
                RecvTimeoutError::Timeout => NoLine::Timeout,
                RecvTimeoutError::Disconnected => NoLine::Closed,
            })
    }

    /// The next line, if it has come already.
    pub(crate) fn waiting_line(&self) -> Option<Line> {
        self.from_process.try_recv().ok().map(|(_, line)| line)
    }

    /// The beginning of a line whose end has not come yet.
    pub(crate) fn unfinished(&self) -> String {
        let bytes = self
            .unfinished
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// The last lines on standard error.
    pub(crate) fn errors(&self) -> Vec<String> {
        let bytes = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = bytes.iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        text.lines().map(str::to_owned).collect()
    }

    /// How the process ended. Waits [`SHUTDOWN_GRACE`] for that; `None` if the process goes on.
    pub(crate) fn status(&mut self) -> Option<ExitStatus> {
        let end = Instant::now() + SHUTDOWN_GRACE;
        while !group::has_ended(&mut self.child) {
            if Instant::now() >= end {
                return None;
            }
            thread::sleep(Duration::from_millis(5));
        }
        group::kill(&mut self.child);
        self.child.wait().ok()
    }

    /// Closes its standard input.
    pub(crate) fn close_input(&mut self) {
        self.to_process = None;
    }

    /// Asks it to quit, and kills it if it does not.
    pub(crate) fn quit(mut self) {
        self.send("quit");
        self.close_input();
        self.status();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        group::kill(&mut self.child);
        let _ = self.child.wait();
    }
}

fn write(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin
            .write_all(line.as_bytes())
            .and_then(|()| stdin.flush())
            .is_err()
        {
            break;
        }
    }
}

fn read(mut stdout: ChildStdout, sender: &SyncSender<(Instant, Line)>, rest: &Mutex<Vec<u8>>) {
    let mut buffer = vec![0; 1 << 16];
    loop {
        let count = match stdout.read(&mut buffer) {
            Ok(0) => return,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        let now = Instant::now();
        let lines = split(buffer.get(..count).unwrap_or_default(), rest);
        for line in lines {
            let endless = line == Line::Endless;
            if sender.send((now, line)).is_err() || endless {
                return;
            }
        }
    }
}

/// Splits bytes into lines. A line that has no end yet is left in `rest`.
fn split(bytes: &[u8], rest: &Mutex<Vec<u8>>) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut rest = rest.lock().unwrap_or_else(PoisonError::into_inner);
    let mut pieces = bytes.split(|&byte| byte == b'\n').peekable();
    while let Some(piece) = pieces.next() {
        rest.extend_from_slice(piece);
        if pieces.peek().is_some() {
            let text = String::from_utf8_lossy(&rest);
            lines.push(Line::Text(text.trim_end_matches('\r').to_owned()));
            rest.clear();
        } else if rest.len() > LONGEST_LINE {
            rest.truncate(80);
            lines.push(Line::Endless);
        }
    }
    lines
}

fn keep(mut stderr: ChildStderr, errors: &Mutex<VecDeque<u8>>) {
    let mut buffer = [0; 4096];
    while let Ok(count) = stderr.read(&mut buffer) {
        if count == 0 {
            return;
        }
        let mut errors = errors.lock().unwrap_or_else(PoisonError::into_inner);
        errors.extend(buffer.get(..count).unwrap_or_default());
        let surplus = errors.len().saturating_sub(KEPT_ERRORS);
        errors.drain(..surplus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_split_wherever_the_pipe_breaks_them() {
        let rest = Mutex::default();
        let text = |line: &str| Line::Text(line.to_owned());
        assert_eq!(split(b"uci", &rest), []);
        assert_eq!(split(b"ok\r\nready", &rest), [text("uciok")]);
        assert_eq!(
            split(b"ok\n\nx\n", &rest),
            [text("readyok"), text(""), text("x")]
        );
        assert!(rest.lock().expect("a lock").is_empty());
        assert_eq!(split(&vec![b'x'; LONGEST_LINE + 1], &rest), [Line::Endless]);
    }
}
