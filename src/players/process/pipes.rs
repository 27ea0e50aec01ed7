//! An engine's process and its pipes. The *manager* is the Reviver process that plays the games. It
//! has three threads for each engine, so that no engine can block the manager or fill its memory:
//!
//! * One writes to standard input, because a full pipe blocks its writer.
//! * One reads standard output. It waits when it is far ahead of the manager, so a flood of lines
//!   takes little memory.
//! * One reads standard error and keeps its last bytes.

use std::collections::VecDeque;
use std::io::{self, PipeReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, ExitStatus};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::group;
use super::launcher::{Launcher, Registration};
use super::text::printable;
use super::waits::{Delays, EngineWaits};
use crate::play::processor_wait::own_wait;

/// The length in KiB of the longest line that is accepted.
pub(crate) const MAX_LINE_KIB: usize = 128;

/// The length in bytes of the longest line that is accepted.
const MAX_LINE_LENGTH: usize = MAX_LINE_KIB << 10;

/// The maximum number of bytes that are read from a pipe at a time.
const CHUNK: usize = 16 << 10;

/// If more bytes than this wait for the manager, the reading thread pauses. Each chunk counts as
/// its length plus [`CHUNK_OVERHEAD`].
const MAX_WAITING: usize = 256 << 10;

/// The bytes of memory that a chunk takes besides its contents.
const CHUNK_OVERHEAD: usize = 100;

/// If a line is too long, only this many bytes are kept until the line ends.
const KEPT_OF_LONG_LINE: usize = 80;

/// The number of bytes of standard error that are kept.
const KEPT_ERRORS: usize = 8192;

/// How long a process may take to end after it was asked to quit or has closed its output.
const SHUTDOWN_GRACE: Duration = Duration::from_millis(1000);

/// A line from the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum OutputLine {
    /// Printable text.
    Text(String),
    /// A line longer than [`MAX_LINE_KIB`].
    TooLong,
}

/// Why there is no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoLine {
    /// No line came in time.
    Timeout,
    /// The process has closed its output.
    Closed,
}

/// A running engine.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    /// How the process ended; `None` before it has been waited for.
    ended: Option<ExitStatus>,
    to_process: Option<Sender<String>>,
    from_process: Receiver<(Instant, Vec<u8>)>,
    waiting: Arc<Waiting>,
    lines: Lines,
    errors: Arc<Mutex<VecDeque<u8>>>,
    delays: Arc<Delays>,
    /// Ensures that the engine is killed if the manager ends. Kept until the engine has ended.
    _registration: Option<Registration>,
}

impl Process {
    /// Starts a command.
    ///
    /// # Errors
    ///
    /// If the command cannot be executed, or a process, thread or pipe for it cannot be created.
    pub(crate) fn start(words: &[String], launcher: &Launcher) -> io::Result<Self> {
        let started = launcher.start(words)?;
        let (to_process, lines) = channel();
        let (sender, from_process) = channel();
        let mut process = Self {
            child: started.child,
            ended: None,
            to_process: Some(to_process),
            from_process,
            waiting: Arc::default(),
            lines: Lines::default(),
            errors: Arc::default(),
            delays: Arc::default(),
            _registration: started.registration,
        };
        // If a thread cannot be started, the process is dropped, which kills it.
        if let Some(stdin) = process.child.stdin.take() {
            let delays = Arc::clone(&process.delays);
            thread::Builder::new().spawn(move || write(stdin, &lines, &delays))?;
        }
        if let Some(stdout) = process.child.stdout.take() {
            let delays = Arc::clone(&process.delays);
            let output = Output {
                sender,
                waiting: Arc::clone(&process.waiting),
            };
            thread::Builder::new().spawn(move || read(stdout, &output, &delays))?;
        }
        let errors = Arc::clone(&process.errors);
        thread::Builder::new().spawn(move || keep(started.errors, &errors))?;
        Ok(process)
    }

    /// Sends a line. If the process has ended, the line is lost.
    pub(crate) fn send(&self, line: &str) {
        if let Some(to_process) = &self.to_process {
            let _ = to_process.send(format!("{line}\n"));
        }
    }

