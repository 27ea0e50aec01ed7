//! Measures how long threads waited for a processor: those of the manager (the process of Reviver
//! that plays the games), and those of its engines.
//!
//! On Linux the waits of the manager's threads do not count as the engine's time. The waits of the
//! engine's own threads count, because nobody can tell by how much they delay the answer. But the
//! report of a time loss mentions the longest wait.

use std::collections::BTreeMap;
use std::fs;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::available_parallelism;
use std::time::Duration;

use crate::play::processor_wait::wait;

/// Shorter waits of an engine are not mentioned.
const NOTABLE: Duration = Duration::from_millis(1);

/// The delays of the manager's two threads that write to an engine and read its output, in
/// nanoseconds.
#[derive(Debug, Default)]
pub(super) struct Delays {
    writing: AtomicU64,
    reading: AtomicU64,
}

impl Delays {
    /// Adds the time for which the writing thread waited for a processor before it wrote a line. A
    /// delay of `stop` does not count: it does not take time from the engine.
    pub(super) fn add_to_writing(&self, line: &str, delay: Duration) {
        if line.trim_end() != "stop" {
            add(&self.writing, delay);
        }
    }

    /// Adds the time for which the reading thread waited for a processor before it read bytes.
    pub(super) fn add_to_reading(&self, delay: Duration) {
        add(&self.reading, delay);
    }

    /// The sum of the writing thread's delays, without those of `stop`.
    pub(super) fn writing(&self) -> Duration {
        Duration::from_nanos(self.writing.load(Ordering::Relaxed))
    }

    /// The sum of all delays.
    pub(super) fn sum(&self) -> Duration {
        self.writing() + Duration::from_nanos(self.reading.load(Ordering::Relaxed))
    }
}

fn add(sum: &AtomicU64, delay: Duration) {
    let nanos = u64::try_from(delay.as_nanos()).unwrap_or(u64::MAX);
    sum.fetch_add(nanos, Ordering::Relaxed);
}

/// How long each thread of an engine has waited for a processor since the thread began.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct EngineWaits(BTreeMap<String, Duration>);

impl EngineWaits {
    /// The waits of the threads that a process has now.
    pub(super) fn of(process: u32) -> Self {
        let tasks = format!("/proc/{process}/task");
        let names = fs::read_dir(&tasks).into_iter().flatten();
        let names = names.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let waits = names.filter_map(|name| {
            let wait = wait(&format!("{tasks}/{name}/schedstat"))?;
            Some((name, wait))
        });
        Self(waits.collect())
    }

    /// The longest wait of one thread since `before`.
    fn longest_since(&self, before: &Self) -> Duration {
        let waits = self.0.iter().map(|(thread, wait)| {
            let earlier = before.0.get(thread).copied().unwrap_or_default();
            wait.saturating_sub(earlier)
        });
        waits.max().unwrap_or_default()
    }

    /// A remark if a thread has waited at least [`NOTABLE`] during a turn. `before` holds the waits
    /// at the start of the turn.
    pub(super) fn remark_since(&self, before: &Self) -> Option<String> {
        let waited = self.longest_since(before);
        (waited >= NOTABLE).then(|| {
            let millis = waited.as_secs_f64() * 1000.0;
            let load = load_text(&fs::read_to_string("/proc/loadavg").unwrap_or_default());
            format!("the machine was busy: the engine waited {millis:.1} ms for a processor{load}")
        })
    }
}

/// The load average of the last minute and the number of processors, as text; empty if the load is
/// unknown.
fn load_text(loadavg: &str) -> String {
    let Some(load) = loadavg.split_whitespace().next() else {
        return String::new();
    };
    match available_parallelism().map_or(1, usize::from) {
        1 => format!(" (load {load}, 1 core)"),
        cores => format!(" (load {load}, {cores} cores)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waits(millis: &[(&str, u64)]) -> EngineWaits {
        let waits = millis.iter().map(|&(thread, millis)| {
            let wait = Duration::from_millis(millis);
            (thread.to_owned(), wait)
        });
        EngineWaits(waits.collect())
    }

    #[test]
    fn the_thread_that_waited_longest_counts() {
        let before = waits(&[("7", 100), ("8", 50), ("9", 5)]);
        let after = waits(&[("7", 100), ("8", 85), ("10", 12)]);
        assert_eq!(after.longest_since(&before), Duration::from_millis(35));
        let remark = after.remark_since(&before).expect("a remark");
        assert!(
            remark.starts_with("the machine was busy: the engine waited 35.0 ms for a processor"),
            "{remark}"
        );
        assert_eq!(before.remark_since(&before), None);
        assert_eq!(EngineWaits::default().remark_since(&before), None);
    }

    #[test]
    fn the_load_is_shown_if_it_is_known() {
        assert_eq!(load_text(""), "");
        let text = load_text("8.34 5.80 3.02 6/294 13275\n");
        assert!(text.starts_with(" (load 8.34, "), "{text}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_threads_of_a_process_are_found() {
        if wait("/proc/self/schedstat").is_none() {
            // A kernel without these statistics.
            return;
        }
        // The link leads to `PROCESS/task/THREAD`.
        let name = || {
            let link = fs::read_link("/proc/thread-self").expect("a link");
            let name = link.file_name().expect("the number of a thread");
            name.to_string_lossy().into_owned()
        };
        let ((other, own), waits) = std::thread::scope(|scope| {
            let (to_test, names) = std::sync::mpsc::channel();
            let (end, ended) = std::sync::mpsc::channel::<()>();
            scope.spawn(move || {
                to_test.send(name()).expect("the test waits");
                ended.recv()
            });
            let threads = (names.recv().expect("a thread"), name());
            let waits = EngineWaits::of(std::process::id());
            drop(end);
            (threads, waits)
        });
        assert_ne!(own, other);
        assert!(
            waits.0.contains_key(&own) && waits.0.contains_key(&other),
            "{waits:?}"
        );
    }

    #[test]
    fn delays_are_added() {
        let delays = Delays::default();
        delays.add_to_writing("go nodes 5\n", Duration::from_millis(2));
        delays.add_to_reading(Duration::from_millis(3));
        delays.add_to_writing("ponderhit\n", Duration::from_millis(4));
        assert_eq!(delays.writing(), Duration::from_millis(6));
        assert_eq!(delays.sum(), Duration::from_millis(9));
    }

    #[test]
    fn a_delay_of_stop_does_not_count() {
        let delays = Delays::default();
        delays.add_to_writing("stop\n", Duration::from_millis(50));
        assert_eq!(delays.sum(), Duration::ZERO);
    }
}
