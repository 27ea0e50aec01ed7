//! Numbered jobs on several threads.
//!
//! The threads are not rayon threads, because a job may start parallel work and wait for it.
//! During this wait, a rayon thread could begin a second job. The first job could then go on only
//! after the second has ended.

use std::collections::BTreeMap;
use std::io;
use std::num::NonZero;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::play::IsStopped;

/// If no result comes for this long, [`Workers::run`] calls `listen` with `None`.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Threads that do numbered jobs.
#[derive(Clone, Copy, Debug)]
pub struct Workers<'a> {
    /// How many threads there are; 0 for one per core.
    pub threads: usize,
    /// If set, no more jobs are begun.
    pub drain: &'a AtomicBool,
    /// If set, no more jobs are begun, and jobs under way should end at once.
    pub halt: &'a AtomicBool,
}

impl Workers<'_> {
    /// Does the jobs with these numbers. `state` makes a state for each thread, and all jobs of the
    /// thread share it. A job that returns `None` ends its thread.
    ///
    /// `listen` gets the results on the calling thread, in any order. If no result comes for a
    /// while, it gets `None`. If `listen` returns [`ControlFlow::Break`], this function sets `halt`
    /// and returns the value of the break. Otherwise this function returns `None`.
    ///
    /// # Errors
    ///
    /// If a thread cannot be started. In this case `halt` is set.
    pub fn run<S, T: Send, B>(
        &self,
        numbers: Range<u64>,
        state: impl Fn() -> S + Sync,
        job: impl Fn(&mut S, u64) -> Option<T> + Sync,
        mut listen: impl FnMut(Option<(u64, T)>) -> ControlFlow<B>,
    ) -> io::Result<Option<B>> {
        let next = AtomicU64::new(numbers.start);
        let must_stop = || self.drain.load(Ordering::Relaxed) || self.halt.load(Ordering::Relaxed);
        let work = |sender: &mpsc::Sender<(u64, T)>| {
            let mut state = state();
            while !must_stop() {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= numbers.end {
                    return;
                }
                let sent = job(&mut state, number).map(|result| sender.send((number, result)));
                if !matches!(sent, Some(Ok(()))) {
                    return;
                }
            }
        };
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..self.count().min(numbers.end - numbers.start) {
                let (sender, work) = (sender.clone(), &work);
                let started = thread::Builder::new().spawn_scoped(scope, move || work(&sender));
                if let Err(error) = started {
                    self.halt.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
            drop(sender);
            loop {
                let result = match receiver.recv_timeout(POLL_INTERVAL) {
                    Ok(result) => Some(result),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => return Ok(None),
                };
                if let ControlFlow::Break(value) = listen(result) {
                    self.halt.store(true, Ordering::Relaxed);
                    return Ok(Some(value));
                }
            }
        })
    }

    fn count(&self) -> u64 {
        thread_count(self.threads) as u64
    }
}

/// The number of threads: `threads`, or the number of cores if `threads` is 0.
#[must_use]
pub fn thread_count(threads: usize) -> usize {
    match threads {
        0 => thread::available_parallelism().map_or(1, NonZero::get),
        threads => threads,
    }
}

/// Puts numbered results in order.
#[derive(Debug)]
pub struct InOrder<T> {
    waiting: BTreeMap<u64, T>,
    next: u64,
}

impl<T> InOrder<T> {
    /// No results yet. `number` is the number of the first result.
    #[must_use]
    pub const fn from(number: u64) -> Self {
        Self {
            waiting: BTreeMap::new(),
            next: number,
        }
    }

    /// Adds a result.
    pub fn insert(&mut self, number: u64, result: T) {
        self.waiting.insert(number, result);
    }

    /// The next result, if it is there already.
    pub fn pop(&mut self) -> Option<T> {
        let result = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some(result)
    }
}

/// Jobs whose results are wanted in the order of their numbers.
pub struct OrderedJobs<'a> {
    /// How many threads there are; 0 for one per core.
    pub threads: usize,
    /// The numbers of the jobs.
    pub numbers: Range<u64>,
    /// Whether the jobs are to stop.
    pub is_stopped: IsStopped<'a>,
}

