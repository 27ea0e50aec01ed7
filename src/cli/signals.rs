//! Ctrl-C and SIGTERM as requests to stop playing games.

use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::Error;
use super::interrupt::INTERRUPTED;
use crate::tournament::runner::StopSignals;

/// The first signal abandons all games, the second one ends the program.
pub(super) fn abandoning() -> Arc<StopSignals> {
    let signals = Arc::new(StopSignals::default());
    let seen = Arc::clone(&signals);
    // Without a handler Ctrl-C ends the program at once, which is the best that is left.
    let _ = ctrlc::set_handler(move || {
        if seen.abandon.swap(true, Ordering::Relaxed) {
            exit(INTERRUPTED);
        }
    });
    signals
}

/// The first signal lets games under way end, the second one abandons them.
pub(super) fn draining() -> Result<Arc<StopSignals>, Error> {
    let signals = Arc::new(StopSignals::default());
    let seen = Arc::clone(&signals);
    ctrlc::set_handler(move || {
        if seen.drain.swap(true, Ordering::Relaxed) {
            seen.abandon.store(true, Ordering::Relaxed);
        }
    })
    .map_err(|error| Error::Failed(format!("signals cannot be received: {error}")))?;
    Ok(signals)
}