    /// The next line, and when it came. Waits at most `timeout`.
    pub(crate) fn line(&mut self, timeout: Duration) -> Result<(Instant, OutputLine), NoLine> {
        let deadline = Instant::now() + timeout;
        loop {
            if let Some(line) = self.lines.next() {
                return Ok(line);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.from_process.recv_timeout(left) {
                Ok((at, bytes)) => {
                    self.waiting.remove(&bytes);
                    self.lines.add(at, bytes);
                }
                Err(RecvTimeoutError::Timeout) => return Err(NoLine::Timeout),
                Err(RecvTimeoutError::Disconnected) => return Err(NoLine::Closed),
            }
        }
    }

    /// The next line and when it came, if it has come already.
    pub(crate) fn waiting_line(&mut self) -> Option<(Instant, OutputLine)> {
        self.line(Duration::ZERO).ok()
    }

    /// The beginning of a line whose end has not come yet.
    pub(crate) fn unfinished(&self) -> String {
        printable(&self.lines.partial)
    }

    /// How long the writing and the reading thread have waited for a processor.
    pub(super) fn delays(&self) -> &Delays {
        &self.delays
    }

    /// How long the threads of the engine have waited for a processor.
    pub(super) fn engine_waits(&self) -> EngineWaits {
        EngineWaits::of(self.child.id())
    }

    /// The last lines on standard error.
    pub(crate) fn errors(&self) -> Vec<String> {
        let bytes = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = bytes.iter().copied().collect();
        let lines = bytes.split(|&byte| byte == b'\n');
        let lines = lines.map(|line| printable(line.trim_ascii_end()));
        lines.filter(|line| !line.is_empty()).collect()
    }

    /// How the process ended. `None` if it is still running after [`SHUTDOWN_GRACE`].
    pub(crate) fn status(&mut self) -> Option<ExitStatus> {
        self.status_within(SHUTDOWN_GRACE)
    }

    /// How the process ended. `None` if it is still running after `timeout`.
    pub(crate) fn status_within(&mut self, timeout: Duration) -> Option<ExitStatus> {
        if self.ended.is_some() {
            return self.ended;
        }
        let end = Instant::now() + timeout;
        while !group::has_ended(&mut self.child) {
            if Instant::now() >= end {
                return None;
            }
            thread::sleep(Duration::from_millis(5));
        }
        // The process has ended. Kill the processes that it has started.
        group::kill(&mut self.child);
        self.ended = self.child.wait().ok();
        self.ended
    }

    /// Whether something other than the manager killed the process.
    pub(crate) fn was_killed(&self) -> bool {
        self.ended.is_some_and(group::was_killed)
    }

    /// Closes the standard input of the process.
    pub(crate) fn close_input(&mut self) {
        self.to_process = None;
    }

    /// Asks the process to quit, and kills it if it does not end.
    pub(crate) fn quit(mut self) {
        self.send("quit");
        self.close_input();
        self.status();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.waiting.close();
        if self.ended.is_none() {
            group::kill(&mut self.child);
            let _ = self.child.wait();
        }
    }
}

fn write(mut stdin: ChildStdin, lines: &Receiver<String>, delays: &Delays) {
    let mut waited = own_wait();
    for line in lines {
        let before = std::mem::replace(&mut waited, own_wait());
        delays.add_to_writing(&line, waited.saturating_sub(before));
        let written = stdin.write_all(line.as_bytes());
        if written.and_then(|()| stdin.flush()).is_err() {
            break;
        }
    }
}

/// Counts the bytes of the chunks that the manager has not taken yet.
#[derive(Debug, Default)]
struct Waiting {
    count: Mutex<WaitingCount>,
    has_changed: Condvar,
}

#[derive(Debug, Default)]
struct WaitingCount {
    bytes: usize,
    /// Whether no more chunks will be taken.
    is_closed: bool,
}

impl Waiting {
    /// Waits until there are at most [`MAX_WAITING`] bytes, then adds a chunk.
    fn add(&self, chunk: &[u8]) {
        let mut count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        while count.bytes > MAX_WAITING && !count.is_closed {
            let waited = self.has_changed.wait(count);
            count = waited.unwrap_or_else(PoisonError::into_inner);
        }
        count.bytes += chunk.len() + CHUNK_OVERHEAD;
    }

    /// Removes a chunk that has been added.
    fn remove(&self, chunk: &[u8]) {
        let mut count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        count.bytes -= chunk.len() + CHUNK_OVERHEAD;
        self.has_changed.notify_one();
    }