impl OrderedJobs<'_> {
    /// Does the jobs, and gives the results to `listen` in the order of their numbers. As soon as
    /// `is_stopped` returns true or `listen` returns [`ControlFlow::Break`], the run ends: no
    /// further job begins, the [`IsStopped`] argument of the running jobs returns true, and these
    /// jobs may return `None`. Returns the value of the break, if there is one.
    ///
    /// # Errors
    ///
    /// If a thread cannot be started.
    pub fn run<T: Send, B>(
        self,
        job: impl Fn(u64, IsStopped<'_>) -> Option<T> + Sync,
        mut listen: impl FnMut(T) -> ControlFlow<B>,
    ) -> io::Result<Option<B>> {
        let (drain, halt) = (AtomicBool::new(false), AtomicBool::new(false));
        let must_stop = || halt.load(Ordering::Relaxed) || (self.is_stopped)();
        let mut results = InOrder::from(self.numbers.start);
        let workers = Workers {
            threads: self.threads,
            drain: &drain,
            halt: &halt,
        };
        workers.run(
            self.numbers,
            || (),
            |(), number| {
                if must_stop() {
                    return None;
                }
                job(number, &must_stop)
            },
            |result| {
                if let Some((number, result)) = result {
                    results.insert(number, result);
                }
                while let Some(result) = results.pop() {
                    listen(result)?;
                }
                ControlFlow::Continue(())
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::thread::sleep;

    use rayon::iter::{IntoParallelIterator, ParallelIterator};

    use super::*;

    /// Jobs with these numbers, on four threads.
    fn jobs(numbers: Range<u64>, is_stopped: IsStopped<'_>) -> OrderedJobs<'_> {
        OrderedJobs {
            threads: 4,
            numbers,
            is_stopped,
        }
    }

    #[test]
    fn results_come_in_order_until_the_listener_breaks() {
        let mut seen = Vec::new();
        let job = |number: u64, _: IsStopped<'_>| Some(number * number);
        let broken = jobs(3..1000, &|| false).run(job, |square| {
            seen.push(square);
            if square > 100 {
                ControlFlow::Break("enough")
            } else {
                ControlFlow::Continue(())
            }
        });
        assert_eq!(broken.expect("threads"), Some("enough"));
        assert_eq!(seen, [9, 16, 25, 36, 49, 64, 81, 100, 121]);
    }

    #[test]
    fn a_thread_begins_no_job_while_its_own_job_waits() {
        thread_local!(static BEGUN: Cell<u32> = const { Cell::new(0) });
        let job = |_: u64, _: IsStopped<'_>| {
            let begun = BEGUN.get();
            BEGUN.set(begun + 1);
            // A search also starts parallel work like this, to clear its transposition table.
            (0..64)
                .into_par_iter()
                .for_each(|_| sleep(Duration::from_micros(100)));
            BEGUN.set(begun);
            Some(begun)
        };
        let nested = jobs(0..64, &|| false).run(job, |begun| {
            if begun > 0 {
                ControlFlow::Break(begun)
            } else {
                ControlFlow::Continue(())
            }
        });
        assert_eq!(nested.expect("threads"), None);
    }

    #[test]
    fn no_result_has_a_higher_number_than_an_abandoned_job() {
        let (stop, others_done) = (AtomicBool::new(false), AtomicU64::new(0));
        let mut seen = Vec::new();
        // Job 7 is abandoned when jobs 0 to 6 and job 8 are done.
        let job = |number: u64, _: IsStopped<'_>| {
            if number == 7 {
                while others_done.load(Ordering::Relaxed) < 8 {
                    sleep(Duration::from_micros(100));
                }
                stop.store(true, Ordering::Relaxed);
                return None;
            }
            if number <= 8 {
                others_done.fetch_add(1, Ordering::Relaxed);
            }
            Some(number)
        };
        let stopped = || stop.load(Ordering::Relaxed);
        let none = jobs(0..1000, &stopped).run(job, |number| {
            seen.push(number);
            ControlFlow::<()>::Continue(())
        });
        assert_eq!(none.expect("threads"), None);
        assert_eq!(seen, [0, 1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn a_thread_keeps_its_state_and_begins_no_job_after_drain_is_set() {
        let (drain, halt) = (AtomicBool::new(false), AtomicBool::new(false));
        let workers = Workers {
            threads: 1,
            drain: &drain,
            halt: &halt,
        };
        let mut seen = Vec::new();
        let job = |count: &mut u64, number| {
            *count += number;
            drain.store(number == 3, Ordering::Relaxed);
            Some(*count)
        };
        let none = workers.run(
            0..10,
            || 100,
            job,
            |result| {
                seen.extend(result);
                ControlFlow::<()>::Continue(())
            },
        );
        assert_eq!(none.expect("threads"), None);
        assert_eq!(seen, [(0, 100), (1, 101), (2, 103), (3, 106)]);
    }
}
