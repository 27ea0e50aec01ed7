//! Ctrl-C, SIGTERM and SIGHUP as requests to stop playing games.

use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::interrupt::{INTERRUPTED, on_signal};
use crate::tournament::runner::StopSignals;

/// The first signal abandons all games, the second one ends the program.
pub(super) fn abandoning() -> Arc<StopSignals> {
    let signals = Arc::new(StopSignals::default());
    let seen = Arc::clone(&signals);
    on_signal(move || {
        if seen.abandon.swap(true, Ordering::Relaxed) {
            exit(INTERRUPTED);
        }
    });
    signals
}

/// After the first signal, no new game begins, and the games under way get some time to end
/// ([`StopSignals::drain`]). The second signal abandons all games.
pub(super) fn draining() -> Arc<StopSignals> {
    let signals = Arc::new(StopSignals::default());
    let seen = Arc::clone(&signals);
    on_signal(move || {
        if seen.drain.swap(true, Ordering::Relaxed) {
            seen.abandon.store(true, Ordering::Relaxed);
        }
    });
    signals
}
