//! Signals while a person uses the terminal: Ctrl-C, and the signals that end the program. The
//! settings of the terminal are restored before the program ends.

/// A signal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cli) enum Signal {
    /// Ctrl-C. In a game it stops the engine's search. If there is no search to stop, it ends the
    /// program.
    CtrlC,
    /// SIGTERM, SIGQUIT or SIGHUP. A terminal that is closed sends SIGHUP.
    End {
        /// The exit code, by the convention of shells: 128 plus the number of the signal.
        exit_code: i32,
    },
}

/// Calls `handler` at every signal, instead of the handler of an earlier call. If signals cannot be
/// caught, a signal ends the program at once. If signals can be caught, but the thread that waits
/// for them cannot be started, signals do nothing.
#[cfg(unix)]
pub(in crate::cli) fn listen(handler: impl FnMut(Signal) + Send + 'static) {
    unix::handle(Box::new(handler));
}

/// Calls `handler` at every Ctrl-C. Only the first call of this function has an effect.
#[cfg(not(unix))]
pub(in crate::cli) fn listen(mut handler: impl FnMut(Signal) + Send + 'static) {
    crate::cli::interrupt::on_signal(move || handler(Signal::CtrlC));
}

/// On Unix, every signal now restores the terminal and ends the program, until the next call of
/// [`listen`]. On other systems, does nothing.
pub(super) fn restore_at_end() {
    #[cfg(unix)]
    listen(|signal| {
        restore_terminal();
        std::process::exit(match signal {
            Signal::CtrlC => crate::cli::interrupt::INTERRUPTED,
            Signal::End { exit_code } => exit_code,
        });
    });
}

/// On Unix, restores the settings of the terminal. The line editor changes them while it reads.
pub(in crate::cli) fn restore_terminal() {
    #[cfg(unix)]
    unix::restore_terminal();
}

#[cfg(unix)]
mod unix {
    use std::io::stdin;
    use std::sync::{Mutex, Once, OnceLock, PoisonError};

    use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::Signals;

    use super::Signal;

    type Handler = Box<dyn FnMut(Signal) + Send>;

    /// The settings of the terminal when the program began to handle signals.
    static TERMINAL: OnceLock<Option<Termios>> = OnceLock::new();

    /// What to do at a signal.
    static HANDLER: Mutex<Option<Handler>> = Mutex::new(None);

    /// The thread that waits for signals.
    static THREAD: Once = Once::new();

    pub(super) fn handle(handler: Handler) {
        *HANDLER.lock().unwrap_or_else(PoisonError::into_inner) = Some(handler);
        THREAD.call_once(start_thread);
    }

    fn start_thread() {
        TERMINAL.get_or_init(|| tcgetattr(stdin()).ok());
        let Ok(mut signals) = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGQUIT]) else {
            return;
        };
        let thread = std::thread::Builder::new().name("signals".to_owned());
        let _ = thread.spawn(move || {
            for signal in signals.forever() {
                let mut handler = HANDLER.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(handler) = &mut *handler {
                    handler(match signal {
                        SIGINT => Signal::CtrlC,
                        signal => Signal::End {
                            exit_code: 128 + signal,
                        },
                    });
                }
            }
        });
    }

    pub(super) fn restore_terminal() {
        if let Some(Some(settings)) = TERMINAL.get() {
            let _ = tcsetattr(stdin(), OptionalActions::Now, settings);
        }
    }
}
