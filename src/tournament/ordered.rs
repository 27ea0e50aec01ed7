//! Numbered jobs on many threads, whose results come back in the order of their numbers.
//!
//! What is done with a result then hangs on the numbers before it alone, never on which thread was
//! the fastest.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

use crate::play::IsStopped;

/// Does the jobs of `numbers` on so many threads (0: one a core), and hands each result to `listen`
/// on the calling thread, in the order of the numbers. When `is_stopped` says so or `listen` breaks,
/// no further jobs are begun; those under way are told by their own `IsStopped`, and may answer
/// `None`.
///
/// The threads are none of rayon's: a job that waits there for a piece of its own work would be given
/// another job to do meanwhile, and with it all that follow.
pub fn in_order<T: Send, B>(
    threads: usize,
    numbers: Range<u64>,
    is_stopped: IsStopped<'_>,
    job: impl Fn(u64, IsStopped<'_>) -> Option<T> + Sync,
    mut listen: impl FnMut(T) -> ControlFlow<B>,
) -> Option<B> {
    let next = AtomicU64::new(numbers.start);
    let over = AtomicBool::new(false);
    let leaves = || over.load(Ordering::Relaxed) || is_stopped();
    let work = |sender: &mpsc::Sender<(u64, T)>| {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= numbers.end || leaves() {
                return;
            }
            // Nobody listens any more when all is over.
            let sent = job(number, &leaves).map(|result| sender.send((number, result)));
            if !matches!(sent, Some(Ok(()))) {
                return;
            }
        }
    };
    let threads = match threads {
        0 => std::thread::available_parallelism().map_or(1, NonZero::get),
        threads => threads,
    };
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, work) = (sender.clone(), &work);
            scope.spawn(move || work(&sender));
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut expected = numbers.start;
        for (number, result) in receiver {
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&expected) {
                expected += 1;
                if let ControlFlow::Break(value) = listen(result) {
                    over.store(true, Ordering::Relaxed);
                    return Some(value);
                }
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::thread::sleep;
    use std::time::Duration;

    use rayon::iter::{IntoParallelIterator, ParallelIterator};

    use super::*;

    #[test]
    fn results_come_in_order_until_the_listener_breaks() {
        let mut seen = Vec::new();
        let job = |number: u64, _: IsStopped<'_>| Some(number * number);
        let broken = in_order(4, 3..1000, &|| false, job, |square| {
            seen.push(square);
            if square > 100 {
                ControlFlow::Break("enough")
            } else {
                ControlFlow::Continue(())
            }
        });
        assert_eq!(broken, Some("enough"));
        assert_eq!(seen, [9, 16, 25, 36, 49, 64, 81, 100, 121]);
    }

    #[test]
    fn no_job_waits_for_another_that_was_begun_within_it() {
        thread_local!(static BEGUN: Cell<u32> = const { Cell::new(0) });
        let job = |_: u64, _: IsStopped<'_>| {
            let begun = BEGUN.get();
            BEGUN.set(begun + 1);
            // What a search does when it clears its table.
            (0..64)
                .into_par_iter()
                .for_each(|_| sleep(Duration::from_micros(100)));
            BEGUN.set(begun);
            Some(begun)
        };
        let nested = in_order(4, 0..64, &|| false, job, |begun| {
            if begun > 0 {
                ControlFlow::Break(begun)
            } else {
                ControlFlow::Continue(())
            }
        });
        assert_eq!(nested, None);
    }

    #[test]
    fn a_job_that_is_given_up_ends_the_row() {
        let stop = AtomicBool::new(false);
        let mut seen = Vec::new();
        let job = |number: u64, leaves: IsStopped<'_>| {
            if number == 7 {
                stop.store(true, Ordering::Relaxed);
            }
            (number < 7 || !leaves()).then_some(number)
        };
        let stopped = || stop.load(Ordering::Relaxed);
        let none = in_order(4, 0..1000, &stopped, job, |number| {
            seen.push(number);
            ControlFlow::<()>::Continue(())
        });
        assert_eq!(none, None);
        let row: Vec<u64> = (0..seen.len() as u64).collect();
        assert!(seen == row && seen.len() <= 7, "{seen:?}");
    }
}
