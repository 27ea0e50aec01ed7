//! The log of a session: a file with all lines received and sent. A thread of its own writes to the
//! file. The session waits for this thread only when it closes the log.

use std::fs::{File, OpenOptions};
use std::io;

use crate::protocol::outbox::Outbox;

/// The log takes no more lines if more than this number of bytes wait for the file.
const MAX_WAITING: usize = 4 << 20;

/// An open log.
pub(super) struct Log {
    path: String,
    number: u64,
    file: Outbox,
}

impl Log {
    /// Opens a log. Calls `on_failure` if a later write to the file fails.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened, or if the thread that writes to it cannot be started. On Unix,
    /// a named pipe that nobody reads cannot be opened.
    pub(super) fn open(
        path: &str,
        number: u64,
        on_failure: impl FnOnce() + Send + 'static,
    ) -> io::Result<Self> {
        Ok(Self {
            path: path.to_owned(),
            number,
            file: Outbox::start(open(path)?, on_failure)?,
        })
    }

    pub(super) fn path(&self) -> &str {
        &self.path
    }

    /// The number of the log in its session.
    pub(super) const fn number(&self) -> u64 {
        self.number
    }

    /// Appends lines and returns true. If more than [`MAX_WAITING`] bytes wait, appends nothing and
    /// returns false.
    pub(super) fn append(&self, lines: String) -> bool {
        let has_room = self.file.waiting_bytes() <= MAX_WAITING;
        if has_room {
            self.file.answer(lines);
        }
        has_room
    }

    /// Closes the log. First waits until all its lines are written. Stops waiting when nothing has
    /// been written for half a second ([`Outbox::finish`]).
    ///
    /// # Errors
    ///
    /// If the file could not be written.
    pub(super) fn close(&self) -> io::Result<()> {
        self.file.finish().map(drop)
    }
}

/// Opens a file to append to it. If it is a named pipe without a reader, fails instead of waiting.
#[cfg(unix)]
fn open(path: &str) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;

    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

    let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
    let file = OpenOptions::new()
        .create(true)
        .append(true)
        .custom_flags(flags.bits().cast_signed())
        .open(path)?;
    // Only `open` must not block. Writes may, because only the thread of the outbox writes.
    fcntl_setfl(&file, fcntl_getfl(&file)? - OFlags::NONBLOCK)?;
    Ok(file)
}

/// Opens a file to append to it.
#[cfg(not(unix))]
fn open(path: &str) -> io::Result<File> {
    OpenOptions::new().create(true).append(true).open(path)
}
