//! Ctrl-C, and requests to end the program: what has been done so far is to be kept.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::search::Control;

/// The exit code of a program ended by Ctrl-C, as shells have it.
pub(super) const INTERRUPTED: i32 = 130;

/// A flag that is set when the program is asked to end. Who asks twice does not want to wait.
pub(super) fn flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&flag);
    // Without a handler Ctrl-C ends the program at once; there is nothing better to be done.
    let _ = ctrlc::set_handler(move || {
        if seen.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
    });
    flag
}

/// Lets a request to end the program stop a search. Who asks twice does not want to wait.
pub(super) fn stops(control: &Arc<Control>) {
    let control = Arc::clone(control);
    // Without a handler Ctrl-C ends the program at once; there is nothing better to be done.
    let _ = ctrlc::set_handler(move || {
        if control.is_stopped() {
            std::process::exit(INTERRUPTED);
        }
        control.stop();
    });
}
