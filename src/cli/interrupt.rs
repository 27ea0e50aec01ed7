//! Handlers for the signals Ctrl-C, SIGTERM and SIGHUP. The first signal ends the work in progress;
//! a later one ends the program at once. Signals within [`REPEAT_TIME`] of the first are ignored.
//! SIGXFSZ does not end the program.

use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::search::Control;

/// The exit code after Ctrl-C, by the convention of shells. The handlers here use it for SIGTERM
/// and SIGHUP too.
pub(super) const INTERRUPTED: i32 = 130;

/// For this time after the first signal, further signals are ignored: `timeout` sends its signal
/// twice, to the program and to its process group. A terminal that is closed may also send its
/// signal twice.
const REPEAT_TIME: Duration = Duration::from_millis(500);

/// A flag that the first signal sets. A later signal ends the program.
pub(super) fn flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&flag);
    on_first_signal(move || seen.store(true, Ordering::Relaxed));
    flag
}

/// A search control that the first signal stops. A later signal ends the program.
pub(super) fn control() -> Arc<Control> {
    let control = Arc::new(Control::default());
    let stopped = Arc::clone(&control);
    on_first_signal(move || stopped.stop());
    control
}

/// Calls a function at the first signal. A later signal ends the program at once.
pub(super) fn on_first_signal(first: impl FnMut() + Send + 'static) {
    on_signals(first, || exit(INTERRUPTED));
}

/// Calls `first` at the first signal, and `later` at each later one, but not within [`REPEAT_TIME`]
/// of the first.
pub(super) fn on_signals(
    mut first: impl FnMut() + Send + 'static,
    mut later: impl FnMut() + Send + 'static,
) {
    let mut first_time = None;
    on_signal(move || match first_time {
        None => {
            first_time = Some(Instant::now());
            first();
        }
        Some(time) if time.elapsed() < REPEAT_TIME => {}
        Some(_) => later(),
    });
}

/// Calls a function at every Ctrl-C, SIGTERM and SIGHUP.
pub(super) fn on_signal(handler: impl FnMut() + Send + 'static) {
    // On an error, the earlier handler stays. If there is none, a signal ends the program at once.
    let _ = ctrlc::set_handler(handler);
}

/// From now on, a write that would exceed the size limit for files (`ulimit -f`) is an error, as on
/// a full disk. By default, the signal SIGXFSZ ends a program at such a write. Programs that this
/// program starts keep this default.
pub(super) fn survive_file_size_limit() {
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}
