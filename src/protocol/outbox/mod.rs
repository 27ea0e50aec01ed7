//! Output that does not block the session. A separate thread writes the text. Text waits in a
//! [`queue`] until this thread takes it.
//!
//! A client that reads gets every line in order. While nobody reads, a new report of progress
//! replaces the waiting ones about the same [`Topic`]. The outbox assumes that nobody reads if
//! writing a chunk takes [`UNREAD_AFTER`], or if more than [`MAX_REPORT_BYTES`] bytes wait.

mod queue;

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

pub(super) use queue::Topic;
use queue::{Earlier, Queue};

/// The output is written in chunks of at most this number of bytes.
const CHUNK: usize = 4 << 10;

/// If writing a chunk takes this long, a new report replaces the waiting ones about its topic.
const UNREAD_AFTER: Duration = Duration::from_millis(250);

/// If more than this number of bytes wait, a new report replaces the waiting ones about its topic.
const MAX_REPORT_BYTES: usize = 1 << 20;

/// The outbox is full if more than this number of bytes wait.
const MAX_BYTES: usize = 64 << 20;

/// If writing a chunk takes this long, [`Outbox::finish`] gives up, and [`Outbox::is_unread`]
/// returns true.
const SHUTDOWN_GRACE: Duration = Duration::from_millis(500);

/// Text on its way to an output.
pub(super) struct Outbox {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    queue: Queue,
    /// When the thread began to write the present chunk. `None` if it writes nothing.
    writing_since: Option<Instant>,
    /// Whether no more text will be added.
    is_closed: bool,
    /// Whether the output cannot be written any more.
    has_failed: bool,
    /// The error of the failed write. [`Outbox::finish`] takes it out and returns it.
    error: Option<io::Error>,
}

impl State {
    /// What happens to earlier reports about a topic: they are dropped if nobody reads.
    fn earlier(&self) -> Earlier {
        let is_stuck = |since: Instant| since.elapsed() >= UNREAD_AFTER;
        if self.queue.bytes() > MAX_REPORT_BYTES || self.writing_since.is_some_and(is_stuck) {
            Earlier::Dropped
        } else {
            Earlier::Kept
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        let waited = self.changed.wait(state);
        waited.unwrap_or_else(PoisonError::into_inner)
    }
}

impl Outbox {
    /// Starts the thread that writes. If writing fails, the thread calls `on_failure` and ends.
    ///
    /// # Errors
    ///
    /// If the thread cannot be started.
    pub(super) fn start(
        output: impl Write + Send + 'static,
        on_failure: impl FnOnce() + Send + 'static,
    ) -> io::Result<Self> {
        let shared = Arc::<Shared>::default();
        let thread_shared = Arc::clone(&shared);
        let thread = thread::Builder::new().name("output".to_owned());
        thread.spawn(move || {
            if let Err(error) = write(output, &thread_shared) {
                let mut state = thread_shared.lock();
                state.has_failed = true;
                state.error = Some(error);
                drop(state);
                thread_shared.changed.notify_all();
                on_failure();
            }
        })?;
        Ok(Self { shared })
    }

    /// Adds lines that are never dropped.
    pub(super) fn answer(&self, text: String) {
        self.shared.lock().queue.answer(text);
        self.shared.changed.notify_all();
    }

    /// Whether more than [`MAX_BYTES`] bytes wait.
    pub(super) fn is_full(&self) -> bool {
        self.shared.lock().queue.bytes() > MAX_BYTES
    }

    /// Whether writing the present chunk has taken half a second, so that probably nobody reads.
    pub(super) fn is_unread(&self) -> bool {
        let since = self.shared.lock().writing_since;
        since.is_some_and(|since| since.elapsed() >= SHUTDOWN_GRACE)
    }

    /// Adds a line. If nobody reads, the line replaces the waiting ones about its topic.
    pub(super) fn report(&self, topic: Topic, text: String) {
        let mut state = self.shared.lock();
        let earlier = state.earlier();
        state.queue.report(topic, text, earlier);
        self.shared.changed.notify_all();
    }

    /// Protects the waiting reports from being replaced by later ones. If nobody reads, first drops
    /// all reports about [`Topic::CurrentTurn`], and all but the latest about every other topic.
    pub(super) fn keep_reports(&self) {
        let mut state = self.shared.lock();
        let earlier = state.earlier();
        state.queue.keep_reports(earlier);
    }

    /// Bytes that wait.
    pub(super) fn waiting_bytes(&self) -> usize {
        self.shared.lock().queue.bytes()
    }

