//! A thread in which searches and perfts run.

use std::error::Error as _;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::api::EngineError;
use crate::search::STACK_SIZE;

type Job = Box<dyn FnOnce() + Send>;

/// A thread that runs searches and perfts one after another. It is started before the first game,
/// so an error at its start does not interrupt a game. A search with several threads starts its
/// helper threads itself. If a helper cannot be started, the search goes on without it.
#[derive(Debug)]
pub struct SearchThread {
    jobs: Sender<Job>,
}

impl SearchThread {
    /// Starts the thread, and the threads that clear the transposition tables.
    ///
    /// # Errors
    ///
    /// If the system cannot start a thread.
    pub fn start() -> io::Result<Self> {
        start_table_threads()?;
        let (jobs, waiting) = channel();
        builder().spawn(move || run_all(&waiting))?;
        Ok(Self { jobs })
    }

    /// Runs `work` in the thread, after all jobs that were given to the thread earlier.
    pub(super) fn run(&self, work: impl FnOnce() + Send + 'static) {
        // This cannot fail: the thread receives for as long as the sender exists.
        let _ = self.jobs.send(Box::new(work));
    }
}

/// Runs `work` in a new thread.
pub(super) fn run_in_new_thread(work: impl FnOnce() + Send + 'static) -> Result<(), EngineError> {
    match builder().spawn(work) {
        Ok(_) => Ok(()),
        Err(error) => Err(EngineError::NoThread(error.to_string())),
    }
}

fn builder() -> thread::Builder {
    let builder = thread::Builder::new().name("search".to_owned());
    builder.stack_size(STACK_SIZE)
}

fn run_all(jobs: &Receiver<Job>) {
    for job in jobs {
        // Searches and perfts report their own panics. Any other panic is caught here, so that the
        // later jobs still run.
        let _ = catch_unwind(AssertUnwindSafe(job));
    }
}

/// Starts the threads of rayon, which clear the transposition tables. Without this call, rayon
/// would start them when the first table is cleared, and would panic if it could not.
fn start_table_threads() -> io::Result<()> {
    let Err(error) = rayon::ThreadPoolBuilder::new().build_global() else {
        return Ok(());
    };
    // If the threads already run, `build_global` fails with an error that has no source.
    match error
        .source()
        .and_then(|error| error.downcast_ref::<io::Error>())
    {
        Some(error) => Err(io::Error::new(error.kind(), error.to_string())),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_run_in_order_and_a_panic_ends_only_its_job() {
        let thread = SearchThread::start().expect("a thread");
        let (sender, numbers) = channel();
        for number in 0..5 {
            let sender = sender.clone();
            thread.run(move || {
                assert_ne!(number, 2, "this job fails");
                sender.send(number).expect("a receiver");
            });
        }
        drop(sender);
        assert_eq!(numbers.iter().collect::<Vec<_>>(), [0, 1, 3, 4]);
        SearchThread::start()
            .expect("a second start must succeed although the threads of the tables run already");
    }
}
