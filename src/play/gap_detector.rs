//! Detects that this program was suspended for a while, as by Ctrl-Z. If this happened while a
//! player had to answer, the measured time says nothing about the player.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use super::processor_wait::own_wait;

/// How long the thread of a [`GapDetector`] sleeps before it records again that it runs.
const TICK: Duration = Duration::from_millis(50);

/// If the thread records nothing for longer than this, the program was suspended. Such a time
/// without a record is a *gap*. On Linux, time in which the thread waits for a processor does not
/// count.
const GAP: Duration = Duration::from_millis(250);

/// The longest time for which [`GapDetector::last_gap`] waits for the thread.
const MAX_WAIT: Duration = Duration::from_secs(10);

/// A thread that detects gaps. It ends soon after the detector is dropped.
#[derive(Debug)]
pub struct GapDetector {
    ticks: Arc<Ticks>,
}

/// What the thread records. Times are in milliseconds since `start`.
#[derive(Debug)]
struct Ticks {
    start: Instant,
    /// When the thread ran last.
    ran: AtomicU64,
    /// When the last gap ended; 0 if there was none.
    gap: AtomicU64,
}

impl Ticks {
    fn now(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Records that the thread runs. Also records that a gap ends now, if the time since the last
    /// call, minus `waited`, is longer than [`GAP`]. `waited` is the thread's wait for a processor
    /// since the last call.
    fn tick(&self, waited: Duration) {
        let now = self.now();
        let since = Duration::from_millis(now.saturating_sub(self.ran.load(Ordering::Acquire)));
        if since.saturating_sub(waited) > GAP {
            self.gap.store(now, Ordering::Release);
        }
        self.ran.store(now, Ordering::Release);
    }
}

impl GapDetector {
    /// Starts the thread.
    ///
    /// # Errors
    ///
    /// If the system cannot start it.
    pub fn start() -> io::Result<Self> {
        let ticks = Arc::new(Ticks {
            start: Instant::now(),
            ran: AtomicU64::new(0),
            gap: AtomicU64::new(0),
        });
        let of_thread = Arc::downgrade(&ticks);
        let thread = thread::Builder::new().name("gap-detector".to_owned());
        thread.spawn(move || {
            // What `own_wait` returned at the last tick. It is 0 at the start of the thread.
            let mut waited = Duration::ZERO;
            while let Some(ticks) = of_thread.upgrade() {
                let before = std::mem::replace(&mut waited, own_wait());
                ticks.tick(waited.saturating_sub(before));
                drop(ticks);
                sleep(TICK);
            }
        })?;
        Ok(Self { ticks })
    }

    /// When the last gap ended; `None` if there was none. After a suspension, the calling thread
    /// can run before the detector's thread. So if the detector's thread last ran more than
    /// `GAP` ago, this function waits for it, but at most `MAX_WAIT`.
    #[must_use]
    pub fn last_gap(&self) -> Option<Instant> {
        let now = self.ticks.now();
        let end = Instant::now() + MAX_WAIT;
        let late = |ran: u64| Duration::from_millis(now.saturating_sub(ran)) > GAP;
        while late(self.ticks.ran.load(Ordering::Acquire)) && Instant::now() < end {
            sleep(Duration::from_millis(1));
        }
        let gap = self.ticks.gap.load(Ordering::Acquire);
        (gap > 0).then(|| self.ticks.start + Duration::from_millis(gap))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_for_a_processor_is_no_gap() {
        for (ran, waited, has_gap) in [(0, 0, true), (0, 900, false), (950, 0, false)] {
            let start = Instant::now() - Duration::from_millis(1000);
            let ticks = Ticks {
                start,
                ran: AtomicU64::new(ran),
                gap: AtomicU64::new(0),
            };
            ticks.tick(Duration::from_millis(waited));
            assert_eq!(ticks.gap.load(Ordering::Acquire) > 0, has_gap, "{ran}");
            assert!(ticks.ran.load(Ordering::Acquire) >= 1000);
        }
    }
}
