//! Signals while a game is played: Ctrl-C, and those that end the program.

/// A signal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Signal {
    /// Ctrl-C. It stops the engine's search if one runs.
    CtrlC,
    /// SIGTERM, SIGQUIT, or SIGHUP of a terminal that was closed.
    End {
        /// The exit code, by the convention of shells.
        exit_code: i32,
    },
}

/// Calls a function at every signal. If that is not possible, a signal ends the program at once.
#[cfg(unix)]
pub(super) fn listen(mut handler: impl FnMut(Signal) + Send + 'static) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::Signals;

    unix::remember_terminal();
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGQUIT]) else {
        return;
    };
    let thread = std::thread::Builder::new().name("signals".to_owned());
    let _ = thread.spawn(move || {
        for signal in signals.forever() {
            handler(match signal {
                SIGINT => Signal::CtrlC,
                signal => Signal::End {
                    exit_code: 128 + signal,
                },
            });
        }
    });
}

/// Calls a function at every Ctrl-C.
#[cfg(not(unix))]
pub(super) fn listen(mut handler: impl FnMut(Signal) + Send + 'static) {
    crate::cli::interrupt::on_signal(move || handler(Signal::CtrlC));
}

/// Restores the settings of the terminal, which the line editor changes while it reads a line.
pub(super) fn restore_terminal() {
    #[cfg(unix)]
    unix::restore_terminal();
}

#[cfg(unix)]
mod unix {
    use std::io::stdin;
    use std::sync::OnceLock;

    use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};

    static TERMINAL: OnceLock<Option<Termios>> = OnceLock::new();

    pub(super) fn remember_terminal() {
        TERMINAL.get_or_init(|| tcgetattr(stdin()).ok());
    }

    pub(super) fn restore_terminal() {
        if let Some(Some(settings)) = TERMINAL.get() {
            let _ = tcsetattr(stdin(), OptionalActions::Now, settings);
        }
    }
}
