//! How long threads waited for a processor. Linux reports this in `/proc`.

use std::fs;
use std::time::Duration;

/// How long the calling thread has waited for a processor since it began; 0 if this is unknown.
pub(crate) fn own_wait() -> Duration {
    wait("/proc/thread-self/schedstat").unwrap_or_default()
}

/// Reads a file `schedstat`. Its second number is the time that the thread has waited for a
/// processor, in nanoseconds.
pub(crate) fn wait(path: &str) -> Option<Duration> {
    let text = fs::read_to_string(path).ok()?;
    let nanos = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(Duration::from_nanos(nanos))
}
