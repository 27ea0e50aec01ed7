//! Ctrl-C, SIGTERM and SIGHUP as requests to stop playing games.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::interrupt::{on_first_signal, on_signals};
use crate::tournament::runner::StopSignals;

/// The first signal abandons all games, a later one ends the program.
pub(super) fn abandoning() -> Arc<StopSignals> {
    let signals = Arc::new(StopSignals::default());
    let seen = Arc::clone(&signals);
    on_first_signal(move || seen.abandon.store(true, Ordering::Relaxed));
    signals
}

/// After the first signal, no new game begins, and the games under way get some time to end
/// ([`StopSignals::drain`]). A later signal abandons all games.
pub(super) fn draining() -> Arc<StopSignals> {
    let signals = Arc::new(StopSignals::default());
    let [drain, abandon] = [Arc::clone(&signals), Arc::clone(&signals)];
    on_signals(
        move || drain.drain.store(true, Ordering::Relaxed),
        move || abandon.abandon.store(true, Ordering::Relaxed),
    );
    signals
}
