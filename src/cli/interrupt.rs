//! Handlers for the signals Ctrl-C, SIGTERM and SIGHUP. The first signal ends the work in progress;
//! the second ends the program at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::search::Control;

/// The exit code after Ctrl-C, by the convention of shells. The handlers here use it for SIGTERM
/// and SIGHUP too.
pub(super) const INTERRUPTED: i32 = 130;

/// A flag that the first signal sets. The second signal ends the program.
pub(super) fn flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&flag);
    on_signal(move || {
        if seen.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
    });
    flag
}

/// A search control that the first signal stops. The second signal ends the program.
pub(super) fn control() -> Arc<Control> {
    let control = Arc::new(Control::default());
    let stopped = Arc::clone(&control);
    on_signal(move || {
        if stopped.is_stopped() {
            std::process::exit(INTERRUPTED);
        }
        stopped.stop();
    });
    control
}

/// Calls a function at every Ctrl-C, SIGTERM and SIGHUP.
pub(super) fn on_signal(handler: impl FnMut() + Send + 'static) {
    // On an error, the earlier handler stays. If there is none, a signal ends the program at once.
    let _ = ctrlc::set_handler(handler);
}
