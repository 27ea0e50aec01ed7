//! How many bytes of commands wait for the session.

use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// While more bytes than this wait for the session, the reader of the input waits.
const MAX_BYTES: usize = 64 << 20;

/// The bytes that a line takes in the queue besides its text.
const LINE_OVERHEAD: usize = 64;

/// The number of bytes that wait for the session. The session and the thread that reads the input
/// share this count.
#[derive(Clone, Debug, Default)]
pub(super) struct Backlog {
    shared: Arc<(Mutex<usize>, Condvar)>,
}

impl Backlog {
    /// Waits while there are more than [`MAX_BYTES`], then adds a line of this length.
    pub(super) fn add(&self, length: usize) {
        let (bytes, changed) = &*self.shared;
        let waiting = bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = changed.wait_while(waiting, |bytes| *bytes > MAX_BYTES);
        *waiting.unwrap_or_else(PoisonError::into_inner) += length + LINE_OVERHEAD;
    }

    /// Removes a line of this length.
    pub(super) fn remove(&self, length: usize) {
        let (bytes, changed) = &*self.shared;
        let mut waiting = bytes.lock().unwrap_or_else(PoisonError::into_inner);
        *waiting = waiting.saturating_sub(length + LINE_OVERHEAD);
        changed.notify_one();
    }
}

#[cfg(test)]
#[expect(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use std::sync::mpsc::{RecvTimeoutError, channel};
    use std::thread;
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_reader_waits_until_there_is_room() {
        let backlog = Backlog::default();
        backlog.add(MAX_BYTES);
        let (sender, added) = channel();
        let reader = backlog.clone();
        let thread = thread::spawn(move || {
            reader.add(5);
            sender.send(()).expect("a receiver");
        });
        let waits = added.recv_timeout(Duration::from_millis(100));
        assert_eq!(waits, Err(RecvTimeoutError::Timeout));
        backlog.remove(MAX_BYTES);
        added.recv().expect("there is room");
        thread.join().expect("it ends");
    }
}