    /// Ends the wait of the reading thread.
    fn close(&self) {
        let mut count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        count.is_closed = true;
        self.has_changed.notify_one();
    }
}

/// Where the reading thread puts the chunks.
struct Output {
    sender: Sender<(Instant, Vec<u8>)>,
    waiting: Arc<Waiting>,
}

/// Sends each chunk with the time at which it came: the time of reading, minus the thread's wait
/// for a processor.
fn read(mut stdout: ChildStdout, output: &Output, delays: &Delays) {
    let mut buffer = vec![0; CHUNK];
    loop {
        let waited = own_wait();
        let count = match stdout.read(&mut buffer) {
            Ok(0) => return,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        let now = Instant::now();
        let delay = own_wait().saturating_sub(waited);
        delays.add_to_reading(delay);
        let at = now.checked_sub(delay).unwrap_or(now);
        let bytes = buffer.get(..count).unwrap_or_default().to_vec();
        output.waiting.add(&bytes);
        if output.sender.send((at, bytes)).is_err() {
            return;
        }
    }
}

fn keep(mut stderr: PipeReader, errors: &Mutex<VecDeque<u8>>) {
    let mut buffer = vec![0; CHUNK];
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

/// Splits bytes into lines.
#[derive(Debug, Default)]
struct Lines {
    /// The beginning of a line whose end has not come yet.
    partial: Vec<u8>,
    /// Whether this line has been reported as too long.
    is_reported: bool,
    /// The latest bytes. The bytes from `next_byte` on have not been split yet.
    chunk: Vec<u8>,
    next_byte: usize,
    /// When the chunk came.
    at: Option<Instant>,
}

impl Lines {
    /// Adds bytes. All earlier bytes must have been split.
    fn add(&mut self, at: Instant, bytes: Vec<u8>) {
        self.chunk = bytes;
        self.next_byte = 0;
        self.at = Some(at);
    }

    /// The next complete line. Also reports a line that is too long, even before its end.
    fn next(&mut self) -> Option<(Instant, OutputLine)> {
        let at = self.at?;
        let rest = self.chunk.get(self.next_byte..).unwrap_or_default();
        let end = rest.iter().position(|&byte| byte == b'\n');
        let piece = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
        self.next_byte += piece.len() + usize::from(end.is_some());
        if self.is_reported {
            end?;
            self.is_reported = false;
            self.partial.clear();
            return self.next();
        }
        self.partial.extend_from_slice(piece);
        if self.partial.len() > MAX_LINE_LENGTH {
            self.is_reported = end.is_none();
            let kept = if end.is_some() { 0 } else { KEPT_OF_LONG_LINE };
            self.partial = self.partial.get(..kept).unwrap_or_default().to_vec();
            return Some((at, OutputLine::TooLong));
        }
        end?;
        let line = self.partial.strip_suffix(b"\r").unwrap_or(&self.partial);
        let line = printable(line);
        self.partial.clear();
        Some((at, OutputLine::Text(line)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_process_can_write_many_lines_before_they_are_read() {
        // `echo` writes each line separately, so there may be a chunk for each line. Even 1500
        // chunks fit into `MAX_WAITING`.
        const SCRIPT: &str = "i=0; while [ $i -lt 1500 ]; do echo 'info depth 1 score cp 20 nodes 1 pv a1a2 \
                              a2a3 a3a4 a4a5 a5a6 a6a7'; i=$((i+1)); done; echo written >&2";
        let words = ["sh", "-c", SCRIPT].map(str::to_owned);
        let mut process = Process::start(&words, &Launcher::default()).expect("a process");
        let deadline = Instant::now() + Duration::from_secs(60);
        while process.errors() != ["written"] {
            assert!(Instant::now() < deadline, "the process cannot write more");
            thread::sleep(Duration::from_millis(10));
        }
        let mut count = 0;
        while process.line(Duration::from_secs(10)).is_ok() {
            count += 1;
        }
        assert_eq!(count, 1500);
    }

    #[test]
    fn the_lines_do_not_depend_on_the_chunks_in_which_they_come() {
        let mut lines = Lines::default();
        let mut split = |bytes: &[u8]| {
            lines.add(Instant::now(), bytes.to_vec());
            let mut found = Vec::new();
            while let Some((_, line)) = lines.next() {
                found.push(line);
            }
            found
        };
        let text = |line: &str| OutputLine::Text(line.to_owned());
        assert_eq!(split(b"uci"), []);
        assert_eq!(split(b"ok\r\nready"), [text("uciok")]);
        assert_eq!(split(b"ok\n\nx\n"), [text("readyok"), text(""), text("x")]);
        assert_eq!(split(b""), []);
        assert_eq!(split(&vec![b'x'; MAX_LINE_LENGTH]), []);
        assert_eq!(split(b"x"), [OutputLine::TooLong]);
        assert_eq!(split(&vec![b'x'; MAX_LINE_LENGTH + 1]), []);
        assert_eq!(split(b"x\nreadyok\n"), [text("readyok")]);
        let long = [&vec![b'x'; MAX_LINE_LENGTH + 1], &b"\nreadyok\n"[..]].concat();
        assert_eq!(split(&long), [OutputLine::TooLong, text("readyok")]);
    }
}