    /// Waits until everything is written, or nobody has read for half a second. Returns the number
    /// of lost answers: those that the thread has not taken from the queue.
    ///
    /// # Errors
    ///
    /// If the output could not be written.
    pub(super) fn finish(&self) -> io::Result<usize> {
        let mut state = self.shared.lock();
        state.is_closed = true;
        self.shared.changed.notify_all();
        loop {
            if state.has_failed {
                return state.error.take().map_or(Ok(0), Err);
            }
            if state.queue.is_empty() && state.writing_since.is_none() {
                return Ok(0);
            }
            let chunk_start = state.writing_since;
            let waited = self.shared.changed.wait_timeout(state, SHUTDOWN_GRACE);
            let (next, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
            state = next;
            if timeout.timed_out() && chunk_start == state.writing_since {
                return Ok(state.queue.answer_count());
            }
        }
    }
}

impl Drop for Outbox {
    fn drop(&mut self) {
        self.shared.lock().is_closed = true;
        self.shared.changed.notify_all();
    }
}

/// Writes the waiting text until the outbox is closed and empty.
fn write(mut output: impl Write, shared: &Shared) -> io::Result<()> {
    loop {
        let mut text = String::new();
        let mut state = shared.lock();
        while state.queue.is_empty() && !state.is_closed {
            state = shared.wait(state);
        }
        while text.len() < CHUNK
            && let Some(next) = state.queue.pop()
        {
            text.push_str(&next);
            text.push('\n');
        }
        if text.is_empty() {
            return Ok(());
        }
        state.writing_since = Some(Instant::now());
        drop(state);
        for chunk in text.as_bytes().chunks(CHUNK) {
            shared.lock().writing_since = Some(Instant::now());
            shared.changed.notify_all();
            output.write_all(chunk)?;
        }
        output.flush()?;
        shared.lock().writing_since = None;
        shared.changed.notify_all();
    }
}

#[cfg(test)]
#[expect(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use std::sync::mpsc::{Receiver, channel, sync_channel};

    use super::*;

    /// An output whose reader takes a chunk at a time.
    struct Slow(std::sync::mpsc::SyncSender<Vec<u8>>);

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let sent = self.0.send(bytes.to_vec());
            sent.map_err(|_| io::ErrorKind::BrokenPipe)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn slow() -> (Outbox, Receiver<Vec<u8>>) {
        let (sender, chunks) = sync_channel(0);
        let outbox = Outbox::start(Slow(sender), || ()).expect("a thread");
        (outbox, chunks)
    }

    fn read(chunks: &Receiver<Vec<u8>>) -> String {
        let chunks = std::iter::from_fn(|| chunks.recv_timeout(UNREAD_AFTER).ok());
        String::from_utf8(chunks.flatten().collect()).expect("text")
    }

    #[test]
    fn without_a_reader_only_answers_and_the_latest_reports_are_kept() {
        let (outbox, chunks) = slow();
        outbox.answer("first".to_owned());
        thread::sleep(2 * UNREAD_AFTER);
        for number in 0..10_000 {
            outbox.report(Topic::Line(1), format!("line {number}"));
            outbox.report(Topic::CurrentTurn, format!("current {number}"));
        }
        outbox.keep_reports();
        outbox.answer("last".to_owned());
        assert_eq!(read(&chunks), "first\nline 9999\nlast\n");
    }

    #[test]
    fn finish_waits_for_a_reader_but_not_for_ever() {
        let (outbox, chunks) = slow();
        outbox.answer("x".repeat(3 * CHUNK));
        let reader = thread::spawn(move || read(&chunks).len());
        assert_eq!(outbox.finish().expect("no failure"), 0);
        assert_eq!(reader.join().expect("a length"), 3 * CHUNK + 1);
        let (outbox, _chunks) = slow();
        outbox.answer("written".to_owned());
        thread::sleep(UNREAD_AFTER);
        outbox.answer("lost".to_owned());
        assert_eq!(outbox.finish().expect("no failure"), 1);
    }

    #[test]
    fn a_failure_is_reported() {
        let (sender, chunks) = sync_channel(0);
        drop(chunks);
        let (failed, failure) = channel();
        let outbox = Outbox::start(Slow(sender), move || {
            let _ = failed.send(());
        });
        let outbox = outbox.expect("a thread");
        outbox.answer("lost".to_owned());
        failure.recv().expect("a failure");
        let error = outbox.finish().expect_err("a failure");
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    }
}
